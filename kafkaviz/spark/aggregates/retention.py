"""What a log keeps and what a slow reader misses, by retention.ms, retention.bytes and whole segments."""

from typing import TYPE_CHECKING

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import short
from kafkaviz.spark.aggregates.checks import require_columns, require_number, require_whole
from kafkaviz.spark.aggregates.runs import Run, in_runs, records_with_sizes
from kafkaviz.spark.aggregates.segments import Log, Roller, by_time, rolling_limits

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

SEGMENTS = (
    "base_offset long, end_offset long, size_bytes long, first_timestamp_ms long, largest_timestamp_ms long, "
    "records long"
)
_READER = (
    "second long, log_start_offset long, log_end_offset long, position long, missed_records long, retained_bytes long"
)
WEEK_MS = 604_800_000


def segments(df: "DataFrame", *, segment_bytes: int = 1024**3, segment_ms: int = WEEK_MS) -> "DataFrame":
    """Cuts the log of each partition into segments: a row each, the oldest first.

    Columns: topic, partition, base_offset, end_offset (exclusive), size_bytes, first_timestamp_ms,
    largest_timestamp_ms and records. Raises InvalidArgumentError for other columns or numbers.

    >>> clicks = workload(spark, records=600, partitions=3)  # doctest: +SKIP
    >>> segments(clicks, segment_bytes=10_000).groupBy().sum("records").first()[0]  # doctest: +SKIP
    600

    Kafka: segment.bytes and segment.ms, by `decisions.retention.must_roll`. Each record counts as a batch of its
    own, without a header; compaction is left out.
    """
    limits = rolling_limits(segment_bytes, segment_ms)
    return in_runs(records_with_sizes(df), ["topic", "partition"], ["offset"], SEGMENTS, lambda: Cutter(*limits))


def retained(
    segmented: "DataFrame", *, now_ms: int | None = None, retention_ms: int = WEEK_MS, retention_bytes: int = -1
) -> "DataFrame":
    """Adds to each segment whether the log still has it: `kept`, and `age_ms` of its newest record.

    `segmented` is what `segments` returns. Whole segments are deleted, from the oldest: by size while what is left
    has `retention_bytes`, then by age. `now_ms` is since 1970, and by default the newest record of all. A limit of
    -1 is none. Raises InvalidArgumentError for other columns or numbers.

    >>> kept = retained(segments(clicks, segment_bytes=10_000), retention_bytes=20_000)  # doctest: +SKIP
    >>> kept.where("kept").count() < kept.count()  # doctest: +SKIP
    True

    Kafka: retention.ms and retention.bytes with cleanup.policy=delete, everything committed; equal to
    `decisions.retention.deletable_segments`.
    """
    import pyspark.sql.functions as F
    from pyspark.sql import Window

    require_columns(segmented, "topic", "partition", "base_offset", "size_bytes", "largest_timestamp_ms")
    require_whole("retention_ms", retention_ms, -1)
    require_whole("retention_bytes", retention_bytes, -1)
    if now_ms is None:
        newest = segmented.agg(F.max("largest_timestamp_ms").alias("_now"))
        dated = segmented.crossJoin(F.broadcast(newest))
    else:
        dated = segmented.withColumn("_now", F.lit(require_whole("now_ms", now_ms)).cast("long"))
    log = Window.partitionBy("topic", "partition")
    behind = F.coalesce(
        F.sum("size_bytes").over(log.orderBy("base_offset").rowsBetween(1, Window.unboundedFollowing)), F.lit(0)
    )
    age = F.col("_now") - F.col("largest_timestamp_ms")
    by_size = behind >= retention_bytes if retention_bytes >= 0 else F.lit(False)
    by_age = age > retention_ms if retention_ms >= 0 else F.lit(False)
    # From the first that is neither too much nor too old, everything stays.
    stays = F.bool_or(~(by_size | by_age)).over(log.orderBy("base_offset"))
    return dated.select(*segmented.columns, age.alias("age_ms"), stays.alias("kept")).orderBy(
        "topic", "partition", "base_offset"
    )


def slow_reader(
    df: "DataFrame",
    capacity_per_s: float,
    *,
    away_s: tuple[int, int] = (0, 0),
    retention_ms: int = WEEK_MS,
    retention_bytes: int = -1,
    segment_bytes: int = 1024**3,
    segment_ms: int = WEEK_MS,
    extra_s: int = 0,
) -> "DataFrame":
    """Reads each partition at a steady rate while its log is cut and deleted, second by second: kept, read, missed.

    The reader begins at the first record and is away from one second to another, `away_s`, counted from the log's
    first. What is deleted before it came there is missed. A row per second and partition: window_start,
    log_start_offset, log_end_offset, position, missed_records (so far), retained_bytes; offsets count the records
    from 0. `extra_s` more seconds follow the last record. Raises InvalidArgumentError for other columns or numbers.

    >>> read = slow_reader(clicks, 1_000, retention_bytes=20_000, segment_bytes=10_000)  # doctest: +SKIP
    >>> read.agg({"missed_records": "max"}).count()  # doctest: +SKIP
    1

    Kafka: a consumer with auto.offset.reset=earliest, whose position was deleted. Deletion is looked for every
    second; Kafka does every log.retention.check.interval.ms, and waits file.delete.delay.ms more.
    """
    import pyspark.sql.functions as F

    capacity = require_number("capacity_per_s", capacity_per_s)
    limits = rolling_limits(segment_bytes, segment_ms)
    require_whole("retention_ms", retention_ms, -1)
    require_whole("retention_bytes", retention_bytes, -1)
    if not isinstance(away_s, tuple) or len(away_s) != 2 or not 0 <= away_s[0] <= away_s[1]:
        raise InvalidArgumentError(f"away_s is from one second to a later one, as (60, 120), not {short(away_s)}.")
    extra = require_whole("extra_s", extra_s)

    def reader() -> _Reader:
        return _Reader(capacity, away_s, Log(Roller(*limits), retention_ms, retention_bytes), extra)

    read = in_runs(records_with_sizes(df), ["topic", "partition"], ["offset"], _READER, reader)
    return read.withColumn("second", F.timestamp_seconds("second")).withColumnRenamed("second", "window_start")


class Cutter:
    """Cuts a log into segments, each a row once the next begins."""

    def __init__(self, segment_bytes: int, segment_ms: int) -> None:
        self.roller = Roller(segment_bytes, segment_ms)

    def add(self, run: Run) -> list[tuple[object, ...]]:
        """Returns the segments that are closed by these records."""
        return [(*segment, records) for segment, records in self.roller.append(run)]

    def end(self) -> list[tuple[object, ...]]:
        """Returns the active segment."""
        return [(*self.roller.active, self.roller.records)] if self.roller.records else []


class _Reader:
    """A log with its segments and one reader of it, a second at a time."""

    def __init__(self, capacity: float, away: tuple[int, int], log: Log, extra: int) -> None:
        self.capacity, self.away, self.log, self.extra = capacity, away, log, extra
        self.end_offset = self.missed = 0
        self.position = 0.0
        self.first_second = self.second = -1

    def add(self, run: Run) -> list[tuple[object, ...]]:
        import numpy as np

        if self.first_second < 0:
            self.first_second = self.second = int(run.millis[0]) // 1000
        rows: list[tuple[object, ...]] = []
        for second, part in by_time(run, 1000, self.second):
            while self.second < second:
                rows.append(self._tick())
            end = self.end_offset + len(part.offsets)
            self.log.append(part._replace(offsets=np.arange(self.end_offset, end)))
            self.end_offset = end
        return rows

    def end(self) -> list[tuple[object, ...]]:
        return [self._tick() for _ in range(self.extra + 1)] if self.first_second >= 0 else []

    def _tick(self) -> tuple[object, ...]:
        """Ends the present second: old segments go, then the reader reads."""
        log = self.log
        log.delete(1000 * (self.second + 1))
        behind = log.start_offset - int(self.position)
        if behind > 0:
            self.missed += behind
            self.position = float(log.start_offset)
        since = self.second - self.first_second
        if not self.away[0] <= since < self.away[1]:
            self.position = min(self.position + self.capacity, float(self.end_offset))
        self.second += 1
        return self.second - 1, log.start_offset, self.end_offset, int(self.position), self.missed, log.bytes
