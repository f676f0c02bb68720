"""Share groups: members share partitions, and each record is lent to one of them at a time."""

from collections.abc import Iterator

from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.groups import Group, GroupName
from kafkaviz.model.core.rule import rule
from kafkaviz.model.groups.share.events import AcquisitionExpired


@rule("groups", "now_ms")
def expire_acquisition(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[AcquisitionExpired]:
    """Records that a member kept too long are free again; after too many attempts they are given up.

    Kafka: SharePartition.releaseAcquisitionLockOnTimeout, group.share.record.lock.duration.ms.
    """
    group = cluster.groups[subject.group]
    for tp, held in group.deliveries.items():
        late = tuple(
            offset
            for offset, delivery in held.items()
            if delivery.member is not None and not delivery.done and delivery.until_ms <= cluster.now_ms
        )
        if late:
            limit = policies.group_share_delivery_count_limit
            given_up = tuple(offset for offset in late if held[offset].attempts >= limit)
            yield AcquisitionExpired(subject.group, tp, late, given_up)


def share_deadlines(group: Group) -> Iterator[int]:
    """Yields when lent records fall due."""
    for held in group.deliveries.values():
        for delivery in held.values():
            if delivery.member is not None and not delivery.done:
                yield delivery.until_ms


RULES = (expire_acquisition,)
