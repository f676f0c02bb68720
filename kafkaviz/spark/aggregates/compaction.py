"""What compaction keeps of a log: which records are superseded, and what a cleaner that runs so often leaves."""

from typing import TYPE_CHECKING

from kafkaviz.decisions.compaction import is_dirty_enough
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.spark.aggregates.checks import require_columns, require_number
from kafkaviz.spark.aggregates.retention import SEGMENTS, WEEK_MS, Cutter
from kafkaviz.spark.aggregates.runs import SIZE, SUPERSEDED, Run, in_runs, records_with_sizes
from kafkaviz.spark.aggregates.segments import rolling_limits

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from pyspark.sql import DataFrame

_WITH_SUPERSEDED = f"{SEGMENTS}, superseded_records long, superseded_bytes long"
_MEASURES = (
    "end_offset",
    "cleaned",
    "clean_bytes",
    "dirty_bytes",
    "kept_records",
    "written_records",
    "written_bytes",
    "read_bytes",
)


def superseded(df: "DataFrame", *, segment_bytes: int = 1024**3, segment_ms: int = WEEK_MS) -> "DataFrame":
    """Cuts the log of each partition into segments, and counts what each of them supersedes.

    The columns of `segments`, and `superseded_records` and `superseded_bytes`: the earlier records, there or in older
    segments, that have a later one of their key since this segment. Added up over the segments below an offset they
    are what compaction up to there takes out. Raises InvalidArgumentError for other columns or numbers; a record
    without a key fails with one sentence.

    >>> clicks = workload(spark, records=600, keys=5, partitions=1)  # doctest: +SKIP
    >>> superseded(clicks).groupBy().sum("superseded_records").first()[0]  # doctest: +SKIP
    595

    Kafka: Cleaner.buildOffsetMap; equal to `decisions.compaction.superseded_offsets` without tombstones, which stay
    here: delete.retention.ms is left out.
    """
    import pyspark.sql.functions as F
    from pyspark.sql import Window

    require_columns(df)
    limits = rolling_limits(segment_bytes, segment_ms)
    # By a hash first, which Spark sorts by as a number; the key itself tells apart what has the same hash.
    of_key = Window.partitionBy(F.xxhash64("key"), "key", "partition", "topic").orderBy("offset")
    missing = "A compacted topic takes no record without a key; leave them out by df.where('key is not null')."
    earlier = F.coalesce(F.lag(SIZE).over(of_key), F.lit(0))
    keyless = F.when(F.col("key").isNull(), F.raise_error(F.lit(missing)).cast("long"))
    records = records_with_sizes(df, "key").withColumn(SUPERSEDED, keyless.otherwise(earlier)).drop("key")
    return in_runs(records, ["topic", "partition"], ["offset"], _WITH_SUPERSEDED, lambda: _Superseding(*limits))


def compacted(supersedes: "DataFrame", *, min_cleanable_dirty_ratio: float = 0.5) -> "DataFrame":
    """Lets the cleaner run whenever a segment is closed and enough is dirty: a row per closed segment and partition.

    `supersedes` is what `superseded` returns. Columns: topic, partition, end_offset (exclusive, where the next segment
    begins), `cleaned` (whether the cleaner ran), and after it `clean_bytes`, `dirty_bytes` and `kept_records` of all
    that is closed; so far `written_records`, `written_bytes`, and `read_bytes`, what the cleaner has read: everything
    each time, and before that what is dirty. Raises InvalidArgumentError for other columns or numbers.

    >>> rows = compacted(superseded(clicks, segment_bytes=1_000))  # doctest: +SKIP
    >>> rows.agg({"kept_records": "min"}).count()  # doctest: +SKIP
    1

    Kafka: LogCleaner with min.cleanable.dirty.ratio, by `decisions.compaction.is_dirty_enough`. Simplified: one cleaner
    thread per log that waits for nothing, no log.cleaner.backoff.ms, no min.compaction.lag.ms; tombstones stay.
    """
    from pyspark.sql.types import BooleanType, LongType, StructField, StructType

    require_columns(supersedes, "topic", "partition", "base_offset", "superseded_records", "superseded_bytes")
    ratio = float(require_number("min_cleanable_dirty_ratio", min_cleanable_dirty_ratio))
    if ratio > 1:
        raise InvalidArgumentError(f"min_cleanable_dirty_ratio is a share from 0 to 1, not {ratio:g}.")
    logs = [field for field in supersedes.schema if field.name in ("topic", "partition")]
    own = [StructField(name, BooleanType() if name == "cleaned" else LongType()) for name in _MEASURES]

    def cleaned(log: "pd.DataFrame") -> "pd.DataFrame":
        return _cleaned(log.sort_values("base_offset"), ratio)

    return supersedes.groupBy("topic", "partition").applyInPandas(cleaned, StructType([*logs, *own]))


def _cleaned(log: "pd.DataFrame", ratio: float) -> "pd.DataFrame":
    import pandas as pd

    names = ("end_offset", "size_bytes", "records", "superseded_bytes", "superseded_records")
    rows = []
    clean = dirty = kept = written = written_records = read = gone_bytes = gone_records = 0
    # The last one is active: the cleaner does not touch it.
    for end, size, records, superseded_bytes, superseded_records in log[list(names)].to_numpy().tolist()[:-1]:
        written, written_records = written + size, written_records + records
        gone_bytes, gone_records = gone_bytes + superseded_bytes, gone_records + superseded_records
        dirty, kept = dirty + size, kept + records
        runs = is_dirty_enough(clean, dirty, min_cleanable_dirty_ratio=ratio)
        if runs:
            read += clean + 2 * dirty
            clean, dirty, kept = written - gone_bytes, 0, written_records - gone_records
        rows.append((end, runs, clean, dirty, kept, written_records, written, read))
    table = pd.DataFrame(rows, columns=list(_MEASURES))
    for index, name in enumerate(("topic", "partition")):
        table.insert(index, name, log[name].iloc[0])
    return table


class _Superseding(Cutter):
    """Cuts a log into segments, and adds up for each what its records supersede."""

    def __init__(self, segment_bytes: int, segment_ms: int) -> None:
        super().__init__(segment_bytes, segment_ms)
        self.counted = self.bytes = 0

    def add(self, run: Run) -> list[tuple[object, ...]]:
        assert run.superseded is not None
        rows: list[tuple[object, ...]] = []
        at = 0
        for segment, records in self.roller.append(run):
            end = int(run.offsets.searchsorted(segment.end_offset))
            self._count(run.superseded[at:end])
            rows.append((*segment, records, self.counted, self.bytes))
            self.counted = self.bytes = 0
            at = end
        self._count(run.superseded[at:])
        return rows

    def end(self) -> list[tuple[object, ...]]:
        return [(*row, self.counted, self.bytes) for row in super().end()]

    def _count(self, sizes: "np.ndarray") -> None:
        self.counted += int((sizes > 0).sum())
        self.bytes += int(sizes.sum())
