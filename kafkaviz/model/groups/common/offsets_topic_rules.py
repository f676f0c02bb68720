"""How a group gets its coordinator: who leads the partition of `__consumer_offsets` on which its id falls."""

from collections.abc import Iterator

from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import ZooKeeper
from kafkaviz.model.core.groups import GroupName
from kafkaviz.model.core.rule import rule
from kafkaviz.model.groups.common.coordinator_events import CoordinatorMoved, OffsetsPartitionCreated


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
    """Returns the brokers for a partition of `__consumer_offsets`, striped; none while there are too few.

    A quorum takes fenced brokers last, as for any topic; ZooKeeper knows only the live ones.
    """
    live = sorted(b.id for b in cluster.brokers.values() if b.is_active)
    fenced = sorted(b.id for b in cluster.brokers.values() if b.fenced and b.registered)
    away = [] if isinstance(cluster.controller, ZooKeeper) else fenced
    copies = policies.offsets_topic_replication_factor
    if policies.offsets_topic_may_be_smaller:
        copies = max(min(copies, len(live)), 1)
    if not live or len(live) + len(away) < copies:
        return ()
    striped = [live[(partition + n) % len(live)] for n in range(min(copies, len(live)))]
    return (*striped, *away[: copies - len(striped)])


@rule("groups", "offsets", "controller", "brokers")
def move_coordinator(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[CoordinatorMoved]:
    """Who leads the group's partition of `__consumer_offsets` is its coordinator, and loads the group from there.

    Kafka: GroupCoordinatorService.onElection, after a leader election like any other. Simplified: the replicas are
    taken to be in sync; a partition that nobody has led before holds nothing and is loaded at once; a broker that comes
    back is not made the preferred leader again.
    """
    group = cluster.groups[subject.group]
    partition = cluster.offsets.get(group.partition)
    if partition is None:
        return
    leader = partition.leader
    alive = [b for b in partition.replicas if b in cluster.brokers and cluster.brokers[b].is_active]
    if cluster.active_controller is not None and leader not in alive:
        leader = alive[0] if alive else None
    if leader != group.coordinator or leader != partition.leader:
        since = cluster.now_ms if leader != partition.leader else _loading_since_ms(cluster, group.partition)
        loads = leader is not None and policies.partition_load_time_ms > 0
        yield CoordinatorMoved(subject.group, group.partition, leader, since if loads else None)


def _loading_since_ms(cluster: Cluster, partition: int) -> int | None:
    """Returns since when the leader of a partition loads it, for the groups that are on it; None if it does not."""
    since = (group.loading_since_ms for group in cluster.groups.values() if group.partition == partition)
    return next((ms for ms in since if ms is not None), None)


RULES = (create_offsets_partition, move_coordinator)
