"""Where consumers read, how far, and what happens when their position is not there."""

import pytest

from kafkaviz.decisions.errors import LearnerError, OffsetNotAvailableError, OffsetOutOfRangeError
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.reading import rack_aware
from kafkaviz.model.brokers.requests import Kill, Pause, Resume
from kafkaviz.model.clients.consumer_events import RecordsPolled
from kafkaviz.model.clients.consumer_requests import Poll
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.history import History
from kafkaviz.model.core.request import Tick
from kafkaviz.model.partitions.topic_requests import CreateTopic
from tests.model.histories import P0, HistoryBuilder, a_cluster

TOPIC = CreateTopic("letters", assignment=((1, 2, 3),))


def read(builder: HistoryBuilder) -> list[tuple[int, list[int]]]:
    """Returns, for the last poll, from which broker which offsets came."""
    fetched = builder.events(RecordsPolled)[-1].fetched
    return [(broker, [record.offset for record in records]) for _, broker, _, records in fetched]


def test_a_consumer_reads_from_the_leader_below_the_high_watermark() -> None:
    builder = HistoryBuilder().ask(TOPIC, Send("letters", b"m0"), Pause(2), Send("letters", b"m1"), Poll("letters"))
    assert builder.replica(1).log_end_offset == 2
    assert read(builder) == [(1, [0])]


def in_racks(**policies: object) -> HistoryBuilder:
    """Returns three brokers in the racks west, east, east."""
    builder = HistoryBuilder(Policies()._replace(**policies))
    builder.history = History(a_cluster(builder.policies, racks=("west", "east", "east")))
    return builder.ask(TOPIC, Send("letters", b"m0"), Tick(builder.policies.replica_fetch_wait_max_ms))


def test_a_consumer_reads_from_a_follower_in_its_rack_if_brokers_choose_by_rack() -> None:
    assert read(in_racks(replica_selector=rack_aware).ask(Poll("letters", rack="east"))) == [(3, [0])]
    assert read(in_racks(replica_selector=rack_aware).ask(Poll("letters", rack="north"))) == [(1, [0])]
    assert read(in_racks().ask(Poll("letters", rack="east"))) == [(1, [0])]


def test_a_selector_that_names_a_stranger_is_answered_in_one_sentence() -> None:
    with pytest.raises(LearnerError, match="gave 7; it must name the leader or one of the followers"):
        in_racks(replica_selector=lambda rack, leader, followers: 7).ask(Poll("letters"))


def test_a_new_consumer_begins_where_its_reset_policy_says() -> None:
    builder = HistoryBuilder().ask(TOPIC, Send("letters", b"m0"))
    builder.ask(Poll("letters", "early"), Poll("letters", "late", "latest"))
    assert read(builder) == [(1, [])]
    builder.ask(Send("letters", b"m1"), Poll("letters", "late"))
    assert read(builder) == [(1, [1])]
    with pytest.raises(OffsetOutOfRangeError, match="no position yet in letters-0"):
        builder.ask(Poll("letters", "picky", "none"))


def test_a_poll_gives_at_most_as_many_records_as_asked_for() -> None:
    builder = HistoryBuilder().ask(TOPIC, *(Send("letters", b"m") for _ in range(4)))
    assert read(builder.ask(Poll("letters", max_poll_records=3))) == [(1, [0, 1, 2])]
    assert read(builder.ask(Poll("letters", max_poll_records=3))) == [(1, [3])]


def test_after_an_election_the_end_is_not_known_before_its_followers_have_fetched() -> None:
    builder = HistoryBuilder().ask(TOPIC, Send("letters", b"m0"), Pause(3))
    builder.hold(Send("letters", b"m1")).go_on(until=lambda now: now.replicas[P0][2].log_end_offset == 2)
    builder.ask(Kill(1), Tick(9_000))
    with pytest.raises(OffsetNotAvailableError, match="not known yet"):
        builder.ask(Poll("letters", "late", "latest"))
    builder.ask(Resume(3), Poll("letters", "late", "latest"))
    assert read(builder) == [(2, [])]
