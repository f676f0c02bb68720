"""What a session answers that is compared wherever Spark runs: in one process, by workers on their own, on a server.

A worker finds this package in what the session ships, and nothing of the tests; so the functions that are sent to it
are made inside of others, which has them sent by value.
"""

import json
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pyspark.sql.functions as F

import kafkaviz.spark as ks
from kafkaviz.spark.pipeline import WorkloadInput, run
from kafkaviz.spark.trials import TrialError, durability_draws, grid, run_trials, share_of, verify
from tests.spark.log_segments.recorded import LOGS

GROUP = {"C1": [0, 1], "C2": [2, 3], "C3": []}
HARD = {"down": 0.3, "destroyed": 0.4}


def answers(spark: Any, folder: Path) -> dict[str, Any]:
    """Returns what is compared, each under its name, as JSON has it."""
    given = {
        "pipeline": pipeline(spark, folder / "pipeline"),
        "segments": segments(spark),
        "trials": trials(spark),
        "package": package(spark),
    }
    return json.loads(json.dumps(given))


def pipeline(spark: Any, out: Path) -> dict[str, Any]:
    """Returns what the pipeline counts and writes, and the load by a rule of one's own."""

    def letters(key, partitions, sent):
        return len(key) % partitions

    source = WorkloadInput("zipf", 20_000, partitions=7, partitioner="crc32", chunk_records=10_000)
    summary = run(spark, source, out)
    records = ks.workload(spark, "country", records=20_000)
    by_hand = ks.load(ks.route(records, 6, letters, producers=4)).orderBy("partition").toPandas()
    return {
        "summary": summary,
        "by hand": by_hand.records.tolist(),
        "written": (out / "summary.json").read_text("utf-8"),
    }


def segments(spark: Any) -> list[Any]:
    """Returns how many records of a real broker are read and what they come to, and how a missing folder is told."""
    df = ks.read_segments(spark, str(LOGS), "client-zstd", include_headers=True)
    counted = [df.count(), df.selectExpr("sum(xxhash64(*) % 1000000)").first()[0]]
    try:
        ks.read_segments(spark, str(LOGS / "gone"))
    except Exception as fault:
        return [*counted, type(fault).__name__, str(fault)]
    return counted


def trials(spark: Any) -> dict[str, Any]:
    """Returns whether trials come to the same rows as in a loop, and how one that fails is told."""

    def own(seed, setting):
        return {"x": seed % 7 / setting["k"]}

    hard, few = {"down": 0.5, "destroyed": 0.5}, grid(k=[2, 4])
    rows = run_trials(spark, "durability", hard, trials=40, tasks=4)
    found = {
        "as in a loop": rows.toPandas().equals(run_trials(None, "durability", hard, trials=40)),
        "one's own as in a loop": run_trials(spark, own, few, trials=10)
        .toPandas()
        .equals(run_trials(None, own, few, trials=10)),
        "verified": verify(rows, 3).sessions,
        "rows": rows.count(),
        "lost": share_of(durability_draws(spark, draws=20_000, **HARD), "lost", []).first().successes,
    }
    try:
        run_trials(spark, lambda seed, setting: {"x": 1 / (seed % 10 - 5)}, trials=10)
    except TrialError as fault:
        found["fault"] = str(fault)
    return found


def aggregates(spark: Any, folder: str) -> dict[str, list[str]]:
    """Returns the rows of every aggregate of one small workload, and of a stream, as text."""
    clicks = ks.workload(spark, records=2_000, keys=50, partitions=4, rate=200)
    arriving = ks.arrivals(clicks)
    batched = ks.batches(clicks, linger_ms=20)
    cut = ks.segments(clicks, segment_bytes=20_000)
    grid = ks.capacity(clicks, [200, 300], [2, 4], [1, 2], 120, bound_records=50)
    order = ks.order_per_key(ks.grown(clicks, 4, 5, at=1_000, sent="offset"), sent="offset")
    tables = {
        "load": ks.load(clicks, 5),
        "brokers": ks.load_by_broker(clicks, [[1], [2], [1], [3]]),
        "consumers": ks.load_by_consumer(clicks, GROUP),
        "hottest": ks.hottest_keys(clicks),
        "arrivals": arriving,
        "lag": ks.lag(ks.filled(arriving), 60),
        "drained": ks.drained(ks.lag(ks.filled(ks.arrivals_by_consumer(arriving, GROUP)), 90)),
        "shared": ks.lag(ks.filled(ks.with_shared_capacity(arriving, GROUP, 90)), "capacity_per_s"),
        "order": order,
        "broken": ks.broken_order(order),
        "moved": ks.moved_keys(clicks, 4, 5),
        "salted": ks.load(ks.route(ks.salted(clicks, 4, hot=3), 4)),
        "batches": batched,
        "requests": ks.requests(batched, [[1], [2], [1], [3]], linger_ms=20),
        "retained": ks.retained(cut, retention_bytes=40_000),
        "reader": ks.slow_reader(clicks, 40, retention_bytes=40_000, segment_bytes=20_000),
        "capacity": grid,
        "demand": ks.demand(grid),
    }
    found = {name: sorted(map(str, table.collect())) for name, table in tables.items()}
    clicks.write.parquet(folder)
    stream = spark.readStream.schema(clicks.schema).parquet(folder)
    found["stream"] = [str(table.to_dict("list")) for table in ks.watch(stream, ks.LOAD)]
    found["left running"] = list(map(str, spark.streams.active))
    return found


def package(spark: Any) -> list[Any]:
    """Returns the partitions of two letters, and where a worker found the kernel that gave them."""

    def where(key):
        import kafkaviz.spark.kernel

        return kafkaviz.spark.kernel.__file__

    letters = spark.createDataFrame([("A", 0), ("B", 1)], "key string, offset long")
    routed = [row.partition for row in ks.route(letters, 3).orderBy("offset").collect()]
    return [routed, letters.select(F.udf(where)("key")).first()[0]]


def tasks(spark: Any) -> dict[str, int]:
    """Returns how many tasks each worker has finished, by what Spark's own pages say."""
    context = spark.sparkContext
    page = f"{context.uiWebUrl}/api/v1/applications/{context.applicationId}/executors"
    return {one["id"]: one["completedTasks"] for one in json.load(urlopen(page)) if one["id"] != "driver"}
