"""The last cell of each Spark notebook counts the same on a standalone cluster and a real topic as it does here."""

import json
import os
import subprocess
import sys
from inspect import isfunction
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from kafkaviz.decisions.errors import WrongTypeError
from kafkaviz.spark import run_elsewhere, workload
from kafkaviz.spark.elsewhere import KAFKA_SOURCE
from tests.kafka_jars import SPARK_KAFKA, MissingToolError, spark_kafka_jars
from tests.real_kafka import broker, create_topic
from tests.sampling import IS_WEEKLY
from tests.spark.standalone import ON_WORKERS, driven

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("m[0-9]_*.ipynb"))
# Each cell starts a driver and two executors of its own.
ASKED = NOTEBOOKS if IS_WEEKLY else NOTEBOOKS[:1]
RECORDS, PARTITIONS = 20_000, 12
SETTINGS = ("KAFKAVIZ_MASTER", "KAFKAVIZ_BOOTSTRAP", "PYSPARK_GATEWAY_PORT")
ALL_CELLS = """
import json, sys
import pandas as pd
found = []
for cell in json.load(open(sys.argv[1])):
    exec(cell, {"print": found.append})
pd.to_pickle(found, sys.argv[2])
"""


def last_code(notebook: Path) -> str:
    cells = [cell for cell in json.loads(notebook.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    return "".join(cells[-1]["source"])


def counted_by(cell: str) -> Any:
    """Returns the function that a cell hands to `run_elsewhere`."""
    names: dict[str, Any] = {"print": str}
    exec(compile(cell, "<cell>", "exec"), names)
    (count,) = (value for value in names.values() if isfunction(value) and value.__code__.co_filename == "<cell>")
    return count


@pytest.fixture
def unset(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)


def test_every_spark_notebook_ends_with_the_same_cell():
    assert len(NOTEBOOKS) == 5
    lines = [last_code(notebook).splitlines()[-1] for notebook in NOTEBOOKS]
    assert [line for line in lines if not line.startswith("print(run_elsewhere(")] == []
    assert len(set(lines)) == 5


def test_without_a_cluster_and_a_topic_the_plan_says_the_lines_that_run(unset):
    def by_partition(records):
        raise AssertionError("nothing runs")

    plan = run_elsewhere(by_partition)
    assert plan.startswith("Neither KAFKAVIZ_MASTER nor KAFKAVIZ_BOOTSTRAP is set, so nothing runs.")
    told = ("by_partition(records", '.option("subscribe", "clicks")', "spark-submit --master", "sc://", KAFKA_SOURCE)
    assert [line for line in told if line not in plan] == []


def test_what_is_no_function_is_refused(unset):
    with pytest.raises(WrongTypeError, match="count is a function from records to a DataFrame, not 'load'"):
        run_elsewhere("load")


def test_the_source_that_is_named_is_the_one_that_is_tried():
    assert SPARK_KAFKA[0] == KAFKA_SOURCE


def written_to(bootstrap: str, records: pd.DataFrame) -> None:
    from kafka import KafkaProducer

    producer = KafkaProducer(bootstrap_servers=bootstrap, linger_ms=20, batch_size=65_536, acks="all")
    for row in records.itertuples():
        at_ms = int(row.timestamp.timestamp() * 1_000)
        producer.send("clicks", bytes(row.value), bytes(row.key), partition=row.partition, timestamp_ms=at_ms)
    producer.flush()
    producer.close()


@pytest.mark.spark
@pytest.mark.slow
def test_a_cluster_and_a_real_topic_give_the_same_counts(spark, master, unset, tmp_path):
    pytest.importorskip("kafka", reason='The client is kafka-python: pip install -e ".[test]".')
    cells, found = [last_code(notebook) for notebook in ASKED], tmp_path / "found"
    (tmp_path / "cells.json").write_text(json.dumps(cells), "utf-8")
    records = workload(spark, "zipf", records=RECORDS, partitions=PARTITIONS, rate=1_000).localCheckpoint()
    try:
        jars = ",".join(map(str, spark_kafka_jars()))
        with broker() as node:
            create_topic(node, "clicks", PARTITIONS)
            written_to(node.bootstrap, records.toPandas())
            run_there(master, node.bootstrap, jars, tmp_path / "cells.json", found)
    except MissingToolError as missing:
        pytest.skip(str(missing))
    for notebook, cell, there in zip(ASKED, cells, pd.read_pickle(found), strict=True):
        here = counted_by(cell)(records).toPandas()
        assert len(here), notebook.stem
        pd.testing.assert_frame_equal(there, here, obj=notebook.stem)


def run_there(master: str, bootstrap: str, jars: str, cells: Path, found: Path) -> None:
    """Runs the cells in a process of its own, as jars are for a JVM that has not started yet."""
    environment = os.environ | {
        "KAFKAVIZ_MASTER": master,
        "KAFKAVIZ_BOOTSTRAP": bootstrap,
        "PYTHONPATH": str(ROOT),
        "PYSPARK_PYTHON": sys.executable,
        "PYSPARK_SUBMIT_ARGS": driven(f"--jars {jars}", ON_WORKERS),
        "SPARK_LOCAL_IP": "127.0.0.1",
    }
    command = [sys.executable, "-c", ALL_CELLS, str(cells), str(found)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, env=environment, check=False)
    assert done.returncode == 0, done.stdout + done.stderr[-3_000:]
