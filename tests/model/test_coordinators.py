"""How members find their coordinator after it has moved: who refuses them, what they hear, and what they do next."""

from typing import Any

import pytest

from kafkaviz.decisions.assignors.ranges import range_assign
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.brokers.requests import CutOff, Freeze, Kill, Reconnect, Restart, Thaw
from kafkaviz.model.core.groups import Group, Member
from kafkaviz.model.core.request import Tick
from kafkaviz.model.groups.classic.events import JoinRequested
from kafkaviz.model.groups.common.coordinator_events import (
    CommitBlocked,
    CommitExpired,
    CoordinatorFound,
    CoordinatorMarkedUnknown,
    CoordinatorMoved,
    OffsetsPartitionCreated,
)
from kafkaviz.model.groups.common.coordinators import request_timer
from kafkaviz.model.groups.common.events import MemberClosed, MemberLeft, MembersStarted, OffsetsCommitted
from kafkaviz.model.groups.common.member_requests import CrashMember, Join, Leave
from kafkaviz.model.groups.consumer_protocol.events import MemberAdmitted
from kafkaviz.model.groups.reading_requests import Commit, GroupPoll
from kafkaviz.model.partitions.topic_requests import CreateTopic
from kafkaviz.model.properties import first_breach
from kafkaviz.model.protocol import is_quiet
from tests.model.histories import HistoryBuilder

T0 = TopicPartition("t", 0)
PROTOCOLS = ("eager", "cooperative", "consumer", "share")


def at_rest(*members: str, **policies: Any) -> HistoryBuilder:
    """Returns a group at rest at t = 12 s, which broker 2 coordinates."""
    builder = HistoryBuilder("4.4", auto_offset_reset="earliest", **policies).ask(CreateTopic("t", 3, 3))
    builder.ask(Join("app", members, ("t",)), Tick(12_000))
    assert group(builder).coordinator == 2
    return builder


def group(builder: HistoryBuilder) -> Group:
    return builder.now.groups["app"]


def member(builder: HistoryBuilder, name: str = "C0") -> Member:
    return group(builder).members[name]


def stale(*members: str, **policies: Any) -> HistoryBuilder:
    """Returns the group at t = 21.5 s: broker 2 froze, another took over, and broker 2 is awake again."""
    return at_rest(*members, **policies).ask(Freeze(2), Tick(9_500), Thaw(2))


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_member_that_starts_first_asks_any_broker_who_coordinates_its_group(protocol: str) -> None:
    builder = at_rest("C0", "C1", group_protocol=protocol)
    assert {m.coordinator for m in group(builder).members.values()} == {2}
    found = [CoordinatorFound("app", "C0", 1, 2), CoordinatorFound("app", "C1", 1, 2)]
    assert builder.events(CoordinatorFound) == found
    happened = [type(step.event) for step in builder.history.steps]
    first = happened.index(CoordinatorFound)
    assert happened[first - 3 : first] == [MembersStarted, OffsetsPartitionCreated, CoordinatorMoved]
    assert happened[first + 2] in (JoinRequested, MemberAdmitted), "nobody asks to join before it knows whom"


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_who_joins_later_asks_too_and_the_others_do_not_ask_again(protocol: str) -> None:
    builder = at_rest("C0", "C1", group_protocol=protocol).ask(Join("app", ("C2",), ("t",)), Tick(20_000))
    assert [event.member for event in builder.events(CoordinatorFound)] == ["C0", "C1", "C2"]


def test_while_no_broker_is_up_a_member_that_starts_knows_no_coordinator_and_joins_nothing() -> None:
    builder = at_rest("C0").ask(Kill(1), Kill(2), Kill(3), Join("app", ("C1",), ("t",)), Tick(60_000))
    assert member(builder, "C1").coordinator is None and member(builder, "C1").state == "joining"


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_when_the_coordinator_dies_each_member_finds_the_next_one(protocol: str) -> None:
    builder = at_rest("C0", "C1", group_protocol=protocol).ask(Kill(2), Tick(8_999))
    assert (group(builder).coordinator, member(builder).coordinator) == (2, 2), "nobody has noticed"
    builder.ask(Tick(1))
    found = [(event.member, event.asked, event.broker) for event in builder.events(CoordinatorFound)]
    assert found == [("C0", 1, 2), ("C1", 1, 2), ("C0", 1, 3), ("C1", 1, 3)]
    assert not builder.events(CoordinatorMarkedUnknown), "a broken connection is no answer"
    assert group(builder).is_at_rest


def test_a_broker_that_coordinates_no_more_refuses_a_commit_which_then_goes_to_the_right_one() -> None:
    builder = stale("C0").ask(GroupPoll("app", "C0"))
    assert (group(builder).coordinator, member(builder).coordinator) == (3, 2)
    steps = len(builder.history.steps)
    builder.ask(Commit("app", "C0", {T0: 1}))
    happened = [step.event for step in builder.history.steps[steps:]]
    assert happened == [
        CoordinatorMarkedUnknown("app", "C0", 2, "NOT_COORDINATOR", 16, {T0: 1}),
        CoordinatorFound("app", "C0", 1, 3),
        OffsetsCommitted("app", "C0", {T0: 1}),
    ]
    assert (group(builder).committed[T0], member(builder).committing) == (1, None)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_who_commits_nothing_is_refused_at_its_next_heartbeat(protocol: str) -> None:
    builder = stale("C0", "C1", group_protocol=protocol)
    assert {m.coordinator for m in group(builder).members.values()} == {2}
    builder.ask(Tick(6_000))
    refused = [(event.member, event.broker, event.code) for event in builder.events(CoordinatorMarkedUnknown)]
    assert sorted(refused) == [("C0", 2, 16), ("C1", 2, 16)]
    assert {m.coordinator for m in group(builder).members.values()} == {3}


def test_a_heartbeat_is_refused_at_its_time_and_not_before() -> None:
    builder = stale("C0", "C1").ask(Tick(499))
    assert not builder.events(CoordinatorMarkedUnknown)
    assert [event.member for event in builder.ask(Tick(1)).events(CoordinatorMarkedUnknown)] == ["C1"], "22 s"
    assert [event.member for event in builder.ask(Tick(2_000)).events(CoordinatorMarkedUnknown)] == ["C1", "C0"], "24 s"


@pytest.mark.parametrize(
    ("policies", "gives_up_ms"),
    [({}, 45_000), ({"request_timeout_ms": 5_000}, 20_000), ({"group_session_timeout_ms": 20_000}, 32_000)],
)
def test_a_member_waits_for_a_frozen_coordinator_until_a_timeout_runs_out(
    policies: dict[str, int], gives_up_ms: int
) -> None:
    builder = at_rest("C0", **policies).ask(Freeze(2))
    waits_ms = max(gives_up_ms, 21_000) - builder.now.now_ms  # Before 21 s there is nobody else to find.
    builder.ask(Tick(waits_ms - 1))
    if gives_up_ms > 21_000:
        assert member(builder).coordinator == 2, "its heartbeat of 15 s has had no answer yet"
    builder.ask(Tick(1))
    assert member(builder).coordinator == 3
    assert builder.events(CoordinatorMarkedUnknown)[0].error == "REQUEST_TIMED_OUT"


def test_a_coordinator_that_wakes_up_in_time_is_still_the_one() -> None:
    builder = at_rest("C0").ask(Freeze(2), Tick(5_000), Thaw(2), Commit("app", "C0", {T0: 0}))
    assert not builder.events(CoordinatorMarkedUnknown)
    assert member(builder).coordinator == 2


def test_a_coordinator_that_is_cut_off_cannot_take_a_commit_once_another_leads() -> None:
    builder = at_rest("C0").ask(CutOff(2), Tick(9_500), Commit("app", "C0", {T0: 0}))
    (refused,) = builder.events(CoordinatorMarkedUnknown)
    assert (refused.error, refused.code) == ("COORDINATOR_NOT_AVAILABLE", 15)
    assert builder.events(CoordinatorFound)[-1].asked == 1, "nobody asks who is cut off"
    assert builder.ask(Reconnect(2), Tick(10_000)).events(CoordinatorFound)[-1].broker == 3


@pytest.mark.parametrize("protocol", ["eager", "cooperative", "consumer"])
def test_a_commit_waits_while_the_coordinator_is_dead_and_goes_to_the_next_one(protocol: str) -> None:
    builder = at_rest("C0", group_protocol=protocol).ask(Kill(2), Commit("app", "C0", {T0: 1}))
    assert builder.events(CommitBlocked) == [CommitBlocked("app", "C0", {T0: 1})], "a dead broker refuses nothing"
    for in_vain in (GroupPoll("app", "C0"), Commit("app", "C0", {T0: 2})):
        with pytest.raises(InvalidArgumentError, match="C0 still waits in commitSync"):
            builder.ask(in_vain)
    builder.ask(Tick(8_999))
    assert not builder.events(CoordinatorFound)[1:] and T0 not in group(builder).committed
    builder.ask(Tick(1))
    assert [event.broker for event in builder.events(CoordinatorFound)] == [2, 3]
    assert (group(builder).committed[T0], member(builder).committing) == (1, None)
    builder.ask(GroupPoll("app", "C0"))


@pytest.mark.parametrize(("policies", "fails_ms"), [({}, 60_000), ({"default_api_timeout_ms": 5_000}, 5_000)])
def test_a_commit_that_nobody_takes_fails_when_its_time_is_over(policies: dict[str, int], fails_ms: int) -> None:
    builder = at_rest("C0", **policies).ask(Kill(1), Kill(2), Kill(3), Commit("app", "C0", {T0: 1}))
    builder.ask(Tick(fails_ms - 1))
    assert member(builder).committing == {T0: 1} and not builder.events(CommitExpired)
    builder.ask(Tick(1))
    assert builder.events(CommitExpired) == [CommitExpired("app", "C0")]
    assert (group(builder).committed, member(builder).committing) == ({}, None)


def test_the_time_of_a_commit_counts_from_when_it_was_called_whatever_it_met() -> None:
    builder = stale("C0", default_api_timeout_ms=20_000).ask(Kill(1), Kill(3), Commit("app", "C0", {T0: 1}))
    assert builder.events(CoordinatorMarkedUnknown), "it was refused first"
    builder.ask(Kill(2), Tick(19_999))
    assert not builder.events(CommitExpired)
    assert builder.ask(Tick(1)).events(CommitExpired)


def test_while_nobody_coordinates_members_ask_in_vain() -> None:
    builder = at_rest("C0").ask(Kill(2), Kill(1), Kill(3), Tick(20_000))
    assert (group(builder).coordinator, len(builder.events(CoordinatorFound))) == (None, 1)
    builder.ask(Restart(3), Tick(1_000))
    assert (group(builder).coordinator, member(builder).coordinator) == (3, 3)


def test_a_commit_that_is_refused_waits_until_there_is_a_coordinator_again() -> None:
    builder = stale("C0").ask(Kill(3), Commit("app", "C0", {T0: 1}))
    assert (member(builder).coordinator, member(builder).committing) == (None, {T0: 1})
    assert T0 not in group(builder).committed
    builder.ask(Tick(9_000))
    assert (group(builder).committed[T0], member(builder).committing) == (1, None)


def test_a_member_with_a_stale_coordinator_joins_no_rebalance_before_it_has_found_the_new_one() -> None:
    builder = stale("C0").ask(Join("app", ("C1",), ("t",)))
    assert [event.member for event in builder.events(JoinRequested)] == ["C0", "C1"], "C1 asks; C0 has not heard"
    builder.ask(Tick(2_500))
    assert builder.events(CoordinatorFound)[-1].member == "C0"
    assert group(builder).is_at_rest
    assert sorted(group(builder).members) == ["C0", "C1"]


def test_a_goodbye_to_the_wrong_broker_is_heard_by_nobody() -> None:
    builder = stale("C0", "C1").ask(Leave("app", "C1"))
    assert builder.events(MemberClosed) and not builder.events(MemberLeft)
    assert "C1" not in builder.ask(Tick(60_000)).now.groups["app"].members, "until its session is over"


def test_a_crashed_member_looks_for_nobody() -> None:
    builder = at_rest("C0", "C1").ask(Freeze(2), CrashMember("app", "C1"), Tick(60_000))
    assert [event.member for event in builder.events(CoordinatorFound)] == ["C0", "C1", "C0"]


@pytest.mark.parametrize("era", ["4.4", "3.9", "2.4", "2.3", "0.10"])
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_in_every_era_and_protocol_members_find_their_way_and_no_promise_breaks(era: str, protocol: str) -> None:
    builder = HistoryBuilder(era, auto_offset_reset="earliest", group_protocol=protocol)
    builder.ask(CreateTopic("t", 3, 3), Join("app", ("C0", "C1", "C2"), ("t",)), Tick(12_000))
    first = group(builder).coordinator
    assert first is not None
    builder.ask(Freeze(first), Tick(25_000), Thaw(first), Join("app", ("C3",), ("t",)), Tick(60_000))
    second = group(builder).coordinator
    builder.ask(Kill(second or 0), Tick(60_000))
    third = group(builder).coordinator
    assert len({first, second, third}) in (2, 3) and third != second
    assert {m.coordinator for m in group(builder).members.values()} == {third}
    assert group(builder).is_at_rest and is_quiet(builder.now, builder.policies)
    assert first_breach(builder.history) is None


def test_a_partition_of_offsets_with_another_leader_is_one_epoch_on() -> None:
    builder = at_rest("C0")
    before = builder.now.offsets
    after = builder.ask(Kill(2), Tick(21_000)).now.offsets
    moved = [number for number, partition in after.items() if partition.leader != before[number].leader]
    assert moved and all(
        (after[n].leader_epoch, after[n].partition_epoch) == (before[n].leader_epoch + 1, before[n].partition_epoch + 1)
        for n in moved
    )


def test_who_knows_no_coordinator_waits_for_no_answer_of_one() -> None:
    builder = at_rest("C0").ask(Freeze(2))
    waiting, name = group(builder), "C0"
    assert request_timer(builder.now, waiting, name, builder.policies) is not None
    lost = waiting._replace(members={name: waiting.members[name]._replace(coordinator=None)})
    assert request_timer(builder.now, lost, name, builder.policies) is None


def test_an_assignor_hears_of_which_generation_a_member_owns_its_partitions() -> None:
    heard = []

    def assign(counts: Any, subscriptions: Any) -> Any:
        heard.append({subscription.generation for subscription in subscriptions.values()})
        return range_assign(counts, subscriptions)

    builder = at_rest("C0", "C1", assignor=assign)
    generation = group(builder).generation
    builder.ask(Join("app", ("C2",), ("t",)), Tick(10_000))
    assert (group(builder).generation, heard[-1]) == (generation + 1, {generation})
