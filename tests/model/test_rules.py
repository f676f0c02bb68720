"""Rules one by one: a tiny cluster, one question, one event or silence."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkaviz.decisions.errors import LearnerError
from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.decisions.values import Partition
from kafkaviz.model.brokers.registration_events import BrokerFenced
from kafkaviz.model.core.brokers import Broker
from kafkaviz.model.core.cluster import Cluster, Topic
from kafkaviz.model.core.replicas import FetchAnswer, Follower, Record, Replica, View
from kafkaviz.model.core.subjects import CONTROL
from kafkaviz.model.partitions import isr_rules as isr
from kafkaviz.model.partitions import rules as partitions
from kafkaviz.model.partitions.events import IsrChangeProposed, IsrChangeRefused
from kafkaviz.model.partitions.fetch_events import FetchReceived
from kafkaviz.model.protocol import next_deadline
from kafkaviz.model.quorum import controller_rules as quorum
from kafkaviz.model.zookeeper import rules as zookeeper
from tests.model.histories import P0, a_cluster, first

NOW = Policies()
OLD = ERAS["2.3"]
LOG = (Record(0, None, b"m0", 0, 0), Record(1, None, b"m1", 0, 0))
VIEW = View(1, 0, (1, 2), 0)


def two(leader: Replica, follower: Replica, truth: Partition | None = None, **changes: Any) -> Cluster:
    """Returns brokers 1 and 2 with one partition that broker 1 leads."""
    cluster = a_cluster(changes.pop("policies", NOW), brokers=2)
    return cluster._replace(
        partitions={P0: truth or Partition((1, 2), 1, (1, 2))},
        replicas={P0: {1: leader, 2: follower}},
        **{"topics": _topic({}), **changes},
    )


def leading(**changes: Any) -> Replica:
    return Replica(log=LOG, epochs=((0, 0),), view=VIEW, followers={2: Follower(0)})._replace(**changes)


def following(**changes: Any) -> Replica:
    return Replica(view=VIEW)._replace(**changes)


def test_only_brokers_that_hear_the_controller_learn_what_it_decided() -> None:
    cluster = two(leading(), following(), Partition((1, 2), 1, (1,), partition_epoch=1))
    delivered = first(partitions.deliver_metadata(cluster, P0, NOW))
    assert delivered is not None and delivered.brokers == (1, 2)
    deaf = cluster._replace(brokers={1: Broker(1, cut_off=True), 2: Broker(2, state="dead")})
    assert first(partitions.deliver_metadata(deaf, P0, NOW)) is None


def test_a_fetch_is_answered_with_the_high_watermark_from_before_it() -> None:
    served = first(partitions.serve_fetch(two(leading(high_watermark=1), following()), P0, NOW))
    assert served is not None
    assert (served.answer.fetch_offset, len(served.answer.records), served.answer.high_watermark) == (0, 2, 1)


def test_a_fetch_of_another_leader_epoch_is_not_answered() -> None:
    stale = following(view=VIEW._replace(leader_epoch=-1))
    assert first(partitions.serve_fetch(two(leading(), stale), P0, NOW)) is None
    assert first(partitions.serve_fetch(two(leading(), stale), P0, ERAS["0.10"])) is not None


def test_a_fetch_that_would_bring_nothing_new_is_no_event() -> None:
    caught_up = following(log=LOG, epochs=((0, 0),), high_watermark=2)
    idle = two(leading(high_watermark=2, followers={2: Follower(2)}), caught_up)
    assert first(partitions.serve_fetch(idle, P0, NOW)) is None
    assert partitions.served_fetch(idle, P0, 2, NOW, idle=True) is not None


def test_the_high_watermark_waits_for_everyone_in_the_isr_and_for_who_is_being_added() -> None:
    known = leading(followers={2: Follower(1)})
    advanced = first(partitions.advance_high_watermark(two(known, following()), P0, NOW))
    assert advanced is not None and advanced.offset == 1
    alone = known._replace(view=VIEW._replace(isr=(1,)), pending_isr=(1, 2))
    still = first(partitions.advance_high_watermark(two(alone, following()), P0, NOW))
    assert still is not None and still.offset == 1


def test_since_3_7_the_high_watermark_rests_while_the_isr_is_too_small() -> None:
    alone = two(leading(view=VIEW._replace(isr=(1,)), followers={2: Follower(-1)}), following())
    strict = {"min_insync_replicas": 2}
    assert first(partitions.advance_high_watermark(alone._replace(topics=_topic(strict)), P0, NOW)) is None
    assert first(partitions.advance_high_watermark(alone._replace(topics=_topic(strict)), P0, OLD)) is not None


def _topic(configs: dict[str, object]) -> dict[str, Any]:
    return {"letters": Topic(1, 2, configs)}


def leaves_ms(leader: Replica, policies: Policies = NOW) -> int | None:
    """Returns when follower 2 leaves the ISR if it stays behind."""
    timer = isr.lag_timer(leader, 2, policies)
    return None if timer is None else timer.due_ms


def test_a_follower_that_stays_behind_is_dropped_at_the_first_check_after_the_lag_time() -> None:
    behind = leading(followers={2: Follower(1, caught_up_ms=1_000)})
    assert leaves_ms(behind) == 45_000
    assert first(isr.shrink_isr(two(behind, following(), now_ms=44_999), P0, NOW)) is None
    dropped = first(isr.shrink_isr(two(behind, following(), now_ms=45_000), P0, NOW))
    assert dropped is not None and dropped.isr == (1,)
    caught_up = leading(followers={2: Follower(2)})
    assert leaves_ms(caught_up) is None, "however dead it is, it has everything"


def test_who_counts_as_out_of_sync_and_what_is_committed_can_be_decided_by_others() -> None:
    hasty = NOW._replace(is_out_of_sync=lambda end, leader_end, **times: leader_end - end > 0)
    behind = leading(followers={2: Follower(1)})
    assert leaves_ms(behind, hasty) == 15_000, "the first check there is"
    assert leaves_ms(behind, NOW._replace(is_out_of_sync=lambda *ends, **times: False)) is None
    rash = NOW._replace(high_watermark=lambda leader_end, isr_ends: leader_end)
    advanced = first(partitions.advance_high_watermark(two(behind, following()), P0, rash))
    assert advanced is not None and advanced.offset == 2
    beyond = NOW._replace(high_watermark=lambda leader_end, isr_ends: leader_end + 1)
    with pytest.raises(LearnerError, match="gave 3; a high watermark is a whole number from 0 to 2"):
        first(partitions.advance_high_watermark(two(behind, following()), P0, beyond))


@given(st.integers(0, 200_000), st.integers(0, 200_000), st.integers(1, 90_000))
def test_a_follower_leaves_at_the_first_check_that_finds_it_late(
    caught_up_ms: int, behind_ms: int, lag_ms: int
) -> None:
    """The checks looked at one by one agree with the arithmetic: the first one after both times."""
    behind = leading(followers={2: Follower(1, caught_up_ms=caught_up_ms, behind_since_ms=behind_ms)})
    check_ms = max(1, lag_ms // 2)
    late_ms = max(caught_up_ms + lag_ms, behind_ms)
    removed = leaves_ms(behind, NOW._replace(replica_lag_time_max_ms=lag_ms))
    assert removed == (late_ms // check_ms + 1) * check_ms


def test_a_follower_joins_at_the_high_watermark_and_past_the_start_of_the_epoch() -> None:
    outside = VIEW._replace(isr=(1,))
    late = leading(view=outside, high_watermark=1, epochs=((0, 0), (1, 2)), followers={2: Follower(1)})
    assert first(isr.expand_isr(two(late, following()), P0, NOW)) is None
    joined = first(isr.expand_isr(two(late, following()), P0, ERAS["0.10"]))
    assert joined is not None and joined.isr == (1, 2)


def test_an_answer_on_its_way_is_received_once_and_by_the_living() -> None:
    waiting = following(incoming=FetchAnswer(1, 0, 0, LOG))
    cluster = two(leading(), waiting)
    assert first(partitions.receive_fetch(cluster, P0, NOW)) == FetchReceived(P0, 2)
    dead = cluster._replace(brokers={1: Broker(1), 2: Broker(2, state="dead")})
    assert first(partitions.receive_fetch(dead, P0, NOW)) is None


def test_an_isr_proposal_from_the_past_is_refused() -> None:
    truth = Partition((1, 2), 2, (1, 2), leader_epoch=1, partition_epoch=1)
    refused = first(quorum.answer_isr_proposal(two(leading(pending_isr=(1,)), following(), truth), P0, NOW))
    assert refused == IsrChangeRefused(P0, 1, "FENCED_LEADER_EPOCH")


@pytest.mark.parametrize(
    ("truth", "proposed", "error"),
    [
        (Partition((1, 2), 2, (1, 2)), (1,), "INVALID_REQUEST"),
        (Partition((1, 2), 1, (1, 2), partition_epoch=1), (1,), "INVALID_UPDATE_VERSION"),
        (Partition((1, 2), 1, (1, 2)), (2,), "INVALID_REQUEST"),
        (Partition((1, 2), 1, (1, 2)), (1, 7), "INVALID_REQUEST"),
        (Partition((1, 2), 1, (1, 2)), (1, 1), "INVALID_REQUEST"),
        (Partition((1, 2), 1, (1,)), (1, 2), "INELIGIBLE_REPLICA"),
    ],
)
def test_an_isr_that_cannot_be_is_refused(truth: Partition, proposed: tuple[int, ...], error: str) -> None:
    brokers = {1: Broker(1), 2: Broker(2, fenced=True)}
    cluster = two(leading(pending_isr=proposed), following(), truth, brokers=brokers)
    assert first(quorum.answer_isr_proposal(cluster, P0, NOW)) == IsrChangeRefused(P0, 1, error)


def test_a_leader_lists_its_isr_in_ascending_order_and_long_ago_in_order_of_arrival() -> None:
    fetched = {1: Follower(2, caught_up_ms=0)}
    led_by_2 = leading(view=View(2, 0, (2,), 0), followers=fetched)
    cluster = two(following(), led_by_2, Partition((1, 2), 2, (2,)))
    assert first(isr.expand_isr(cluster, P0, NOW)) == IsrChangeProposed(P0, 2, (1, 2))
    assert first(isr.expand_isr(cluster, P0, OLD)) == IsrChangeProposed(P0, 2, (2, 1))


def test_a_broker_back_from_an_unclean_shutdown_leaves_isr_and_elr() -> None:
    doubtful = {1: Broker(1), 2: Broker(2, fenced=True, unclean_shutdown=True)}
    cluster = two(leading(), following(), Partition((1, 2), 1, (1, 2)), brokers=doubtful)
    changed = first(quorum.doubt_unclean(cluster, P0, NOW))
    assert changed is not None and changed.change.isr == (1,)
    assert first(quorum.doubt_unclean(cluster, P0, NOW._replace(eligible_leader_replicas_enable=False))) is None


def test_that_a_leader_has_recovered_is_told_with_its_next_isr_only() -> None:
    truth = Partition((1, 2), 1, (1,), recovery="RECOVERING")
    alone = two(leading(view=View(1, 0, (1,), 0)), following(), truth)
    assert [first(rule(alone, P0, NOW)) for rule in quorum.PARTITION_RULES] == [None, None, None]
    joined = two(leading(view=View(1, 0, (1,), 0), pending_isr=(1, 2)), following(), truth)
    changed = first(quorum.answer_isr_proposal(joined, P0, NOW))
    assert changed is not None and (changed.change.isr, changed.change.recovery) == ((1, 2), "RECOVERED")


def test_a_silent_broker_is_fenced_when_its_session_ends() -> None:
    silent = {1: Broker(1), 2: Broker(2, quiet_since_ms=0)}
    for era, ends_ms in (("4.4", 9_000), ("3.9", 18_000), ("2.3", 6_000)):
        policies = ERAS[era]
        cluster = a_cluster(policies, brokers=2)._replace(brokers=silent, now_ms=ends_ms - 1)
        rule = quorum.fence_silent if policies.controller == "quorum" else zookeeper.end_session
        assert first(rule(cluster, CONTROL, policies)) is None
        assert first(rule(cluster._replace(now_ms=ends_ms), CONTROL, policies)) == BrokerFenced(2)


def test_the_clock_knows_the_next_moment_at_which_time_alone_does_something() -> None:
    behind = leading(followers={2: Follower(1, caught_up_ms=1_000)})
    assert next_deadline(two(behind, following()), NOW) == 45_000
