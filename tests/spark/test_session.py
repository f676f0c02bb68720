"""The session: quiet, as large as asked, on this machine alone, and plain when it cannot start."""

import os
import socket
import subprocess
import sys
import time
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pyspark
import pytest

from kafkaviz.spark import session
from kafkaviz.spark.starting import package_zip, settings

pytestmark = pytest.mark.spark


def own_environment() -> dict[str, str]:
    paths = filter(None, (str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH")))
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths)}


def run(script: str, timeout_s: int = 300, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a script in a Python of its own, because a process keeps the first JVM's settings."""
    return subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        timeout=timeout_s,
        env=own_environment() | environment,
        check=False,
    )


def needs_connect() -> None:
    if any(find_spec(name) is None for name in ("grpc", "grpc_status", "zstandard")):
        pytest.skip("Spark Connect needs grpcio: pip install 'kafkaviz[connect]'")


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


WRONG_COLUMNS = """
from kafkaviz.spark import plain_errors, session

def told(spark):
    for wrong in (lambda: spark.range(3).select("nope").collect(), lambda: spark.sql("select nope").collect()):
        try:
            with plain_errors():
                wrong()
        except Exception as problem:
            print(problem)
    print(spark.range(3).count(), type(spark).__module__)

with session(memory="512m") as spark:
    told(spark)
"""
SENTENCES = ["There is no column `nope`; there is `id`.", "There is no column `nope`."]
TWO_SESSIONS = f"""
import os

def heap(spark):
    print(spark.conf.get("spark.master"), spark._jvm.java.lang.Runtime.getRuntime().maxMemory() >> 20)
{WRONG_COLUMNS}    heap(spark)
os.environ["SPARK_REMOTE"] = "sc://127.0.0.1:1"
with session(memory="700m", master="local[2]") as spark:
    heap(spark)
    print(spark.range(3).count())
"""


@pytest.fixture(scope="module")
def two_sessions() -> subprocess.CompletedProcess[str]:
    """What two sessions say, one after the other: a master of the environment's, and one that is given."""
    return run(TWO_SESSIONS, KAFKAVIZ_SPARK_MASTER="local[3]")


def test_not_a_word_is_said_but_what_is_printed(two_sessions):
    assert two_sessions.returncode == 0 and two_sessions.stderr == ""
    assert len(two_sessions.stdout.splitlines()) == 6


def test_a_wrong_column_is_one_sentence_and_the_session_goes_on(two_sessions):
    assert two_sessions.stdout.splitlines()[:3] == [*SENTENCES, "3 pyspark.sql.session"]


def test_memory_is_given_and_the_next_session_may_be_larger(two_sessions):
    """The heap is asked of the JVM itself, since a setting may be stored and yet come too late to matter."""
    heaps = [int(two_sessions.stdout.splitlines()[line].split()[1]) for line in (3, 4)]
    assert heaps == pytest.approx([512, 700], rel=0.05)


def test_a_master_that_is_given_comes_before_that_of_the_environment(two_sessions):
    masters = [two_sessions.stdout.splitlines()[line].split()[0] for line in (3, 4)]
    assert masters == ["local[3]", "local[2]"] and two_sessions.stdout.splitlines()[5] == "3"


@pytest.mark.slow
def test_on_a_connect_server_a_wrong_column_is_the_same_sentence():
    needs_connect()
    done = run(WRONG_COLUMNS, SPARK_REMOTE="local[1]")
    assert done.stdout.splitlines() == [*SENTENCES, "3 pyspark.sql.connect.session"]
    assert done.stderr == ""


@pytest.mark.slow
def test_two_connect_servers_live_side_by_side_on_one_machine():
    needs_connect()
    script = """
import subprocess, sys
from kafkaviz.spark import session
with session(memory="512m", cores=1) as spark:
    other = "from kafkaviz.spark import session; print(session(memory='512m', cores=1).range(4).count())"
    print(subprocess.run([sys.executable, "-c", other], capture_output=True, text=True).stdout.strip())
    print(spark.range(3).count())
"""
    done = run(script, SPARK_REMOTE="local[1]")
    assert (done.stdout, done.stderr) == ("4\n3\n", "")


@pytest.mark.parametrize(
    ("variable", "address", "sentence"),
    [
        (
            "KAFKAVIZ_SPARK_MASTER",
            "spark://127.0.0.1:1",
            "Nothing answers at spark://127.0.0.1:1: start a Spark master there, or correct the address.",
        ),
        (
            "KAFKAVIZ_SPARK_MASTER",
            "spark://here",
            "spark://here is no address of a Spark master: it is spark://host:port, as in spark://a:7077.",
        ),
        (
            "SPARK_REMOTE",
            "sc://127.0.0.1:1",
            "Nothing answers at SPARK_REMOTE=sc://127.0.0.1:1: start a Spark Connect server there, or correct the "
            "address.",
        ),
        ("SPARK_REMOTE", "sc:/here", "SPARK_REMOTE=sc:/here is no address: "),
    ],
)
def test_an_address_where_nobody_answers_is_told_at_once(variable, address, sentence):
    if variable == "SPARK_REMOTE":
        needs_connect()
    began = time.monotonic()
    done = run("from kafkaviz.spark import session; session()", **{variable: address})
    assert f"SparkStartError: {sentence}" in done.stderr.splitlines()[-1]
    assert done.returncode == 1 and done.stdout == ""
    assert time.monotonic() - began < 30


def test_a_server_that_speaks_something_else_is_told_soon():
    needs_connect()
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        address = f"sc://127.0.0.1:{deaf.getsockname()[1]}"
        done = run("from kafkaviz.spark import session; session()", SPARK_REMOTE=address)
    assert f"What answers at SPARK_REMOTE={address} is no Spark Connect server" in done.stderr.splitlines()[-1]


def test_without_grpc_one_sentence_says_how_to_get_it():
    script = """
import importlib.util
import kafkaviz.spark.connect as connect
from kafkaviz.spark import session
connect.find_spec = lambda name: None if name == "grpc" else importlib.util.find_spec("json")
session()
"""
    done = run(script, SPARK_REMOTE="sc://127.0.0.1:1")
    assert done.stderr.splitlines()[-1].endswith(
        "SPARK_REMOTE=sc://127.0.0.1:1 needs packages that are not installed (grpcio): pip install 'kafkaviz[connect]'."
    )


ASKS_FOR_SETTINGS = """
import sys
from kafkaviz.spark import session
for _ in range(2):
    with session(memory="512m", cores=1) as spark:
        asked = ("spark.master", "spark.app.name", "spark.sql.shuffle.partitions", "spark.sql.session.timeZone")
        print(*(spark.conf.get(name) for name in asked), spark.range(3).count())
"""


@pytest.mark.slow
def test_under_spark_submit_its_master_and_configuration_hold(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(ASKS_FOR_SETTINGS)
    submit = Path(pyspark.__file__).parent / "bin" / "spark-submit"
    done = subprocess.run(
        [submit, "--master", "local[3]", "--conf", "spark.sql.shuffle.partitions=5", "--name", "mine", program],
        capture_output=True,
        text=True,
        timeout=300,
        env=own_environment() | {"KAFKAVIZ_SPARK_MASTER": "local[9]", "PYSPARK_PYTHON": sys.executable},
        check=False,
    )
    assert done.stdout == "local[3] mine 5 UTC 3\n" * 2, done.stderr[-2000:]
    of_jobs = ("DAGScheduler", "TaskSetManager", "CodeGenerator", "Exception", "Traceback", " ERROR ")
    assert [line for line in done.stderr.splitlines() if any(word in line for word in of_jobs)] == []


@pytest.mark.slow
def test_the_arguments_of_pyspark_hold_too():
    given = "--master local[3] --conf spark.sql.shuffle.partitions=5 pyspark-shell"
    done = run(ASKS_FOR_SETTINGS, PYSPARK_SUBMIT_ARGS=given)
    assert (done.stdout, done.stderr) == ("local[3] kafkaviz 5 UTC 3\n" * 2, "")


def test_a_spark_that_cannot_start_says_so_and_shows_its_log():
    done = run("from kafkaviz.spark import session; session(memory='1q')")
    last = done.stderr[done.stderr.rindex("SparkStartError") :]
    assert last.startswith("SparkStartError: Spark did not start with master='local[")
    assert "memory='1q' and " in last.splitlines()[0]
    assert "The last lines of its log:\nInvalid maximum heap size: -Xmx1q" in last


def test_the_package_that_is_shipped_holds_the_kernel_and_the_rule():
    names = zipfile.ZipFile(package_zip()).namelist()
    assert {"kafkaviz/__init__.py", "kafkaviz/spark/kernel.py", "kafkaviz/decisions/hashing.py"} <= set(names)


@pytest.mark.parametrize(("memory", "is_small"), [("512m", True), ("1g", False), ("2048m", False)])
def test_a_small_heap_is_collected_by_one_thread(memory, is_small):
    options = settings(memory, 2, False, here=True).get("spark.driver.defaultJavaOptions", "")
    assert ("-XX:+UseSerialGC" in options) == is_small
    assert "spark.driver.defaultJavaOptions" not in settings(memory, 2, False, here=False)
