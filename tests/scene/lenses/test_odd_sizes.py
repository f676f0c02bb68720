"""One broker, six brokers, many clients, long names, old eras: everything stays in the picture and can be read."""

import re
from collections.abc import Callable
from itertools import combinations

import pytest

from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb06
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.style import THEME
from kafkaviz.scene.values import Frame, Layout
from tests.sampling import every
from tests.scene.test_routing import boxes, overlap

LONG = "a-very-long-topic-name-indeed"
LABS: dict[str, Callable[[], Lab]] = {
    "nothing": lambda: Lab(1),
    "one broker": lambda: Lab(1).create_topic("t", 1, 1).send("t", "a").poll("t").kill(1).restart(1),
    "six brokers": lambda: (
        Lab(6).create_topic(LONG, 6, 3).send(LONG, *zip("abcdefgh", "ijklmnop", strict=True)).kill(2)
    ),
    "many clients": lambda: (
        Lab(3)
        .create_topic("t", 2, 3)
        .send("t", "a", producer="p1")
        .send("t", "b", producer="p2")
        .send("t", "c", producer="p3")
        .poll("t", consumer="c1")
        .poll("t", consumer="c2")
        .poll("t", consumer="c3")
        .kill(1)
    ),
    "two topics": lambda: (
        Lab(2).create_topic("x", 2, 2).create_topic("y", 2, 2).send("x", "1").send("y", "<b>&").kill(1)
    ),
    "ZooKeeper": lambda: Lab(4, kafka="2.3").create_topic("t", 3, 4).send("t", *"abcdefghij").kill(1).restart(1),
    "cut off": lambda: Lab(2, kafka="0.10").create_topic("t", 1, 2).send("t", "a").cut_off(2).tick(40_000),
    "five copies": lambda: (
        Lab(5).create_topic("t", 1, 5).send("t", *"abcdefgh").kill(1).pause(3).send("t", "j").resume(3)
    ),
    "a topic goes": lambda: Lab(3).create_topic("t", 1, 3).send("t", "a").delete_topic("t").create_topic("u", 1, 3),
}


def layouts(lab: Lab, lens: str) -> list[Layout]:
    track = film_of(lab.history, lens=lens, lenses=[lens], policies=lab.policies).tracks[lens]
    assert track.narrow is not None
    return [Layout(track.size, track.frames), *track.others.values()]


def place(name: str, frame: Frame) -> tuple[float, float]:
    x = y = 0.0
    while name:
        mark = frame.marks[name]
        x, y, name = x + mark.get("x", 0), y + mark.get("y", 0), mark.get("p", "")
    return x, y


@pytest.mark.parametrize("lens", ["cluster", "replication"])
@pytest.mark.parametrize("name", every(4, LABS, whole=2))
def test_everything_stays_in_the_picture_and_no_text_is_smaller_than_twelve_pixels(name: str, lens: str) -> None:
    classes = THEME["classes"]
    for (width, height), frames in layouts(LABS[name](), lens):
        for frame in frames:
            for mark_name, mark in frame.marks.items():
                x, y = place(mark_name, frame)
                assert -1 <= x <= width + 1 and -1 <= y <= height + 1, mark_name
                assert x + mark.get("w", 0) <= width + 1 and y + mark.get("h", 0) <= height + 1, mark_name
                assert mark.get("w", 1) > 0 and mark.get("h", 1) > 0, mark_name
            chips = boxes(list(frame.effects))
            assert not [pair for pair in combinations(chips, 2) if overlap(*pair)]
            assert all(w / 2 <= x <= width - w / 2 for x, _, w in chips)
            assert all(0 <= x <= width and 0 <= y <= height for e in frame.effects for x, y in e.get("path", ()))
            for mark in (mark for mark in frame.marks.values() if mark["k"] == "text"):
                assert max((classes[c].get("size", 0) for c in mark["c"].split()), default=0) >= 12, mark


@pytest.mark.parametrize("scenario", [nb06.gate(), nb06.gate(2)], ids=["milliseconds", "seconds"])
def test_the_clock_of_the_lens_replication_ends_before_the_producers_box(scenario: Lab) -> None:
    track = film_of(scenario.history, lens="replication").tracks["replication"]
    for layout in (track, *track.others.values()):
        seen = [frame.marks for frame in layout.frames if "producer:producer" in frame.marks]
        assert seen
        for marks in seen:
            time = marks["deco/clock/time"]
            size = int(re.sub(r".* s(\d+) .*", r"\1", time["c"]))
            ends = marks["deco/clock"]["x"] + len(time["t"]) * size * 0.65
            assert size >= 12 and ends <= marks["producer:producer"]["x"], (layout.size, time)
