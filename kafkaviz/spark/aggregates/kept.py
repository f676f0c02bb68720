"""What a log keeps at every look of the broker at its segments: offsets, records, bytes, and how old the oldest is."""

from math import inf
from typing import TYPE_CHECKING

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.spark.aggregates.checks import require_number, require_whole
from kafkaviz.spark.aggregates.retention import WEEK_MS
from kafkaviz.spark.aggregates.runs import Run, in_runs, records_with_sizes
from kafkaviz.spark.aggregates.segments import Log, Roller, by_time, rolling_limits

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_CHECKS = (
    "checked_ms long, log_start_offset long, log_end_offset long, kept_records long, kept_bytes long, segments long, "
    "oldest_age_ms long"
)


def retention_checks(
    df: "DataFrame",
    *,
    retention_ms: int = WEEK_MS,
    retention_bytes: int = -1,
    segment_bytes: int = 1024**3,
    segment_ms: int = WEEK_MS,
    check_interval_ms: int = 300_000,
    until_ms: int | None = None,
) -> "DataFrame":
    """Cuts the log of each partition as it grows, deletes its old segments at every check, and says what is kept.

    A row per check and partition, from its first record to its last, or to `until_ms` (since 1970): topic, partition,
    checked_at, log_start_offset, log_end_offset (exclusive), kept_records, kept_bytes, `segments` (that hold records),
    and `oldest_age_ms`, the age of the record at the log start, null where nothing is kept. Records that come in the
    very millisecond of a check are not there yet. A limit of -1 is none. Raises InvalidArgumentError for other columns
    or numbers.

    >>> checks = retention_checks(clicks, retention_ms=60_000, segment_ms=60_000)  # doctest: +SKIP
    >>> checks.columns[3:]  # doctest: +SKIP
    ['log_start_offset', 'log_end_offset', 'kept_records', 'kept_bytes', 'segments', 'oldest_age_ms']

    Kafka: LogManager.cleanupLogs every log.retention.check.interval.ms, by `decisions.retention.deletable_segments`;
    Size, NumLogSegments and LogStartOffset of kafka.log:type=Log. Simplified: checks are at whole multiples of the
    interval since 1970, everything is committed, batch headers are left out, and a file is gone at once.
    """
    import pyspark.sql.functions as F

    limits = rolling_limits(segment_bytes, segment_ms)
    keep_ms = require_whole("retention_ms", retention_ms, -1)
    keep_bytes = require_whole("retention_bytes", retention_bytes, -1)
    interval = require_whole("check_interval_ms", check_interval_ms, 1)
    until = None if until_ms is None else require_whole("until_ms", until_ms)

    def checked() -> _Checked:
        return _Checked(Log(Roller(*limits), keep_ms, keep_bytes), interval, until)

    rows = in_runs(records_with_sizes(df), ["topic", "partition"], ["offset"], _CHECKS, checked)
    return rows.withColumn("checked_ms", F.timestamp_millis("checked_ms")).withColumnRenamed("checked_ms", "checked_at")


def expected_oldest_age_ms(
    bytes_per_s: float, *, retention_ms: int = WEEK_MS, segment_bytes: int = 1024**3, segment_ms: int = WEEK_MS
) -> float:
    """Returns how old the oldest record of a partition gets while as many bytes arrive every second, or infinity.

    It waits until the newest record of its segment is too old, and the segment was filled until it was full or
    `segment_ms` was over. Between two checks it gets older by their interval. Raises InvalidArgumentError for a
    partition that nobody writes to, and for other numbers.

    >>> day = 86_400_000
    >>> [round(expected_oldest_age_ms(rate, retention_ms=day) / day, 2) for rate in (100, 10_000, 100_000)]
    [8.0, 2.24, 1.12]

    Kafka: retention.ms, segment.bytes and segment.ms. Simplified: records are small beside a segment.
    """
    rate = require_number("bytes_per_s", bytes_per_s)
    if not rate:
        raise InvalidArgumentError("bytes_per_s is more than 0: where nobody writes no record gets old.")
    full_bytes, full_ms = rolling_limits(segment_bytes, segment_ms)
    keep_ms = require_whole("retention_ms", retention_ms, -1)
    return inf if keep_ms < 0 else keep_ms + min(1000 * full_bytes / rate, full_ms)


class _Checked:
    """A log, looked at in regular intervals: what has come by then is appended, then old segments go."""

    def __init__(self, log: Log, interval_ms: int, until_ms: int | None) -> None:
        self.log, self.interval_ms, self.until_ms = log, interval_ms, until_ms
        self.stretch = -1

    def add(self, run: Run) -> list[tuple[object, ...]]:
        rows: list[tuple[object, ...]] = []
        if self.stretch < 0:
            self.stretch = int(run.millis[0]) // self.interval_ms
        for stretch, part in by_time(run, self.interval_ms, self.stretch):
            rows += self._checks(stretch)
            self.log.append(part)
        return rows

    def end(self) -> list[tuple[object, ...]]:
        if self.stretch < 0:
            return []
        last = self.stretch + 1
        return self._checks(last if self.until_ms is None else max(last, self.until_ms // self.interval_ms))

    def _checks(self, stretch: int) -> list[tuple[object, ...]]:
        """Returns a row for each check up to the one with which a stretch begins."""
        rows: list[tuple[object, ...]] = []
        while self.stretch < stretch:
            self.stretch += 1
            now_ms = self.stretch * self.interval_ms
            self.log.delete(now_ms)
            rows.append((now_ms, *self.log.summary(now_ms)))
        return rows
