"""Every aggregate, and a stream, on a Spark Connect server: the same rows as on a session of one's own."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import kafkaviz.spark as ks

pytestmark = pytest.mark.spark
ROOT = Path(__file__).parents[3]
GROUP = {"C1": [0, 1], "C2": [2, 3], "C3": []}


def everything(spark, folder: str) -> dict[str, list[str]]:
    """Returns the rows of every aggregate of one small workload, as text."""
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


SCRIPT = """
import json, sys
from kafkaviz.spark import session
from tests.spark.aggregates.test_on_connect import everything
with session(memory="512m", cores=2) as spark:
    assert type(spark).__module__.startswith("pyspark.sql.connect")
    print(json.dumps(everything(spark, sys.argv[1])))
"""


@pytest.mark.slow
def test_a_session_of_ones_own_and_a_server_give_the_same_rows(spark, tmp_path):
    if any(find_spec(name) is None for name in ("grpc", "grpc_status", "zstandard")):
        pytest.skip("Spark Connect needs grpcio: pip install 'kafkaviz[connect]'")
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path / "server")],
        capture_output=True,
        text=True,
        timeout=900,
        env=os.environ | {"PYTHONPATH": str(ROOT), "SPARK_REMOTE": "local[2]"},
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3_000:]
    here = everything(spark, str(tmp_path / "here"))
    assert json.loads(done.stdout) == here
    assert all(here[name] for name in here if name != "left running") and here["left running"] == []
