"""A producer chooses among the partitions it has heard of, and hears of others when its metadata is old, or it must."""

import pytest

from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.decisions.policies import ERAS
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.model.clients.events import LeadersLearned, RecordQueued
from kafkaviz.model.core.event import Event
from kafkaviz.model.properties import first_breach
from kafkaviz.model.protocol import is_quiet

KEY = next(key for key in "abcdefgh" if keyed_partition(key.encode(), 2) != keyed_partition(key.encode(), 5))


def grown(kafka: str = "4.4", **policies: int) -> Lab:
    """Returns a lab at t = 60 s whose producer sent at 0 to the two partitions that the topic had; now it has five."""
    lab = Lab(brokers=3, kafka=kafka, **policies).create_topic("t", 2).send("t", (KEY, "old"))
    return lab.tick(60_000 - lab.cluster.now_ms).add_partitions("t", 5)


def events(lab: Lab, kind: type[Event]) -> list[Event]:
    return [event for event in lab.history.events() if isinstance(event, kind)]


def where(lab: Lab) -> int:
    queued = events(lab, RecordQueued)[-1]
    assert isinstance(queued, RecordQueued)
    return queued.tp.partition


@pytest.mark.parametrize("kafka", list(ERAS))
def test_a_producer_finds_new_partitions_after_metadata_max_age_ms(kafka: str) -> None:
    lab, old, new = grown(kafka), keyed_partition(KEY.encode(), 2), keyed_partition(KEY.encode(), 5)
    assert where(lab.send("t", (KEY, "soon"))) == old
    lab.tick(299_999 - lab.cluster.now_ms)
    assert where(lab.send("t", (KEY, "late"))) == old
    asked = len(events(lab, LeadersLearned))
    lab.tick(300_000 - lab.cluster.now_ms)
    assert len(events(lab, LeadersLearned)) == asked + 1
    assert lab.cluster.producers["producer"].metadata == {"t": 5}
    assert where(lab.send("t", (KEY, "new"))) == new
    assert len(events(lab, LeadersLearned)) == asked + 1, "it knows the leaders of all"
    assert is_quiet(lab.cluster, lab.policies) and first_breach(lab.history) is None


def test_the_config_says_how_long_and_the_film_says_so() -> None:
    lab = grown(metadata_max_age_ms=90_000).tick(30_000)
    assert lab.cluster.now_ms == 90_000 and lab.cluster.producers["producer"].metadata == {"t": 5}
    said = str(lab.why())
    assert "The producer refreshes its metadata." in said
    assert "metadata.max.age.ms (90 seconds) is over" in said and "t has 5 partitions, not 2" in said


@pytest.mark.parametrize("age_ms", [0, 1])
def test_the_shortest_age_is_a_millisecond(age_ms: int) -> None:
    assert grown(metadata_max_age_ms=age_ms).tick(1).cluster.producers["producer"].metadata == {"t": 5}


def test_a_refresh_that_brings_nothing_new_is_not_told() -> None:
    lab = Lab(brokers=3).create_topic("t", 2).send("t", "m")
    steps = len(lab.history.steps)
    lab.tick(3_600_000)
    assert not [step for step in lab.history.steps[steps:] if isinstance(step.event, LeadersLearned)]


def test_a_producer_that_is_new_to_a_topic_or_names_a_partition_asks_at_once() -> None:
    lab = grown()
    assert where(lab.fork().send("t", (KEY, "m"), producer="another")) == keyed_partition(KEY.encode(), 5)
    named = lab.fork().send("t", "m", partition=4)
    assert named.cluster.producers["producer"].metadata == {"t": 5}
    assert where(named.send("t", (KEY, "m"))) == keyed_partition(KEY.encode(), 5)


def test_without_keys_too_it_chooses_among_those_it_knows() -> None:
    lab = Lab(kafka="2.3").create_topic("t", 2).send("t", "a").add_partitions("t", 3).send("t", "b", "c", "d")
    assert {event.tp.partition for event in events(lab, RecordQueued)} == {0, 1}
    lab.tick(300_000).send("t", "e", "f", "g")
    assert {event.tp.partition for event in events(lab, RecordQueued)} == {0, 1, 2}


def test_a_partitioner_of_ones_own_is_told_how_many_partitions_the_producer_knows() -> None:
    asked = []

    def first(key: bytes | None, partitions: int, sent: object) -> int:
        asked.append((partitions, tuple(sent.available)))  # type: ignore[attr-defined]
        return 0

    lab = Lab(partitioner=first).create_topic("t", 2).send("t", "a").add_partitions("t", 3).send("t", "b")
    lab.tick(300_000).send("t", "c")
    assert list(dict.fromkeys(asked)) == [(2, (0, 1)), (3, (0, 1, 2))]


def test_an_idle_producer_finds_a_moved_leader_too_and_is_refused_by_nobody() -> None:
    lab = Lab(brokers=3, auto_leader_rebalance_enable=False).create_topic("letters", assignment=[[2, 3, 1]])
    lab.send("letters", "ABC").freeze(2).tick(10_000).thaw(2)
    tp = TopicPartition("letters", 0)
    stale = lab.cluster.producers["producer"].leaders
    lab.tick(300_000)
    fresh = lab.cluster.producers["producer"].leaders
    assert stale != fresh and fresh[tp] == lab.cluster.partitions[tp].leader
    steps = len(lab.history.steps)
    lab.send("letters", "DEF")
    assert "BatchRejected" not in [type(step.event).__name__ for step in lab.history.steps[steps:]]


def test_a_topic_that_was_made_anew_with_fewer_partitions_is_known_at_once() -> None:
    lab = Lab().create_topic("t", 5).send("t", (KEY, "m")).delete_topic("t").create_topic("t", 2)
    assert where(lab.send("t", (KEY, "m"))) == keyed_partition(KEY.encode(), 2)
    lab.add_partitions("t", 3).tick(600_000)
    assert first_breach(lab.history) is None


def test_a_session_replays_what_a_producer_knew() -> None:
    lab = grown().send("t", (KEY, "m")).tick(300_000).send("t", (KEY, "m"))
    assert Lab.from_json(lab.to_json()).history.events() == lab.history.events()
