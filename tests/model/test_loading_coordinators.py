"""A new coordinator reads its partition of `__consumer_offsets` first, and puts off who asks meanwhile."""

from typing import Any

import pytest

from kafkaviz.decisions.errors import CoordinatorLoadInProgressError, InvalidArgumentError
from kafkaviz.decisions.policies import ERAS
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.model.brokers.requests import Freeze, Kill, Thaw
from kafkaviz.model.core.groups import Group, Member
from kafkaviz.model.core.request import Tick
from kafkaviz.model.groups.classic.events import GenerationBegun, JoinRequested
from kafkaviz.model.groups.common.coordinator_events import (
    CoordinatorFound,
    CoordinatorLoaded,
    CoordinatorMarkedUnknown,
    GroupRequestRejected,
)
from kafkaviz.model.groups.common.events import MemberClosed, MemberExpired, MemberLeft, OffsetsCommitted
from kafkaviz.model.groups.common.member_requests import CrashMember, Join, Leave
from kafkaviz.model.groups.consumer_protocol.events import MemberAdmitted
from kafkaviz.model.groups.reading_requests import Commit, GroupPoll
from kafkaviz.model.partitions.topic_requests import CreateTopic
from kafkaviz.model.properties import first_breach
from kafkaviz.model.protocol import is_quiet
from tests.model.histories import HistoryBuilder
from tests.sampling import every

T0 = TopicPartition("t", 0)
PROTOCOLS = ("eager", "cooperative", "consumer", "share")


def loading(*members: str, load_ms: int = 4_000, **policies: Any) -> HistoryBuilder:
    """Returns a group at t = 21.5 s, whose coordinator, broker 2, died; broker 3 took over 500 ms ago, and loads."""
    chosen = {"auto_offset_reset": "earliest", "partition_load_time_ms": load_ms, **policies}
    builder = HistoryBuilder("4.4", **chosen).ask(CreateTopic("t", 3, 3))
    builder.ask(Join("app", members, ("t",)), Tick(12_000), Kill(2), Tick(9_500))
    assert (group(builder).coordinator, group(builder).loading_since_ms) == (3, 21_000)
    return builder


def group(builder: HistoryBuilder) -> Group:
    return builder.now.groups["app"]


def member(builder: HistoryBuilder, name: str = "C0") -> Member:
    return group(builder).members[name]


def put_off(builder: HistoryBuilder) -> list[tuple[str, str, int]]:
    """Returns who was put off, what it had asked for, and when it asks again."""
    return [(event.member, event.request, event.retry_ms) for event in builder.events(GroupRequestRejected)]


def test_a_partition_that_nobody_has_led_holds_nothing_to_load() -> None:
    builder = HistoryBuilder("4.4", partition_load_time_ms=4_000).ask(
        CreateTopic("t", 3, 3), Join("app", ("C0",), ("t",))
    )
    assert group(builder).loading_since_ms is None and not builder.events(GroupRequestRejected)


def test_a_commit_is_put_off_until_the_coordinator_has_loaded_and_then_taken() -> None:
    builder = loading("C0").ask(GroupPoll("app", "C0"), Commit("app", "C0", {T0: 1}))
    assert put_off(builder) == [("C0", "OffsetCommit", 21_600)]
    (first,) = builder.events(GroupRequestRejected)
    assert (first.broker, first.error, first.code) == (3, "COORDINATOR_LOAD_IN_PROGRESS", 14)
    assert (member(builder).coordinator, member(builder).committing) == (3, {T0: 1}), "it keeps to the right broker"
    builder.ask(Tick(10_000))
    assert [at for *_, at in put_off(builder)] == [21_600, 21_800, 22_200, 23_000, 24_000, 25_000], (
        "100 ms, doubled, to 1 s"
    )
    (loaded,) = builder.events(CoordinatorLoaded)
    (committed,) = builder.events(OffsetsCommitted)
    at = {type(step.event): step.cluster.now_ms for step in builder.history.steps}
    assert (at[CoordinatorLoaded], at[OffsetsCommitted]) == (25_000, 25_000)
    assert (loaded.broker, committed.offsets) == (3, {T0: 1})
    assert (group(builder).committed[T0], member(builder).committing, member(builder).attempts) == (1, None, 0)


def test_a_retry_waits_its_back_off_even_when_the_group_is_loaded_sooner() -> None:
    builder = loading("C0", load_ms=550).ask(Commit("app", "C0", {T0: 1})).ask(Tick(99))
    assert group(builder).loading_since_ms is None and T0 not in group(builder).committed
    assert builder.ask(Tick(1)).now.groups["app"].committed == {T0: 1}


@pytest.mark.parametrize("protocol", ["eager", "cooperative"])
def test_of_a_classic_group_joins_are_put_off_and_heartbeats_are_not(protocol: str) -> None:
    builder = loading("C0", "C1", group_protocol=protocol).ask(Tick(3_400))
    assert not put_off(builder), "a heartbeat is answered as if all were well"
    builder.ask(Join("app", ("C2",), ("t",)), Tick(99))
    assert put_off(builder) == [("C2", "JoinGroup", 25_000)]
    assert "C2" not in [event.member for event in builder.events(JoinRequested)]
    builder.ask(Tick(20_000))
    assert sorted(group(builder).members) == ["C0", "C1", "C2"] and group(builder).is_at_rest


@pytest.mark.parametrize(
    ("protocol", "request_name"), [("consumer", "ConsumerGroupHeartbeat"), ("share", "ShareGroupHeartbeat")]
)
def test_of_a_modern_group_heartbeats_are_put_off_those_that_join_among_them(protocol: str, request_name: str) -> None:
    builder = loading("C0", load_ms=6_000, group_protocol=protocol).ask(Join("app", ("C1",), ("t",)))
    assert put_off(builder) == [("C1", request_name, 21_600)]
    builder.ask(Tick(3_499))
    assert {(who, what) for who, what, _ in put_off(builder)} == {("C1", request_name)}
    builder.ask(Tick(1))
    assert ("C0", request_name, 25_100) in put_off(builder), "its heartbeat of 25 s"
    builder.ask(Tick(20_000))
    admitted = [event.member for event in builder.events(MemberAdmitted)]
    assert admitted == ["C0", "C1"] and group(builder).is_at_rest


def test_no_rebalance_follows_a_load() -> None:
    builder = loading("C0", "C1").ask(Tick(60_000))
    assert len(builder.events(GenerationBegun)) == 1 and group(builder).is_at_rest


def test_silence_is_counted_from_the_moment_at_which_the_group_is_loaded() -> None:
    builder = loading("C0", "C1").ask(CrashMember("app", "C1"), Tick(3_500 + 44_999))
    assert not builder.events(MemberExpired)
    assert builder.ask(Tick(1)).events(MemberExpired)[0].member == "C1", "45 s after 25 s"


def test_a_goodbye_while_the_group_is_loaded_is_heard_by_nobody() -> None:
    builder = loading("C0", "C1").ask(Leave("app", "C1"))
    assert builder.events(MemberClosed) and not builder.events(MemberLeft)


def test_an_automatic_commit_waits_for_a_poll_after_the_load() -> None:
    builder = loading("C0").ask(GroupPoll("app", "C0"))
    assert not group(builder).committed
    assert builder.ask(Tick(4_000), GroupPoll("app", "C0")).now.groups["app"].committed


def test_a_static_member_that_comes_back_is_told_that_the_group_is_being_loaded() -> None:
    builder = HistoryBuilder("4.4", partition_load_time_ms=4_000).ask(CreateTopic("t", 3, 3))
    builder.ask(Join("app", ("C0",), ("t",), ("one",)), Tick(12_000), Kill(2), Tick(9_500))
    with pytest.raises(CoordinatorLoadInProgressError, match="still reading partition"):
        builder.ask(Join("app", ("C1",), ("t",), ("one",)))


def test_a_coordinator_that_dies_while_it_loads_is_followed_by_one_that_begins_anew() -> None:
    builder = loading("C0", load_ms=20_000).ask(Commit("app", "C0", {T0: 1}), Kill(3), Tick(9_000))
    assert (group(builder).coordinator, group(builder).loading_since_ms) == (1, 30_500)
    assert [event.broker for event in builder.events(CoordinatorFound)] == [2, 3, 1]
    assert member(builder).attempts == 1, "the first time with this broker"
    builder.ask(Tick(21_000))
    assert (group(builder).committed, group(builder).loading_since_ms) == ({T0: 1}, None)


def test_a_frozen_coordinator_loads_on_when_it_wakes_up() -> None:
    builder = loading("C0").ask(Freeze(3), Tick(5_000))
    assert group(builder).loading_since_ms == 21_000
    assert builder.ask(Thaw(3)).now.groups["app"].loading_since_ms is None


def test_a_stale_member_is_refused_first_and_put_off_then() -> None:
    builder = HistoryBuilder("4.4", auto_offset_reset="earliest", partition_load_time_ms=4_000).ask(
        CreateTopic("t", 3, 3)
    )
    builder.ask(Join("app", ("C0",), ("t",)), Tick(12_000), Freeze(2), Tick(9_500), Thaw(2))
    steps = len(builder.history.steps)
    builder.ask(Commit("app", "C0", {T0: 1}))
    kinds = [type(step.event) for step in builder.history.steps[steps:]]
    assert kinds == [CoordinatorMarkedUnknown, CoordinatorFound, GroupRequestRejected]


def test_groups_on_one_partition_wait_for_one_load() -> None:
    builder = HistoryBuilder("4.4", partition_load_time_ms=4_000, offsets_topic_num_partitions=1)
    builder.ask(CreateTopic("t", 3, 3), Join("app", ("C0",), ("t",)), Tick(12_000))
    builder.ask(Kill(group(builder).coordinator or 0), Tick(9_500), Join("other", ("D0",), ("t",)))
    assert builder.now.groups["other"].loading_since_ms == group(builder).loading_since_ms == 21_000
    builder.ask(Tick(20_000))
    assert {g.loading_since_ms for g in builder.now.groups.values()} == {None}
    assert builder.now.groups["other"].is_at_rest


@pytest.mark.parametrize("era", list(ERAS))
@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("load_ms", every(3, [30_000, 700, 1], whole=2))
def test_in_every_era_and_protocol_all_comes_to_rest_after_a_load(era: str, protocol: str, load_ms: int) -> None:
    builder = HistoryBuilder(era, auto_offset_reset="earliest", group_protocol=protocol, partition_load_time_ms=load_ms)
    builder.ask(CreateTopic("t", 3, 3), Join("app", ("C0", "C1"), ("t",)), Tick(12_000))
    builder.ask(
        Kill(group(builder).coordinator or 0), Tick(21_000), Join("app", ("C2",), ("t",)), CrashMember("app", "C1")
    )
    if protocol != "share":
        builder.ask(Commit("app", "C0"))
    builder.ask(Tick(150_000))
    assert sorted(group(builder).members) == ["C0", "C2"] and group(builder).is_at_rest
    assert is_quiet(builder.now, builder.policies)
    assert first_breach(builder.history) is None


def test_the_time_of_a_load_is_a_span_in_milliseconds_which_a_lab_takes() -> None:
    assert Lab(partition_load_time_ms="2000").policies.partition_load_time_ms == 2_000
    for wrong in (-1, "2 s", "soon", 1.5, None, [1]):
        with pytest.raises(InvalidArgumentError):
            Lab(partition_load_time_ms=wrong)
