"""What happens to a group's coordinator: a broker becomes it, and members that look for it are refused and find it."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from kafkaviz.decisions.values import Partition, TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Duty, append_to_metadata_log, event
from kafkaviz.model.groups.common.changes import committing, put_group, put_member, restart_sessions
from kafkaviz.model.groups.common.event import GroupEvent

CoordinatorRequest = Literal["OffsetCommit", "JoinGroup", "ConsumerGroupHeartbeat", "ShareGroupHeartbeat"]


@event
class CoordinatorMarkedUnknown(GroupEvent):
    """A member learned that a broker is not its coordinator, or got no answer; a commit it had asked for waits.

    Kafka: AbstractCoordinator.markCoordinatorUnknown, CoordinatorRequestManager.markCoordinatorUnknown.
    """

    duty: ClassVar[Duty] = "broker"
    member: str
    broker: int
    error: str
    code: int
    offsets: Mapping[TopicPartition, int] | None = None

    def replay(self, cluster: Cluster) -> Cluster:
        member = cluster.groups[self.group].members[self.member]
        unknown = committing(member, self.offsets, cluster.now_ms)._replace(coordinator=None)
        return put_member(cluster, self.group, self.member, unknown)


@event
class CommitBlocked(GroupEvent):
    """A member's commit waits: nobody that it can reach coordinates its group. Kafka: KafkaConsumer.commitSync."""

    duty: ClassVar[Duty] = "consumer"
    member: str
    offsets: Mapping[TopicPartition, int]

    def replay(self, cluster: Cluster) -> Cluster:
        member = cluster.groups[self.group].members[self.member]
        return put_member(cluster, self.group, self.member, committing(member, self.offsets, cluster.now_ms))


@event
class CommitExpired(GroupEvent):
    """A member's commit found no coordinator in time, and fails with a TimeoutException. Kafka: commitSync."""

    duty: ClassVar[Duty] = "consumer"
    member: str

    def replay(self, cluster: Cluster) -> Cluster:
        member = cluster.groups[self.group].members[self.member]
        return put_member(cluster, self.group, self.member, member._replace(committing=None, attempts=0))


@event
class CoordinatorFound(GroupEvent):
    """A broker that a member asked told it who coordinates its group. Kafka: FindCoordinatorRequest."""

    duty: ClassVar[Duty] = "consumer"
    member: str
    asked: int
    broker: int

    def replay(self, cluster: Cluster) -> Cluster:
        member = cluster.groups[self.group].members[self.member]
        found = member._replace(coordinator=self.broker, attempts=0, retry_ms=0)
        return put_member(cluster, self.group, self.member, found)


@event
class GroupRequestRejected(GroupEvent):
    """A coordinator that is still loading a group put a member off, which asks the same broker again at `retry_ms`.

    Kafka: COORDINATOR_LOAD_IN_PROGRESS, of CoordinatorRuntime.withActiveContextOrThrow.
    """

    duty: ClassVar[Duty] = "broker"
    member: str
    broker: int
    request: CoordinatorRequest
    error: str
    code: int
    retry_ms: int
    offsets: Mapping[TopicPartition, int] | None = None

    def replay(self, cluster: Cluster) -> Cluster:
        member = cluster.groups[self.group].members[self.member]
        waiting = committing(member, self.offsets, cluster.now_ms)
        put_off = waiting._replace(attempts=member.attempts + 1, retry_ms=self.retry_ms)
        return put_member(cluster, self.group, self.member, put_off)


@event
class CoordinatorLoaded(GroupEvent):
    """A coordinator has read a group from its partition of `__consumer_offsets`, and answers its members from now on.

    Kafka: CoordinatorLoader, GroupCoordinatorShard.onLoaded, which starts every session timeout.
    """

    duty: ClassVar[Duty] = "broker"
    broker: int

    def replay(self, cluster: Cluster) -> Cluster:
        group = cluster.groups[self.group]
        heard = restart_sessions(group, cluster.now_ms)
        return put_group(cluster, self.group, group._replace(loading_since_ms=None, members=heard))


@event
class OffsetsPartitionCreated(GroupEvent):
    """The controller placed the partition of `__consumer_offsets` that a group's id falls on."""

    duty: ClassVar[Duty] = "controller"
    partition: int
    replicas: tuple[int, ...]

    def replay(self, cluster: Cluster) -> Cluster:
        leader = next(b for b in self.replicas if cluster.brokers[b].is_active)
        made = Partition(self.replicas, leader, tuple(b for b in self.replicas if cluster.brokers[b].is_active))
        return append_to_metadata_log(cluster._replace(offsets={**cluster.offsets, self.partition: made}))


@event
class CoordinatorMoved(GroupEvent):
    """A broker became the coordinator of a group because it leads the group's partition.

    It began at `loading_since_ms` to load the group; None if that took no time. Members have yet to find it.

    Kafka: GroupCoordinatorService.onElection, which also starts every session timeout anew.
    """

    duty: ClassVar[Duty] = "broker"
    partition: int
    broker: int | None
    loading_since_ms: int | None = None

    def replay(self, cluster: Cluster) -> Cluster:
        partition = cluster.offsets[self.partition]
        if partition.leader != self.broker:
            isr = tuple(b for b in partition.replicas if b in cluster.brokers and cluster.brokers[b].is_active)
            partition = partition._replace(
                leader=self.broker,
                isr=isr or partition.isr,
                leader_epoch=partition.leader_epoch + 1,
                partition_epoch=partition.partition_epoch + 1,
            )
        group = cluster.groups[self.group]
        moved = group._replace(
            coordinator=self.broker,
            loading_since_ms=self.loading_since_ms,
            members={name: m._replace(attempts=0) for name, m in restart_sessions(group, cluster.now_ms).items()},
        )
        changed = cluster._replace(offsets={**cluster.offsets, self.partition: partition})
        return put_group(changed, self.group, moved)
