"""What happens in the consumer protocol: members are admitted, told, and reach the target one by one."""

from collections.abc import Mapping
from typing import ClassVar

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Duty, event
from kafkaviz.model.groups.common.changes import commit_offsets, only, put_group, put_member
from kafkaviz.model.groups.common.event import GroupEvent
from kafkaviz.model.groups.common.events import Tps


@event
class MemberAdmitted(GroupEvent):
    """The coordinator took a member in, and the group epoch rose. Kafka: ConsumerGroupHeartbeat with epoch 0."""

    duty: ClassVar[Duty] = "broker"
    member: str
    epoch: int

    def replay(self, cluster: Cluster) -> Cluster:
        member = cluster.groups[self.group].members[self.member]
        cluster = put_member(
            cluster, self.group, self.member, member._replace(state="unreleased", epoch=0, heard_ms=None)
        )
        return put_group(cluster, self.group, cluster.groups[self.group]._replace(generation=self.epoch))


@event
class TargetComputed(GroupEvent):
    """The coordinator worked out who should own what; nobody has been told. Kafka: TargetAssignmentBuilder."""

    duty: ClassVar[Duty] = "broker"
    epoch: int
    target: Mapping[str, Tps]
    metadata: Mapping[str, int]

    def replay(self, cluster: Cluster) -> Cluster:
        group = cluster.groups[self.group]
        return put_group(
            cluster,
            self.group,
            group._replace(
                target=self.target,
                target_epoch=self.epoch,
                target_ms=cluster.now_ms,
                metadata=self.metadata,
                metadata_ms=cluster.now_ms,
            ),
        )


@event
class RevocationAsked(GroupEvent):
    """In the answer to its heartbeat a member was told to give partitions up. Kafka: UNREVOKED_PARTITIONS."""

    duty: ClassVar[Duty] = "broker"
    member: str
    partitions: Tps

    def replay(self, cluster: Cluster) -> Cluster:
        member = cluster.groups[self.group].members[self.member]
        return put_member(
            cluster,
            self.group,
            self.member,
            member._replace(
                state="unrevoked",
                owned=tuple(tp for tp in member.owned if tp not in self.partitions),
                revoking=self.partitions,
                heard_ms=cluster.now_ms,
            ),
        )


@event
class PartitionsReleased(GroupEvent):
    """A member gave partitions up and said so.

    Kafka: its next heartbeat, whose TopicPartitions no longer name them (KIP-848).
    """

    duty: ClassVar[Duty] = "consumer"
    member: str
    partitions: Tps
    committed: Mapping[TopicPartition, int] | None = None

    def replay(self, cluster: Cluster) -> Cluster:
        cluster = commit_offsets(cluster, self.group, self.committed)
        member = cluster.groups[self.group].members[self.member]
        return put_member(
            cluster,
            self.group,
            self.member,
            member._replace(
                state="unreleased", revoking=(), positions=only(member.positions, member.owned), heard_ms=None
            ),
        )


@event
class MemberReconciled(GroupEvent):
    """A member reached the target's epoch and got what is free; `missing` is still held by others.

    Kafka: the assignment in the answer to its heartbeat (KIP-848).
    """

    duty: ClassVar[Duty] = "broker"
    member: str
    epoch: int
    gained: Tps
    missing: Tps
    positions: Mapping[TopicPartition, int]

    def replay(self, cluster: Cluster) -> Cluster:
        group = cluster.groups[self.group]
        member = group.members[self.member]
        kept = tuple(tp for tp in member.owned if tp in group.target.get(self.member, ()))
        owned = (*kept, *self.gained)
        return put_member(
            cluster,
            self.group,
            self.member,
            member._replace(
                state="unreleased" if self.missing else "stable",
                epoch=self.epoch,
                owned=owned,
                positions={**only(member.positions, owned), **self.positions},
                heard_ms=cluster.now_ms,
            ),
        )
