"""What happened to a group whatever its protocol: members come and go, poll, seek and commit."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Duty, event
from kafkaviz.model.core.groups import Group, GroupProtocol, Member, StoredIn
from kafkaviz.model.core.replicas import Record
from kafkaviz.model.groups.common.changes import (
    commit_offsets,
    partition_counts_of,
    put_group,
    put_member,
    without_member,
)
from kafkaviz.model.groups.common.event import GroupEvent

Tps = tuple[TopicPartition, ...]


@event
class MembersStarted(GroupEvent):
    """Consumers started with a group id; a name with an instance id is a static member. Kafka: subscribe."""

    duty: ClassVar[Duty] = "consumer"
    members: tuple[str, ...]
    topics: tuple[str, ...]
    protocol: GroupProtocol
    partition: int
    instance_ids: tuple[str | None, ...] = ()
    stored_in: StoredIn = "__consumer_offsets"

    def replay(self, cluster: Cluster) -> Cluster:
        group = cluster.groups.get(self.group) or Group(self.protocol, self.partition, stored_in=self.stored_in)
        instance_ids = self.instance_ids or (None,) * len(self.members)
        heard = Member(self.topics, joined_ms=cluster.now_ms, committed_ms=cluster.now_ms)
        if not group.is_server_assigned:
            heard = heard._replace(metadata=partition_counts_of(cluster, self.topics))
        started = {
            name: heard._replace(number=group.joined + n, instance_id=instance_id)
            for n, (name, instance_id) in enumerate(zip(self.members, instance_ids, strict=True))
        }
        changed = group._replace(members={**group.members, **started}, joined=group.joined + len(started))
        return put_group(cluster, self.group, changed)


@event
class MemberLeft(GroupEvent):
    """A member said goodbye: closed by a person, or because it had not polled for max.poll.interval.ms."""

    duty: ClassVar[Duty] = "consumer"
    member: str
    reason: Literal["closed", "max.poll.interval.ms"] = "closed"
    committed: Mapping[TopicPartition, int] | None = None

    def replay(self, cluster: Cluster) -> Cluster:
        return without_member(commit_offsets(cluster, self.group, self.committed), self.group, self.member)


@event
class MemberClosed(GroupEvent):
    """A member was closed and its group keeps its place: a static one has its session timeout to come back.

    Kafka: KIP-345; in the consumer protocol a heartbeat of epoch -2 (KIP-848).
    """

    duty: ClassVar[Duty] = "consumer"
    member: str
    committed: Mapping[TopicPartition, int] | None = None

    def replay(self, cluster: Cluster) -> Cluster:
        return _silent(commit_offsets(cluster, self.group, self.committed), self)


@event
class MemberCrashed(GroupEvent):
    """A consumer's process died; the coordinator does not know yet."""

    duty: ClassVar[Duty] = "person"
    member: str

    def replay(self, cluster: Cluster) -> Cluster:
        return _silent(cluster, self)


def _silent(cluster: Cluster, event: MemberClosed | MemberCrashed) -> Cluster:
    """Returns the cluster with a member that is silent, or without it if the coordinator never heard of it."""
    member = cluster.groups[event.group].members[event.member]
    if not member.is_known:
        return without_member(cluster, event.group, event.member)
    return put_member(cluster, event.group, event.member, member._replace(quiet_since_ms=cluster.now_ms))


@event
class MemberExpired(GroupEvent):
    """The coordinator heard nothing from a member for its session timeout, and removed it."""

    duty: ClassVar[Duty] = "broker"
    member: str

    def replay(self, cluster: Cluster) -> Cluster:
        return without_member(cluster, self.group, self.member)


@event
class MemberReplaced(GroupEvent):
    """A static member came back within its session timeout and got its partitions without a rebalance. KIP-345."""

    duty: ClassVar[Duty] = "broker"
    member: str
    by: str
    positions: Mapping[TopicPartition, int]

    def replay(self, cluster: Cluster) -> Cluster:
        group = cluster.groups[self.group]
        was = group.members[self.member]
        stays = group.is_server_assigned or group.state == "Stable"
        now = was._replace(
            state=was.state if stays else "joining",
            owned=was.owned if stays else (),
            revoking=(),
            positions=self.positions if stays else {},
            coordinator=group.coordinator,
            committing=None,
            joined_ms=cluster.now_ms,
            metadata={} if group.is_server_assigned else partition_counts_of(cluster, was.topics),
            quiet_since_ms=None,
            stalled_since_ms=None,
        )
        renamed = {self.by if name == self.member else name: m for name, m in group.members.items()}
        target = {self.by if name == self.member else name: given for name, given in group.target.items()}
        leader = self.by if group.leader == self.member else group.leader
        changed = group._replace(members={**renamed, self.by: now}, target=target, leader=leader)
        return put_group(cluster, self.group, changed)


@event
class MemberStalled(GroupEvent):
    """A consumer is stuck in its processing: its heartbeats go on, its polls do not."""

    duty: ClassVar[Duty] = "person"
    member: str

    def replay(self, cluster: Cluster) -> Cluster:
        member = cluster.groups[self.group].members[self.member]
        return put_member(cluster, self.group, self.member, member._replace(stalled_since_ms=cluster.now_ms))


@event
class MemberResumed(GroupEvent):
    """A consumer that was stuck polls again."""

    duty: ClassVar[Duty] = "person"
    member: str

    def replay(self, cluster: Cluster) -> Cluster:
        member = cluster.groups[self.group].members[self.member]
        return put_member(cluster, self.group, self.member, member._replace(stalled_since_ms=None))


@event
class MetadataNoticed(GroupEvent):
    """The group's leader, or the coordinator that assigns itself, saw that subscribed topics have grown."""

    duty: ClassVar[Duty] = "consumer"
    metadata: Mapping[str, int]

    def replay(self, cluster: Cluster) -> Cluster:
        group = cluster.groups[self.group]
        group = group._replace(metadata=self.metadata, metadata_ms=cluster.now_ms)
        if group.is_server_assigned:
            return put_group(cluster, self.group, group._replace(generation=group.generation + 1))
        cluster = put_group(cluster, self.group, group)
        assert group.leader is not None
        leader = group.members[group.leader]._replace(state="joining", metadata=self.metadata)
        return put_member(cluster, self.group, group.leader, leader)


@event
class GroupPolled(GroupEvent):
    """A member fetched what it owns, below the high watermark; auto commit may have come first. Kafka: poll.

    `fetched` holds (partition, leader, position after, records).
    """

    duty: ClassVar[Duty] = "consumer"
    member: str
    fetched: tuple[tuple[TopicPartition, int, int, tuple[Record, ...]], ...]
    committed: Mapping[TopicPartition, int] | None = None

    def replay(self, cluster: Cluster) -> Cluster:
        member = cluster.groups[self.group].members[self.member]
        cluster = commit_offsets(cluster, self.group, self.committed)
        return put_member(
            cluster,
            self.group,
            self.member,
            member._replace(
                positions={**member.positions, **{tp: position for tp, _, position, _ in self.fetched}},
                polled_ms=cluster.now_ms,
                committed_ms=member.committed_ms if self.committed is None else cluster.now_ms,
            ),
        )


@event
class OffsetsCommitted(GroupEvent):
    """A member had the next offsets to read written down, by the coordinator or, long ago, in ZooKeeper."""

    duty: ClassVar[Duty] = "consumer"
    member: str
    offsets: Mapping[TopicPartition, int]
    stored_in: StoredIn = "__consumer_offsets"

    def replay(self, cluster: Cluster) -> Cluster:
        cluster = commit_offsets(cluster, self.group, self.offsets)
        member = cluster.groups[self.group].members[self.member]
        if member.committing is None:
            return cluster
        return put_member(cluster, self.group, self.member, member._replace(committing=None, attempts=0))


@event
class PositionSought(GroupEvent):
    """A person moved a member's position; the committed offset stays. Kafka: KafkaConsumer.seek."""

    duty: ClassVar[Duty] = "person"
    member: str
    partition: TopicPartition
    offset: int

    def replay(self, cluster: Cluster) -> Cluster:
        member = cluster.groups[self.group].members[self.member]
        moved = member._replace(positions={**member.positions, self.partition: self.offset})
        return put_member(cluster, self.group, self.member, moved)
