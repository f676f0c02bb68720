"""What producers are told, when they try again, and what becomes of order and of duplicates."""

from itertools import pairwise

import pytest

from kafkaviz.decisions.errors import InvalidRequiredAcksError, RequestTimedOutError
from kafkaviz.model.brokers.requests import CutOff, Kill, Pause, Reconnect, Resume
from kafkaviz.model.clients.consumer_events import RecordsPolled
from kafkaviz.model.clients.consumer_requests import Poll
from kafkaviz.model.clients.events import (
    BatchExpired,
    BatchRejected,
    LeadersLearned,
    ProduceAcknowledged,
    RecordQueued,
    RecordsAppended,
)
from kafkaviz.model.clients.producer_requests import CorruptRequest, LoseAcknowledgement, LoseRequest, Send
from kafkaviz.model.core.request import Tick
from kafkaviz.model.partitions.topic_requests import Configure, CreateTopic
from tests.model.histories import P0, HistoryBuilder

TOPIC = CreateTopic("letters", assignment=((1, 2, 3),))


def acks(builder: HistoryBuilder) -> list[int]:
    return [promise.offset for promise in builder.now.acknowledged]


def test_acks_1_is_answered_at_once_acks_all_when_committed_and_acks_0_never() -> None:
    for given, answered in ((0, []), (1, [0]), ("all", [])):
        builder = HistoryBuilder().ask(TOPIC, Pause(2), Send("letters", b"m0", acks=given))
        assert acks(builder) == answered
    assert acks(builder.ask(Resume(2))) == [0]


def test_other_acks_are_refused() -> None:
    with pytest.raises(InvalidRequiredAcksError, match="0, 1 or 'all', not 2"):
        HistoryBuilder().ask(TOPIC, Send("letters", b"m0", acks=2))


def test_a_producer_learns_of_a_new_leader_and_sends_again() -> None:
    builder = HistoryBuilder().ask(TOPIC, Send("letters", b"m0"), Kill(1), Send("letters", b"m1"))
    assert acks(builder) == [0]
    assert builder.ask(Tick(9_000)).values(2) == ["m0", "m1"]
    assert acks(builder) == [0, 1]


def test_with_acks_0_a_record_counts_as_sent_and_is_never_acknowledged() -> None:
    builder = HistoryBuilder().ask(TOPIC, Send("letters", b"m0", acks=0), Send("letters", b"m1", acks=1))
    assert builder.values(1) == ["m0", "m1"] and acks(builder) == [1]
    assert [answer.base_offset for answer in builder.events(ProduceAcknowledged)] == [1]
    assert not builder.now.producers["producer"].batches, "it has let go of what it sent"


def test_with_acks_0_a_refused_record_is_lost_without_a_word() -> None:
    builder = HistoryBuilder().ask(TOPIC, Send("letters", b"m0", acks=0), CutOff(1), Tick(9_000))
    builder.ask(Reconnect(1), Send("letters", b"m1", acks=0), Send("letters", b"m2", acks=0))
    assert builder.values(2) == ["m0", "m2"]
    assert [given_up.error for given_up in builder.events(BatchExpired)] == ["NOT_LEADER_OR_FOLLOWER"]


def lost_acknowledgement(**policies: object) -> HistoryBuilder:
    """Returns the log after the answer to m0 was lost, and the producer sent it again."""
    builder = HistoryBuilder("2.3", acks="all", **policies).ask(TOPIC).hold(Send("letters", b"m0"))
    builder.go_on(until=lambda now: now.replicas[P0][1].log_end_offset == 1)
    return builder.hold(LoseAcknowledgement("letters", 0)).go_on().ask(Tick(1_000))


def test_a_lost_answer_makes_a_duplicate_unless_the_producer_is_idempotent() -> None:
    assert lost_acknowledgement().values(1) == ["m0", "m0"]
    idempotent = lost_acknowledgement(enable_idempotence=True)
    assert idempotent.values(1) == ["m0"]
    assert [append.duplicate for append in idempotent.events(RecordsAppended)] == [False, True]


@pytest.mark.parametrize(("idempotent", "log"), [(True, ["m0", "m1"]), (False, ["m0", "m1", "m1", "m0"])])
def test_a_broken_connection_gives_back_all_that_was_under_way(idempotent: bool, log: list[str]) -> None:
    """Without numbers each batch goes to the front, the younger one last: RecordAccumulator.reenqueue."""
    builder = HistoryBuilder("2.3", acks="all", enable_idempotence=idempotent).ask(TOPIC, Pause(2))
    builder.ask(Send("letters", b"m0"), Send("letters", b"m1"), LoseAcknowledgement("letters", 0))
    assert [batch.sent_to for batch in builder.now.producers["producer"].batches] == [None, None]
    assert builder.ask(Resume(2), Tick(1_000)).values(1) == log


def lost_request(act: type[LoseRequest | CorruptRequest] = LoseRequest, **policies: object) -> HistoryBuilder:
    """Returns the log after the request with m1 was lost or damaged, when m2 was about to leave."""
    builder = HistoryBuilder("2.3", **{"acks": "all", **policies}).ask(TOPIC, Send("letters", b"m0"))
    builder.hold(Send("letters", b"m1")).hold(act("letters", 0))
    return builder.ask(Send("letters", b"m2"), Tick(31_000))


def test_nothing_overtakes_a_request_that_is_lost_with_its_connection() -> None:
    assert lost_request().values(1) == ["m0", "m1", "m2"]
    assert lost_request(enable_idempotence=True).values(1) == ["m0", "m1", "m2"]


def test_a_damaged_request_is_overtaken_unless_one_is_in_flight_or_the_producer_is_idempotent() -> None:
    assert lost_request(CorruptRequest).values(1) == ["m0", "m2", "m1"]
    assert lost_request(CorruptRequest, max_in_flight_requests_per_connection=1).values(1) == ["m0", "m1", "m2"]
    assert lost_request(CorruptRequest, enable_idempotence=True).values(1) == ["m0", "m1", "m2"]


def test_a_damaged_request_is_refused_and_tried_again() -> None:
    builder = lost_request(CorruptRequest)
    (refused,) = builder.events(BatchRejected)
    assert (refused.error, refused.code, refused.broker) == ("CORRUPT_MESSAGE", 2, 1)


@pytest.mark.parametrize("act", [LoseRequest, CorruptRequest])
def test_a_lost_request_with_acks_0_is_never_sent_again(act: type[LoseRequest | CorruptRequest]) -> None:
    lost = lost_request(act, acks=0)
    assert lost.values(1) == ["m0", "m2"]
    assert not lost.now.producers["producer"].batches


def test_an_idempotent_batch_that_overtakes_is_refused_with_45() -> None:
    refusals = lost_request(CorruptRequest, enable_idempotence=True).events(BatchRejected)
    assert refusals[0].code == 45


def test_a_batch_is_given_up_after_its_delivery_timeout_and_numbering_starts_again() -> None:
    builder = HistoryBuilder().ask(TOPIC, Configure("letters", {"min_insync_replicas": 2}), Send("letters", b"m0"))
    builder.ask(Pause(2), Pause(3), Send("letters", b"m1"), Tick(120_000))
    assert builder.events(BatchRejected)[-1].error == "NOT_ENOUGH_REPLICAS"
    assert [given_up.error for given_up in builder.events(BatchExpired)] == ["REQUEST_TIMED_OUT"]
    builder.ask(Resume(2), Resume(3), Send("letters", b"m2"))
    last = builder.now.log("letters", 0)[-1]
    assert (last.value, last.sequence, last.producer_epoch) == (b"m2", 0, 1)


def test_retries_back_off_twice_as_long_each_time_up_to_a_second() -> None:
    builder = HistoryBuilder().ask(TOPIC, Configure("letters", {"min_insync_replicas": 3}), Kill(3), Tick(9_000))
    builder.ask(Send("letters", b"m0"), Tick(4_000))
    waits = [refusal.retry_ms for refusal in builder.events(BatchRejected)]
    assert [later - earlier for earlier, later in pairwise(waits)][:5] == [200, 400, 800, 1000, 1000]


@pytest.mark.parametrize("pause", [{"retry_backoff_ms": 0}, {"retry_backoff_max_ms": 0}])
def test_without_a_pause_a_producer_tries_again_each_millisecond_until_its_time_is_up(pause: dict[str, int]) -> None:
    builder = HistoryBuilder(linger_ms=0, request_timeout_ms=0, delivery_timeout_ms=7, **pause)
    builder.ask(TOPIC, Configure("letters", {"min_insync_replicas": 3}), Kill(3), Tick(9_000))
    builder.ask(Send("letters", b"m0"), Tick(10))
    waits = [refusal.retry_ms for refusal in builder.events(BatchRejected)]
    assert [later - earlier for earlier, later in pairwise(waits)] == [1] * 6
    assert len(builder.events(BatchExpired)) == 1


def test_who_waits_no_time_for_an_answer_gets_one_only_where_it_is_there_at_once() -> None:
    asked = TOPIC, Pause(2), Pause(3), Send("letters", b"m0"), Tick(100)
    impatient = {"request_timeout_ms": 0, "delivery_timeout_ms": 50, "enable_idempotence": False}
    assert acks(HistoryBuilder(acks=1, **impatient).ask(*asked)) == [0]
    given_up = HistoryBuilder(acks="all", **impatient).ask(*asked)
    assert acks(given_up) == [] and [each.error for each in given_up.events(BatchExpired)] == ["REQUEST_TIMED_OUT"]


def test_records_share_a_batch_until_it_lingered_or_is_full() -> None:
    builder = HistoryBuilder().ask(TOPIC, Send("letters", b"m0", flush=False), Send("letters", b"m1", flush=False))
    assert builder.values(1) == []
    builder.ask(Tick(5))
    assert [len(append.records) for append in builder.events(RecordsAppended)] == [2]
    full = HistoryBuilder(batch_size=100).ask(
        TOPIC, *(Send("letters", b"0123456789" * 3, flush=False) for _ in range(3))
    )
    assert len(full.events(RecordsAppended)) == 2, "the third still waits for company"


def test_a_producer_asks_for_metadata_before_its_partitioner_chooses() -> None:
    builder = HistoryBuilder().ask(TOPIC, Send("letters", b"m0"), Send("letters", b"m1"))
    asked = [step.event for step in builder.history.steps if isinstance(step.event, LeadersLearned | RecordQueued)]
    assert [type(event) for event in asked] == [LeadersLearned, RecordQueued, RecordQueued]
    assert asked[0] == LeadersLearned("producer", {P0: 1})


def test_without_metadata_a_send_fails_and_no_partition_is_chosen() -> None:
    builder = HistoryBuilder().ask(TOPIC, Kill(1), Kill(2), Kill(3))
    with pytest.raises(RequestTimedOutError, match="Topic letters not present in metadata after 60000 ms"):
        builder.ask(Send("letters", b"m0"))
    assert not builder.now.producers and not builder.now.draws.get("partitioner")
    known = HistoryBuilder().ask(TOPIC, Send("letters", b"m0"), Kill(1), Kill(2), Kill(3), Send("letters", b"m1"))
    assert len(known.events(RecordQueued)) == 2, "what it knows of a topic it goes on using"


def test_an_address_that_leads_nowhere_lets_a_batch_wait_until_it_is_given_up() -> None:
    builder = HistoryBuilder(advertised_listeners="localhost").ask(TOPIC, Send("letters", b"m0"), Tick(119_999))
    assert builder.events(LeadersLearned) and not builder.events(RecordsAppended)
    assert not builder.events(BatchExpired)
    assert [event.error for event in builder.ask(Tick(1)).events(BatchExpired)] == ["REQUEST_TIMED_OUT"]


def test_a_consumer_finds_nobody_at_an_address_that_leads_nowhere() -> None:
    written = HistoryBuilder().ask(TOPIC, Send("letters", b"m0"))
    assert next(event.fetched for event in written.ask(Poll("letters")).events(RecordsPolled))
    lost = HistoryBuilder(advertised_listeners="localhost").ask(TOPIC, Poll("letters"))
    assert [event.fetched for event in lost.events(RecordsPolled)] == [()]
