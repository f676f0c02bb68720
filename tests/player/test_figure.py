"""A step can be kept as a picture: always the same, small, and what the player shows when everything has landed."""

import io
import warnings

import pytest
from PIL import Image

from kafkaviz.player.figure import figure, png
from kafkaviz.player.sheet import Shape, Sheet, Words
from kafkaviz.scene.style import THEME
from kafkaviz.scene.values import Caption, Film, Frame, Lamp, Track

BOXES = {
    "a": {"k": "rect", "x": 10, "y": 60, "w": 40, "h": 30, "c": "card"},
    "b": {"k": "rect", "x": 150, "y": 60, "w": 40, "h": 30, "c": "card"},
}
ASK = {"k": "ask", "path": [(30, 60), (30, 30), (170, 30), (170, 60)], "t": "from 3?", "chip": (100, 30), "n": 1}


def one_frame(marks, effects=(), about=(), size=(200, 100)):
    return Film("One", (Caption("Said."),), {"main": Track(size, (Frame(marks, effects, about),))}, THEME, "main")


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def rgb(token: str, mode: str = "light") -> tuple[int, ...]:
    return tuple(bytes.fromhex(THEME[mode][token][1:]))


def colours(film: Film, **how) -> set[tuple[int, ...]]:
    return {colour for _, colour in opened(png(film, **how)).convert("RGB").getcolors()}


def drawn(sheet: Sheet) -> list[Shape | Words]:
    """Everything on a sheet and on those that lie on it."""
    return [*sheet.drawn, *(each for part in sheet.parts for each in drawn(part.sheet))]


def shapes(film: Film) -> list[Shape]:
    return [each for each in drawn(figure(film)) if isinstance(each, Shape)]


def texts(film: Film, step: int = -1) -> list[Words]:
    return [each for each in drawn(figure(film, step)) if isinstance(each, Words)]


def words(film: Film, step: int = -1) -> list[str]:
    return [each.text for each in texts(film, step)]


@pytest.mark.slow
def test_the_bytes_are_the_same_each_time_and_few(film):
    first = png(film, 4)
    assert png(film, 4) == first
    assert len(first) < 60_000
    picture = opened(first)
    assert picture.width == 960 and len(picture.getcolors()) <= 128


def test_a_small_thing_keeps_its_colour():
    dot = BOXES | {"dot": {"k": "circle", "x": 100, "y": 50, "r": 2, "c": "crown"}}
    assert rgb("controller") in colours(one_frame(dot))


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_a_rectangle_is_filled_where_it_is(mode):
    marks = {
        "g": {"k": "g", "x": 100, "y": 0},
        "r": {"k": "rect", "x": 20, "y": 20, "w": 60, "h": 60, "c": "leader", "p": "g"},
    }
    picture = opened(png(one_frame(marks), mode=mode)).convert("RGB")
    scale = picture.width / 200
    assert picture.getpixel((int(150 * scale), int(50 * scale))) == rgb("leader", mode)
    assert picture.getpixel((int(50 * scale), int(50 * scale))) == rgb("bg", mode)


def test_a_message_leaves_its_line_its_head_its_chip_and_its_number():
    asks = one_frame(BOXES, (ASK,))
    assert "① from 3?" in words(asks)
    assert len(shapes(asks)) == len(BOXES) + 3
    assert "✕" in words(one_frame(BOXES, ({**ASK, "k": "refuse"},)))


def test_what_is_hushed_or_travels_nowhere_leaves_no_trace():
    plain = figure(one_frame(BOXES))
    assert figure(one_frame(BOXES, ({**ASK, "hush": 1},))) == plain
    turned = ({"k": "flip", "m": ["a"]}, {"k": "count", "m": ["a"], "from": 0, "to": 9})
    assert figure(one_frame(BOXES, turned)) == plain != figure(one_frame(BOXES, (ASK,)))


def test_what_was_written_has_a_bold_border_until_the_next_step():
    written = one_frame(BOXES, ({"k": "write", "m": ["a"]},))
    first, second = shapes(written)
    assert first.width > second.width


def test_what_a_step_is_not_about_is_paler():
    boxes = shapes(one_frame(BOXES, about=("a",)))
    assert [box.fill_opacity for box in boxes] == [1.0, 0.4]
    assert [box.opacity for box in boxes] == [1.0, 1.0], "its outline can always be seen"


def test_a_rectangle_that_is_cut_is_seen_only_left_of_its_line():
    marks = {
        "safe": {"k": "rect", "x": 20, "y": 20, "w": 160, "h": 60, "c": "committed", "cut": "hw"},
        "hw": {"k": "line", "x": 100, "y": 10, "x2": 100, "y2": 90, "c": "high-watermark"},
    }
    picture = opened(png(one_frame(marks))).convert("RGB")
    scale = picture.width / 200
    assert picture.getpixel((int(60 * scale), int(50 * scale))) == rgb("committed")
    assert picture.getpixel((int(150 * scale), int(50 * scale))) == rgb("bg")


def test_a_ring_shows_how_much_is_left_of_it_clockwise_from_twelve():
    lefts = {1.0: (True, True), 0.4: (True, False), 0.0: (False, False)}
    marks = {
        f"ring{n}": {"k": "arc", "x": 100 + 200 * n, "y": 50, "r": 30, "v": v, "c": "axis"} for n, v in enumerate(lefts)
    }
    picture = opened(png(one_frame(marks, size=(600, 100)))).convert("RGB")
    scale = picture.width / 600
    for n, (left, sides) in enumerate(lefts.items()):
        at = [(int((x + 200 * n) * scale), int(50 * scale)) for x in (130, 70)]
        assert tuple(picture.getpixel(point) != rgb("bg") for point in at) == sides, left


def test_any_letter_may_be_drawn_without_a_word_of_warning():
    said = ["$x$", "a\\b{c}", "日本", "🙂", "%d", "<b>", 7]
    marks = {str(i): {"k": "text", "x": 9, "y": 9 * i, "t": word, "c": "t"} for i, word in enumerate(said)}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert opened(png(one_frame(marks, ({**ASK, "t": "🙂 $x$"},))))


def test_every_kind_of_mark_can_be_drawn_and_an_empty_rectangle_is_nothing():
    marks = {
        "c": {"k": "circle", "x": 50, "y": 50, "r": 20, "c": "ring"},
        "p": {"k": "path", "x": 90, "y": 50, "d": "M0 14V3l5 5z", "c": "crown"},
        "l": {"k": "line", "x": 120, "y": 10, "x2": 120, "y2": 90, "c": "high-watermark", "o": 0.5},
        "e": {"k": "rect", "x": 150, "y": 10, "w": 0, "h": 20, "c": "bar"},
    }
    film = one_frame(marks)
    assert [shape.is_closed for shape in shapes(film)] == [True, True, False, False] and len(words(film)) == 1
    assert png(film)


def test_what_is_said_and_why_stand_below_in_two_lines_each_at_most():
    film = one_frame(BOXES, size=(860, 420))
    long = film._replace(captions=(Caption("word " * 200, why="because " * 200, duty="controller", ms=10_000),))
    said = words(long)
    assert len(said) == 4 and said[0].startswith("1/1 · 10 s · controller: word word")
    assert said[1].endswith(" …") and said[3].endswith(" …")


def test_another_lens_is_another_picture_and_an_unknown_one_an_error(film):
    assert figure(film, 1, lens="log") != figure(film, 1)
    with pytest.raises(KeyError, match="nowhere"):
        figure(film, lens="nowhere")


@pytest.mark.parametrize("mode", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_lamps_stand_below_with_sign_words_and_colour_from_the_frame_on_that_breaks_them(film, mode):
    lit = film._replace(promises=(Lamp("Somebody leads", 6, "Nobody does."), Lamp("Time goes on")))
    assert "✓ 2 promises kept" in words(lit, 5) and "✓ 1 promise kept" in words(lit, 6)
    assert "✗ Broken: Somebody leads · Nobody does." in words(lit, 6)
    pictures = [opened(png(lit, step, mode=mode)) for step in (5, 6)]
    before, broken = map(seen, pictures)
    assert rgb("committed_line", mode) in before & broken and rgb("warn", mode) in broken
    assert pictures[0].size == pictures[1].size, "the pictures of a moving one are alike"
    assert figure(lit, 5, mode=mode).height > figure(film, 5, mode=mode).height


def seen(picture: Image.Image) -> set[tuple[int, ...]]:
    """The colours of the lowest part of a picture."""
    picture = picture.convert("RGB")
    return {colour for _, colour in picture.crop((0, picture.height - 90, *picture.size)).getcolors()}


def test_a_caption_is_bold_and_its_reason_is_not():
    film = one_frame(BOXES)._replace(captions=(Caption("Said.", why="Because."),))
    assert {each.text: each.is_bold for each in texts(film)} == {"1/1 · Said.": True, "Because.": False}
