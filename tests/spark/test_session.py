"""The session: quiet, as large as asked, on this machine alone, and plain when it cannot start."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pyspark
import pytest

from kafkaviz.spark import session
from kafkaviz.spark.session import _package_zip

pytestmark = pytest.mark.spark


def run(script: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a script in a Python of its own, because a process keeps the first JVM's settings."""
    return subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        timeout=300,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])} | environment,
        check=False,
    )


def test_a_second_call_gives_the_session_that_runs(spark):
    assert session(memory="3g") is spark


def test_the_settings_hold(spark):
    assert spark.conf.get("spark.sql.session.timeZone") == "UTC"
    assert spark.conf.get("spark.sql.ansi.enabled") == "true"
    assert spark.conf.get("spark.sql.shuffle.partitions") == "4"
    assert spark.conf.get("spark.driver.host") == "127.0.0.1"
    assert spark.sparkContext.uiWebUrl is None


def test_starting_leaves_the_environment_as_it_was(spark):
    assert "PYSPARK_PYTHON" not in os.environ and "SPARK_LOCAL_IP" not in os.environ


def test_memory_is_given_not_a_word_is_said_and_the_next_session_may_be_larger():
    """The heap is asked of the JVM itself, since a setting may be stored and yet come too late to matter."""
    script = """
import json
from kafkaviz.spark import session
heaps = []
for memory in ("512m", "700m"):
    with session(memory=memory, cores=1) as spark:
        heaps.append(spark._jvm.java.lang.Runtime.getRuntime().maxMemory() >> 20)
        assert spark.range(3).count() == 3
print(json.dumps(heaps))
"""
    done = run(script)
    assert done.stderr == ""
    assert json.loads(done.stdout) == pytest.approx([512, 700], rel=0.05)


def test_a_spark_that_cannot_start_says_so_and_shows_its_log():
    done = run("from kafkaviz.spark import session; session(memory='1q')")
    last = done.stderr[done.stderr.rindex("SparkStartError") :]
    assert last.startswith("SparkStartError: Spark did not start with memory='1q' and ")
    assert "The last lines of its log:\nInvalid maximum heap size: -Xmx1q" in last


def test_the_master_of_the_environment_is_used():
    script = "from kafkaviz.spark import session\nwith session(memory='512m') as s: print(s.conf.get('spark.master'))"
    done = run(script, KAFKAVIZ_SPARK_MASTER="local[3]")
    assert (done.stdout, done.stderr) == ("local[3]\n", "")


@pytest.mark.slow
def test_workers_of_a_cluster_get_the_package_from_the_session():
    """Its executors are processes of their own, which find the package in the zip and nowhere else first."""
    script = """
import pyspark.sql.functions as F
from kafkaviz.spark import route, session

def where(key):
    import kafkaviz.spark.kernel
    return kafkaviz.spark.kernel.__file__

with session(memory="512m") as spark:
    letters = spark.createDataFrame([("A", 0), ("B", 1)], "key string, offset long")
    print([row.partition for row in route(letters, 3).orderBy("offset").collect()])
    print("kafkaviz.zip" in letters.select(F.udf(where)("key")).first()[0])
"""
    cluster = {"KAFKAVIZ_SPARK_MASTER": "local-cluster[1,1,1024]", "SPARK_LOCAL_IP": "127.0.0.1"}
    work = Path(pyspark.__file__).parent / "work"
    was_there = work.exists()
    try:
        done = run(script, PYSPARK_PYTHON=sys.executable, **cluster)
    finally:
        if not was_there:
            shutil.rmtree(work, ignore_errors=True)
    assert done.stdout == "[1, 1]\nTrue\n", done.stderr[-2000:]


def test_the_package_that_is_shipped_holds_the_kernel_and_the_rule():
    names = zipfile.ZipFile(_package_zip()).namelist()
    assert {"kafkaviz/__init__.py", "kafkaviz/spark/kernel.py", "kafkaviz/decisions/hashing.py"} <= set(names)
