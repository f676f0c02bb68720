"""What producers were told is stored, and is gone."""

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.clients import Acknowledged
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.partitions.properties import thinned_offset


def lost_records(cluster: Cluster) -> list[Acknowledged]:
    """Returns the acknowledged records that the leader of their partition does not have, in the order of their promise.

    While nobody leads, nothing is lost yet. What retention, compaction or DeleteRecords removed is not lost, and nor is
    what was in a deleted topic.

    >>> from kafkaviz.model.core.controllers import Quorum
    >>> lost_records(Cluster(0, Quorum.of(101), {}))
    []

    Kafka: nobody tells; a client finds out by reading.
    """
    held = {tp: _held(cluster, tp) for tp in dict.fromkeys(promise.tp for promise in cluster.acknowledged)}
    return [
        promise
        for promise in cluster.acknowledged
        if (kept := held[promise.tp]) is not None
        and promise.offset >= kept[0]
        and (promise.offset, promise.value) not in kept[1]
    ]


def _held(cluster: Cluster, tp: TopicPartition) -> tuple[int, set[tuple[int, bytes | None]]] | None:
    """Returns what the leader has, and the offset below which records may have been removed; None without a leader."""
    led = cluster.partitions.get(tp)
    if led is None or led.leader is None:
        return None
    replica = cluster.replicas[tp][led.leader]
    removed = max(replica.log_start_offset, thinned_offset(cluster, tp))
    return removed, {(record.offset, record.value) for record in replica.log}
