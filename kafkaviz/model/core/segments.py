"""The pieces a replica's log is kept in: their bytes, their ages, and when one of them must go."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.record_sizes import record_size
from kafkaviz.decisions.retention import Segment, deletable_segments
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.replicas import Record, Replica
from kafkaviz.model.core.timer import Timer

FIRST_CHECK_MS: Final = 30_000
"""When a broker first looks for segments to delete. Kafka: log.initial.task.delay.ms, LogManager."""


def bytes_of(records: Iterable[Record]) -> int:
    """Counts the bytes of records; the 61 bytes of a batch's header are left out.

    >>> bytes_of([Record(0, None, b"ten bytes!", 0, 0)])
    17

    Kafka: FileRecords.sizeInBytes.
    """
    return sum([_record_bytes(record.key, record.value) for record in records])


# Every copy of a record is counted, and each replica holds one.
_record_bytes = lru_cache(maxsize=10_000)(record_size)


def index_of(log: tuple[Record, ...], offset: int) -> int:
    """Returns the index in a log of the first record at or after an offset."""
    if not log or offset > log[-1].offset:
        return len(log)
    guess = offset - log[0].offset
    if 0 <= guess < len(log) and log[guess].offset == offset:
        return guess
    return bisect_left(log, offset, key=lambda record: record.offset)


def first_since(replica: Replica, ms: int) -> int | None:
    """Returns the offset of the first record that is not older, None where it cannot be read yet or there is none.

    >>> first_since(Replica(log=(Record(0, None, b"old", 5, 0), Record(1, None, b"new", 9, 0)), high_watermark=2), 6)
    1

    Kafka: UnifiedLog.fetchOffsetByTimestamp.
    """
    found = next((record.offset for record in replica.log if record.timestamp_ms >= ms), None)
    return found if found is not None and found < replica.high_watermark else None


def segments_of(replica: Replica) -> list[Segment]:
    """Returns a replica's segments, the active one last.

    >>> segments_of(Replica(log=(Record(0, None, b"ten bytes!", 5, 0),)))
    [Segment(base_offset=0, end_offset=1, size_bytes=17, first_timestamp_ms=5, largest_timestamp_ms=5)]

    Kafka: org.apache.kafka.storage.internals.log.LogSegments.
    """
    return [_segment(replica.log, base, end) for base, end in pairwise((*replica.segments, replica.log_end_offset))]


@lru_cache(maxsize=1_000)
def _segment(log: tuple[Record, ...], base: int, end: int) -> Segment:
    records = log[index_of(log, base) : index_of(log, end)]
    times = [record.timestamp_ms for record in records]
    return Segment(base, end, bytes_of(records), times[0] if times else None, max(times, default=None))


def with_log(replica: Replica, log: tuple[Record, ...], log_start_offset: int | None = None) -> Replica:
    """Returns a replica with another log; segments beyond its end go, and at least one stays."""
    start = replica.log_start_offset if log_start_offset is None else log_start_offset
    end = max(start, log[-1].offset + 1 if log else start)
    segments = tuple(base for base in replica.segments if base <= end) or (min(replica.segments[0], end),)
    segments = segments if log or start == replica.log_start_offset else (start,)
    active = log[index_of(log, segments[-1]) :]
    return replica._replace(log=log, log_start_offset=start, segments=segments, active_bytes=bytes_of(active))


def deletable(cluster: Cluster, tp: TopicPartition, broker: int, now_ms: int, policies: Policies) -> int:
    """Counts how many of the oldest segments of a replica may go at a moment."""
    replica = cluster.replicas[tp][broker]
    return _deletable(replica, segments_of(replica), now_ms, *_limits(cluster, tp, policies))


def _limits(cluster: Cluster, tp: TopicPartition, policies: Policies) -> tuple[int, int]:
    """Returns the bytes and the ms that are kept of a partition, -1 where it is all."""
    if "delete" not in cluster.config(tp.topic, "cleanup_policy", policies):
        return -1, -1
    return cluster.config(tp.topic, "retention_bytes", policies), cluster.config(tp.topic, "retention_ms", policies)


def _deletable(replica: Replica, segments: list[Segment], now_ms: int, retention_bytes: int, retention_ms: int) -> int:
    return deletable_segments(
        segments,
        log_start_offset=replica.log_start_offset,
        high_watermark=replica.high_watermark,
        now_ms=now_ms,
        retention_bytes=retention_bytes,
        retention_ms=retention_ms,
    )


def checks_retention(now_ms: int, policies: Policies) -> bool:
    """Tells whether brokers look for segments to delete at this moment."""
    return check_timer(now_ms - 1, policies).due_ms == now_ms


def check_timer(after_ms: int, policies: Policies) -> Timer:
    """Returns when brokers look next after a moment for segments to delete."""
    return _check_timer(after_ms, policies.log_retention_check_interval_ms)


@lru_cache(maxsize=1_000)
def _check_timer(after_ms: int, interval_ms: int) -> Timer:
    due_ms = FIRST_CHECK_MS + max(0, (after_ms - FIRST_CHECK_MS) // interval_ms + 1) * interval_ms
    if due_ms == FIRST_CHECK_MS:
        return Timer(due_ms, "log.initial.task.delay.ms", FIRST_CHECK_MS)
    return Timer(due_ms, "log.retention.check.interval.ms", interval_ms)


def retention_deadlines(cluster: Cluster, policies: Policies) -> Iterator[Timer]:
    """Yields the checks at which some replica will have a segment to delete."""
    soon = check_timer(cluster.now_ms, policies)
    for tp, replicas in cluster.replicas.items():
        limits = _limits(cluster, tp, policies)
        retention_ms = cluster.config(tp.topic, "retention_ms", policies)
        for b, replica in replicas.items():
            if not replica.log or not cluster.brokers[b].is_up:
                continue
            oldest, *_ = segments = segments_of(replica)
            if _deletable(replica, segments, soon.due_ms, *limits):
                yield soon
            elif retention_ms >= 0:
                yield check_timer((oldest.largest_timestamp_ms or 0) + retention_ms, policies)
