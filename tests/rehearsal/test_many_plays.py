"""Many plays at once, on stages of paper: each story once, no cluster left open, whatever breaks."""

import threading
import time

import pytest

from kafkaviz import Lab
from kafkaviz.rehearsal import plays
from kafkaviz.rehearsal.driver import DriverError
from kafkaviz.rehearsal.play import Play
from kafkaviz.rehearsal.processes import StageError

SECONDS = 10


class PaperStage:
    """Is open until it is closed, and heals unless it is told otherwise."""

    opened: list["PaperStage"]
    heals, starts = True, True

    def __init__(self, needs):
        self.needs, self.closed = needs, threading.Event()
        self.opened.append(self)

    def __enter__(self):
        if not self.starts:
            raise StageError("Node 1 did not start.")
        return self

    def __exit__(self, *error):
        self.close()

    def close(self):
        self.closed.set()

    def metadata_log(self):
        return b""

    def heal(self):
        return self.heals


@pytest.fixture
def paper(monkeypatch):
    """Returns the class of the stages, whose plays are over at once."""
    monkeypatch.setattr(PaperStage, "opened", [], raising=False)
    monkeypatch.setattr(plays, "Stage", PaperStage)
    monkeypatch.setattr(plays, "play", lambda lab, story, stage: Play(story, lab.kafka, len(lab.history.acts)))
    before = threading.active_count()
    yield PaperStage
    assert all(stage.closed.is_set() for stage in PaperStage.opened)
    assert threading.active_count() == before


def labs(*brokers):
    return {f"story {n}": Lab(many).create_topic("letters") for n, many in enumerate(brokers)}


@pytest.mark.parametrize("at_once", [1, 2, 9])
def test_each_story_is_played_once_on_the_cluster_it_needs(paper, at_once):
    told = labs(3, 1, 3, 2, 3) | {"power": Lab(3).create_topic("letters").kill(1, power_lost=True)}
    came = [*plays.play_all(told, at_once=at_once)]
    assert sorted(play.story for play in came) == sorted(told)
    assert [play.outcome for play in came if play.story == "power"] == ["not playable"]
    assert len(paper.opened) == 3


def test_so_many_are_played_at_once(paper, monkeypatch):
    together = threading.Barrier(3)

    def meets(lab, story, stage):
        together.wait(SECONDS)
        return Play(story, lab.kafka, 1)

    monkeypatch.setattr(plays, "play", meets)
    assert len([*plays.play_all(labs(1, 2, 3), at_once=3)]) == 3


def test_a_cluster_that_does_not_recover_is_followed_by_another(paper, monkeypatch):
    monkeypatch.setattr(paper, "heals", False)
    assert len([*plays.play_all(labs(3, 3, 3))]) == len(paper.opened) == 3


def test_a_story_that_breaks_its_cluster_differs_and_the_next_has_another(paper, monkeypatch):
    def breaks(lab, story, stage):
        if story == "story 1":
            raise DriverError("The driver's process is gone.")
        return Play(story, lab.kafka, 1)

    monkeypatch.setattr(plays, "play", breaks)
    came = {play.story: play for play in plays.play_all(labs(3, 3, 3))}
    assert [came[f"story {n}"].outcome for n in range(3)] == ["equal", "differs", "equal"]
    assert came["story 1"].differences[0].what == "stage" and len(paper.opened) == 2


def test_a_cluster_that_never_starts_differs_for_each_of_its_stories(paper, monkeypatch):
    monkeypatch.setattr(paper, "starts", False)
    assert {play.outcome for play in plays.play_all(labs(3, 3, 2))} == {"differs"}


def test_what_nobody_foresaw_is_raised_and_ends_all(paper, monkeypatch):
    def fails(lab, story, stage):
        if len(stage.needs.racks) == 2:
            raise ZeroDivisionError
        stage.closed.wait(SECONDS)
        raise DriverError("Its process ended.")

    monkeypatch.setattr(plays, "play", fails)
    began = time.monotonic()
    with pytest.raises(ZeroDivisionError):
        [*plays.play_all(labs(1, 2, 3), at_once=3)]
    assert time.monotonic() - began < SECONDS


def test_who_stops_asking_ends_what_is_being_played(paper, monkeypatch):
    def waits(lab, story, stage):
        if len(stage.needs.racks) == 1:
            return Play(story, lab.kafka, 1)
        stage.closed.wait(SECONDS)
        raise DriverError("Its process ended.")

    monkeypatch.setattr(plays, "play", waits)
    began, running = time.monotonic(), plays.play_all(labs(1, 2, 3, 3), at_once=3)
    assert next(running).story == "story 0"
    running.close()
    assert time.monotonic() - began < SECONDS
