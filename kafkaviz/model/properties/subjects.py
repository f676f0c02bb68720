"""Which partitions an event can have changed."""

from collections.abc import Iterable
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
