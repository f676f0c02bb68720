"""No picture and no sentence before a question of the course holds its answer."""

from collections.abc import Callable

import pytest

from kafkaviz.lab import Lab
from kafkaviz.player.widget import Player
from kafkaviz.scenarios import nb04, nb05, nb07, nb09
from kafkaviz.scene.values import Film


def later(lab: Lab, act: Callable[[Lab], object], **film: object) -> Player:
    since = lab.cluster
    act(lab)
    return lab.film(since=since, **film)  # type: ignore[arg-type]


GATES: dict[str, tuple[Callable[[], Player], str]] = {
    "what do the partitions get?": (
        lambda: nb04.news().film(lens="partitioner", ask=("?", ["a", "b"], 0, "RecordQueued")),
        "for sports_news-0",
    ),
    "what happens after the leader has written?": (
        lambda: later(
            Lab(3).create_topic("letters", 1, 3),
            lambda lab: lab.send("letters", "ABC"),
            lens="replication", detail=True, ask=("?", ["a", "b"], 1, "FetchServed"),
        ),
        "fetches letters-0",
    ),
    "what does the high watermark do?": (
        lambda: nb05.copies(slow=1, seconds=50, back=True).film(
            lens="replication", ask=("?", ["a", "b"], 1, "PartitionChanged")
        ),
        "from 2 to 3",
    ),
    "who will be controller?": (
        lambda: later(
            nb07.news(kafka="2.3"), lambda lab: lab.kill(1),
            lens="controller", ask=("?", ["a", "b"], 1, "ControllerElected"),
        ),
        "Broker 2 becomes",
    ),
    "how long do they wait for an election?": (
        lambda: later(
            nb07.news(), lambda lab: lab.kill_controller(101),
            lens="controller", ask=("?", ["a", "b"], 0, "TimeAdvanced"),
        ),
        "2 seconds",
    ),
    "who leads?": (
        lambda: later(nb07.news(), lambda lab: lab.kill(1), ask=("?", ["a", "b"], 0, "PartitionChanged")),
        "→ broker 2",
    ),
    "who works it out?": (
        lambda: nb09.group().film(lens="assignment", ask=("?", ["a", "b"], 2 - 1, "PartitionsAssigned")),
        "assign",
    ),
    "how many are read now?": (
        lambda: later(
            nb09.group(), lambda lab: lab.join("app", "C3", topics=["t0"]),
            lens="assignment", ask=("?", ["a", "b"], 0, "GenerationBegun"),
        ),
        "Generation 2",
    ),
    "what does it get first?": (
        lambda: later(
            nb09.group(assignor="server"), lambda lab: lab.join("app", "C3", topics=["t0"]),
            lens="assignment", ask=("?", ["a", "b"], 1, "MemberReconciled"),
        ),
        "C3 reaches",
    ),
}  # fmt: skip
"""The questions of the notebooks: how each film is made, and words that only what follows may say."""


def said(film: Film, steps: range) -> str:
    captions = [film.captions[n] for n in steps]
    words = " ".join(" ".join((c.cap, c.why, c.chapter, *c.diff)) for c in captions)
    marks = [mark for n in steps for mark in film.tracks[film.lens].frames[n].marks.values()]
    return words + " ".join(mark.get("t", "") for mark in marks)


@pytest.mark.parametrize("question", GATES)
def test_what_comes_before_a_question_does_not_answer_it(question: str) -> None:
    make, answer = GATES[question]
    film = make().film
    [gate] = film.gates
    assert answer in said(film, range(gate.step, len(film.captions))), "the answer comes"
    assert answer not in said(film, range(gate.step)), "and not before"
