"""Numbers and nouns agree: in what is said of an estimate, and on a picture in which there is one of everything."""

import pkgutil
from importlib import import_module

import pytest

from kafkaviz.lab import Lab
from kafkaviz.scenarios import questions
from kafkaviz.scene.questions import Estimate
from kafkaviz.scene.values import Film
from tests.course.exercises.test_numbers_and_nouns import DISAGREES
from tests.sampling import together

MODULES = [import_module(f"{questions.__name__}.{one.name}") for one in pkgutil.iter_modules(questions.__path__)]
ESTIMATES = {one.id: one for module in MODULES for one in vars(module).values() if isinstance(one, Estimate)}


@together(ESTIMATES.values(), lambda one: one.id)
def test_whoever_says_one_reads_one_of_it(one: Estimate) -> None:
    assert not DISAGREES.search(one.feedback(1.0))
    said = one.feedback(2.5).removeprefix("✗ You said: ")
    assert said.startswith(f"2.5 {one.unit}".rstrip()), "all but one are several"


def test_one_day_and_one_time_are_said_so() -> None:
    assert ESTIMATES["Q08.15"].feedback(1).startswith("✗ You said: 1 day. One day")
    assert ESTIMATES["Q05.7"].feedback(1).startswith("✗ You said: 1 time. Each")
    assert ESTIMATES["Q02.7"].feedback(2).startswith("✗ You said: 2 of four. Two of four")


def ones() -> Lab:
    lab = (
        Lab(1, offsets_topic_replication_factor=1, partitioner=lambda key, partitions, sent: 0)
        .create_topic("letters", 1, 1)
        .send("letters", "ABC")
    )
    return lab.join("readers", "C1", topics=["letters"]).poll(group="readers").add_partitions("letters", 2)


def by_chance() -> Lab:
    lab = Lab(1, kafka="0.10").create_topic("letters", 1, 1)
    return lab.send("letters", "ABC", "DEF")


def balancing_each_second() -> Lab:
    lab = Lab(2, leader_imbalance_check_interval_seconds=1).create_topic("letters", assignment=[[1, 2]])
    return lab.kill(1).restart(1).tick(10_000)


def lent() -> Lab:
    lab = Lab(1, offsets_topic_replication_factor=1, group_protocol="share", auto_offset_reset="earliest").create_topic(
        "letters", 1, 1
    )
    return lab.send("letters", "ABC").join("readers", "C1", topics=["letters"]).poll(group="readers", member="C1")


def texts(film: Film) -> list[str]:
    said = [text for one in film.captions for text in (one.cap, one.why, *one.diff)]
    marks = [mark for track in film.tracks.values() for frame in track.frames for mark in frame.marks.values()]
    return said + [str(mark[name]) for mark in marks for name in ("t", "ti") if name in mark]


@pytest.mark.parametrize("lab", [ones, by_chance, balancing_each_second, lent])
def test_where_there_is_one_of_everything_nothing_has_an_s_too_many(lab) -> None:
    film = lab().film(detail=True).film
    assert [text for text in texts(film) if DISAGREES.search(text)] == []
