"""The same pipeline on a real cluster, on Spark Connect and in one process: the same result, by several workers."""

import json
import sys

import pytest

from tests.spark.standalone import EXECUTOR_MEMORY, standalone
from tests.spark.test_session import needs_connect, run

pytestmark = [pytest.mark.spark, pytest.mark.slow]

COUNT = """
import json, sys
from kafkaviz.spark import load, route, session, workload
from kafkaviz.spark.pipeline import WorkloadInput, run

def letters(key, partitions, sent):
    return len(key) % partitions

with session(memory="512m", cores=2, ui={ui}) as spark:
    source = WorkloadInput("zipf", 20_000, partitions=7, partitioner="crc32", chunk_records=10_000)
    summary = run(spark, source, {out!r})
    records = workload(spark, "country", records=20_000)
    by_hand = load(route(records, 6, letters, producers=4)).orderBy("partition").toPandas().records.tolist()
    tasks = {{}}
    if {ui}:
        from urllib.request import urlopen
        context = spark.sparkContext
        page = f"{{context.uiWebUrl}}/api/v1/applications/{{context.applicationId}}/executors"
        tasks = {{one["id"]: one["completedTasks"] for one in json.load(urlopen(page)) if one["id"] != "driver"}}
    print(json.dumps([summary, by_hand, tasks]))
"""


def counted(tmp_path, name, ui=False, **environment):
    out = tmp_path / name
    done = run(COUNT.format(ui=ui, out=str(out)), timeout_s=900, **environment)
    assert done.returncode == 0, done.stderr[-3000:]
    answered = json.loads(done.stdout.splitlines()[-1])
    return *answered, (out / "summary.json").read_bytes()


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    return counted(tmp_path_factory.mktemp("here"), "local")


def test_a_standalone_cluster_of_two_workers_counts_the_same(here, tmp_path):
    executors = {
        "spark.executor.memory": EXECUTOR_MEMORY,
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
    }
    arguments = " ".join(f"--conf {name}={value}" for name, value in executors.items())
    with standalone(workers=2) as master:
        summary, by_hand, tasks, written = counted(
            tmp_path,
            "cluster",
            ui=True,
            KAFKAVIZ_SPARK_MASTER=master,
            PYSPARK_PYTHON=sys.executable,
            PYSPARK_SUBMIT_ARGS=f"{arguments} pyspark-shell",
            SPARK_LOCAL_IP="127.0.0.1",
        )
    assert (summary, by_hand, written) == (here[0], here[1], here[3])
    assert summary["records"] == sum(by_hand) == 20_000
    assert len(tasks) == 2 and all(count > 0 for count in tasks.values()), tasks


def test_spark_connect_counts_the_same(here, tmp_path):
    needs_connect()
    summary, by_hand, _, written = counted(tmp_path, "connect", SPARK_REMOTE="local[2]")
    assert (summary, by_hand, written) == (here[0], here[1], here[3])
