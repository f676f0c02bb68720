"""When a log starts a new segment, for many records at a time: `decisions.retention.must_roll`, compiled for numpy."""

from typing import TYPE_CHECKING

from kafkaviz.decisions.retention import Segment

if TYPE_CHECKING:
    import numpy as np

    from kafkaviz.spark.aggregates.runs import Run

_EMPTY = Segment(0, 0, 0)


class Roller:
    """The active segment of one log, to which records are appended; `records` counts those in it."""

    def __init__(self, segment_bytes: int, segment_ms: int) -> None:
        self.segment_bytes, self.segment_ms = segment_bytes, segment_ms
        self.active, self.records = _EMPTY, 0

    def append(self, run: "Run") -> list[tuple[Segment, int]]:
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

    def _take(self, run: "Run", at: int, end: int) -> None:
        newest = max(self.active.largest_timestamp_ms or 0, int(run.millis[at:end].max()))
        self.active = self.active._replace(
            end_offset=int(run.offsets[end - 1]) + 1,
            size_bytes=self.active.size_bytes + int(run.sizes[at:end].sum()),
            largest_timestamp_ms=newest,
        )
        self.records += end - at
