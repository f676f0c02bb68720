"""How a group gets its coordinator, and how its members find it: nobody tells them that it has moved."""

from collections.abc import Iterator

from kafkaviz.decisions.errors import RequestTimedOutError
from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.groups import Group, GroupName
from kafkaviz.model.core.rule import rule
from kafkaviz.model.groups.common.coordinator_events import CoordinatorFound, CoordinatorMarkedUnknown
from kafkaviz.model.groups.common.coordinators import (
    coordinator_of,
    is_cut_short,
    is_heard,
    is_served,
    next_beat_ms,
    patience_ends_ms,
    refusal,
)
from kafkaviz.model.groups.common.events import CoordinatorMoved, OffsetsCommitted, OffsetsPartitionCreated


@rule("groups", "brokers", "now_ms")
def mark_coordinator_unknown(
    cluster: Cluster, subject: GroupName, policies: Policies
) -> Iterator[CoordinatorMarkedUnknown]:
    """A member's heartbeat or JoinGroup is refused by a broker that coordinates its group no more, or never answered.

    Kafka: HeartbeatResponseHandler and AbstractHeartbeatRequestManager, which call markCoordinatorUnknown. Simplified:
    a connection that breaks is no step of its own; a request that hung is forgotten when the broker wakes up, and the
    next heartbeat is answered; a broker that is cut off refuses heartbeats as it would a write.
    """
    group = cluster.groups[subject.group]
    for name, member in group.members.items():
        asked = member.coordinator
        if asked is None or asked == group.coordinator or not member.up:
            continue
        error = refusal(cluster, group, member)
        if error is not None and (member.state == "joining" or is_heard(cluster, group, member, policies)):
            yield CoordinatorMarkedUnknown(subject.group, name, asked, error.name, error.code)
        due = patience_ends_ms(cluster, group, member, policies)
        if due is not None and due <= cluster.now_ms:
            timeout = RequestTimedOutError
            yield CoordinatorMarkedUnknown(subject.group, name, asked, timeout.name, timeout.code)


@rule("groups", "brokers")
def find_coordinator(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[CoordinatorFound]:
    """A member that knows no coordinator, or one that has died, asks a broker who it is, and is told.

    Kafka: AbstractCoordinator.lookupCoordinator, KafkaApis.handleFindCoordinatorRequest. Simplified: it asks the live
    broker with the lowest id, where Kafka asks the one with the fewest requests under way; the answer is what the
    controller has decided, not what one broker has heard. While there is nobody to name it asks in vain, each
    retry.backoff.ms, which is not told.
    """
    group, coordinator = cluster.groups[subject.group], coordinator_of(cluster, subject.group)
    asked = min((b.id for b in cluster.brokers.values() if b.is_up and b.is_active and not b.cut_off), default=None)
    if coordinator is None or asked is None:
        return
    for name, member in group.members.items():
        if member.up and member.coordinator != coordinator and is_cut_short(cluster, member):
            yield CoordinatorFound(subject.group, name, asked, coordinator)


@rule("groups", "brokers")
def retry_commit(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[OffsetsCommitted]:
    """A commit that was refused goes to the coordinator that the member has found.

    Kafka: ConsumerCoordinator.commitOffsetsSync, CommitRequestManager.commitSync. Simplified: without the limit of
    default.api.timeout.ms.
    """
    group = cluster.groups[subject.group]
    for name, member in group.members.items():
        if member.committing is None or not member.up or not is_served(cluster, group, member):
            continue
        if group.is_modern or (member.epoch == group.generation and group.state != "CompletingRebalance"):
            yield OffsetsCommitted(subject.group, name, member.committing)


@rule("groups", "offsets", "controller", "brokers")
def create_offsets_partition(
    cluster: Cluster, subject: GroupName, policies: Policies
) -> Iterator[OffsetsPartitionCreated]:
    """The first group to need it has its partition of `__consumer_offsets` made.

    Kafka: AutoTopicCreationManager.createTopics. Simplified: the whole topic is made at once, on first use; the rest of
    its partitions is not shown here.
    """
    group = cluster.groups[subject.group]
    if group.partition in cluster.offsets or cluster.active_controller is None:
        return
    replicas = offsets_replicas(cluster, group.partition, policies)
    if replicas:
        yield OffsetsPartitionCreated(subject.group, group.partition, replicas)


def offsets_replicas(cluster: Cluster, partition: int, policies: Policies) -> tuple[int, ...]:
    """Returns the brokers for a partition of `__consumer_offsets`, striped; none while too few are alive."""
    live = sorted(b.id for b in cluster.brokers.values() if b.is_active)
    copies = policies.offsets_topic_replication_factor
    return tuple(live[(partition + n) % len(live)] for n in range(copies)) if len(live) >= copies else ()


@rule("groups", "offsets", "controller", "brokers")
def move_coordinator(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[CoordinatorMoved]:
    """Who leads the group's partition of `__consumer_offsets` is its coordinator, and loads the group from there.

    Kafka: GroupCoordinatorService.onElection, after a leader election like any other. Simplified: the replicas are
    taken to be in sync; the group is loaded at once, so that nobody hears COORDINATOR_LOAD_IN_PROGRESS; a broker that
    comes back is not made the preferred leader again.
    """
    group = cluster.groups[subject.group]
    partition = cluster.offsets.get(group.partition)
    if partition is None:
        return
    leader = partition.leader
    alive = [b for b in partition.replicas if b in cluster.brokers and cluster.brokers[b].is_active]
    if cluster.active_controller is not None and leader not in alive:
        leader = alive[0] if alive else None
    moved = leader != group.coordinator or leader != partition.leader
    if moved:
        yield CoordinatorMoved(subject.group, group.partition, leader)


def coordinator_deadlines(cluster: Cluster, group: Group, policies: Policies) -> Iterator[int]:
    """Yields when members will hear that they ask the wrong broker, or give up on one that does not answer."""
    for member in group.members.values():
        if not member.up or member.coordinator in (None, group.coordinator):
            continue
        due = patience_ends_ms(cluster, group, member, policies)
        if due is not None:
            yield due
        elif refusal(cluster, group, member) is not None:
            yield next_beat_ms(cluster, group, member, policies)


RULES = (
    create_offsets_partition,
    move_coordinator,
    mark_coordinator_unknown,
    find_coordinator,
    retry_commit,
)
