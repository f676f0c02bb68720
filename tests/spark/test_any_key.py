"""murmur2 as a column of Spark: in the JVM and in a Python worker, each against the rule, key by key."""

import random

import pytest

from kafkaviz.decisions.hashing import murmur2
from kafkaviz.spark import any_key, route
from kafkaviz.spark.any_key import murmur2_of_key

pytestmark = pytest.mark.spark

BYTES = random.Random(7)
KEYS = [None, b"", b"\x00", b"\xff\xfe\xfd", "é漢😀".encode(), *(BYTES.randbytes(n) for n in range(70)), b"x" * 100_000]
TEXTS = [None, "", "foobar", "é漢😀", "Ω" * 33]


def hashes(keys):
    return [None if key is None else murmur2(key) for key in keys]


def by_column(spark, keys, kind, column):
    import pyspark.sql.functions as F

    rows = spark.createDataFrame([(n, key) for n, key in enumerate(keys)], f"n int, key {kind}")
    return [row.h for row in rows.select("n", column(F.col("key")).alias("h")).orderBy("n").collect()]


@pytest.mark.parametrize("column", [any_key.murmur2_in_jvm, any_key.murmur2_in_python])
def test_each_way_gives_the_hash_of_the_rule(spark, column):
    assert by_column(spark, KEYS, "binary", column) == hashes(KEYS)
    texts = [None if text is None else text.encode() for text in TEXTS]
    assert by_column(spark, TEXTS, "string", column) == hashes(texts)


def test_keys_leave_the_jvm_only_where_its_class_is_missing(spark, monkeypatch):
    records = spark.createDataFrame([(b"A", 0), (b"BC", 1)], "key binary not null, offset long")

    def plan():
        routed = route(records, 3)
        return routed._jdf.queryExecution().toString(), [row.partition for row in routed.orderBy("offset").collect()]

    inside, partitions = plan()
    assert "ArrowEvalPython" not in inside
    monkeypatch.setattr(any_key, "_CLASS", "org.example.Nowhere")
    outside, same = plan()
    assert "ArrowEvalPython" in outside
    assert same == partitions == [(murmur2(key) & 0x7FFFFFFF) % 3 for key in (b"A", b"BC")]


def test_without_a_java_machine_the_keys_go_through_python(spark, monkeypatch):
    from pyspark import SparkContext

    monkeypatch.setattr(SparkContext, "_jvm", None)
    with pytest.raises(AttributeError):
        any_key.murmur2_in_jvm(None)
    monkeypatch.setattr(any_key, "murmur2_in_python", lambda key: "by Python")
    assert murmur2_of_key(None) == "by Python"
