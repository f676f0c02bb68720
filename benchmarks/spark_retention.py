"""What it costs to ask what a topic keeps: CPU-µs a record, by a kernel, by the decision in Python, and by windows.

python benchmarks/spark_retention.py [--records 4000000] [--memory 512m] [--cores N]
python benchmarks/spark_retention.py --scale 1e6 1e7 1e8

Three ways cut the same records into segments, and must agree: `segments`, whose kernel goes from segment to segment;
`must_roll` asked about record after record in applyInPandas; and a window function, which can only say it where all
records are of one size and `segment.ms` does not matter. Each figure is the median of three runs after one that is not
counted. With --scale the three questions of notebook M4 are asked once at each size, in the smallest session there is.
"""

import argparse
import sys
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pyspark.sql.functions as F
from pyspark.sql import Window

from benchmarks.processes import cpu_seconds, peak_megabytes, require_proc
from kafkaviz.decisions.retention import Segment, must_roll
from kafkaviz.spark import compacted, retention_checks, segments, session, superseded, workload
from kafkaviz.spark.aggregates.runs import MILLIS, SIZE, records_with_sizes

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd
    from pyspark.sql import DataFrame, SparkSession

RUNS = 3
SEGMENT_BYTES, PARTITIONS = 2**20, 12


def main() -> None:
    """Measures three ways to cut segments, or all that M4 asks at several sizes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--records", type=lambda given: int(float(given)), default=4_000_000)
    parser.add_argument("--memory", default="512m")
    parser.add_argument("--cores", type=int)
    parser.add_argument("--scale", nargs="+", metavar="RECORDS", help="sizes to measure, as 1e6 1e7 1e8")
    options = parser.parse_args()
    require_proc()
    with session(memory=options.memory, cores=options.cores) as spark:
        if options.scale:
            scale(spark, [int(float(records)) for records in options.scale])
        else:
            compare(spark, options.records)


def compare(spark: "SparkSession", records: int) -> None:
    """Cuts records of one size in three ways, and prints a row for each."""
    # Keys of one length and values of one size: the third way needs it.
    df = workload(spark, "zipf", records=records, partitions=PARTITIONS, rate=1_000).withColumn("key", F.lit(b"key"))
    ways: dict[str, Callable[[], DataFrame]] = {
        "the kernel, from segment to segment": lambda: segments(df, segment_bytes=SEGMENT_BYTES),
        "must_roll, applyInPandas": lambda: (
            records_with_sizes(df).groupBy("topic", "partition").applyInPandas(rolled, SCHEMA)
        ),
        "a window, records of one size": lambda: by_window(df),
    }
    print(f"{records:,} records, {PARTITIONS} partitions, segments of {SEGMENT_BYTES:,} bytes")
    costs, found = {}, set()
    for name, way in ways.items():
        cpus = []
        for _ in range(RUNS + 1):
            cpu = cpu_seconds()
            row = way().agg(F.count("*"), F.bit_xor(F.xxhash64("partition", "base_offset", "size_bytes"))).first()
            cpus.append(cpu_seconds() - cpu)
        found.add(tuple(row or ()))
        costs[name] = median(cpus[1:])
        print(f"{name:40}{1e6 * costs[name] / records:>8.2f} CPU-µs a record", flush=True)
    if len(found) > 1:
        sys.exit(f"They cut different segments: {found}")
    kernel, decision, _ = costs.values()
    print(f"All cut the same segments. The decision costs {decision / kernel:.2f} times as much as the kernel.")


SCHEMA = "partition int, base_offset long, size_bytes long"


def rolled(log: "pd.DataFrame") -> "pd.DataFrame":
    """Asks the decision about record after record of one log."""
    import pandas as pd

    log = log.sort_values("offset")
    rows, now = [], Segment(0, 0, 0)
    for offset, millis, size in log[["offset", MILLIS, SIZE]].itertuples(index=False, name=None):
        if not now.size_bytes or must_roll(now, size, millis, segment_bytes=SEGMENT_BYTES):
            if now.size_bytes:
                rows.append((now.base_offset, now.size_bytes))
            now = Segment(offset, offset, 0, millis, millis)
        now = now._replace(size_bytes=now.size_bytes + size)
    rows.append((now.base_offset, now.size_bytes))
    return pd.DataFrame(rows, columns=["base_offset", "size_bytes"]).assign(partition=log["partition"].iloc[0])


def by_window(df: "DataFrame") -> "DataFrame":
    """Numbers the records of each log: every so many of them begin a segment."""
    in_log = Window.partitionBy("partition").orderBy("offset")
    a_segment = F.floor(F.lit(SEGMENT_BYTES) / F.col(SIZE))
    numbered = records_with_sizes(df).withColumn("segment", F.floor((F.row_number().over(in_log) - 1) / a_segment))
    of_segment = numbered.groupBy("partition", "segment")
    return of_segment.agg(F.min("offset").alias("base_offset"), F.sum(SIZE).alias("size_bytes"))


def scale(spark: "SparkSession", sizes: list[int]) -> None:
    """Prints what each question costs at several sizes; the segments grow with the records, as in a notebook."""
    print(f"{'':>14}{'checks':>10}{'superseded':>12}{'compacted':>11}   CPU-µs a record")
    for records in [100_000, *sizes]:
        tasks = max(16, records // 10**6)
        df = workload(spark, "zipf", records=records, s=1.1, rate=5, partitions=PARTITIONS, tasks=tasks)
        segment_bytes = max(records * 3, 2**14)
        costs, started = [], time.perf_counter()
        with peak_megabytes() as peak:
            checks = retention_checks(
                df, retention_ms=86_400_000, segment_bytes=segment_bytes, check_interval_ms=3_600_000
            )
            cut = superseded(df, segment_bytes=segment_bytes)
            for way in (checks, cut):
                cpu = cpu_seconds()
                rows = way.collect()
                costs.append(cpu_seconds() - cpu)
            cpu = cpu_seconds()
            compacted(spark.createDataFrame(rows, cut.schema)).collect()
            costs.append(cpu_seconds() - cpu)
        spent = "".join(f"{1e6 * cost / records:>{width}.2f}" for cost, width in zip(costs, (10, 12, 11), strict=True))
        note = " (not counted)" if records == 100_000 else f" {time.perf_counter() - started:.0f} s, {peak[0]:,.0f} MB"
        print(f"{records:>14,}{spent}{note}", flush=True)


if __name__ == "__main__":
    main()
