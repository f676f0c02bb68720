"""What routing costs: records per CPU-second through Kafka's rule, beside the same query with Spark's own hash().

python benchmarks/spark.py [--records 5000000] [--partitions 12] [--memory 1g] [--cores N]

Each row is the median of three runs after one that is not counted. CPU time is that of the JVM and of the Python
workers together, from /proc (so Linux only), because on a shared machine it is much steadier than a clock.
"""

import argparse
import os
import sys
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from kafkaviz.spark import route, session, workload

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

RUNS = 3
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
Counts = dict[int, int]


def main() -> None:
    """Measures keys that are all alike, where routing weighs most, and keys of which few are hot."""
    options = parse()
    if not Path("/proc/self/stat").exists():
        sys.exit("This benchmark reads CPU times from /proc, which only Linux has.")
    with session(memory=options.memory, cores=options.cores) as spark:
        print(f"{options.records:,} records, {options.partitions} partitions, heap {options.memory}")
        compare(spark, options.records, options.partitions, zipf=0)
        compare(spark, options.records, options.partitions, zipf=1.1)
        peak = max(map(peak_megabytes, descendants(os.getpid())))
    print(f"\nBoth forms of Kafka's rule gave the same counts; the JVM took {peak:,.0f} MB at most.")


def compare(spark: "SparkSession", records: int, partitions: int, zipf: float) -> None:
    """Measures every way to route records whose keys follow one law, and prints a row for each."""
    keyed = workload(spark, records=records, s=zipf)
    by_hash = keyed.selectExpr(f"pmod(hash(key), {partitions}) partition")
    by_arithmetic = workload(spark, records=records, s=zipf, partitions=partitions)
    by_kernel = route(keyed, partitions)
    unrouted = keyed.selectExpr(f"offset % {partitions} partition")

    print(f"\n{f'keys by Zipf {zipf}' if zipf else 'keys equally often':32}records / CPU-s   CPU-s       s  of hash()")
    _, base = show("Spark's hash() of the key", by_hash, records)
    by_id, _ = show("Kafka's rule, by arithmetic", by_arithmetic, records, base)
    by_key, _ = show("Kafka's rule, any key (numpy)", by_kernel, records, base)
    show("neither key nor hash", unrouted, records, base)
    if by_id != by_key:
        sys.exit("The two forms of Kafka's rule gave different counts.")


def show(name: str, df: "DataFrame", records: int, base: float | None = None) -> tuple[Counts, float]:
    """Measures one way, prints its row, and gives its counts and its records per CPU-second."""
    counts, cpu, wall = measure(df)
    rate = records / cpu
    print(f"{name:32}{rate:>15,.0f}{cpu:>8.2f}{wall:>8.2f}{rate / (base or rate):>10.2f}x", flush=True)
    return counts, rate


def parse() -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=5_000_000)
    parser.add_argument("--partitions", type=int, default=12)
    parser.add_argument("--memory", default="1g")
    parser.add_argument("--cores", type=int)
    return parser.parse_args()


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


def cpu_seconds() -> float:
    """Returns the CPU seconds of all processes below this one, those that ended included."""
    return sum(sum(map(int, stat(pid)[11:15])) for pid in descendants(os.getpid())) / TICKS_PER_SECOND


def descendants(root: int) -> list[int]:
    """Lists the processes below one process, parents before children."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        fields = stat(int(folder.name)) if folder.name.isdigit() else []
        if fields:
            children.setdefault(int(fields[1]), []).append(int(folder.name))
    found = list(children.get(root, []))
    for pid in found:
        found += children.get(pid, [])
    return found


def stat(pid: int) -> list[str]:
    """Returns the fields of /proc/<pid>/stat that follow the command's name; none when the process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def peak_megabytes(pid: int) -> float:
    """Returns the largest resident size that a process ever had."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0.0


if __name__ == "__main__":
    main()
