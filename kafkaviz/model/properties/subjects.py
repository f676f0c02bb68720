"""Which partitions an event can have changed."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.values import Cluster


def changed_partitions(before: Cluster, event: Any, after: Cluster) -> Iterable[TopicPartition]:
    """Give the partitions whose controller's truth or replicas differ after an event."""
    tp = getattr(event, "tp", None)
    if tp is not None:
        return (tp,) if tp in after.partitions else ()
    return [
        tp
        for tp in after.partitions
        if after.partitions[tp] is not before.partitions.get(tp) or after.replicas[tp] is not before.replicas.get(tp)
    ]


def thinned_offset(cluster: Cluster, tp: TopicPartition) -> int:
    """Give the offset below which a copy may lack what another has: a cleaner was here, or where it was copied from."""
    thinned = max(replica.cleaned_offset for replica in cluster.replicas[tp].values())
    if "compact" not in str(cluster.topics[tp.topic].configs.get("cleanup_policy")):
        return thinned
    for replica in cluster.replicas[tp].values():
        if replica.log_end_offset - replica.log_start_offset != len(replica.log):
            offsets = (replica.log_start_offset - 1, *(record.offset for record in replica.log))
            thinned = max(thinned, *(y for x, y in pairwise(offsets) if y != x + 1))
    return thinned
