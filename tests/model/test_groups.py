"""What groups do: who waits, who is removed, what is committed, and what a share group lends."""

from typing import Any

import pytest

from kafkaviz.decisions.errors import (
    CoordinatorNotAvailableError,
    IllegalGenerationError,
    InconsistentGroupProtocolError,
    InvalidArgumentError,
    LearnerError,
    OffsetOutOfRangeError,
    RebalanceInProgressError,
    UnknownMemberIdError,
)
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.brokers.requests import Kill
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.groups import Group, Member
from kafkaviz.model.core.request import Tick
from kafkaviz.model.groups.classic.events import GenerationBegun
from kafkaviz.model.groups.common.events import GroupPolled, MemberLeft, OffsetsCommitted
from kafkaviz.model.groups.common.member_requests import CrashMember, Join, Leave, ResumeMember, StallMember
from kafkaviz.model.groups.reading_requests import Commit, GroupPoll, Seek
from kafkaviz.model.groups.share.events import AcquisitionExpired, RecordsAcquired, ShareSessionClosed
from kafkaviz.model.groups.share.requests import Acknowledge
from kafkaviz.model.partitions.topic_requests import CreateTopic
from tests.model.histories import HistoryBuilder

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)
SESSION_MS, POLL_MS = 45_000, 300_000


def a_group(*members: str, partitions: int = 3, era: str = "4.4", **policies: Any) -> HistoryBuilder:
    """Returns a group at rest, at t = 10 s, which reads a topic `t` from its start."""
    builder = HistoryBuilder(era, **{"auto_offset_reset": "earliest", **policies}).ask(CreateTopic("t", partitions, 3))
    return builder.ask(Join("app", members, ("t",)), Tick(10_000))


def group(builder: HistoryBuilder) -> Group:
    return builder.now.groups["app"]


def member(builder: HistoryBuilder, name: str) -> Member:
    return group(builder).members[name]


def test_an_empty_group_waits_three_seconds_and_three_more_for_those_who_came_meanwhile() -> None:
    alone = HistoryBuilder().ask(CreateTopic("t", 3, 3), Join("app", ("C0",), ("t",)), Tick(2_999))
    assert group(alone).state == "PreparingRebalance"
    assert group(alone.ask(Tick(1))).state == "Stable"
    late = HistoryBuilder().ask(CreateTopic("t", 3, 3), Join("app", ("C0",), ("t",)), Tick(2_000))
    late.ask(Join("app", ("C1",), ("t",)), Tick(3_999))
    assert group(late).state == "PreparingRebalance"
    assert (group(late.ask(Tick(1))).state, group(late).generation) == ("Stable", 1)


def test_without_the_delay_a_group_begins_at_once() -> None:
    builder = HistoryBuilder(group_initial_rebalance_delay_ms=0).ask(
        CreateTopic("t", 3, 3), Join("app", ("C0", "C1"), ("t",))
    )
    assert (group(builder).state, group(builder).generation, builder.now.now_ms) == ("Stable", 1, 0)


def test_the_coordinator_leads_the_partition_that_the_groups_name_falls_on() -> None:
    builder = HistoryBuilder().ask(CreateTopic("t", 1, 3), Join("group1", ("C0",), ("t",)))
    known = builder.now.groups["group1"]
    assert known.partition == 40 and known.coordinator == builder.now.offsets[40].leader


def test_too_few_brokers_for_the_offsets_topic_leave_a_group_without_coordinator() -> None:
    with pytest.raises(CoordinatorNotAvailableError, match="offsets_topic_replication_factor"):
        HistoryBuilder("4.4", brokers=2).ask(CreateTopic("t", 1, 1), Join("app", ("C0",), ("t",)))


def test_in_an_eager_rebalance_the_first_to_hear_waits_for_the_last() -> None:
    builder = a_group("C0", "C1", "C2").ask(Leave("app", "C1"), Tick(10_000))
    stopped = [step.cluster.now_ms for step in builder.history.steps if getattr(step.event, "revoked", ())]
    began = [step.cluster.now_ms for step in builder.history.steps if isinstance(step.event, GenerationBegun)]
    assert (stopped, began[-1]) == ([11_000, 12_000], 12_000), "C2 read nothing for a second"


def test_a_crashed_member_keeps_its_partitions_until_its_session_ends() -> None:
    builder = a_group("C0", "C1").ask(CrashMember("app", "C1"), Tick(SESSION_MS - 1))
    assert group(builder).owners(TopicPartition("t", 2)) == ["C1"]
    builder.ask(Tick(3_001))
    assert list(group(builder).members) == ["C0"] and len(member(builder, "C0").owned) == 3


def test_a_stuck_member_holds_a_rebalance_up_until_its_poll_interval_ends() -> None:
    builder = a_group("C0", "C1").ask(StallMember("app", "C1"), Join("app", ("C2",), ("t",)), Tick(POLL_MS - 1))
    assert group(builder).state == "PreparingRebalance" and member(builder, "C0").owned == ()
    builder.ask(Tick(10_000))
    assert builder.events(MemberLeft)[0].reason == "max.poll.interval.ms"
    assert (group(builder).state, sorted(group(builder).members)) == ("Stable", ["C0", "C2"])


def test_the_first_to_join_leads_and_the_next_one_follows_when_it_leaves() -> None:
    builder = a_group("C0", "C1", "C2")
    assert group(builder).leader == "C0"
    assert group(builder.ask(Leave("app", "C0"), Tick(5_000))).leader == "C1"


def test_a_static_member_that_comes_back_in_time_disturbs_nobody() -> None:
    builder = HistoryBuilder("4.4").ask(
        CreateTopic("t", 2, 3), Join("app", ("C0", "C1"), ("t",), ("a", "b")), Tick(10_000)
    )
    generation, owned = group(builder).generation, member(builder, "C1").owned
    builder.ask(Leave("app", "C1"), Tick(20_000), Join("app", ("C1-again",), ("t",), ("b",)), Tick(60_000))
    assert (group(builder).generation, member(builder, "C1-again").owned) == (generation, owned)
    builder.ask(Leave("app", "C1-again"), Tick(SESSION_MS + 5_000))
    assert group(builder).generation == generation + 1, "a session that ends rebalances like any other"


def test_targets_are_computed_at_most_once_in_a_second() -> None:
    builder = a_group("C0", group_protocol="consumer").ask(Join("app", ("C1",), ("t",)), Tick(500))
    builder.ask(Join("app", ("C2",), ("t",)))
    assert (group(builder).state, group(builder).generation, group(builder).target_epoch) == ("Assigning", 3, 2)
    assert group(builder.ask(Tick(500))).target_epoch == 3


def test_nobody_waits_for_a_stuck_member_but_who_needs_its_partitions() -> None:
    builder = a_group("C0", "C1", partitions=4, group_protocol="consumer").ask(StallMember("app", "C1"))
    builder.ask(Join("app", ("C2",), ("t",)), Tick(20_000))
    assert member(builder, "C1").state == "unrevoked" and member(builder, "C2").state == "unreleased"
    assert member(builder, "C0").state == "stable" and member(builder, "C0").owned
    assert group(builder).state == "Reconciling"
    builder.ask(ResumeMember("app", "C1"), Tick(10_000))
    assert group(builder).state == "Stable" and member(builder, "C2").owned


def sent(builder: HistoryBuilder, count: int = 3) -> HistoryBuilder:
    """Sends some records to the first partition."""
    return builder.ask(*(Send("t", f"m{n}".encode(), partition=0) for n in range(count)))


def read(builder: HistoryBuilder) -> list[str]:
    """Returns every value that members were handed, in order."""
    polls = builder.events(GroupPolled)
    return [(x.value or b"").decode() for event in polls for *_, records in event.fetched for x in records]


def test_committed_after_processing_a_crash_repeats() -> None:
    builder = sent(a_group("C0", "C1", enable_auto_commit=False)).ask(GroupPoll("app", "C0"))
    builder.ask(CrashMember("app", "C0"), Tick(60_000), GroupPoll("app", "C1"))
    assert read(builder) == ["m0", "m1", "m2"] * 2


def test_committed_before_processing_a_crash_skips() -> None:
    builder = sent(a_group("C0", "C1", enable_auto_commit=False)).ask(GroupPoll("app", "C0"), Commit("app", "C0"))
    builder.ask(CrashMember("app", "C0"), Tick(60_000), GroupPoll("app", "C1"))
    assert read(builder) == ["m0", "m1", "m2"], "what C0 had not processed yet is lost to the group"


def test_auto_commit_writes_down_what_earlier_polls_returned() -> None:
    builder = sent(a_group("C0")).ask(GroupPoll("app", "C0"))
    assert group(builder).committed.get(T0, 0) == 0
    builder.ask(Tick(5_000), GroupPoll("app", "C0"))
    assert group(builder).committed[T0] == 3


def test_a_new_group_with_latest_does_not_see_what_was_sent_before() -> None:
    builder = sent(HistoryBuilder("4.4").ask(CreateTopic("t", 1, 3)))
    builder.ask(Join("app", ("C0",), ("t",)), Tick(5_000)).ask(GroupPoll("app", "C0"))
    assert read(builder) == []
    assert read(sent(builder, 1).ask(GroupPoll("app", "C0"))) == ["m0"]


def test_with_reset_none_a_member_without_a_commit_is_refused() -> None:
    with pytest.raises(OffsetOutOfRangeError):
        a_group("C0", auto_offset_reset="none").ask(GroupPoll("app", "C0"))


def test_seek_moves_the_position_and_not_the_commit() -> None:
    builder = sent(a_group("C0")).ask(GroupPoll("app", "C0"), Commit("app", "C0"), Seek("app", "C0", "t", 0, 1))
    assert (member(builder, "C0").positions[T0], group(builder).committed[T0]) == (1, 3)
    assert read(builder.ask(GroupPoll("app", "C0"))) == ["m0", "m1", "m2", "m1", "m2"]


def test_two_groups_read_the_same_records_and_know_nothing_of_each_other() -> None:
    builder = sent(a_group("C0")).ask(Join("other", ("D0",), ("t",)), Tick(5_000))
    builder.ask(GroupPoll("app", "C0"), GroupPoll("other", "D0"), Commit("app", "C0"))
    assert read(builder) == ["m0", "m1", "m2"] * 2
    assert (group(builder).committed[T0], builder.now.groups["other"].committed.get(T0, 0)) == (3, 0)


def test_commits_survive_the_coordinator() -> None:
    builder = sent(a_group("C0")).ask(GroupPoll("app", "C0"), Commit("app", "C0"))
    builder.ask(Kill(group(builder).coordinator or 0), Tick(9_000))
    assert group(builder).committed[T0] == 3
    builder.ask(Commit("app", "C0"))


def test_a_commit_of_an_old_generation_or_in_between_is_refused() -> None:
    builder = HistoryBuilder("4.4").ask(
        CreateTopic("t", 2, 3), Join("app", ("C0", "C1"), ("t",), ("a", "b")), Tick(10_000)
    )
    builder.ask(StallMember("app", "C1"), Join("app", ("C2",), ("t",)), Tick(POLL_MS + 10_000))
    with pytest.raises(IllegalGenerationError):
        builder.ask(Commit("app", "C1"))
    with pytest.raises(UnknownMemberIdError):
        builder.ask(Commit("app", "C9"))
    leaderless = HistoryBuilder("4.4").ask(CreateTopic("t", 2, 3), Join("app", ("C0", "C1"), ("t",)))
    leaderless.ask(CrashMember("app", "C0"))
    with pytest.raises(RebalanceInProgressError):
        leaderless.ask(Tick(10_000), Commit("app", "C1"))


def test_long_ago_offsets_were_kept_in_zookeeper() -> None:
    builder = a_group("C0", era="0.10", offsets_storage="zookeeper").ask(Commit("app", "C0"))
    assert builder.events(OffsetsCommitted)[0].stored_in == "zookeeper"
    with pytest.raises(ValueError, match="need a ZooKeeper"):
        a_group("C0", offsets_storage="zookeeper").ask(Commit("app", "C0"))


def test_a_group_has_one_protocol() -> None:
    builder = a_group("C0")
    builder.policies = builder.policies._replace(group_protocol="consumer")
    with pytest.raises(InconsistentGroupProtocolError):
        builder.ask(Join("app", ("C1",), ("t",)))


def test_an_assignor_that_answers_nonsense_is_told_so_in_a_sentence() -> None:
    with pytest.raises(LearnerError, match="which does not exist"):
        a_group("C0", assignor=lambda counts, subscriptions: {"C0": [("t", 7)]})


def test_a_share_group_lends_each_record_to_one_member_and_takes_it_back() -> None:
    builder = a_group("A", "B", partitions=1, group_protocol="share", max_poll_records=2)
    sent(builder).ask(GroupPoll("app", "A"), GroupPoll("app", "B"))
    lent = [[x.offset for _, _, records in event.fetched for x in records] for event in builder.events(RecordsAcquired)]
    assert lent == [[0, 1], [2]], "both read one partition, and no record twice"
    builder.ask(Acknowledge("app", "B"), CrashMember("app", "A"), Tick(30_000), GroupPoll("app", "B"))
    assert [x.offset for _, _, records in builder.events(RecordsAcquired)[-1].fetched for x in records] == [0, 1]
    assert group(builder).deliveries[T0][0].delivery_count == 2


@pytest.mark.parametrize(
    "asked", [Commit("app", "A"), Seek("app", "A", "t", 0, 1), Join("app", ("B",), ("t",), ("b",))]
)
def test_a_member_of_a_share_group_has_no_offset_and_no_instance_id_of_its_own(asked: Commit | Seek | Join) -> None:
    builder = sent(a_group("A", partitions=1, group_protocol="share"))
    with pytest.raises(InvalidArgumentError, match="A share group"):
        builder.ask(asked)


def test_a_member_whose_process_ends_gives_back_its_records_at_once_and_the_delivery_counts() -> None:
    builder = sent(a_group("A", "B", partitions=1, group_protocol="share"))
    builder.ask(GroupPoll("app", "A"), CrashMember("app", "A"))
    closed = builder.events(ShareSessionClosed)[-1]
    assert (closed.member, closed.offsets, closed.archived) == ("A", {T0: (0, 1, 2)}, {})
    assert {one.state for one in group(builder).deliveries[T0].values()} == {"available"}
    builder.ask(GroupPoll("app", "B"), Leave("app", "B"))
    assert [(one.state, one.delivery_count) for one in group(builder).deliveries[T0].values()] == [("available", 2)] * 3


def test_a_member_that_hangs_keeps_its_records_until_their_lock_runs_out() -> None:
    builder = sent(a_group("A", "B", partitions=1, group_protocol="share"))
    builder.ask(GroupPoll("app", "A"), StallMember("app", "A"), Tick(29_999))
    assert {one.member for one in group(builder).deliveries[T0].values()} == {"A"}
    builder.ask(Tick(1))
    assert builder.events(AcquisitionExpired)[-1].offsets == (0, 1, 2)
    assert not builder.events(ShareSessionClosed)


def test_the_last_delivery_ends_in_the_archive_also_when_the_member_crashes() -> None:
    builder = sent(a_group("A", "B", partitions=1, group_protocol="share", group_share_delivery_count_limit=1))
    builder.ask(GroupPoll("app", "A"), CrashMember("app", "A"))
    assert builder.events(ShareSessionClosed)[-1].archived == {T0: (0, 1, 2)}
    assert builder.ask(GroupPoll("app", "B")).events(RecordsAcquired)[-1].fetched == ()


def test_of_a_partition_so_many_records_are_in_flight_as_the_config_says() -> None:
    builder = sent(a_group("A", "B", partitions=1, group_protocol="share", group_share_partition_max_record_locks=2))
    builder.ask(GroupPoll("app", "A"), GroupPoll("app", "B"))
    lent = [[x.offset for _, _, records in event.fetched for x in records] for event in builder.events(RecordsAcquired)]
    assert lent == [[0, 1], []]
    builder.ask(Acknowledge("app", "A"), GroupPoll("app", "B"))
    assert [x.offset for _, _, records in builder.events(RecordsAcquired)[-1].fetched for x in records] == [2]


def test_a_record_that_nobody_can_process_is_given_up_after_five_attempts() -> None:
    builder = sent(a_group("A", partitions=1, group_protocol="share"), 1)
    for _ in range(5):
        builder.ask(GroupPoll("app", "A"), Tick(30_000))
    assert builder.events(AcquisitionExpired)[-1].archived == (0,)
    assert builder.ask(GroupPoll("app", "A")).events(RecordsAcquired)[-1].fetched == ()


def test_what_comes_back_too_often_is_lent_in_parts_of_each_partition_for_itself() -> None:
    builder = a_group("A", partitions=2, group_protocol="share", group_share_delivery_count_limit=6)
    builder.ask(*(Send("t", f"m{n}".encode(), partition=n % 2) for n in range(8)))
    for _ in range(4):
        builder.ask(GroupPoll("app", "A"), Tick(30_000))
    builder.ask(Send("t", b"m8", partition=1), GroupPoll("app", "A"))
    lent = [{tp: [x.offset for x in some] for tp, _, some in e.fetched} for e in builder.events(RecordsAcquired)]
    assert lent[2:] == [{T0: [0, 1, 2, 3], T1: [0, 1, 2, 3]}, {T0: [0, 1], T1: [0, 1]}, {T0: [0], T1: [0]}]


def test_records_that_were_lent_together_stay_one_batch_whoever_gets_them_and_whoever_leads() -> None:
    builder = sent(a_group("A", "B", partitions=1, group_protocol="share"), 5)
    builder.ask(GroupPoll("app", "A", 3), GroupPoll("app", "B", 2), Acknowledge("app", "A", "release"))
    builder.ask(GroupPoll("app", "B", 1), Kill(builder.now.partitions[T0].leader), Tick(60_000), GroupPoll("app", "A"))
    held = group(builder).deliveries[T0]
    assert [held[offset].first_offset for offset in range(5)] == [0, 0, 0, 3, 3]
    assert [held[offset].delivery_count for offset in range(5)] == [3, 2, 2, 2, 2]
