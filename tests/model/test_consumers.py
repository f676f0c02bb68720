"""Where consumers read, how far, and what happens when their position is not there."""

import pytest

from kafkaviz.decisions.errors import LearnerError, OffsetNotAvailableError, OffsetOutOfRangeError
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.reading import rack_aware
from kafkaviz.model import events as e
from kafkaviz.model import requests as r
from kafkaviz.model.history import History
from tests.model.histories import P0, Tale, a_cluster

TOPIC = r.CreateTopic("letters", assignment=((1, 2, 3),))


def read(tale: Tale) -> list[tuple[int, list[int]]]:
    """Give, for the last poll, from which broker which offsets came."""
    fetched = tale.events(e.RecordsPolled)[-1].fetched
    return [(broker, [record.offset for record in records]) for _, broker, _, records in fetched]


def test_a_consumer_reads_from_the_leader_below_the_high_watermark() -> None:
    tale = Tale().ask(TOPIC, r.Send("letters", b"m0"), r.Pause(2), r.Send("letters", b"m1"), r.Poll("letters"))
    assert tale.replica(1).log_end_offset == 2
    assert read(tale) == [(1, [0])]


def in_racks(**policies: object) -> Tale:
    """Give three brokers in the racks west, east, east."""
    tale = Tale(Policies()._replace(**policies))
    tale.history = History(a_cluster(tale.policies, racks=("west", "east", "east")))
    return tale.ask(TOPIC, r.Send("letters", b"m0"))


def test_a_consumer_reads_from_a_follower_in_its_rack_if_brokers_choose_by_rack() -> None:
    assert read(in_racks(replica_selector=rack_aware).ask(r.Poll("letters", rack="east"))) == [(3, [0])]
    assert read(in_racks(replica_selector=rack_aware).ask(r.Poll("letters", rack="north"))) == [(1, [0])]
    assert read(in_racks().ask(r.Poll("letters", rack="east"))) == [(1, [0])]


def test_a_selector_that_names_a_stranger_is_answered_in_one_sentence() -> None:
    with pytest.raises(LearnerError, match="gave 7; it must name the leader or one of the followers"):
        in_racks(replica_selector=lambda rack, leader, followers: 7).ask(r.Poll("letters"))


def test_a_new_consumer_begins_where_its_reset_policy_says() -> None:
    tale = Tale().ask(TOPIC, r.Send("letters", b"m0"))
    tale.ask(r.Poll("letters", "early"), r.Poll("letters", "late", "latest"))
    assert read(tale) == [(1, [])]
    tale.ask(r.Send("letters", b"m1"), r.Poll("letters", "late"))
    assert read(tale) == [(1, [1])]
    with pytest.raises(OffsetOutOfRangeError, match="no position yet in letters-0"):
        tale.ask(r.Poll("letters", "picky", "none"))


def test_a_poll_gives_at_most_as_many_records_as_asked_for() -> None:
    tale = Tale().ask(TOPIC, *(r.Send("letters", b"m") for _ in range(4)))
    assert read(tale.ask(r.Poll("letters", max_poll_records=3))) == [(1, [0, 1, 2])]
    assert read(tale.ask(r.Poll("letters", max_poll_records=3))) == [(1, [3])]


def test_after_an_election_the_end_is_not_known_before_its_followers_have_fetched() -> None:
    tale = Tale().ask(TOPIC, r.Send("letters", b"m0"), r.Pause(3))
    tale.hold(r.Send("letters", b"m1")).go_on(until=lambda now: now.replicas[P0][2].log_end_offset == 2)
    tale.ask(r.Kill(1), r.Tick(9_000))
    with pytest.raises(OffsetNotAvailableError, match="not known yet"):
        tale.ask(r.Poll("letters", "late", "latest"))
    tale.ask(r.Resume(3), r.Poll("letters", "late", "latest"))
    assert read(tale) == [(2, [])]
