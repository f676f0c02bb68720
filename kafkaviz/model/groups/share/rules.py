"""Share groups: members share partitions, and each record is lent to one of them at a time."""

from collections.abc import Iterator

from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.groups import Delivery, Group, GroupName
from kafkaviz.model.core.rule import rule
from kafkaviz.model.core.timer import Timer, is_over
from kafkaviz.model.groups.share.events import AcquisitionExpired, ShareSessionClosed
from kafkaviz.model.groups.share.lent import archived_by_partition, archived_offsets, lent_offsets


@rule("groups")
def close_session(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[ShareSessionClosed]:
    """Records of a member whose process ended, well or badly, are free at once; delivered too often, they are archived.

    The brokers see the connection close; only a member that hangs, or is cut off, keeps its records until their lock
    runs out.

    Kafka: SharePartition.releaseAcquiredRecords, asked by ShareSessionCache.ClientConnectionDisconnectListener.
    """
    group = cluster.groups[subject.group]
    holders = {delivery.member for deliveries in group.deliveries.values() for delivery in deliveries.values()}
    for name in sorted(holders - {None}, key=str):
        if name is not None and (name not in group.members or not group.members[name].up):
            lent = lent_offsets(group, name)
            yield ShareSessionClosed(subject.group, name, lent, archived_by_partition(group, lent, policies))


@rule("groups", "now_ms")
def expire_acquisition(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[AcquisitionExpired]:
    """Records that a member kept too long are free again; after too many deliveries they are archived.

    Kafka: SharePartition.releaseAcquisitionLockOnTimeout, group.share.record.lock.duration.ms.
    """
    group = cluster.groups[subject.group]
    for tp, deliveries in group.deliveries.items():
        late = tuple(
            offset
            for offset, delivery in deliveries.items()
            if is_over(lock_timer(subject.group, delivery, policies), cluster.now_ms)
        )
        if late:
            yield AcquisitionExpired(subject.group, tp, late, archived_offsets(group, tp, late, policies))


def share_deadlines(name: str, group: Group, policies: Policies) -> Iterator[Timer]:
    """Yields when lent records fall due."""
    for deliveries in group.deliveries.values():
        for delivery in deliveries.values():
            timer = lock_timer(name, delivery, policies)
            if timer is not None:
                yield timer


def lock_timer(name: str, delivery: Delivery, policies: Policies) -> Timer | None:
    """Returns when the acquisition lock of a record ends, None for one that nobody has."""
    if delivery.state != "acquired":
        return None
    lock_ms = policies.group_share_record_lock_duration_ms
    return Timer(delivery.until_ms, "group.share.record.lock.duration.ms", lock_ms, f"group {name}")


RULES = (close_session, expire_acquisition)
