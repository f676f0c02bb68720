"""A cluster of ZooKeeper's time has no log: its film is what it told of itself at the end of each act."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from kafkaviz import compare
from kafkaviz.lab import Lab
from kafkaviz.model.core.controllers import ZooKeeper
from kafkaviz.model.partitions.events import PartitionChanged
from kafkaviz.rehearsal.observing import Observer
from kafkaviz.rehearsal.play import Play
from kafkaviz.rehearsal.races import facts_of
from kafkaviz.rehearsal.rehearsed import Rehearsal, topics_of
from kafkaviz.scenarios.story import scenario_named

FOLDER = Path(__file__).parents[1] / "vectors" / "rehearsed"
STORIES = [("nb07.last_in_sync", "2.3", "2.3.1"), ("nb07.failover", "2.4", "2.4.1")]


class Told:
    """A stage that answers as a real one did, one look after another; None is one without an answer."""

    def __init__(self, rows: list[Any]) -> None:
        self.rows, self.row = rows, -1
        self.needs = type("Needs", (), {"racks": ((1, "east"), (2, None), (3, None))})()

    def look(self, operation: str, topic: str = "") -> dict[str, Any]:
        if operation == "cluster.describe":
            self.row += 1
            row = self.rows[self.row]
            return row or {"error": "TimeoutException"}
        told = self.rows[self.row]["topics"].get(topic)
        return {"partitions": told} if told else {"error": "UnknownTopicOrPartitionException"}


def rehearsal_of(story: str, era: str, release: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Lab, Rehearsal]:
    """Returns a lab and its rehearsal as it was observed."""
    rows = [json.loads(line) for line in (FOLDER / f"{story}.{release}.jsonl").read_text("utf-8").splitlines()]
    return observed(scenario_named(story)(kafka=era), release, rows, monkeypatch)


def observed(lab: Lab, release: str, rows: list[Any], monkeypatch: pytest.MonkeyPatch) -> tuple[Lab, Rehearsal]:
    now_ms = 0
    monkeypatch.setattr(time, "monotonic", lambda: now_ms / 1000)
    observer = Observer(Told(rows), topics_of(lab))  # type: ignore[arg-type]  # it answers as one
    for row in rows:
        now_ms = row["at_ms"] if row else now_ms
        observer.look(row["act"] if row else 1)
    acts = len(lab.history.acts)
    return lab, Rehearsal(lab, Play("", lab.kafka, acts), release, b"", [0] * (acts + 1), observer.seen)


@pytest.mark.parametrize(("story", "era", "release"), STORIES)
def test_both_films_begin_alike_and_end_alike(story, era, release, monkeypatch):
    lab, real = rehearsal_of(story, era, release, monkeypatch)
    told = real._story.history
    assert facts_of(told.last) == facts_of(lab.history.last)
    assert isinstance(told.last.controller, ZooKeeper) and told.last.controller.controller is not None
    pair = compare(lab, real)
    assert pair.pairs[0] == (0, 0)
    first = [film.captions[0] for film in pair.films]
    assert first[0].cap == first[1].cap and first[0].chapter == first[1].chapter == real.acts[0]
    together = [(i, j) for i, j in pair.pairs if None not in (i, j)]
    assert len(together) == len(pair.films[1].captions), "each frame of the real film has its own of the model's"
    for i, j in together:
        assert pair.films[0].captions[i].chapter == pair.films[1].captions[j].chapter
        marks = pair.films[1].tracks["cluster"].frames[j].marks
        assert not any(id.startswith(("differs:broker", "differs:replica")) for id in marks)


def test_what_happened_can_be_told_from_it(monkeypatch):
    _, real = rehearsal_of(*STORIES[0], monkeypatch)
    assert [caption.cap for caption in real.film().film.captions] == [
        "The first look: 2 brokers and 0 topics.",
        "Topic sports_news is created: 1 partition, 2 copies each.",
        "Broker 2 left the ISR of sports_news-0, now {1}.",
        "Broker 1 is there no more; nobody leads sports_news-0 any more.",
        "Broker 1 is there again; a new leader: sports_news-0 → broker 1.",
        "Broker 2 joined the ISR of sports_news-0, now {1, 2}.",
    ]
    whys = " ".join(caption.why for caption in real.film().film.captions)
    assert "Also: broker 2 is the controller." in whys and "was not seen" in whys
    assert real.races == () and "after each it stood where the model stands" in str(real)


def test_no_epoch_is_invented(monkeypatch):
    _, real = rehearsal_of(*STORIES[1], monkeypatch)
    words = {mark.get("t") for frame in real.film().film.tracks["cluster"].frames for mark in frame.marks.values()}
    assert {"broker 1", "broker 3", "/controller"} <= words
    assert not any("epoch" in str(each) for each in words)


def test_a_decision_is_known_to_be_of_who_decides_then(monkeypatch):
    _, real = rehearsal_of(*STORIES[1], monkeypatch)
    decided = [step for step in real._story.history.steps if isinstance(step.event, PartitionChanged)]
    assert decided and 1 not in [step.cluster.active_controller for step in decided]


def test_a_look_without_an_answer_is_no_frame(monkeypatch):
    one = {"act": 0, "at_ms": 0, "nodes": [1, 2, 3], "controller": 1, "topics": {}}
    lab = Lab(3, kafka="2.3").create_topic("orders", 1, 1)
    made = {"topics": {"orders": [{"leader": 1, "replicas": [1], "isr": [1]}]}}
    _, real = observed(lab, "2.3.1", [one, None, one | made | {"act": 1, "at_ms": 500}], monkeypatch)
    assert [each.act for each in real.observed] == [0, 1]
    assert real.observed[0].look.brokers[1].rack == "east"
    assert len(compare(lab, real).films[1].captions) == 1
