"""What happens in a share group: records are lent, given back, done with or given up."""

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import ClassVar, Literal

from kafkaviz.decisions.sharing import RecordState
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Duty, event
from kafkaviz.model.core.groups import NEVER_LENT, Delivery
from kafkaviz.model.core.replicas import Record
from kafkaviz.model.groups.common.changes import put_group, put_member
from kafkaviz.model.groups.common.event import GroupEvent

Outcome = Literal["accept", "release", "reject"]
ACKNOWLEDGED: Mapping[Outcome, RecordState] = {"accept": "acknowledged", "release": "available", "reject": "archived"}
"""What a record becomes of which its member says so. Kafka: AcknowledgeType."""


@event
class RecordsAcquired(GroupEvent):
    """A share group handed records to one member, and to nobody else for a while. Kafka: ShareFetch."""

    duty: ClassVar[Duty] = "broker"
    member: str
    fetched: tuple[tuple[TopicPartition, int, tuple[Record, ...]], ...]
    until_ms: int

    def replay(self, cluster: Cluster) -> Cluster:
        deliveries = dict(cluster.groups[self.group].deliveries)
        for tp, _, records in self.fetched:
            states = dict(deliveries.get(tp, {}))
            first = next((record.offset for record in records if record.offset not in states), -1)
            new = NEVER_LENT._replace(first_offset=first)
            for record in records:
                before = states.get(record.offset, new)
                count = before.delivery_count + 1
                states[record.offset] = Delivery("acquired", self.member, self.until_ms, count, before.first_offset)
            deliveries[tp] = states
        member = cluster.groups[self.group].members[self.member]
        in_hand = {tp: tuple(record.offset for record in records) for tp, _, records in self.fetched}
        polled = member._replace(polled_ms=cluster.now_ms, in_hand=in_hand)
        cluster = put_member(cluster, self.group, self.member, polled)
        return put_group(cluster, self.group, cluster.groups[self.group]._replace(deliveries=deliveries))


@event
class RecordsAcknowledged(GroupEvent):
    """A member of a share group said what became of its records; those it released too often are archived.

    Of the partitions that are `refused` it said so too late: its lock was over (INVALID_RECORD_STATE).

    Kafka: ShareAcknowledge.
    """

    duty: ClassVar[Duty] = "consumer"
    member: str
    offsets: Mapping[TopicPartition, tuple[int, ...]]
    outcome: Outcome = "accept"
    archived: Mapping[TopicPartition, tuple[int, ...]] = field(default_factory=dict)
    refused: tuple[TopicPartition, ...] = ()

    def replay(self, cluster: Cluster) -> Cluster:
        member = cluster.groups[self.group].members[self.member]
        cluster = put_member(cluster, self.group, self.member, member._replace(in_hand={}))
        for tp, offsets in self.offsets.items():
            cluster = _given_back(cluster, self.group, tp, offsets, ACKNOWLEDGED[self.outcome])
            cluster = _given_back(cluster, self.group, tp, self.archived.get(tp, ()), "archived")
        return cluster


@event
class AcquisitionExpired(GroupEvent):
    """Records that a member of a share group kept too long may go to another; delivered too often, they are archived.

    Kafka: SharePartition.releaseAcquisitionLockOnTimeout.
    """

    duty: ClassVar[Duty] = "broker"
    partition: TopicPartition
    offsets: tuple[int, ...]
    archived: tuple[int, ...] = ()

    def replay(self, cluster: Cluster) -> Cluster:
        cluster = _given_back(cluster, self.group, self.partition, self.offsets, "available")
        return _given_back(cluster, self.group, self.partition, self.archived, "archived")


@event
class ShareSessionClosed(GroupEvent):
    """A broker saw the connection of a member close, and released the records that it had; some may be archived.

    Kafka: SharePartitionManager.releaseSession.
    """

    duty: ClassVar[Duty] = "broker"
    member: str
    offsets: Mapping[TopicPartition, tuple[int, ...]]
    archived: Mapping[TopicPartition, tuple[int, ...]] = field(default_factory=dict)

    def replay(self, cluster: Cluster) -> Cluster:
        for tp, offsets in self.offsets.items():
            cluster = _given_back(cluster, self.group, tp, offsets, "available")
            cluster = _given_back(cluster, self.group, tp, self.archived.get(tp, ()), "archived")
        return cluster


def _given_back(cluster: Cluster, name: str, tp: TopicPartition, offsets: Iterable[int], state: RecordState) -> Cluster:
    """Returns the cluster with records that nobody has any more."""
    group = cluster.groups[name]
    states = dict(group.deliveries.get(tp, {}))
    for offset in offsets:
        states[offset] = states[offset]._replace(state=state, member=None, until_ms=0)
    return put_group(cluster, name, group._replace(deliveries={**group.deliveries, tp: states}))
