"""When a log starts a new segment, and which of the old ones it may delete."""

from collections.abc import Sequence
from typing import NamedTuple


class Segment(NamedTuple):
    """One piece of a log; `end_offset` is the next segment's base, or the log end.

    `first_timestamp_ms` is the largest timestamp of its first batch; in the model all records of a batch have one.

    Kafka: org.apache.kafka.storage.internals.log.LogSegment. Without timestamps Kafka takes the file's own
    time; here such a segment does not age.
    """

    base_offset: int
    end_offset: int
    size_bytes: int
    first_timestamp_ms: int | None = None
    largest_timestamp_ms: int | None = None


def segment_file_name(base_offset: int, suffix: str = "log") -> str:
    """Names a file of the segment that starts at this offset.

    >>> segment_file_name(42), segment_file_name(42, "timeindex")
    ('00000000000000000042.log', '00000000000000000042.timeindex')

    Kafka: LogFileUtils.filenamePrefixFromOffset.
    """
    return f"{base_offset:020d}.{suffix}"


def must_roll(
    segment: Segment,
    batch_bytes: int,
    newest_timestamp_ms: int,
    *,
    segment_bytes: int = 1024**3,
    segment_ms: int = 604_800_000,
) -> bool:
    """Tells whether a batch needs a new segment: the present one is too full for it, or too old beside it.

    Age is measured in the records' own time, so a topic that nobody writes to never rolls.

    >>> present = Segment(0, 10, size_bytes=900, first_timestamp_ms=0)
    >>> must_roll(present, 101, 5, segment_bytes=1000), must_roll(present, 100, 5, segment_bytes=1000)
    (True, False)
    >>> must_roll(present, 1, 604_800_001)
    True

    Kafka: LogSegment.shouldRoll with segment.bytes and segment.ms. Simplified: indexes and jitter are left out.
    """
    if segment.size_bytes == 0:
        return False
    too_full = segment.size_bytes + batch_bytes > segment_bytes
    first = segment.first_timestamp_ms
    return too_full or (first is not None and newest_timestamp_ms - first > segment_ms)


def deletable_segments(
    segments: Sequence[Segment],
    *,
    log_start_offset: int,
    high_watermark: int,
    now_ms: int,
    retention_bytes: int = -1,
    retention_ms: int = 604_800_000,
) -> int:
    """Counts how many of the oldest segments go: those below the log start, then by size, then by age.

    A limit of -1 is none, and what is not committed stays. Where all of them go, the caller starts an empty
    one at the log end.

    >>> log = [Segment(at, at + 10, 100, largest_timestamp_ms=at) for at in (0, 10, 20)] + [Segment(30, 36, 60)]
    >>> deletable_segments(log, log_start_offset=0, high_watermark=36, now_ms=0, retention_bytes=250)
    1
    >>> deletable_segments(log, log_start_offset=0, high_watermark=36, now_ms=111, retention_ms=100)
    2

    Kafka: UnifiedLog.deleteOldSegments with cleanup.policy=delete.
    """
    candidates = [segment for segment in segments if segment.end_offset <= high_watermark]
    if candidates and candidates[-1] is segments[-1] and segments[-1].size_bytes == 0:
        candidates.pop()
    gone = 0
    while gone < len(candidates) and gone + 1 < len(segments) and candidates[gone].end_offset <= log_start_offset:
        gone += 1
    left_bytes = sum(segment.size_bytes for segment in segments[gone:])
    while gone < len(candidates) and 0 <= retention_bytes <= left_bytes - candidates[gone].size_bytes:
        left_bytes -= candidates[gone].size_bytes
        gone += 1
    while gone < len(candidates) and _is_too_old(candidates[gone], now_ms, retention_ms):
        gone += 1
    return gone


def log_start_after(segments: Sequence[Segment], deleted: int, log_start_offset: int) -> int:
    """Returns the log start offset once the oldest segments are gone: the base of the first that is left.

    >>> log_start_after([Segment(0, 10, 100), Segment(10, 20, 100)], deleted=1, log_start_offset=3)
    10

    Kafka: UnifiedLog.maybeIncrementLogStartOffset.

    Not compared: no rule asks it; where a log begins is compared in stories that delete.
    """
    first_left = segments[deleted].base_offset if deleted < len(segments) else segments[-1].end_offset
    return max(log_start_offset, first_left)


def _is_too_old(segment: Segment, now_ms: int, retention_ms: int) -> bool:
    newest = segment.largest_timestamp_ms
    return newest is not None and 0 <= retention_ms < now_ms - newest
