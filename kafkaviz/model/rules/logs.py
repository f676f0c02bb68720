"""What happens to the files of a log by itself: they are rolled, deleted and compacted."""

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.retention import Segment, must_roll
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model import events as e
from kafkaviz.model.configs import config
from kafkaviz.model.segments import bytes_of, checks_retention, deletable, place_of
from kafkaviz.model.values import Cluster, Record, Replica


def rolled_segment(
    cluster: Cluster, tp: TopicPartition, broker: int, records: tuple[Record, ...], policies: Policies
) -> e.SegmentRolled | None:
    """Give the new segment that records need before they can be appended, if they need one. Kafka: maybeRoll."""
    replica = cluster.replicas[tp][broker]
    if not replica.active_bytes:
        return None
    base, end = replica.segments[-1], replica.log_end_offset
    first_ms = replica.log[place_of(replica.log, base)].timestamp_ms
    needs_new = must_roll(
        Segment(base, end, replica.active_bytes, first_ms),
        bytes_of(records),
        max(record.timestamp_ms for record in records),
        segment_bytes=config(cluster, tp.topic, "segment_bytes", policies),
        segment_ms=config(cluster, tp.topic, "segment_ms", policies),
    )
    return e.SegmentRolled(tp, broker, end) if needs_new else None


def delete_segments(
    cluster: Cluster, tp: TopicPartition, policies: Policies
) -> e.SegmentRolled | e.SegmentsDeleted | None:
    """A broker deletes old segments, by size, by age or below the log start. Kafka: LogManager.cleanupLogs."""
    if not checks_retention(cluster.now_ms, policies):
        return None
    for broker, replica in cluster.replicas[tp].items():
        if not cluster.brokers[broker].is_up:
            continue
        count = deletable(cluster, tp, broker, cluster.now_ms, policies)
        if count == len(replica.segments):
            return e.SegmentRolled(tp, broker, replica.log_end_offset)
        if count:
            return e.SegmentsDeleted(tp, broker, replica.segments[:count], replica.segments[count])
    return None


def compact_log(cluster: Cluster, tp: TopicPartition, policies: Policies) -> e.LogCompacted | None:
    """A cleaner keeps the last record of each key once enough of a log is dirty. Kafka: LogCleaner.

    The active segment and what is not committed stay as they are. The cleaner's back-off of 15 s is left out; a
    tombstone counts as cleaned when it was written.
    """
    if "compact" not in config(cluster, tp.topic, "cleanup_policy", policies):
        return None
    for broker, replica in cluster.replicas[tp].items():
        end = _cleanable_end(replica)
        if cluster.brokers[broker].is_up and end > replica.cleaned_offset and _is_dirty(cluster, tp, replica, policies):
            oldest_ms = cluster.now_ms - config(cluster, tp.topic, "delete_retention_ms", policies)
            return e.LogCompacted(tp, broker, _superseded(replica, end, oldest_ms), end)
    return None


def _cleanable_end(replica: Replica) -> int:
    committed = [base for base in replica.segments if base <= replica.high_watermark]
    return max(committed, default=0)


def _is_dirty(cluster: Cluster, tp: TopicPartition, replica: Replica, policies: Policies) -> bool:
    end = place_of(replica.log, _cleanable_end(replica))
    dirty = bytes_of(replica.log[place_of(replica.log, replica.cleaned_offset) : end])
    ratio: float = config(cluster, tp.topic, "min_cleanable_dirty_ratio", policies)
    return dirty > 0 and dirty >= ratio * bytes_of(replica.log[:end])


def _superseded(replica: Replica, end: int, oldest_ms: int) -> tuple[int, ...]:
    """Give the offsets below `end` with a later record of their key there, and tombstones that have served."""
    old = replica.log[: place_of(replica.log, end)]
    latest = {record.key: record.offset for record in old}
    # The last record of a log stays, so that its end is never forgotten.
    last = replica.log[-1].offset
    return tuple(
        record.offset
        for record in old
        if latest[record.key] != record.offset
        or (
            record.value is None
            and record.timestamp_ms < oldest_ms
            and record.offset < min(last, replica.cleaned_offset)
        )
    )


RULES = (delete_segments, compact_log)
