"""What happens while a member looks for its group's coordinator: it is refused, it asks who it is, and it goes on."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Duty, event
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
