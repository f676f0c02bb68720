"""What changes in a share group: records are lent, given back, done with or given up."""

from collections.abc import Callable
from typing import Any

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model import events as e
from kafkaviz.model.apply.groups import put_group, put_member
from kafkaviz.model.values import Cluster, Delivery


def _records_acquired(cluster: Cluster, event: e.RecordsAcquired) -> Cluster:
    deliveries = dict(cluster.groups[event.group].deliveries)
    for tp, _, records in event.fetched:
        held = dict(deliveries.get(tp, {}))
        for record in records:
            before = held.get(record.offset)
            attempts = 1 if before is None else before.attempts + 1
            held[record.offset] = Delivery(event.member, event.until_ms, attempts)
        deliveries[tp] = held
    cluster = put_member(cluster, event.group, event.member, polled_ms=cluster.now_ms)
    return put_group(cluster, event.group, deliveries=deliveries)


def _records_acknowledged(cluster: Cluster, event: e.RecordsAcknowledged) -> Cluster:
    for tp, offsets in event.offsets.items():
        cluster = _settled(cluster, event.group, tp, offsets, done=event.outcome != "release")
    return cluster


def _acquisition_expired(cluster: Cluster, event: e.AcquisitionExpired) -> Cluster:
    again = tuple(offset for offset in event.offsets if offset not in event.given_up)
    cluster = _settled(cluster, event.group, event.partition, again, done=False)
    return _settled(cluster, event.group, event.partition, event.given_up, done=True)


def _settled(cluster: Cluster, name: str, tp: TopicPartition, offsets: tuple[int, ...], *, done: bool) -> Cluster:
    """Mark records as done, or as available again."""
    group = cluster.groups[name]
    held = dict(group.deliveries.get(tp, {}))
    for offset in offsets:
        held[offset] = held[offset]._replace(member=None, until_ms=0, done=done)
    return put_group(cluster, name, deliveries={**group.deliveries, tp: held})


BY_EVENT: dict[type, Callable[[Cluster, Any], Cluster]] = {
    e.RecordsAcquired: _records_acquired,
    e.RecordsAcknowledged: _records_acknowledged,
    e.AcquisitionExpired: _acquisition_expired,
}
