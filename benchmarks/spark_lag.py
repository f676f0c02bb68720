"""What lag costs: rows per CPU-second by window functions, beside the recursion in Python, group by group.

python benchmarks/spark_lag.py [--partitions 1000] [--seconds 3600] [--memory 1g] [--cores N]

Both are asked for the same three numbers of all rows: the sum of the lag, the greatest, and a hash of every row. Each
figure is the median of three runs after one that is not counted; CPU time is that of the JVM and of the Python workers
together.
"""

import argparse
import sys
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pyspark.sql.functions as F

from benchmarks.processes import cpu_seconds, require_proc
from kafkaviz.spark import lag, session

if TYPE_CHECKING:
    import pandas as pd
    from pyspark.sql import DataFrame, SparkSession

RUNS = 3
CAPACITY = 1_000
WANTED = 2.0


def main() -> None:
    """Measures both, compares their answers, and says how they stand to each other."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--partitions", type=int, default=1_000)
    parser.add_argument("--seconds", type=int, default=3_600)
    parser.add_argument("--memory", default="1g")
    parser.add_argument("--cores", type=int)
    options = parser.parse_args()
    require_proc()
    rows = options.partitions * options.seconds
    with session(memory=options.memory, cores=options.cores) as spark:
        arriving = arrivals_of(spark, options.partitions, options.seconds)
        print(f"{options.partitions:,} partitions × {options.seconds:,} s = {rows:,} rows, heap {options.memory}")
        windows, by_windows = measure(lag(arriving, CAPACITY))
        recursion, by_recursion = measure(arriving.groupBy("topic", "partition").applyInPandas(recurse, SCHEMA))
    if by_windows != by_recursion:
        sys.exit(f"The lags differ: {by_windows} by windows, {by_recursion} by the recursion.")
    print(f"{'':32}rows / CPU-s   CPU-s       s")
    for name, (cpu, wall) in (("window functions", windows), ("applyInPandas, recursion", recursion)):
        print(f"{name:32}{rows / cpu:>12,.0f}{cpu:>8.2f}{wall:>8.2f}")
    ratio = recursion[0] / windows[0]
    print(f"\nBoth gave the same lags (sum, greatest, hash): {by_windows}")
    print(f"Windows cost {ratio:.2f} times less CPU than the recursion; {WANTED:.1f} is wanted.")
    sys.exit(ratio < WANTED)


def arrivals_of(spark: "SparkSession", partitions: int, seconds: int) -> "DataFrame":
    """Makes arrivals near the capacity, some partitions above it, so that lags come and go."""
    number = F.col("id")
    second, partition = F.floor(number / partitions), (number % partitions).cast("int")
    busier = F.when(F.floor(second / 300) % 3 == 0, 300).otherwise(-200)
    records = F.lit(CAPACITY) + busier + F.pmod(F.xxhash64("id"), F.lit(400)) - 200 + partition % 7 * 20
    return spark.range(partitions * seconds, numPartitions=16).select(
        F.lit("clicks").alias("topic"),
        partition.alias("partition"),
        F.timestamp_seconds(second + 1_767_225_600).alias("window_start"),
        records.cast("long").alias("records"),
    )


SCHEMA = "topic string, partition int, window_start timestamp, records long, lag_records long"


def recurse(group: "pd.DataFrame") -> "pd.DataFrame":
    """Goes from second to second: what is left, plus what arrives, less what is read."""
    group = group.sort_values("window_start")
    left, lags = 0, []
    for arrived in group["records"].tolist():
        left = max(0, left + arrived - CAPACITY)
        lags.append(left)
    return group.assign(lag_records=lags)


def measure(df: "DataFrame") -> "tuple[tuple[float, float], tuple[int, int, int]]":
    """Returns the medians of CPU and wall seconds, and the three numbers."""
    cpus, walls = [], []
    for _ in range(RUNS + 1):
        cpu, wall = cpu_seconds(), time.perf_counter()
        row = df.agg(
            F.sum("lag_records"),
            F.max("lag_records"),
            F.bit_xor(F.xxhash64("partition", "window_start", "lag_records")),
        ).first()
        cpus.append(cpu_seconds() - cpu)
        walls.append(time.perf_counter() - wall)
    assert row is not None, "an aggregate has one row"
    return (median(cpus[1:]), median(walls[1:])), tuple(row)


if __name__ == "__main__":
    main()
