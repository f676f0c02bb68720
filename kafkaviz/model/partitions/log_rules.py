"""What happens to the files of a log by itself: they are rolled, deleted and compacted."""

from collections.abc import Iterator

from kafkaviz.decisions.compaction import KeyedRecord, is_dirty_enough, superseded_offsets
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.retention import Segment, must_roll
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.replicas import Record
from kafkaviz.model.core.rule import rule
from kafkaviz.model.core.segments import bytes_of, checks_retention, deletable, index_of
from kafkaviz.model.partitions.log_events import LogCompacted, SegmentRolled, SegmentsDeleted


def rolled_segment(
    cluster: Cluster, tp: TopicPartition, broker: int, records: tuple[Record, ...], policies: Policies
) -> SegmentRolled | None:
    """Returns the new segment that records need before they can be appended, if they need one. Kafka: maybeRoll."""
    replica = cluster.replicas[tp][broker]
    if not replica.active_bytes:
        return None
    base, end = replica.segments[-1], replica.log_end_offset
    first_ms = replica.log[index_of(replica.log, base)].timestamp_ms
    needs_new = must_roll(
        Segment(base, end, replica.active_bytes, first_ms),
        bytes_of(records),
        max([record.timestamp_ms for record in records]),
        segment_bytes=cluster.config(tp.topic, "segment_bytes", policies),
        segment_ms=cluster.config(tp.topic, "segment_ms", policies),
    )
    return SegmentRolled(tp, broker, end) if needs_new else None


@rule("logs", "high_watermarks", "topics", "processes", "now_ms")
def delete_segments(
    cluster: Cluster, tp: TopicPartition, policies: Policies
) -> Iterator[SegmentRolled | SegmentsDeleted]:
    """A broker deletes old segments, by size, by age or below the log start.

    Kafka: LogManager.cleanupLogs. Simplified: a file is gone at once, not after file.delete.delay.ms.
    """
    if not checks_retention(cluster.now_ms, policies):
        return
    for broker, replica in cluster.replicas[tp].items():
        if not cluster.brokers[broker].is_up:
            continue
        count = deletable(cluster, tp, broker, cluster.now_ms, policies)
        if count == len(replica.segments):
            yield SegmentRolled(tp, broker, replica.log_end_offset)
            continue
        if count:
            yield SegmentsDeleted(tp, broker, replica.segments[:count], replica.segments[count])


@rule("logs", "high_watermarks", "topics", "processes")
def compact_log(cluster: Cluster, tp: TopicPartition, policies: Policies) -> Iterator[LogCompacted]:
    """A cleaner keeps the last record of each key once enough of a log is dirty.

    The active segment and what is not committed stay as they are.

    Kafka: LogCleaner. Simplified: it does not wait for log.cleaner.backoff.ms, 15 s; files that compaction has made
    small are not joined.
    """
    if "compact" not in cluster.config(tp.topic, "cleanup_policy", policies):
        return
    for broker, replica in cluster.replicas[tp].items():
        end = max((base for base in replica.segments if base <= replica.high_watermark), default=0)
        if not cluster.brokers[broker].is_up or end <= replica.cleaned_offset:
            continue
        clean, dirty = index_of(replica.log, replica.cleaned_offset), index_of(replica.log, end)
        if is_dirty_enough(
            bytes_of(replica.log[:clean]),
            bytes_of(replica.log[clean:dirty]),
            min_cleanable_dirty_ratio=cluster.config(tp.topic, "min_cleanable_dirty_ratio", policies),
        ):
            gone = superseded_offsets(
                [KeyedRecord(record.offset, record.key, record.value, record.timestamp_ms) for record in replica.log],
                end,
                cleaned_offset=replica.cleaned_offset,
                now_ms=cluster.now_ms,
                delete_retention_ms=cluster.config(tp.topic, "delete_retention_ms", policies),
            )
            yield LogCompacted(tp, broker, gone, end)


RULES = (delete_segments, compact_log)
