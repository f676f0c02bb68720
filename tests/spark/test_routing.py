"""The compiled routes against the rule they compile, row for row, in a real Spark."""

import random

import pyspark.sql.functions as F
import pytest

from kafkaviz.decisions.hashing import keyed_partition, murmur2
from kafkaviz.spark import partition_of, route, with_murmur2_of_id

pytestmark = pytest.mark.spark

KNOWN = {"foobar": -790332482, "a-little-bit-long-string": -985981536, "21": -973932308}
"""Hashes that Kafka's own tests state."""


def ids_up_to(largest: int) -> list[int]:
    """Returns both sides of every change of the digit count, and some ids between."""
    chance = random.Random(largest)
    edges = {10**digits + step for digits in range(16) for step in (-1, 0, 1)}
    return sorted({i for i in edges if i <= largest} | {chance.randrange(largest + 1) for _ in range(40)})


@pytest.mark.parametrize("prefix", ["", "a", "ab", "abc", "user-", "Zürich-", "customer-number-"])
@pytest.mark.parametrize("largest", [0, 9, 10, 12_345, 10**15 - 1])
def test_the_hash_by_arithmetic_is_the_rule_s_hash(spark, prefix, largest):
    ids = ids_up_to(largest)
    df = spark.createDataFrame([(i,) for i in ids], "id long")
    rows = with_murmur2_of_id(df, "id", prefix, largest).collect()
    assert [(row.id, row.murmur2) for row in rows] == [(i, murmur2(f"{prefix}{i}".encode())) for i in ids]


def test_the_hash_by_arithmetic_adds_one_column_and_keeps_the_others(spark):
    df = spark.range(3).withColumn("note", F.lit("x"))
    hashed = with_murmur2_of_id(df, "id", "user-", 3, out="h")
    assert hashed.columns == ["id", "note", "h"]
    assert with_murmur2_of_id(hashed, "id", "other-", 3, out="h").first().h == murmur2(b"other-0")


@pytest.mark.parametrize("largest", [-1, 10**15])
def test_ids_beyond_the_arithmetic_are_refused(spark, largest):
    with pytest.raises(ValueError, match=r"from 0 to 10\*\*15 - 1"):
        with_murmur2_of_id(spark.range(1), "id", "user-", largest)


def test_any_key_is_routed_as_the_rule_routes_it(spark):
    chance = random.Random(5)
    keys = [chance.randbytes(chance.randrange(24)) for _ in range(2_000)]
    keys += [text.encode() for text in ("", "Zürich", "東京", "🦀", *KNOWN)]
    df = spark.createDataFrame(list(zip(keys, range(len(keys)), strict=True)), "key binary, offset long")
    for partitions in (1, 7, 12):
        rows = route(df, partitions).orderBy("offset").collect()
        assert [row.partition for row in rows] == [keyed_partition(key, partitions) for key in keys]


def test_text_keys_are_routed_by_their_utf8_bytes(spark):
    df = spark.createDataFrame([("Zürich", 0), ("A", 1)], "key string, offset long")
    rows = route(df, 12).orderBy("offset").collect()
    assert [row.partition for row in rows] == [keyed_partition(row.key.encode(), 12) for row in rows]


def test_records_without_a_key_are_spread_evenly_and_an_empty_key_is_a_key(spark):
    df = spark.createDataFrame([(None, offset) for offset in range(12)] + [("", 12)], "key string, offset long")
    rows = route(df, 3).orderBy("offset").collect()
    assert [row.partition for row in rows] == [*([0, 1, 2] * 4), keyed_partition(b"", 3)]


def test_the_partition_of_a_hash_clears_the_sign_bit(spark):
    hashes = [-(2**31), -1, 0, 1, 2**31 - 1, *KNOWN.values()]
    df = spark.createDataFrame([(h,) for h in hashes], "h int")
    rows = df.select(partition_of(F.col("h"), 10).alias("p")).collect()
    assert [row.p for row in rows] == [(h & 0x7FFFFFFF) % 10 for h in hashes]


def test_a_topic_without_partitions_is_refused(spark):
    with pytest.raises(ValueError, match="at least 1 partition, not 0"):
        route(spark.range(1), 0)
