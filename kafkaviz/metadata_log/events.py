"""What reading a metadata log adds to the events of the model: how far it has been read, and what it leaves unknown."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from kafkaviz.decisions.values import Partition, TopicPartition
from kafkaviz.model.core.cluster import Cluster, put_broker
from kafkaviz.model.core.controllers import LEADER, VOTER, Quorum, Voter, ZooKeeper
from kafkaviz.model.core.copying import put_item
from kafkaviz.model.core.event import Duty, Event
from kafkaviz.model.core.groups import Group
from kafkaviz.model.core.replicas import UNKNOWN_OFFSET, Replica, View
from kafkaviz.model.groups.common.changes import put_group, settled_state
from kafkaviz.model.partitions.events import PartitionChanged
from kafkaviz.model.partitions.topic_events import PartitionsAdded, TopicCreated

OFFSETS: Final = "__consumer_offsets"
"""The topic in which coordinators remember groups."""
UNKNOWN: Final = Replica(log_start_offset=UNKNOWN_OFFSET, high_watermark=UNKNOWN_OFFSET)
"""A copy of which only the assignment is known: the metadata log holds no record and no offset of a topic."""


class Registration(NamedTuple):
    """A broker, and the epoch under which it registered. Kafka: RegisterBrokerRecord."""

    broker: int
    epoch: int


class Leading(NamedTuple):
    """Who leads the quorum, in which epoch, and who has a vote; nobody where that is not told.

    Kafka: LeaderChangeMessage.
    """

    epoch: int
    leader: int | None = None
    voters: tuple[int, ...] = ()
    granted: tuple[int, ...] = ()


# It is no event of the protocol, so it is not among EVENTS: no rule makes it, and no film plays it.
@dataclass(frozen=True, slots=True)
class RecordsReplayed(Event):
    """The metadata log was read up to an offset, with what its records say besides.

    Of the partitions named by `tps` every copy is known as the log has it; when each broker heard of it is not told.

    Kafka: MetadataLoader.
    """

    duty: ClassVar[Duty] = "controller"
    offset: int
    now_ms: int
    tps: tuple[TopicPartition, ...] = ()
    registered: Registration | None = None
    leading: Leading | None = None

    def apply(self, cluster: Cluster) -> Cluster:
        cluster = cluster._replace(now_ms=self.now_ms)
        if self.registered is not None:
            broker = cluster.brokers[self.registered.broker]
            cluster = put_broker(cluster, broker._replace(epoch=self.registered.epoch, started_ms=self.now_ms))
        if self.tps:
            known = {tp: _as_decided(cluster.partitions[tp]) for tp in self.tps if tp in cluster.partitions}
            cluster = cluster._replace(replicas={**cluster.replicas, **known})
            if cluster.groups and any(tp.topic == OFFSETS for tp in self.tps):
                cluster = _coordinated(cluster, cluster.groups)
        return cluster._replace(controller=self.controller_behind(cluster.controller))

    def controller_behind(self, controller: Quorum | ZooKeeper) -> Quorum | ZooKeeper:
        """Returns who decides once this was read: a quorum whose log goes as far."""
        return _read_up_to(controller, self.offset + 1, self.leading)


# Nor is it one of the protocol: a member does not hear at once what its coordinator wrote down.
@dataclass(frozen=True, slots=True)
class GroupReplayed(Event):
    """A partition of `__consumer_offsets` was read up to an offset; the group is now as it says, None if gone.

    Who coordinates it is not in that log: it is the leader of the partition.

    Kafka: GroupCoordinatorShard.replay.
    """

    duty: ClassVar[Duty] = "broker"
    group: str
    partition: int
    offset: int
    now_ms: int
    known: Group | None

    def apply(self, cluster: Cluster) -> Cluster:
        cluster = cluster._replace(now_ms=self.now_ms)
        if self.known is None:
            return cluster._replace(groups={name: held for name, held in cluster.groups.items() if name != self.group})
        cluster = settled_state(_coordinated(cluster, {self.group: self.known}), self.group)
        if self.known.protocol != "share":
            return cluster
        # A share group assigns and reconciles without being called otherwise. Kafka: ShareGroup.ShareGroupState.
        shared = cluster.groups[self.group]
        return put_group(cluster, self.group, shared._replace(state="Stable" if shared.members else "Empty"))


def _coordinated(cluster: Cluster, groups: Mapping[str, Group]) -> Cluster:
    """Returns the cluster with groups whose coordinators lead their partitions of `__consumer_offsets`."""
    led = {name: cluster.partitions.get(TopicPartition(OFFSETS, group.partition)) for name, group in groups.items()}
    known = {
        name: group._replace(coordinator=partition.leader if (partition := led[name]) else None)
        for name, group in groups.items()
    }
    changed = cluster.groups
    for name, group in known.items():
        changed = put_item(changed, name, group)
    return cluster._replace(groups=changed)


def _as_decided(partition: Partition) -> dict[int, Replica]:
    view = View(partition.leader, partition.leader_epoch, partition.isr, partition.partition_epoch)
    return dict.fromkeys(partition.replicas, UNKNOWN._replace(view=view))


def _read_up_to(quorum: object, end: int, leading: Leading | None) -> Quorum:
    """Returns the quorum with its log read up to an end; how far others than the leader had it is not told."""
    assert isinstance(quorum, Quorum), "a metadata log has no ZooKeeper"
    voters = dict(quorum.voters)
    if leading is not None:
        voters = {
            node: Voter(
                LEADER if node == leading.leader else VOTER,
                leading.epoch,
                leading.leader if node in leading.granted else None,
                leading.leader,
                log_end=(leading.epoch, UNKNOWN_OFFSET),
            )
            for node in leading.voters
        }
    for node, voter in voters.items():
        if voter.state == LEADER:
            voters[node] = voter._replace(log_end=(voter.epoch, end))
    return Quorum(voters, max(end, quorum.committed))


def partitions_in(event: Event | None) -> tuple[TopicPartition, ...]:
    """Returns the partitions of which an event that a record stands for says how they are."""
    match event:
        case TopicCreated(topic=topic, partitions=partitions):
            return tuple(TopicPartition(topic, n) for n in range(len(partitions)))
        case PartitionsAdded(topic=topic, first=first, partitions=partitions):
            return tuple(TopicPartition(topic, first + n) for n in range(len(partitions)))
        case PartitionChanged(tp=tp):
            return (tp,)
    return ()
