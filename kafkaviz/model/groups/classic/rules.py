"""A rebalance of the classic protocol, phase by phase, in the order in which it is asked.

Eager: everybody gives up everything, joins, waits for the slowest, and gets a share. Cooperative: everybody keeps
reading, and only what changes hands is given up, for which a second rebalance follows.
"""

from collections.abc import Iterator

from kafkaviz.decisions.assignors import cooperative_sticky_plan, range_assign
from kafkaviz.decisions.metadata_age import is_refresh_due, refresh_interval_ms
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import Subscription
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.groups import Group, GroupName, Member
from kafkaviz.model.core.timer import Timer, is_over, refresh_timer
from kafkaviz.model.groups.classic.events import AssignmentReceived, GenerationBegun, JoinRequested, PartitionsAssigned
from kafkaviz.model.groups.common.assigning import Shares, check_assignment, shares_of
from kafkaviz.model.groups.common.coordinators import beat_timer, is_asking, is_heard, is_served
from kafkaviz.model.groups.common.events import MetadataNoticed
from kafkaviz.model.groups.common.rules import auto_committed, needs_coordinator, partition_counts, start_positions


@needs_coordinator()
def receive_assignment(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[AssignmentReceived]:
    """Each member learns its share; a cooperative one gives up what is not in it. Kafka: SyncGroupResponse."""
    group = cluster.groups[subject.group]
    if group.state != "Stable":
        return
    for name, member in group.members.items():
        if member.state == "syncing" and member.is_polling and is_served(cluster, group, member):
            share = group.target.get(name, ())
            revoked = tuple(tp for tp in member.owned if tp not in share)
            kept = tuple(tp for tp in member.owned if tp in share)
            gained = tuple(tp for tp in share if tp not in member.owned)
            positions = start_positions(cluster, group, gained, policies)
            given_back = auto_committed(member, policies) if revoked else None
            yield AssignmentReceived(subject.group, name, revoked, kept, gained, positions, given_back)


@needs_coordinator("topics", "now_ms")
def notice_growth(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[MetadataNoticed]:
    """The group's leader sees in its next metadata that topics have changed, and joins again.

    For a topic that is not there it asks until there is one.

    Kafka: ConsumerCoordinator.rejoinNeededOrPending; metadata is refreshed every metadata.max.age.ms. Simplified: it
    does not ask when a connection breaks, or when it hears from a broker that it leads no more.
    """
    group = cluster.groups[subject.group]
    if not is_outdated(cluster, group):
        return
    counts = partition_counts(cluster, group)
    is_due = is_refresh_due(group.metadata_ms, cluster.now_ms, refresh_interval_ms(policies))
    if is_due or not counts.keys() <= group.metadata.keys():
        yield MetadataNoticed(subject.group, counts)


def is_outdated(cluster: Cluster, group: Group) -> bool:
    """Tells whether the leader of a group would join again if it knew which partitions there are now."""
    leader = group.leader
    if (
        group.state != "Stable"
        or leader is None
        or leader not in group.members
        or group.metadata == partition_counts(cluster, group)
    ):
        return False
    return group.members[leader].is_polling


@needs_coordinator("now_ms")
def ask_to_join(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[JoinRequested]:
    """A consumer that wants in asks at once; the others hear of the rebalance by their next heartbeat.

    Kafka: ConsumerCoordinator.onJoinPrepare, then JoinGroup; both happen inside poll. Simplified: heartbeats fall at
    fixed times, a second after those of the member before.
    """
    group = cluster.groups[subject.group]
    for name, member in group.members.items():
        if not member.is_polling or member.state == "waiting" or not is_asking(cluster, group, member):
            continue
        if member.state == "joining" or (
            group.state == "PreparingRebalance" and is_heard(cluster, group, member, policies)
        ):
            revoked = member.owned if group.protocol == "eager" else ()
            yield JoinRequested(subject.group, name, revoked, auto_committed(member, policies) if revoked else None)


@needs_coordinator("now_ms")
def complete_join(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[GenerationBegun]:
    """The coordinator closes the round when everybody has asked, or when the time is up.

    Dynamic members that did not ask are removed, static ones stay. The leader stays if it asked, else it is the
    member that joined first. Kafka: GroupMetadataManager.completeClassicGroupJoin.
    """
    name = subject.group
    group = cluster.groups[name]
    if group.state != "PreparingRebalance":
        return
    absent = {member: m for member, m in group.members.items() if m.state != "waiting" and m.epoch >= 0}
    if (group.initial or absent) and not is_over(round_timer(name, group, policies), cluster.now_ms):
        return
    removed = tuple(member for member, m in absent.items() if m.instance_id is None)
    asking = [member for member, m in group.members.items() if m.state == "waiting"]
    first = min(asking, key=lambda member: group.members[member].number, default=None)
    yield GenerationBegun(name, group.generation + 1, group.leader if group.leader in asking else first, removed)


def round_timer(name: str, group: Group, policies: Policies) -> Timer:
    """Returns when the coordinator stops waiting.

    An empty group waits group.initial.rebalance.delay.ms for more members, and as long again whenever some came
    meanwhile; any other rebalance waits as long as a member may take between two polls.

    Kafka: GroupMetadataManager.tryCompleteInitialRebalanceElseSchedule.
    """
    longest_ms, delay_ms = policies.max_poll_interval_ms, policies.group_initial_rebalance_delay_ms
    longest = Timer(group.since_ms + longest_ms, "max.poll.interval.ms", longest_ms, f"group {name}")
    if not group.initial:
        return longest
    came = sorted((m.joined_ms, m.number) for m in group.members.values())[1:]
    start, end, extended = group.since_ms, group.since_ms + delay_ms, 0
    while group.generation == 0 and any(start <= ms < end for ms, _ in came):
        start, end, extended = end, end + delay_ms, extended + 1
    delay = Timer(end, "group.initial.rebalance.delay.ms", delay_ms, f"group {name}", extended=extended)
    return min(delay, longest)


@needs_coordinator()
def assign_partitions(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[PartitionsAssigned]:
    """The group's leader runs the assignor for all members and hands the result in.

    Kafka: ConsumerCoordinator.onLeaderElected. Simplified: who leads anew knows what the leader before it knew, or what
    was there when it came.
    """
    group = cluster.groups[subject.group]
    leader = group.leader
    if group.state != "CompletingRebalance" or leader is None or not group.members[leader].is_polling:
        return
    if not is_served(cluster, group, group.members[leader]):
        return
    counts = counts_known_to(group.members[leader], cluster, group)
    shares, withheld = assign_shares(group, counts, policies)
    yield PartitionsAssigned(subject.group, group.generation, leader, shares, withheld, counts)


def counts_known_to(leader: Member, cluster: Cluster, group: Group) -> dict[str, int]:
    """Returns the partition counts that a group's leader assigns by: new partitions are in its next metadata only.

    It asks for metadata when it comes, each metadata.max.age.ms, and when the group reads a topic that is new to it.

    Kafka: ConsumerCoordinator.updateGroupSubscription, which calls requestUpdateForNewTopics.
    """
    counts = partition_counts(cluster, group)
    if not counts.keys() <= leader.metadata.keys():
        return counts
    known = {topic: max(leader.metadata[topic], group.metadata.get(topic, 0)) for topic in counts}
    return {topic: min(count, known[topic]) for topic, count in counts.items()}


def assign_shares(group: Group, counts: dict[str, int], policies: Policies) -> tuple[Shares, Shares]:
    """Returns each member's share, and what a cooperative group withholds until its owner has given it up."""
    cooperative = group.protocol == "cooperative"
    subscriptions = {
        name: Subscription(
            m.topics, m.owned if cooperative else group.target.get(name, ()), group.generation - 1, m.instance_id
        )
        for name, m in sorted(group.members.items())
        if m.is_known
    }
    if cooperative and policies.assignor is None:
        plan = cooperative_sticky_plan(counts, subscriptions)
        return shares_of(plan.assignment), shares_of(plan.withheld)
    shares = check_assignment(policies.assignor or range_assign, counts, subscriptions)
    if not cooperative:
        return shares, {}
    holder = {tp: name for name, m in group.members.items() for tp in m.owned}
    free = {name: tuple(tp for tp in share if holder.get(tp, name) == name) for name, share in shares.items()}
    later = {name: tuple(tp for tp in share if tp not in free[name]) for name, share in shares.items()}
    return free, {name: share for name, share in later.items() if share}


def rebalance_deadlines(cluster: Cluster, name: str, policies: Policies) -> Iterator[Timer]:
    """Yields when a round closes, when members hear of it, and when the leader will look at the topics again."""
    group = cluster.groups[name]
    if group.state == "PreparingRebalance":
        yield round_timer(name, group, policies)
        for member in group.members.values():
            if member.is_polling and member.state != "waiting":
                yield beat_timer(cluster, group, member, policies, f"group {name}")
    if is_outdated(cluster, group):
        yield refresh_timer(group.metadata_ms, cluster.now_ms, policies, f"the leader of group {name}")


RULES = (receive_assignment, notice_growth, ask_to_join, complete_join, assign_partitions)
