"""No picture and no sentence before a question of the course holds its answer."""

from collections.abc import Callable

import pytest

from kafkaviz.lab import Lab
from kafkaviz.player.widget import Player
from kafkaviz.scenarios import nb01, nb02, nb03, nb04, nb05, nb07, nb08, nb09, nb10
from kafkaviz.scenarios.questions import nb01 as asked_in_01
from kafkaviz.scenarios.questions import nb02 as asked_in_02
from kafkaviz.scenarios.questions import nb03 as asked_in_03
from kafkaviz.scenarios.questions import nb08 as asked_in_08
from kafkaviz.scenarios.questions import nb10 as asked_in_10
from kafkaviz.scene.values import Film
from tests.sampling import every


def later(lab: Lab, act: Callable[[Lab], object], **film: object) -> Player:
    since = lab.cluster
    act(lab)
    return lab.film(since=since, **film)  # type: ignore[arg-type]


def begun(lab: Lab, event: str, **film: object) -> Player:
    return lab.film(since=nb10.before(lab, event), **film)  # type: ignore[arg-type]


def by_plan(lab: Lab) -> None:
    for partition, brokers in nb10.PLAN.items():
        lab.reassign("orders", partition, brokers)
    lab.tick(300_000)


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
    "is it elected without the topic?": (
        lambda: later(
            nb02.lacking(), lambda lab: lab.restart_controller(102),
            lens="controller", ask=asked_in_02.LONGER_LOG,
        ),
        "refuses",
    ),
    "what does the tool do?": (
        lambda: later(
            Lab(kafka="2.3"), lambda lab: lab.create_topic("letters", 3, 2), ask=asked_in_02.WAY_OF_A_TOPIC
        ),
        "is created",
    ),
    "what does a broker hold that joins?": (
        lambda: later(nb07.news(), lambda lab: lab.add_broker(4), ask=asked_in_02.JOINS_EMPTY),
        "holds 0 replicas",
    ),
    "what does a fenced broker wait for?": (
        lambda: later(
            nb07.news(partitions=1).kill(1), lambda lab: lab.restart(1), detail=True, ask=asked_in_02.FENCED_UNTIL
        ),
        "unfenced",
    ),
    "who leads?": (
        lambda: later(nb07.news(), lambda lab: lab.kill(1), ask=("?", ["a", "b"], 0, "PartitionChanged")),
        "→ broker 2",
    ),
    "who works it out?": (
        lambda: nb09.group().film(lens="assignment", ask=("?", ["a", "b"], 2 - 1, "PartitionsAssigned")),
        " assigns",
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
    "what does another group get?": (
        lambda: later(
            nb08.orders(), lambda lab: lab.join("search", "S1", topics=["orders"]).poll(group="search", max_records=1),
            lens="log", ask=asked_in_08.AFTER_READING,
        ),
        "S1 reads 0",
    ),
    "which offset is committed?": (
        lambda: later(
            nb08.orders().join("search", "S1", topics=["orders"]),
            lambda lab: lab.poll(group="search", max_records=1).commit("search", "S1"),
            lens="log", ask=asked_in_08.COMMITS,
        ),
        "search committed 1",
    ),
    "what does the fourth get?": (
        lambda: later(
            nb08.sharing(consumers=1), lambda lab: lab.join("billing", "C2", "C3", "C4", topics=["orders"]),
            lens="assignment", ask=asked_in_08.FOURTH_CONSUMER,
        ),
        "C4: nothing",
    ),
    "what comes after the crash?": (
        lambda: later(
            nb08.orders(max_poll_records=3).join("billing", "C1", "C2", topics=["orders"]),
            lambda lab: lab.poll(group="billing", member="C1").commit("billing", "C1").poll(
                group="billing", member="C1"
            ).crash_member("billing", "C1").poll(group="billing", member="C2"),
            lens="log", ask=asked_in_08.AFTER_CRASH,
        ),
        "C2 reads 3",
    ),
    "what is left of the log?": (
        lambda: later(
            nb08.away(kept=2), lambda lab: lab.join("billing", "C2", topics=["orders"]).poll(group="billing"),
            lens="log", ask=asked_in_08.FELL_OFF,
        ),
        "out of range",
    ),
    "who coordinates?": (
        lambda: later(
            nb08.apart(), lambda lab: lab.join("billing", "C1", topics=["orders"]),
            lens="graph", ask=asked_in_08.WHO_COORDINATES,
        ),
        "__consumer_offsets",
    ),
    "where is the next order of a key?": (
        lambda: begun(nb10.grown(), "PartitionsAdded", lens="partitioner", ask=asked_in_10.NEXT_ORDER),
        "mod 4",
    ),
    "who reads a new partition?": (
        lambda: begun(nb10.shared(), "PartitionsAdded", lens="assignment", ask=asked_in_10.WHO_READS_IT),
        "metadata.max.age.ms",
    ),
    "what becomes of a record in the middle of a move?": (
        lambda: begun(nb10.moving(), "BrokerPaused", lens="replication", ask=asked_in_10.HELD_BY),
        "o2",
    ),
    "what is left of a move that is called off?": (
        lambda: begun(nb10.moving(cancel=True), "PartitionChanged", lens="replication", ask=asked_in_10.CALLED_OFF),
        "[2, 1]",
    ),
    "who leads after a move?": (
        lambda: later(nb10.joined(), by_plan, ask=asked_in_10.PREFERRED),
        "new leader",
    ),
    "how does a topic get more replicas?": (
        lambda: later(
            Lab(brokers=3).create_topic("orders", assignment=[[1, 2]]).send("orders", "o0", "o1"),
            lambda lab: lab.reassign("orders", 0, [1, 2, 3]), lens="replication", ask=asked_in_10.MORE_COPIES,
        ),
        "gets more replicas",
    ),
    "what works without a coordinator?": (
        lambda: later(
            nb08.apart().join("billing", "C1", topics=["orders"]),
            lambda lab: lab.kill(1, detect=False).poll(group="billing", max_records=2).commit("billing", "C1"),
            lens="client", ask=asked_in_08.COORDINATOR_DEAD,
        ),
        "nobody answers",
    ),
    "who takes the commit?": (
        lambda: later(
            nb08.coordinator_sleeps().poll(group="billing", max_records=2), lambda lab: lab.commit("billing", "C1"),
            lens="client", ask=asked_in_08.COORDINATOR_AWAKE,
        ),
        "NOT_COORDINATOR",
    ),
    "what does a consumer do while its coordinator loads?": (
        lambda: later(
            nb08.coordinator_loads(), lambda lab: lab.commit("billing", "C1").tick(300),
            lens="client", ask=asked_in_03.COORDINATOR_LOADS,
        ),
        "COORDINATOR_LOAD_IN_PROGRESS",
    ),
    "what does the old leader say?": (
        lambda: later(
            nb03.old_map(), lambda lab: lab.send("letters", "DEF"), lens="client", ask=asked_in_03.OLD_MAP,
        ),
        "NOT_LEADER_OR_FOLLOWER",
    ),
    "who sends a reader in the east its records?": (
        lambda: later(
            nb03.nearby(), lambda lab: lab.poll("letters", rack="east"), lens="client", ask=asked_in_03.NEARBY,
        ),
        "named it when it was asked",
    ),
    "which offset comes next?": (
        lambda: later(
            nb01.news(0, 1, 0),
            lambda lab: lab.send("news", "DDD", partition=0).send("news", "EEE", partition=1),
            ask=asked_in_01.OWN_COUNTER,
        ),
        "offset 1, high",
    ),
    "in which order is it read?": (
        lambda: later(nb01.numbered(), lambda lab: lab.poll("news"), ask=asked_in_01.READ_IN_ORDER), "1, 4, 7",
    ),
    "how is the file named?": (
        lambda: later(
            nb01.filled(4, segment_records=4), lambda lab: nb01.more(lab, 1), lens="log", ask=asked_in_01.FILE_NAME
        ),
        "00000000000000000004.log",
    ),
    "what does size leave?": (
        lambda: later(
            nb01.filled(7, retention_bytes=40), lambda lab: lab.tick(30_000), lens="log", ask=asked_in_01.BY_SIZE
        ),
        "starts at 2",
    ),
    "what does a slow reader get?": (
        lambda: later(
            nb01.more(nb01.filled(1).poll("news"), 5).configure("news", retention_bytes=20),
            lambda lab: lab.tick(30_000).poll("news"), lens="log", ask=asked_in_01.SLOW_READER,
        ),
        "polls: EEE",
    ),
    "what does compaction leave?": (
        lambda: later(
            nb01.prices("A 10", "B 20", "A 11"), lambda lab: nb01.priced(lab, "C 30"),
            lens="log", ask=asked_in_01.COMPACTED,
        ),
        "offset 0 goes",
    ),
}  # fmt: skip
"""The questions of the notebooks: how each film is made, and words that only what follows may say."""


def said(film: Film, steps: range) -> str:
    captions = [film.captions[n] for n in steps]
    words = " ".join(" ".join((c.cap, c.why, c.chapter, *c.diff)) for c in captions)
    marks = [mark for n in steps for mark in film.tracks[film.lens].frames[n].marks.values()]
    return words + " ".join(mark.get("t", "") for mark in marks)


@pytest.mark.parametrize("question", every(6, GATES))
def test_what_comes_before_a_question_does_not_answer_it(question: str) -> None:
    make, answer = GATES[question]
    film = make().film
    [gate] = film.gates
    assert answer in said(film, range(gate.step, len(film.captions))), "the answer comes"
    assert answer not in said(film, range(gate.step)), "and not before"
