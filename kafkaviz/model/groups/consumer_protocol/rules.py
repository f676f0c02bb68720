"""The consumer protocol: the coordinator keeps a target, and members approach it one by one, without a barrier."""

from collections.abc import Iterator

from kafkaviz.decisions.assignors import simple_assign, uniform_assign
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import Subscription
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.groups import Group, GroupName, Member
from kafkaviz.model.core.timer import Timer, is_over
from kafkaviz.model.groups.common.assigning import Shares, check_assignment, shares_of
from kafkaviz.model.groups.common.coordinators import beat_timer, is_asking, is_heard, is_served
from kafkaviz.model.groups.common.events import MetadataNoticed
from kafkaviz.model.groups.common.rules import auto_committed, needs_coordinator, partition_counts, start_positions
from kafkaviz.model.groups.consumer_protocol.events import (
    MemberAdmitted,
    MemberReconciled,
    PartitionsReleased,
    RevocationAsked,
    TargetComputed,
)


@needs_coordinator("now_ms")
def admit_member(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[MemberAdmitted]:
    """The coordinator takes a new member in, and the group epoch rises. Kafka: a heartbeat with epoch 0."""
    group = cluster.groups[subject.group]
    for name, member in group.members.items():
        if member.state == "joining" and member.up and is_asking(cluster, group, member):
            yield MemberAdmitted(subject.group, name, group.generation + 1)


@needs_coordinator("topics")
def notice_topics(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[MetadataNoticed]:
    """The coordinator sees at once that subscribed topics have changed, and the group epoch rises.

    Kafka: GroupMetadataManager.onMetadataUpdate (KIP-848). Simplified: Kafka looks when the next heartbeat comes.
    """
    group = cluster.groups[subject.group]
    counts = partition_counts(cluster, group)
    known = group.target_ms is not None and group.members and group.generation == group.target_epoch
    if known and counts != group.metadata:
        yield MetadataNoticed(subject.group, counts)


@needs_coordinator("now_ms")
def compute_target(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[TargetComputed]:
    """The coordinator works out who should own what, not more often than once in an interval.

    Kafka: TargetAssignmentBuilder; group.consumer.assignment.interval.ms since 4.3 (KIP-1263).
    """
    group = cluster.groups[subject.group]
    if not is_over(target_timer(cluster, subject.group, policies), cluster.now_ms):
        return
    counts = partition_counts(cluster, group)
    yield TargetComputed(subject.group, group.generation, _target(group, counts, policies), counts)


def target_timer(cluster: Cluster, name: str, policies: Policies) -> Timer | None:
    """Returns when the next target is computed, or None while the last one is up to date."""
    group, interval_ms = cluster.groups[name], policies.group_consumer_assignment_interval_ms
    if group.generation <= group.target_epoch or not group.members:
        return None
    due_ms = cluster.now_ms if group.target_ms is None else max(cluster.now_ms, group.target_ms + interval_ms)
    return Timer(due_ms, "group.consumer.assignment.interval.ms", interval_ms, f"group {name}")


def _target(group: Group, counts: dict[str, int], policies: Policies) -> Shares:
    subscriptions = {
        name: Subscription(m.topics, group.target.get(name, ()), group.target_epoch, m.instance_id)
        for name, m in sorted(group.members.items())
        if m.state != "joining"
    }
    if group.protocol == "share":
        return shares_of(simple_assign(counts, subscriptions))
    return check_assignment(policies.assignor or uniform_assign, counts, subscriptions)


@needs_coordinator()
def release_revoked(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[PartitionsReleased]:
    """A member gives up what it was told to, and says so without waiting for its next heartbeat.

    Kafka: the next ConsumerGroupHeartbeat, whose TopicPartitions no longer name them (KIP-848).
    """
    group = cluster.groups[subject.group]
    for name, member in group.members.items():
        if member.revoking and member.is_polling and is_served(cluster, group, member):
            yield PartitionsReleased(subject.group, name, member.revoking, auto_committed(member, policies))


@needs_coordinator("now_ms")
def ask_to_revoke(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[RevocationAsked]:
    """In the answer to its heartbeat a member hears what it must give up. Kafka: CurrentAssignmentBuilder."""
    group = cluster.groups[subject.group]
    if group.protocol == "share":
        return
    for name, member in group.members.items():
        if _answers(cluster, group, member, policies) and not member.revoking:
            surplus = tuple(tp for tp in member.owned if tp not in group.target.get(name, ()))
            if surplus:
                yield RevocationAsked(subject.group, name, surplus)


@needs_coordinator("now_ms")
def reconcile_member(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[MemberReconciled]:
    """A member that has nothing left to give up reaches the target's epoch and gets what nobody else holds.

    Kafka: CurrentAssignmentBuilder (KIP-848). Simplified: heartbeats fall at fixed times, a second after those of the
    member before.
    """
    group = cluster.groups[subject.group]
    for name, member in group.members.items():
        if not _answers(cluster, group, member, policies) or member.revoking or name not in group.target:
            continue
        lacking = tuple(tp for tp in group.target[name] if tp not in member.owned)
        gained = tuple(tp for tp in lacking if group.protocol == "share" or not group.owners(tp))
        surplus = any(tp not in group.target[name] for tp in member.owned)
        if surplus and group.protocol != "share":
            continue  # It stays in its epoch until it has given up what it must.
        if gained or surplus or member.epoch != group.target_epoch or (not lacking and member.state != "stable"):
            positions = {} if group.protocol == "share" else start_positions(cluster, group, gained, policies)
            missing = tuple(tp for tp in lacking if tp not in gained)
            yield MemberReconciled(subject.group, name, group.target_epoch, gained, missing, positions)


def _answers(cluster: Cluster, group: Group, member: Member, policies: Policies) -> bool:
    """Tells whether the coordinator can tell a member something now: at its heartbeat, or if it waits for an answer."""
    if not member.up or member.state == "joining" or not is_served(cluster, group, member):
        return False
    return member.heard_ms is None or is_heard(cluster, group, member, policies)


def consumer_protocol_deadlines(cluster: Cluster, name: str, policies: Policies) -> Iterator[Timer]:
    """Yields when the next target is due, and the heartbeats by which members hear of it."""
    group, target = cluster.groups[name], target_timer(cluster, name, policies)
    if target is not None:
        yield target
    if group.state == "Reconciling":
        for member in group.members.values():
            if member.up:
                yield beat_timer(cluster, group, member, policies, f"group {name}")


RULES = (admit_member, notice_topics, compute_target, release_revoked, ask_to_revoke, reconcile_member)
