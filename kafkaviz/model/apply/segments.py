"""What changes in the files of a log: new ones, deleted ones, compacted ones, and what has reached the disk."""

from collections.abc import Callable
from typing import Any

from kafkaviz.model import events as e
from kafkaviz.model.apply.logs import put_replica, without_start
from kafkaviz.model.segments import with_log
from kafkaviz.model.values import Cluster


def _segment_rolled(cluster: Cluster, event: e.SegmentRolled) -> Cluster:
    replica = cluster.replicas[event.tp][event.broker]
    # A finished file is written to disk; only the active one may be lost in a power cut.
    rolled = replica._replace(
        segments=(*replica.segments, event.base_offset),
        active_bytes=0,
        flushed_offset=max(replica.flushed_offset, event.base_offset),
    )
    return put_replica(cluster, event.tp, event.broker, rolled)


def _segments_deleted(cluster: Cluster, event: e.SegmentsDeleted) -> Cluster:
    replica = cluster.replicas[event.tp][event.broker]
    start = max(replica.log_start_offset, event.log_start_offset)
    left = tuple(base for base in replica.segments if base not in event.base_offsets) or (event.log_start_offset,)
    shorter = without_start(replica._replace(segments=left), start)
    return put_replica(cluster, event.tp, event.broker, shorter)


def _records_deleted(cluster: Cluster, event: e.RecordsDeleted) -> Cluster:
    replica = without_start(cluster.replicas[event.tp][event.leader], event.log_start_offset)
    return put_replica(cluster, event.tp, event.leader, replica)


def _log_compacted(cluster: Cluster, event: e.LogCompacted) -> Cluster:
    replica = cluster.replicas[event.tp][event.broker]
    gone = set(event.removed)
    left = with_log(replica, tuple(record for record in replica.log if record.offset not in gone))
    return put_replica(cluster, event.tp, event.broker, left._replace(cleaned_offset=event.cleaned_offset))


def _logs_flushed(cluster: Cluster, event: e.LogsFlushed) -> Cluster:
    flushed = {
        tp: {b: r._replace(flushed_offset=r.log_end_offset) if b == event.broker else r for b, r in held.items()}
        for tp, held in cluster.replicas.items()
    }
    return cluster._replace(replicas=flushed)


BY_EVENT: dict[type, Callable[[Cluster, Any], Cluster]] = {
    e.SegmentRolled: _segment_rolled,
    e.SegmentsDeleted: _segments_deleted,
    e.RecordsDeleted: _records_deleted,
    e.LogCompacted: _log_compacted,
    e.LogsFlushed: _logs_flushed,
}
