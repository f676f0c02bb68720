"""What happens while a member looks for its group's coordinator: it is refused, it asks who it is, and it goes on."""

from collections.abc import Mapping
from typing import ClassVar

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Duty, event
from kafkaviz.model.groups.common.changes import put_member
from kafkaviz.model.groups.common.event import GroupEvent


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
        waiting = member.committing if self.offsets is None else self.offsets
        return put_member(cluster, self.group, self.member, member._replace(coordinator=None, committing=waiting))


@event
class CoordinatorFound(GroupEvent):
    """A broker that a member asked told it who coordinates its group. Kafka: FindCoordinatorRequest."""

    duty: ClassVar[Duty] = "consumer"
    member: str
    asked: int
    broker: int

    def replay(self, cluster: Cluster) -> Cluster:
        member = cluster.groups[self.group].members[self.member]
        return put_member(cluster, self.group, self.member, member._replace(coordinator=self.broker))
