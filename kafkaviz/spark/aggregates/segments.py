"""A log's segments, for many records at a time: `decisions.retention.must_roll`, compiled for numpy."""

from typing import TYPE_CHECKING

from kafkaviz.decisions.retention import Segment, deletable_segments
from kafkaviz.spark.aggregates.checks import require_whole
from kafkaviz.spark.aggregates.runs import Run

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np

_EMPTY = Segment(0, 0, 0)


class Roller:
    """The active segment of one log, to which records are appended; `records` counts those in it."""

    def __init__(self, segment_bytes: int, segment_ms: int) -> None:
        self.segment_bytes, self.segment_ms = segment_bytes, segment_ms
        self.active, self.records = _EMPTY, 0

    def append(self, run: Run) -> list[tuple[Segment, int]]:
        """Appends records, and returns the segments that are closed by it, each with how many records it holds."""
        closed, ends = [], run.sizes.cumsum()
        at = 0
        while at < len(ends):
            if not self.records:
                first = int(run.millis[at])
                self.active = Segment(int(run.offsets[at]), int(run.offsets[at]), 0, first, first)
            end = self._end_of_segment(run.millis, ends, at)
            if end > at:
                self._take(run, at, end)
            if end < len(ends):
                # A gap in the offsets belongs to the segment before it.
                closed.append((self.active._replace(end_offset=int(run.offsets[end])), self.records))
                self.clear()
            at = end
        return closed

    def clear(self) -> None:
        """Goes on with an empty segment, because this one is closed or deleted."""
        self.active, self.records = _EMPTY, 0

    def _end_of_segment(self, millis: "np.ndarray", ends: "np.ndarray", at: int) -> int:
        """Returns the index of the first record that needs a new segment; the first of a segment never does."""
        before = int(ends[at - 1]) if at else 0
        room = before + self.segment_bytes - self.active.size_bytes
        full = int(ends.searchsorted(room, side="right"))
        least = at if self.records else at + 1
        first = self.active.first_timestamp_ms or 0
        too_old = millis[at:full] - first > self.segment_ms
        late = at + int(too_old.argmax()) if too_old.any() else full
        return max(min(full, late), least)

    def _take(self, run: Run, at: int, end: int) -> None:
        newest = max(self.active.largest_timestamp_ms or 0, int(run.millis[at:end].max()))
        self.active = self.active._replace(
            end_offset=int(run.offsets[end - 1]) + 1,
            size_bytes=self.active.size_bytes + int(run.sizes[at:end].sum()),
            largest_timestamp_ms=newest,
        )
        self.records += end - at


class Log:
    """A log that is cut into segments as it grows, and whose oldest ones go as `deletable_segments` says."""

    def __init__(self, roller: Roller, retention_ms: int, retention_bytes: int) -> None:
        self.roller, self.retention_ms, self.retention_bytes = roller, retention_ms, retention_bytes
        self.closed: list[tuple[Segment, int]] = []
        self.start_offset = self.end_offset = self.bytes = self.records = 0
        self.is_new = True

    def append(self, run: Run) -> None:
        """Appends records; the first of all says where the log starts."""
        if self.is_new:
            self.start_offset, self.is_new = int(run.offsets[0]), False
        self.closed += self.roller.append(run)
        self.end_offset = int(run.offsets[-1]) + 1
        self.bytes += int(run.sizes.sum())
        self.records += len(run.sizes)

    def delete(self, now_ms: int) -> None:
        """Deletes the segments that may go now; where the active one does as well, the next record begins another."""
        log = self.all
        gone = deletable_segments(
            [segment for segment, _ in log],
            log_start_offset=self.start_offset,
            high_watermark=self.end_offset,
            now_ms=now_ms,
            retention_bytes=self.retention_bytes,
            retention_ms=self.retention_ms,
        )
        for segment, records in log[:gone]:
            self.start_offset = segment.end_offset
            self.bytes -= segment.size_bytes
            self.records -= records
        if gone > len(self.closed):
            self.roller.clear()
        del self.closed[:gone]

    def summary(self, now_ms: int) -> tuple[int, int, int, int, int, int | None]:
        """Returns the log start, the log end, records, bytes, segments, and the age of the record at the start."""
        log = self.all
        first_ms = log[0][0].first_timestamp_ms if log else None
        age = None if first_ms is None else now_ms - first_ms
        return self.start_offset, self.end_offset, self.records, self.bytes, len(log), age

    @property
    def all(self) -> list[tuple[Segment, int]]:
        """The segments, each with how many records it holds; the active one is the last, if it holds any."""
        return [*self.closed, (self.roller.active, self.roller.records)] if self.roller.records else self.closed


def rolling_limits(segment_bytes: int, segment_ms: int) -> tuple[int, int]:
    """Returns segment.bytes and segment.ms, checked. Raises WrongTypeError or InvalidArgumentError."""
    # Kafka's own bounds: segment.bytes is at least 1 MiB since 4.0; here it may be small, so that logs can be too.
    return require_whole("segment_bytes", segment_bytes, 14, 2**31 - 1), require_whole("segment_ms", segment_ms, 1)


def by_time(run: Run, width_ms: int, now: int) -> "Iterator[tuple[int, Run]]":
    """Yields the parts of a run that arrive in one stretch of `width_ms`, each with the number of the stretch.

    A record whose timestamp is earlier than `now`, or than that of one before it, arrives at the later of these.
    """
    import numpy as np

    stretches = np.maximum.accumulate(np.maximum(run.millis // width_ms, now))
    starts = [0, *(np.flatnonzero(np.diff(stretches)) + 1).tolist()]
    for start, end in zip(starts, [*starts[1:], len(stretches)], strict=True):
        yield int(stretches[start]), Run(run.offsets[start:end], run.millis[start:end], run.sizes[start:end])
