"""What routing costs: records per CPU-second through Kafka's rule, beside the same query with Spark's own hash().

python benchmarks/spark.py [--records 20000000] [--partitions 12] [--memory 1g] [--cores N]
python benchmarks/spark.py --scale 1e7 1e8 1e9

Each row is the median of three runs after one that is not counted. CPU time is that of the JVM and of the Python
workers together, from /proc (so Linux only), because on a shared machine it is much steadier than a clock. With
--scale the cost of a record is measured from end to end at several sizes, in the smallest session there is. The exit
code tells whether what is promised was kept.
"""

import argparse
import sys
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.duckdb_murmur2 import measured_duckdb
from benchmarks.processes import cpu_seconds, require_proc
from benchmarks.spark_scale import scale
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.spark import route, session, workload

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

RUNS = 3
KEYS = 1_000_000
GENERATED, ANY, PYTHON = 1.5, 0.35, 6.0
"""What is promised of keys from numbers and of any keys against hash(), and of any keys against a Python UDF."""

Counts = dict[int, int]


class Row(NamedTuple):
    """One way to route: what it counted, and its records per CPU-second."""

    counts: Counts
    rate: float


def main() -> None:
    """Measures keys that are all alike, where routing weighs most, and keys of which few are hot."""
    options = parse()
    require_proc()
    if options.scale:
        sys.exit(scale([int(float(records)) for records in options.scale], options.cores))
    with session(memory=options.memory, cores=options.cores) as spark:
        print(f"{options.records:,} records, {KEYS:,} keys, {options.partitions} partitions, heap {options.memory}")
        broken = compare(spark, options.records, options.partitions, s=0.0)
        compare(spark, options.records, options.partitions, s=1.1)
    sys.exit(broken)


def compare(spark: "SparkSession", records: int, partitions: int, s: float) -> int:
    """Measures every way to route keys that follow one law, prints a row for each, and counts broken promises."""
    keyed = workload(spark, "zipf", records=records, keys=KEYS, s=s)
    few = max(records // 20, 1)
    print(f"\n{f'keys by Zipf {s}' if s else 'keys equally often':34}records / CPU-s   CPU-s       s  of hash()")
    base = show("Spark's hash() of the key", keyed.selectExpr(f"pmod(hash(key), {partitions}) partition"), records)
    direct = workload(spark, "zipf", records=records, keys=KEYS, s=s, partitions=partitions)
    by_id = show("Kafka's rule, by arithmetic", direct, records, base)
    by_key = show("Kafka's rule, any key (numpy)", route(keyed, partitions), records, base)
    show("librdkafka's rule, any key", route(keyed, partitions, "crc32"), records, base)
    in_python = show("a Python UDF", by_python(spark, few, s, partitions), few, base)
    show("neither key nor hash", keyed.selectExpr(f"offset % {partitions} partition"), records, base)
    print_duckdb(records, partitions, base)
    if by_id.counts != by_key.counts:
        sys.exit("The two forms of Kafka's rule gave different counts.")
    promises = [
        ("generated keys", by_id.rate / base.rate, GENERATED, "hash()"),
        ("any keys", by_key.rate / base.rate, ANY, "hash()"),
        ("any keys", by_key.rate / in_python.rate, PYTHON, "a Python UDF"),
    ]
    for name, ratio, floor, other in promises:
        print(f"{name}: {ratio:.2f} times {other}, at least {floor} promised: {'kept' if ratio >= floor else 'BROKEN'}")
    return sum(ratio < floor for _, ratio, floor, _ in promises)


def by_python(spark: "SparkSession", records: int, s: float, partitions: int) -> "DataFrame":
    """Routes by the rule itself, one key after another."""
    import pyspark.sql.functions as F

    rule = F.udf(lambda key: keyed_partition(bytes(key), partitions), "int")
    return workload(spark, "zipf", records=records, keys=KEYS, s=s).select(rule("key").alias("partition"))


def print_duckdb(records: int, partitions: int, base: Row) -> None:
    """Prints a row for DuckDB, which does the same arithmetic on keys that are equally often."""
    measured = measured_duckdb(records, KEYS, partitions, RUNS)
    if isinstance(measured, str):
        return print(measured)
    cpu, wall = measured
    print_row("DuckDB, the same arithmetic", records, cpu, wall, base.rate)


def show(name: str, df: "DataFrame", records: int, base: Row | None = None) -> Row:
    """Measures one way, prints its row, and gives its counts and its records per CPU-second."""
    counts, cpu, wall = measure(df)
    print_row(name, records, cpu, wall, base.rate if base else records / cpu)
    return Row(counts, records / cpu)


def print_row(name: str, records: int, cpu: float, wall: float, base: float) -> None:
    """Prints what one way costs."""
    print(f"{name:34}{records / cpu:>15,.0f}{cpu:>8.2f}{wall:>8.2f}{records / cpu / base:>10.2f}x", flush=True)


def measure(df: "DataFrame") -> tuple[Counts, float, float]:
    """Counts the records of each partition, and gives the counts and the medians of CPU and wall seconds."""
    counts: Counts = {}
    cpus, walls = [], []
    for _ in range(RUNS + 1):
        cpu, wall = cpu_seconds(), time.perf_counter()
        counts = {row["partition"]: row["count"] for row in df.groupBy("partition").count().collect()}
        cpus.append(cpu_seconds() - cpu)
        walls.append(time.perf_counter() - wall)
    return counts, median(cpus[1:]), median(walls[1:])


def parse() -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--records", type=int, default=20_000_000)
    parser.add_argument("--partitions", type=int, default=12)
    parser.add_argument("--memory", default="1g")
    parser.add_argument("--cores", type=int)
    parser.add_argument("--scale", nargs="+", metavar="RECORDS", help="sizes to measure from end to end, as 1e7 1e8")
    return parser.parse_args()


if __name__ == "__main__":
    main()
