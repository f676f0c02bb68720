"""The acceptance scripts of the fact sheet, by their letters; every expected value is Kafka's."""

from typing import Any

import pytest

from kafkaviz.decisions.errors import (
    InvalidPartitionsError,
    InvalidReplicationFactorError,
    InvalidTopicError,
    KafkaError,
    TopicAlreadyExistsError,
)
from kafkaviz.model.brokers.requests import Kill, Pause, Restart, Resume
from kafkaviz.model.clients.events import BatchRejected, BatchReturned, RecordQueued
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.request import Tick
from kafkaviz.model.partitions.events import LogTruncated, PartitionChanged
from kafkaviz.model.partitions.leader_requests import Elect
from kafkaviz.model.partitions.log_requests import ServeFetch
from kafkaviz.model.partitions.topic_requests import AddPartitions, CreateTopic
from tests.model.histories import P0, HistoryBuilder


def truth(builder: HistoryBuilder) -> tuple[int | None, tuple[int, ...], int]:
    """Returns the leader, the ISR and the leader epoch the controller decided."""
    partition = builder.now.partitions[P0]
    return partition.leader, partition.isr, partition.leader_epoch


def ends(builder: HistoryBuilder) -> list[tuple[int, int]]:
    """Returns each replica's log end offset and high watermark."""
    return [(replica.log_end_offset, replica.high_watermark) for _, replica in sorted(builder.now.replicas[P0].items())]


def by_hand(**configs: Any) -> CreateTopic:
    """Returns the topic of most scripts: one partition on brokers 1, 2, 3."""
    return CreateTopic("letters", assignment=((1, 2, 3),), configs=configs)


def gone(broker: int) -> list[Any]:
    """Returns the requests that kill a broker and let its session end."""
    return [Kill(broker), Tick(18_000)]


@pytest.mark.parametrize("era", ["3.9", "4.4"])
def test_c_three_partitions_are_striped_over_three_brokers(era: str) -> None:
    builder = HistoryBuilder(era).ask(CreateTopic("letters", 3, 3))
    assert [p.replicas for p in builder.now.partitions.values()] == [(1, 2, 3), (2, 3, 1), (3, 1, 2)]


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        (CreateTopic("other", 1, 4), InvalidReplicationFactorError),
        (CreateTopic("bad name", 1, 1), InvalidTopicError),
        (CreateTopic("letters", 1, 1), TopicAlreadyExistsError),
        (CreateTopic("other", 0, 1), InvalidPartitionsError),
    ],
)
def test_c_what_cannot_be_created_is_refused_by_name(request_: CreateTopic, error: type[KafkaError]) -> None:
    builder = HistoryBuilder().ask(CreateTopic("letters", 3, 3))
    with pytest.raises(error):
        builder.ask(request_)


@pytest.mark.parametrize(
    ("requests", "sentence"),
    [
        (
            [CreateTopic("other", 1, 4)],
            "Unable to replicate the partition 4 time(s): The target replication factor of 4 cannot be reached because "
            "only 3 broker(s) are registered or some brokers have all their log directories cordoned.",
        ),
        (
            [*(Kill(broker) for broker in (1, 2, 3)), Tick(18_000), CreateTopic("other", 1, 2)],
            "Unable to replicate the partition 2 time(s): All brokers are currently fenced, or have all their log "
            "directories cordoned.",
        ),
        (
            [CreateTopic("other", assignment=((1, 2), (1, 4)))],
            "The manual partition assignment includes broker 4, but no such broker is registered.",
        ),
        (
            [CreateTopic("other", assignment=((1, 2), (3,)))],
            "The manual partition assignment includes a partition with 1 replica(s), but this is not consistent with "
            "previous partitions, which have 2 replica(s).",
        ),
        (
            [CreateTopic("other", assignment=((2, 2),))],
            "The manual partition assignment includes the broker 2 more than once.",
        ),
        (
            [*gone(2), CreateTopic("other", assignment=((1,), (2,)))],
            "All brokers specified in the manual partition assignment for partition 1 are fenced or in controlled "
            "shutdown.",
        ),
    ],
)
def test_c_a_placement_that_cannot_be_is_refused_in_the_controllers_words(requests: list[Any], sentence: str) -> None:
    builder = HistoryBuilder("4.4").ask(*requests[:-1])
    with pytest.raises(KafkaError) as refused:
        builder.ask(requests[-1])
    assert refused.value.message == sentence
    assert "other" not in builder.now.topics


def test_c_what_a_fenced_broker_alone_would_hold_is_refused_also_when_a_topic_grows() -> None:
    learner = {"placer": lambda brokers, partitions, factor, *, draw: [[2]] * partitions}
    builder = HistoryBuilder("4.4", **learner).ask(CreateTopic("letters", assignment=((1,),)), *gone(2))
    with pytest.raises(InvalidReplicationFactorError) as refused:
        builder.ask(AddPartitions("letters", 2))
    sentence = (
        "Unable to replicate the partition 1 time(s): All brokers are currently fenced or in controlled shutdown."
    )
    assert refused.value.message == sentence


def sent_to(era: str, *sends: Send) -> list[int]:
    """Returns the partitions to which the records went, on a topic with three."""
    builder = HistoryBuilder(era).ask(CreateTopic("letters", 3, 3), *sends)
    return [event.tp.partition for event in builder.events(RecordQueued)]


def test_d_the_classic_round_robin_deals_records_in_turn() -> None:
    assert sent_to("2.3", *(Send("letters", value) for value in (b"ABC", b"DEF", b"GHI"))) == [0, 1, 2]


def test_d_the_sticky_partitioner_keeps_a_small_batch_on_one_partition() -> None:
    waiting = [Send("letters", value, flush=False) for value in (b"ABC", b"DEF", b"GHI")]
    assert len(set(sent_to("4.4", *waiting))) == 1


@pytest.mark.parametrize("era", ["2.3", "4.4"])
def test_d_a_key_decides_its_partition(era: str) -> None:
    sports = (b"football", b"basketball", b"tennis")
    assert sent_to(era, *(Send("letters", b"news", key=key) for key in sports)) == [0, 2, 0]


def test_e_a_record_is_committed_when_the_leader_hears_that_all_have_it() -> None:
    builder = HistoryBuilder().ask(by_hand()).hold(Send("letters", b"m0"))
    builder.go_on(until=lambda now: now.replicas[P0][1].log_end_offset == 1)
    table = [ends(builder)]
    for followers in ((2,), (3,), (2,), (3,), (2, 3)):
        for follower in followers:
            builder.hold(ServeFetch("letters", 0, follower))
            builder.go_on(until=lambda now, of=follower: now.replicas[P0][of].incoming is None)
        if followers == (3,) and len(table) == 4:
            builder.go_on(1)  # The leader advances its high watermark after the answer has gone out.
        table.append(ends(builder))
    assert table == [
        [(1, 0), (0, 0), (0, 0)],
        [(1, 0), (1, 0), (0, 0)],
        [(1, 0), (1, 0), (1, 0)],
        [(1, 0), (1, 0), (1, 0)],
        [(1, 1), (1, 0), (1, 0)],
        [(1, 1), (1, 1), (1, 1)],
    ]


def test_f_a_slow_follower_leaves_the_isr_between_30_and_45_seconds_and_comes_back() -> None:
    builder = HistoryBuilder().ask(by_hand(), Pause(3))
    while 3 in builder.now.partitions[P0].isr:
        builder.ask(Send("letters", b"m"), Tick(1_000))
        if 3 in builder.now.partitions[P0].isr:
            assert builder.replica(1).high_watermark == 0
    assert 30_000 < builder.now.now_ms <= 45_000
    assert builder.replica(1).high_watermark == builder.replica(2).log_end_offset > 0
    builder.ask(Resume(3))
    assert truth(builder)[:2] == (1, (1, 2, 3))
    assert builder.replica(3).log == builder.replica(1).log


def test_g_with_too_few_in_sync_replicas_nothing_is_written() -> None:
    builder = HistoryBuilder().ask(
        by_hand(min_insync_replicas=2), *gone(2), *gone(3), Send("letters", b"m0", acks="all")
    )
    refusal = builder.events(BatchRejected)[0]
    assert (refusal.error, refusal.code) == ("NOT_ENOUGH_REPLICAS", 19)
    assert builder.values(1) == []


@pytest.mark.parametrize(("era", "error"), [("2.3", "NOT_ENOUGH_REPLICAS_AFTER_APPEND"), ("4.4", "REQUEST_TIMED_OUT")])
def test_g_an_isr_that_shrinks_after_the_append_is_answered_by_the_rule_of_the_time(era: str, error: str) -> None:
    builder = HistoryBuilder(era).ask(
        by_hand(min_insync_replicas=2), Pause(2), Pause(3), Send("letters", b"m0", acks="all")
    )
    builder.ask(Kill(2), Kill(3), Tick(35_000))
    assert builder.events(BatchReturned)[0].error == error
    assert builder.values(1)[0] == "m0"


@pytest.mark.parametrize("era", ["3.9", "4.4"])
def test_h_the_last_member_of_the_isr_alone_brings_a_partition_back(era: str) -> None:
    builder = HistoryBuilder(era, brokers=4, eligible_leader_replicas_enable=False).ask(
        by_hand(), Send("letters", b"m0"), *gone(2)
    )
    assert truth(builder)[:2] == (1, (1, 3))
    epoch = truth(builder)[2]
    builder.ask(*gone(1))
    assert truth(builder) == (3, (3,), epoch + 1)
    builder.ask(*gone(3))
    assert truth(builder) == (None, (3,), epoch + 2)
    builder.ask(Restart(1))
    assert truth(builder)[:2] == (None, (3,))
    builder.ask(Restart(3))
    assert truth(builder) == (3, (1, 3) if era == "4.4" else (3, 1), epoch + 3)
    builder.ask(Elect("letters", 0))
    assert truth(builder)[0] == 1


def test_h_prime_a_last_known_leader_is_elected_as_if_uncleanly() -> None:
    builder = HistoryBuilder("4.4").ask(by_hand(), Send("letters", b"m0"), *gone(2), *gone(1))
    assert truth(builder)[:2] == (3, (3,))
    builder.ask(*gone(3))
    assert truth(builder)[:2] == (None, ()) and builder.now.partitions[P0].elr == (3,)
    builder.ask(Restart(1))
    assert truth(builder)[0] is None
    builder.ask(Restart(3))
    election = next(x for x in reversed(builder.events(PartitionChanged)) if x.change.leader == 3)
    assert not election.clean and election.change.recovery == "RECOVERING"
    doubt = next(x for x in builder.events(PartitionChanged) if x.change.elr == ())
    assert builder.history.events().index(doubt) < builder.history.events().index(election)
    assert truth(builder)[0] == 3 and builder.now.partitions[P0].recovery == "RECOVERED"


def test_i_an_unclean_election_brings_the_partition_back_and_loses_records() -> None:
    builder = HistoryBuilder("3.9", unclean_leader_election_enable=True)
    builder.ask(by_hand(), *gone(2), *gone(1), Send("letters", b"only on 3", acks="all"), *gone(3))
    builder.ask(Restart(1))
    assert truth(builder)[:2] == (1, (1,))
    builder.ask(Restart(3))
    assert builder.values(1) == builder.values(3) == []
    assert [cut.offset for cut in builder.events(LogTruncated) if cut.broker == 3][-1] == 0
