"""A real topic has one load: by the client's own books, by Spark's Kafka source, by its segments."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from kafkaviz.decisions.hashing import keyed_partition
from tests.kafka_jars import MissingToolError, spark_kafka_jars
from tests.real_kafka import broker, create_topic
from tests.sampling import IS_WEEKLY
from tests.spark.standalone import driven

pytestmark = [pytest.mark.spark, pytest.mark.slow]
pytest.importorskip("kafka", reason='The client is kafka-python: pip install -e ".[test]".')

ROOT = Path(__file__).parents[2]
RECORDS, KEYS, PARTITIONS = 100_000 if IS_WEEKLY else 20_000, 977, 12
START_MS = 1_767_225_600_000
ANSWER = """
import json, sys
import pyspark.sql.functions as F
from kafkaviz.spark import load, read_segments, session
bootstrap, log_dir = sys.argv[1:]
with session(memory="512m", cores=2) as spark:
    topic = spark.read.format("kafka").option("kafka.bootstrap.servers", bootstrap).option("subscribe", "clicks")
    topic = topic.option("includeHeaders", True).load()
    segments = read_segments(spark, log_dir, "clicks", include_headers=True)
    for df in (topic, segments):
        table = load(df, 12).orderBy("partition").collect()
        sums = ["count(*)", "sum(xxhash64(*) % 1000000007)", "bit_xor(xxhash64(*))"]
        print(json.dumps({
            "schema": df.schema.simpleString(),
            "load": [[row.partition, row.records, row.bytes] for row in table],
            "fingerprint": [int(one) for one in df.selectExpr(*sums).first()],
            "without headers": df.where("headers is null").count(),
        }))
"""


class Kept(NamedTuple):
    """What the client remembers: by partition the records and the bytes, and how many records had no header."""

    load: list[list[int]]
    without_headers: int


@pytest.fixture(scope="module")
def answers() -> tuple[Kept, list[dict[str, Any]]]:
    """Writes to a real broker, and returns the client's own books and what Spark read in both ways."""
    try:
        jars = spark_kafka_jars()
        with broker() as node:
            create_topic(node, "clicks", PARTITIONS, compression_type="lz4")
            kept = written_to(node.bootstrap)
            return kept, read_by_spark(jars, node.bootstrap, node.log_dir)
    except MissingToolError as missing:
        pytest.skip(str(missing))


def written_to(bootstrap: str) -> Kept:
    """Sends the records with kafka-python, whose partitioner is the Java client's; a few of them have a header."""
    from kafka import KafkaProducer

    producer = KafkaProducer(bootstrap_servers=bootstrap, linger_ms=20, batch_size=65_536, acks="all")
    load, sent = [[number, 0, 0] for number in range(PARTITIONS)], []
    for number in range(RECORDS):
        key = b"user-%d" % (min(number % KEYS, number * number % KEYS))
        headers = [("trace", b"%d" % number)] if number % 100 == 0 else []
        value = b"click %d" % number
        sent.append(producer.send("clicks", value, key, headers, timestamp_ms=START_MS + number))
        row = load[keyed_partition(key, PARTITIONS)]
        row[1] += 1
        row[2] += len(key) + len(value)
    producer.flush()
    assert all(future.succeeded() for future in sent)
    producer.close()
    return Kept(load, RECORDS - RECORDS // 100)


def read_by_spark(jars: list[Path], bootstrap: str, log_dir: Path) -> list[dict[str, Any]]:
    """Reads the topic and its segments in a Spark of its own, since jars are for a JVM that has not started yet."""
    environment = os.environ | {
        "PYTHONPATH": str(ROOT),
        "PYSPARK_SUBMIT_ARGS": driven(f"--jars {','.join(map(str, jars))}"),
    }
    done = subprocess.run(
        [sys.executable, "-c", ANSWER, bootstrap, str(log_dir)],
        capture_output=True,
        text=True,
        timeout=500,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_load_is_the_same_by_the_clients_books_by_sparks_kafka_source_and_by_the_segments(answers):
    kept, (topic, segments) = answers
    assert sum(row[1] for row in kept.load) == RECORDS
    assert topic["load"] == segments["load"] == kept.load


def test_the_segments_have_the_columns_of_sparks_kafka_source_and_the_same_in_them(answers):
    kept, (topic, segments) = answers
    assert segments["schema"] == topic["schema"]
    assert segments["fingerprint"] == topic["fingerprint"]
    assert segments["fingerprint"][0] == RECORDS
    assert segments["without headers"] == topic["without headers"] == kept.without_headers
