"""No film opens on an empty picture: what it is about is there, or a question stands in front of it."""

from collections.abc import Callable

import pytest

from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb06, nb08, nb11
from kafkaviz.scenarios.questions import nb00 as questions
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.gates import add_gates
from kafkaviz.scene.lenses import LENSES
from kafkaviz.scene.values import Film, Marks
from tests.sampling import every, some_eras
from tests.scene.test_captions_have_reasons import STORIES, told_ways

RECORDS = {"replication": "record:", "log": "record:", "cluster": "broker:", "partitioner": "deco/block "}
"""What names the marks in a lens that tell of something, where a word about emptiness does not."""


def is_empty(lens: str, marks: Marks) -> bool:
    if any(name.endswith("/empty") for name in marks):
        return True
    if lens == "partitioner":
        return all(mark["t"] == "0" for name, mark in marks.items() if name.endswith("/count"))
    return lens in RECORDS and not any(name.startswith(RECORDS[lens]) for name in marks)


def faults(film: Film) -> str:
    frames = film.tracks[film.lens].frames
    opens, first = film.opens_at, next((n for n, f in enumerate(frames) if not is_empty(film.lens, f.marks)), None)
    if first is None or opens == first:
        return ""
    return f"{film.lens} opens on frame {opens}, and there is something in frame {first}"


@pytest.mark.parametrize("name", every(128, STORIES, whole=32))
@some_eras("4.4")
def test_a_film_opens_where_there_is_something_in_the_lens_that_it_shows(name: str, era: str) -> None:
    lab = next(told_ways(STORIES[name], era), None)
    if lab is None:
        return
    for lens in LENSES:
        assert faults(film_of(lab.history, lens=lens, lenses=[lens], policies=lab.policies)) == ""


def test_a_film_opens_before_its_question_also_where_nothing_is_there_yet() -> None:
    lab = Lab(3).create_topic("letters", 3, 3).send("letters", ("ABC", "ABC"))
    film = film_of(lab.history, lens="partitioner")
    assert film.opens_at == 2 and add_gates(film, questions.THREE_KEYS).opens_at == 1


def test_one_may_go_back_to_what_was_before() -> None:
    film = film_of(Lab(3).create_topic("letters", 1, 3).send("letters", "ABC").history, lens="replication")
    assert film.opens_at == [caption.tag for caption in film.captions].index("write")
    assert Lab(3).create_topic("letters").film(lens="replication").index == 0


@pytest.mark.parametrize(
    ("lab", "lens", "there"),
    [
        (nb11.acknowledged, "share", "partition:parcels-0/name"),
        (nb08.away, "assignment", "partition:orders-0/name"),
        (lambda: nb06.gate(dead=2), "client", "broker:1/name"),
    ],
)
def test_before_those_whom_a_lens_is_about_it_shows_what_they_will_have_to_do_with(
    lab: Callable[[], Lab], lens: str, there: str
) -> None:
    track = film_of(lab().history, lens=lens).tracks[lens]
    assert track.narrow is not None
    for frames in (track.frames, track.narrow.frames):
        assert is_empty(lens, frames[0].marks) and there in frames[0].marks
        said = [mark["t"] for name, mark in frames[0].marks.items() if name.endswith("/empty")]
        assert len(said) == 1 and said[0].endswith((" at this moment.", " yet"))
        first = next(n for n, frame in enumerate(frames) if not is_empty(lens, frame.marks))
        assert first and all(there in frame.marks for frame in frames[: first + 1])
