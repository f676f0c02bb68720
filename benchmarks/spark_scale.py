"""What a record costs from end to end as there are more of them, in the smallest session: CPU and memory."""

import time

from benchmarks.processes import cpu_seconds, peak_megabytes
from kafkaviz.spark import session, workload

MEMORY = "512m"
KEYS, PARTITIONS = 1_000_000, 12
MOST_MEGABYTES = 1_200
SPREAD, FROM = 0.15, 10**8
"""From this many records on, the cost of one stays within this share of the first such size."""


def scale(sizes: list[int], cores: int | None) -> int:
    """Makes, routes and adds up records by Zipf's law at each size, and returns how many promises were broken."""
    import pyspark.sql.functions as F

    broken, first = 0, 0.0
    print(f"{KEYS:,} keys by Zipf 1.1, {PARTITIONS} partitions, heap {MEMORY}")
    print(f"{'records':>15}{'CPU-s':>9}{'s':>9}{'CPU-µs / record':>17}{'of the first':>14}{'peak MB':>9}")
    with session(memory=MEMORY, cores=cores) as spark:
        for records in [10**6, *sizes]:
            tasks = max(16, records // 10**7)
            df = workload(spark, records=records, keys=KEYS, partitions=PARTITIONS, tasks=tasks)
            size = F.octet_length("key") + F.octet_length("value")
            with peak_megabytes() as peak:
                cpu, wall = cpu_seconds(), time.perf_counter()
                rows = df.groupBy("partition").agg(F.count("*").alias("n"), F.sum(size).alias("bytes")).collect()
                cpu, wall = cpu_seconds() - cpu, time.perf_counter() - wall
            cost = 1e6 * cpu / records
            assert sum(row["n"] for row in rows) == records and len(rows) == PARTITIONS
            first = first or (cost if records >= FROM else 0.0)
            relative = f"{cost / first:>13.2f}x" if first else f"{'':>14}"
            note = " (not counted)" if records == 10**6 else ""
            print(f"{records:>15,}{cpu:>9.1f}{wall:>9.1f}{cost:>17.3f}{relative}{peak[0]:>9,.0f}{note}", flush=True)
            broken += (bool(first) and abs(cost / first - 1) > SPREAD) + (peak[0] > MOST_MEGABYTES)
    print(
        f"within {SPREAD:.0%} from {FROM:,} records on, at most {MOST_MEGABYTES:,} MB: {'BROKEN' if broken else 'kept'}"
    )
    return broken
