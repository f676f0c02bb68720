"""What happens in a share group: records are lent, given back, done with or given up."""

from collections.abc import Mapping
from dataclasses import field
from typing import ClassVar, Literal

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Duty, event
from kafkaviz.model.core.groups import Delivery
from kafkaviz.model.core.replicas import Record
from kafkaviz.model.groups.common.changes import put_group, put_member
from kafkaviz.model.groups.common.event import GroupEvent


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
            held = dict(deliveries.get(tp, {}))
            for record in records:
                before = held.get(record.offset)
                attempts = 1 if before is None else before.attempts + 1
                held[record.offset] = Delivery(self.member, self.until_ms, attempts)
            deliveries[tp] = held
        member = cluster.groups[self.group].members[self.member]
        cluster = put_member(cluster, self.group, self.member, member._replace(polled_ms=cluster.now_ms))
        return put_group(cluster, self.group, cluster.groups[self.group]._replace(deliveries=deliveries))


@event
class RecordsAcknowledged(GroupEvent):
    """A member of a share group said what became of its records; those it released too often are given up.

    Kafka: ShareAcknowledge.
    """

    duty: ClassVar[Duty] = "consumer"
    member: str
    offsets: Mapping[TopicPartition, tuple[int, ...]]
    outcome: Literal["accept", "release", "reject"] = "accept"
    given_up: Mapping[TopicPartition, tuple[int, ...]] = field(default_factory=dict)

    def replay(self, cluster: Cluster) -> Cluster:
        for tp, offsets in self.offsets.items():
            over = self.given_up.get(tp, ())
            again = tuple(offset for offset in offsets if offset not in over)
            cluster = _settled(cluster, self.group, tp, again, done=self.outcome != "release")
            cluster = _settled(cluster, self.group, tp, over, done=True)
        return cluster


@event
class AcquisitionExpired(GroupEvent):
    """Records that a member of a share group kept too long may go to another; tried too often, they are given up."""

    duty: ClassVar[Duty] = "broker"
    partition: TopicPartition
    offsets: tuple[int, ...]
    given_up: tuple[int, ...] = ()

    def replay(self, cluster: Cluster) -> Cluster:
        again = tuple(offset for offset in self.offsets if offset not in self.given_up)
        cluster = _settled(cluster, self.group, self.partition, again, done=False)
        return _settled(cluster, self.group, self.partition, self.given_up, done=True)


def _settled(cluster: Cluster, name: str, tp: TopicPartition, offsets: tuple[int, ...], *, done: bool) -> Cluster:
    """Marks records as done, or as available again."""
    group = cluster.groups[name]
    held = dict(group.deliveries.get(tp, {}))
    for offset in offsets:
        held[offset] = held[offset]._replace(member=None, until_ms=0, done=done)
    return put_group(cluster, name, group._replace(deliveries={**group.deliveries, tp: held}))
