"""What routing costs: records per CPU-second through Kafka's rule, beside the same query with Spark's own hash().

python benchmarks/spark.py [--records 20000000] [--partitions 12] [--memory 1g] [--cores N]
python benchmarks/spark.py --scale 1e7 1e8 1e9

Every way takes its turn in each of five rounds, after one that is not counted; ratios are those within a round. CPU
time is that of the JVM and of the Python workers together, from /proc (so Linux only), because on a shared machine it
is much steadier than a clock. With --scale the cost of a record is measured from end to end at several sizes, in the
smallest session there is. The exit code tells whether what is promised was kept.
"""

import argparse
import sys
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.duckdb_murmur2 import measured_duckdb
from benchmarks.processes import cpu_seconds, require_proc
from benchmarks.spark_scale import scale
from benchmarks.yardstick import ROUNDS, Figure, reached
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.spark import any_key, route, session, workload
from kafkaviz.spark.generator import keys
from kafkaviz.spark.hashing import partition_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

KEYS = 1_000_000
HASH, GENERATED, ANY, BY_NUMPY, BY_PYTHON = (
    "Spark's hash() of the key",
    "Kafka's rule, generated keys",
    "Kafka's rule, any key",
    "Kafka's rule, any key, numpy in a worker",
    "Kafka's rule, any key, a Python UDF",
)
PROMISED: dict[float, list[tuple[str, str, float | None, float]]] = {
    0.0: [
        (GENERATED, HASH, None, 1.5),
        (ANY, HASH, 0.37, 0.9),
        (ANY, BY_PYTHON, None, 6.0),
        (BY_NUMPY, HASH, 0.37, 0.35),
    ],
    1.1: [(GENERATED, HASH, 1.25, 1.5), (ANY, HASH, 0.43, 0.9)],
}
"""By the exponent of the keys' law: one way, another, how many times as many records for a CPU-second the first routes
as the other: what it was at adbfca1, and what is promised."""


class Way(NamedTuple):
    """One way to route: its query, and how many records that reads."""

    records: int
    query: "DataFrame"


def main() -> None:
    """Measures keys that are all alike, where routing weighs most, and keys of which few are hot."""
    options = parse()
    require_proc()
    if options.scale:
        sys.exit(scale([int(float(records)) for records in options.scale], options.cores))
    with session(memory=options.memory, cores=options.cores) as spark:
        print(f"{options.records:,} records, {KEYS:,} keys, {options.partitions} partitions, heap {options.memory}")
        sys.exit(sum(compare(spark, options.records, options.partitions, s) for s in PROMISED))


def compare(spark: "SparkSession", records: int, partitions: int, s: float) -> int:
    """Measures every way to route keys that follow one law, prints a row for each, and counts broken promises."""
    costs: dict[str, list[float]] = {}
    counts = {}
    all_ways = ways(spark, records, partitions, s)
    for each in range(ROUNDS + 1):
        for name, way in all_ways.items():
            counts[name], cost = measure(way)
            costs.setdefault(name, []).extend([cost] if each else [])
    if counts[GENERATED] != counts[ANY] or counts[ANY] != counts[BY_NUMPY]:
        sys.exit("The forms of Kafka's rule gave different counts.")
    print(f"\n{f'keys by Zipf {s}' if s else 'keys equally often':42}records / CPU-s  times hash() in each of {ROUNDS}")
    for name, taken in costs.items():
        print(f"{name:42}{1 / median(taken):>15,.0f}  {spread(ratios(costs[HASH], taken))}")
    print_duckdb(records, partitions, median(costs[HASH]))
    return reached(
        [
            Figure(f"{name}, times {other}", ratios(costs[other], costs[name]), was, floor)
            for name, other, was, floor in PROMISED[s]
        ]
    )


def ways(spark: "SparkSession", records: int, partitions: int, s: float) -> dict[str, Way]:
    """Returns every way to route, by name; the one that takes each key to Python on its own gets a twentieth."""
    few = max(records // 20, 1)
    keyed = workload(spark, "zipf", records=records, keys=KEYS, s=s)
    with mock.patch.object(keys, "MANY", 0):  # As for very many records; of hot keys most are looked up anyway.
        direct = workload(spark, "zipf", records=records, keys=KEYS, s=s, partitions=partitions)
    in_worker = keyed.withColumn("partition", partition_of(any_key.murmur2_in_python(keyed.key), partitions))
    return {
        HASH: Way(records, keyed.selectExpr(f"pmod(hash(key), {partitions}) partition")),
        GENERATED: Way(records, direct),
        ANY: Way(records, route(keyed, partitions)),
        BY_NUMPY: Way(records, in_worker),
        "librdkafka's rule, any key": Way(records, route(keyed, partitions, "crc32")),
        BY_PYTHON: Way(few, by_python(spark, few, s, partitions)),
        "neither key nor hash": Way(records, keyed.selectExpr(f"offset % {partitions} partition")),
    }


def by_python(spark: "SparkSession", records: int, s: float, partitions: int) -> "DataFrame":
    """Routes by the rule itself, one key after another."""
    import pyspark.sql.functions as F

    rule = F.udf(lambda key: keyed_partition(bytes(key), partitions), "int")
    return workload(spark, "zipf", records=records, keys=KEYS, s=s).select(rule("key").alias("partition"))


def measure(way: Way) -> tuple[dict[int, int], float]:
    """Counts the records of each partition, and gives the counts and the CPU seconds of a record."""
    began = cpu_seconds()
    counts = {row["partition"]: row["count"] for row in way.query.groupBy("partition").count().collect()}
    return counts, (cpu_seconds() - began) / way.records


def ratios(base: list[float], taken: list[float]) -> list[float]:
    """Returns round by round how many times as fast the second is."""
    return [ours / theirs for ours, theirs in zip(base, taken, strict=True)]


def spread(found: list[float]) -> str:
    """Returns the median of some ratios with the least and the largest."""
    return f"{median(found):.2f} ({min(found):.2f} to {max(found):.2f})"


def print_duckdb(records: int, partitions: int, base: float) -> None:
    """Prints a row for DuckDB, which does the same arithmetic on keys that are equally often."""
    measured = measured_duckdb(records, KEYS, partitions, ROUNDS)
    if isinstance(measured, str):
        return print(measured)
    cpu, _ = measured
    print(f"{'DuckDB, the same arithmetic':42}{records / cpu:>15,.0f}  {base * records / cpu:.2f}")


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
