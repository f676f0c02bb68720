"""One partition whose copies end where a case of an exercise says."""

from collections.abc import Mapping
from typing import Any

from kafkaviz.course.placed import announce, begin_with, holding, lab_with, replica_holding, stall_fetchers
from kafkaviz.decisions.values import Partition, TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.replicas import Replica

TP = TopicPartition("letters", 0)
MOST_SHOWN = 12
"""How many records of a long log are shown: the last ones, as if retention had taken those before."""


def copies_that_end(ends: Mapping[int, int], *, now_ms: int = 0, isr: tuple[int, ...] = (), **how: Any) -> Lab:
    """Returns a lab with one partition whose copies end at these offsets; the first one leads, the others stand still.

    All are in sync, or those that are named. Of long logs the last records are there; a copy that ends before them has
    none of them.

    >>> lab = copies_that_end({1: 3, 2: 1})
    >>> [copy.log_end_offset for copy in lab.cluster.replicas[TP].values()]
    [3, 1]
    """
    leader, *followers = ends
    lab = lab_with(TP.topic, {0: [*ends]}, **how)
    start = max(0, ends[leader] - MOST_SHOWN)
    partition = Partition((*ends,), leader, isr or tuple(sorted(ends)), 1, 1)
    cluster = announce(stall_fetchers(lab.cluster._replace(now_ms=now_ms), *followers), TP, partition)
    return begin_with(lab, holding(cluster, TP, {broker: ending(end, min(start, end)) for broker, end in ends.items()}))


def ending(end: int, start: int = 0) -> Replica:
    """Returns a copy with records from one offset to just before another.

    >>> ending(9, 7).log[0].value
    b'r7'
    """
    return replica_holding([f"r{offset}".encode() for offset in range(start, end)], start)


def commit_up_to(cluster: Cluster, offset: int) -> Cluster:
    """Returns a cluster in which every copy knows a high watermark, as far as it reaches."""
    replicas = {
        broker: replica._replace(high_watermark=max(replica.log_start_offset, min(offset, replica.log_end_offset)))
        for broker, replica in cluster.replicas[TP].items()
    }
    return cluster._replace(replicas={**cluster.replicas, TP: replicas})
