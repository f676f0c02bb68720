"""By several workers, and on a Spark Connect server, a session answers what it answers in one process."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.spark.elsewhere import aggregates, answers
from tests.spark.standalone import ON_WORKERS, driven
from tests.spark.test_session import needs_connect, run

pytestmark = [pytest.mark.spark, pytest.mark.slow]
pytest.importorskip("kafka", reason='Segments are read by kafka-python: pip install -e ".[test]".')

SCRIPT = """
import json
from pathlib import Path
from kafkaviz.spark import session
from tests.spark.elsewhere import aggregates, answers, tasks
with session(memory="512m", cores=2, ui={ui}) as spark:
    found = answers(spark, Path({folder!r}))
    if {ui}:
        found["tasks"] = tasks(spark)
    else:
        found["aggregates"], found["kind"] = aggregates(spark, {folder!r} + "/clicks"), type(spark).__module__
    print(json.dumps(found))
"""
TOLD = "The trial <lambda> fails with seed 1000000005 and the usual setting: ZeroDivisionError: division by zero"


def answered(folder: Path, ui: bool, **environment: str) -> dict[str, Any]:
    done = run(SCRIPT.format(ui=ui, folder=str(folder)), timeout_s=900, **environment)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def here(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return answers(spark, tmp_path_factory.mktemp("here"))


@pytest.fixture(scope="module")
def cluster(master: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a standalone cluster of two workers answers."""
    return answered(
        tmp_path_factory.mktemp("cluster"),
        ui=True,
        KAFKAVIZ_SPARK_MASTER=master,
        PYSPARK_PYTHON=sys.executable,
        PYSPARK_SUBMIT_ARGS=driven(ON_WORKERS),
        SPARK_LOCAL_IP="127.0.0.1",
    )


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a Spark Connect server answers."""
    needs_connect()
    return answered(tmp_path_factory.mktemp("server"), ui=False, SPARK_REMOTE="local[2]")


@pytest.fixture(params=["cluster", "server"])
def there(request: pytest.FixtureRequest) -> dict[str, Any]:
    return request.getfixturevalue(request.param)


def test_the_pipeline_counts_and_writes_the_same(here, there):
    assert there["pipeline"] == here["pipeline"]
    assert there["pipeline"]["summary"]["records"] == sum(there["pipeline"]["by hand"]) == 20_000


def test_segments_of_a_real_broker_are_read_the_same(here, there):
    assert there["segments"] == here["segments"]
    count, _, fault, _ = there["segments"]
    assert (count, fault) == (300, "InvalidArgumentError")


def test_trials_give_the_same_rows(here, there):
    assert there["trials"] == here["trials"]
    said = {"as in a loop": True, "one's own as in a loop": True, "verified": 3, "rows": 40, "fault": TOLD}
    assert there["trials"] == said | {"lost": there["trials"]["lost"]} and there["trials"]["lost"] > 0


def test_both_workers_work_with_the_package_that_the_session_ships(here, cluster):
    assert len(cluster["tasks"]) == 2 and all(count > 0 for count in cluster["tasks"].values()), cluster["tasks"]
    routed, kernel = cluster["package"]
    assert routed == here["package"][0] == [1, 1]
    assert "kafkaviz.zip" in kernel and "kafkaviz.zip" not in here["package"][1]


def test_every_aggregate_and_a_stream_are_the_same_on_a_connect_server(spark, server, tmp_path):
    assert server["kind"] == "pyspark.sql.connect.session"
    assert server["aggregates"] == aggregates(spark, str(tmp_path / "clicks"))
    assert [name for name, rows in server["aggregates"].items() if not rows] == ["left running"]
