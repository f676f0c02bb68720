"""What went wrong is seen: what is lost, what is out of date, who did not hear."""

import itertools

import pytest

from kafkaviz import Lab
from kafkaviz.scenarios import nb02, nb07, nb08
from kafkaviz.scene.canvas import DECORATION, WARNING, position_of
from kafkaviz.scene.values import MESSAGES, Film, Frame
from tests.scene.appearing import played
from tests.scene.filmed import film_through, once


def losing() -> Lab:
    """A lab that has lost two records which were acknowledged."""
    lab = Lab(acks=1, enable_idempotence=False).create_topic("letters", assignment=[[1, 2, 3]])
    return lab.send("letters", "ABC").pause(2).pause(3).send("letters", "DEF", "GHI").kill(1)


def lost_in(frame: Frame) -> dict[str, list[str]]:
    """The groups of what is lost, with what is written in each."""
    groups = [name for name in frame.marks if name.startswith(f"{WARNING}lost/") and frame.marks[name]["k"] == "g"]
    return {g: [m["t"] for m in frame.marks.values() if m.get("p") == g and m["k"] == "text"] for g in groups}


@pytest.mark.parametrize("lens", ["cluster", "replication"])
def test_where_an_acknowledged_record_was_stands_its_outline_crossed_out(lens):
    lab = losing()
    film = lab.film(lens=lens).film
    for layout in (film.tracks[lens], *film.tracks[lens].others.values()):
        assert not any(map(lost_in, layout.frames[:-1])), "it is lost when its new leader leads"
        last = layout.frames[-1]
        assert list(lost_in(last).values()) == [["DEF", "lost"], ["GHI", "lost"]]
        assert len(lost_in(last)) == len(lab.lost().rows)
        crosses = [m for m in last.marks.values() if m.get("c") == "lost-cross"]
        assert len(crosses) == 4
        assert set(lost_in(last)) <= set(last.about), "it is never paler"
    assert film.legend[lens][-1] == ("lost", "acknowledged, and lost")


@pytest.mark.parametrize("lens", ["cluster", "replication"])
def test_where_another_record_has_its_place_a_label_says_which_one_is_lost(lens):
    frame = losing().resume(2).resume(3).send("letters", "XYZ").film(lens=lens).film.tracks[lens].frames[-1]
    assert list(lost_in(frame).values()) == [["✕ DEF"], ["GHI", "lost"]]
    cell = next(name for name, m in frame.marks.items() if m.get("t") == "XYZ" and "@2" in name)
    x, y = position_of(cell, frame.marks)
    left, top = position_of(f"{next(iter(lost_in(frame)))}/label", frame.marks)
    assert left < x and top > y + 5, "the label stands below the words of the cell"


def test_where_nothing_is_lost_nothing_says_so():
    film = Lab().create_topic("letters", 1, 3).send("letters", "ABC").kill(1).film().film
    assert (
        not any(map(lost_in, film.tracks["cluster"].frames))
        and ("lost", "acknowledged, and lost") not in film.legend["cluster"]
    )


def test_out_of_date_is_said_of_the_beliefs_that_are_seen():
    film = nb02.rolling_restart().film().film
    for layout in (film.tracks["cluster"], *film.tracks["cluster"].others.values()):
        for caption, frame in zip(film.captions, layout.frames, strict=True):
            said = [mark["t"] for name, mark in frame.marks.items() if "belief" in name and mark["k"] == "text"]
            wrong = [mark["t"] for name, mark in frame.marks.items() if name.endswith("/outdated")]
            red = [m for n, m in frame.marks.items() if "/belief" in n and m.get("c", "").startswith("t-warn")]
            assert bool(wrong) == bool(red), (caption.cap, said, wrong)


def test_what_is_out_of_date_is_never_paler():
    frames = Lab().create_topic("letters", 1, 3).send("letters", "ABC").kill(1).film().film.tracks["cluster"].frames
    warned = [frame for frame in frames if f"{WARNING}producer:producer" in frame.marks]
    assert warned
    for frame in warned:
        assert not frame.about or f"{WARNING}producer:producer" in frame.about


def test_a_question_to_a_dead_controller_does_not_arrive():
    film = Lab().create_topic("letters", 1, 3).kill_controller(101).film(lens="controller").film
    asked = [
        effect
        for frame in film.tracks["controller"].frames
        for effect in frame.effects
        if "vote?" in effect.get("t", "")
    ]
    assert sorted(effect["k"] for effect in asked) == ["ask", "refuse"]


def test_no_message_goes_over_the_clock():
    film = film_through(once(nb07.last_in_sync), "replication")
    assert crossed(film) == []


def crossed(film: Film) -> list[tuple[int, object]]:
    """The messages of the lens replication that touch the clock, with their steps."""
    track = film.tracks["replication"]
    found = []
    for layout in (track, *track.others.values()):
        for step, frame in enumerate(layout.frames):
            clock = frame.marks.get(f"{DECORATION}clock")
            if clock is None:
                continue
            left, right, top, bottom = clock["x"] - 30, clock["x"] + 60, clock["y"] - 10, clock["y"] + 10
            for effect in frame.effects:
                path = effect.get("path", ()) if effect["k"] in MESSAGES else ()
                for (x, y), (x2, y2) in itertools.pairwise(path):
                    beside = max(x, x2) < left or min(x, x2) > right or max(y, y2) < top or min(y, y2) > bottom
                    found += [] if beside else [(step, effect.get("t"))]
    return found


@pytest.mark.parametrize("partitions", [1, 3])
def test_a_narrow_picture_is_no_higher_than_it_has_to_be(partitions):
    film = Lab().create_topic("letters", partitions, 3).send("letters", "ABC").film().film
    for lens in ("cluster", "replication"):
        narrow = film.tracks[lens].narrow
        assert narrow is not None and 420 <= narrow.size[1] <= 480
        lowest = max(
            position_of(name, narrow.frames[-1].marks)[1] + mark.get("h", 0)
            for name, mark in narrow.frames[-1].marks.items()
        )
        assert lowest <= narrow.size[1] <= max(420, lowest + 30)


def test_a_commit_that_its_dead_coordinator_never_hears_is_seen_to_wait():
    lab = nb08.apart().join("billing", "C1", topics=["orders"])
    before = lab.poll(group="billing", max_records=2).cluster
    lab.kill(1, detect=False).commit("billing", "C1").tick(10_000)
    film = lab.film(since=before, lens="client").film
    (step,) = [n for n, one in enumerate(film.captions) if "commitSync blocks" in one.cap]
    assert step not in film.tracks["client"].skip
    assert film.captions[step].why.startswith("Broker 1 is dead, and FindCoordinator names it until another one")
    (effect,) = played(film.tracks["client"].frames[step])
    assert (effect["k"], effect["t"]) == ("refuse", "commit p0: 2")


def test_words_that_stay_bright_because_they_are_new_stand_on_a_box_that_is_bright_too():
    frames = film_through(once(nb02.unregistered), "graph").tracks["graph"].frames
    seen = 0
    for frame in frames:
        for name in frame.about:
            box = f"{frame.marks[name].get('p', '')}/box"
            if frame.marks[name]["k"] == "text" and box in frame.marks:
                assert box in frame.about, name
                seen += 1
    assert seen > 5
