"""Two films in step are drawn for half the width, in type that can be read."""

from kafkaviz.player.half_width import FACTORS, for_half_width

from kafkaviz.player.pair import PairPlayer
from kafkaviz.player.wire import wire
from kafkaviz.scene.values import Film, Frame

THEME = {"classes": {"s18": {"size": 18}, "s14": {"size": 14}, "end": {"anchor": "end"}, "crown": {"fill": "ink"}}}


def one_box(text: str, width: float = 200, **more: dict) -> Film:
    marks = {
        "broker:1": {"k": "g", "x": 10, "y": 20},
        "broker:1/box": {"k": "rect", "x": 0, "y": 0, "w": width, "h": 60, "p": "broker:1"},
        "broker:1/name": {"k": "text", "x": 8, "y": 20, "t": text, "c": "s18", "p": "broker:1"},
        **more,
    }
    return Film("t", (), {"main": (Frame(marks),)}, THEME, "main", size=(400, 100))


def sizes(film: Film) -> list[str]:
    return [mark["c"] for mark in film.tracks["main"][0].marks.values() if mark["k"] == "text"]


def test_all_grows_in_height_and_what_has_room_in_type():
    [film] = for_half_width([one_box("broker 1")])
    marks = film.tracks["main"][0].marks
    assert film.size == (400, 150) and marks["broker:1"]["y"] == 30 and marks["broker:1/box"]["h"] == 90
    assert sizes(film) == [f"s{round(18 * FACTORS[0])}"] == ["s27"]
    assert film.theme["classes"]["s27"] == {"size": 27}


def test_a_text_that_fills_its_box_keeps_its_size_everywhere():
    long, short = one_box("a-rather-long-name"), one_box("b")
    assert [sizes(film) for film in for_half_width([long, short])] == [["s18"], ["s18"]]


def test_what_a_longer_text_would_run_into_moves():
    crown = {"k": "path", "x": 90, "y": 12, "d": "M0 0h9v9z", "c": "crown", "p": "broker:1"}
    status = {"k": "text", "x": 340, "y": 20, "t": "controller", "c": "s14 end", "p": "broker:1"}
    [film] = for_half_width([one_box("broker 1", 350, **{"broker:1/crown": crown, "broker:1/status": status})])
    marks = film.tracks["main"][0].marks
    assert sizes(film) == ["s27", "end s21"]
    assert marks["broker:1/crown"]["x"] > 8 + 8 * 27 * 0.55 and marks["broker:1/status"]["x"] == 340


def test_the_films_travel_together_in_one_dress(film):
    pair = PairPlayer(film, film._replace(title="other", theme={}))
    sent = pair.get_state()["films"]
    assert sent == [wire(each) for each in pair.films]
    assert sent[0]["theme"] == sent[1]["theme"] and "film" not in pair.get_state()
