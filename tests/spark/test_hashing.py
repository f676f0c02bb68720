"""The hash by arithmetic against the rule it compiles, row for row, in a real Spark."""

import random
from functools import reduce

import pyspark.sql.functions as F
import pytest
from pyspark.sql import DataFrame

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.hashing import murmur2
from kafkaviz.spark import partition_of, with_murmur2_of_id
from tests.sampling import every

pytestmark = pytest.mark.spark

PREFIXES = ("", "a", "ab", "abc", "user-", "Zürich-", "customer-number-")
KNOWN = {"foobar": -790332482, "a-little-bit-long-string": -985981536, "21": -973932308}
"""Hashes that Kafka's own tests state."""


def ids_up_to(largest: int) -> list[int]:
    """Returns both sides of every change of the digit count, and some ids between."""
    chance = random.Random(largest)
    edges = {10**digits + step for digits in range(16) for step in (-1, 0, 1)}
    return sorted({i for i in edges if i <= largest} | {chance.randrange(largest + 1) for _ in range(40)})


@pytest.mark.parametrize("largest", every(5, [10**15 - 1, 0, 9, 10, 12_345]))
def test_the_hash_by_arithmetic_is_the_rule_s_hash(spark, largest):
    ids = ids_up_to(largest)
    df = spark.createDataFrame([(i,) for i in ids], "id long")
    hashed = [with_murmur2_of_id(df, "id", prefix, largest).withColumn("prefix", F.lit(prefix)) for prefix in PREFIXES]
    rows = reduce(DataFrame.unionAll, hashed).collect()
    right = [(prefix, i, murmur2(f"{prefix}{i}".encode())) for prefix in PREFIXES for i in ids]
    assert [(row.prefix, row.id, row.murmur2) for row in rows] == right


def test_the_hash_by_arithmetic_adds_one_column_and_keeps_the_others(spark):
    df = spark.range(3).withColumn("note", F.lit("x"))
    hashed = with_murmur2_of_id(df, "id", "user-", 3, out="h")
    assert hashed.columns == ["id", "note", "h"]
    assert with_murmur2_of_id(hashed, "id", "other-", 3, out="h").first().h == murmur2(b"other-0")


@pytest.mark.parametrize("largest", [-1, 10**15])
def test_ids_beyond_the_arithmetic_are_refused(spark, largest):
    with pytest.raises(ValueError, match=r"from 0 to 10\*\*15 - 1"):
        with_murmur2_of_id(spark.range(1), "id", "user-", largest)


def test_the_partition_of_a_hash_clears_the_sign_bit(spark):
    hashes = [-(2**31), -1, 0, 1, 2**31 - 1, *KNOWN.values()]
    df = spark.createDataFrame([(h,) for h in hashes], "h int")
    rows = df.select(partition_of(F.col("h"), 10).alias("p")).collect()
    assert [row.p for row in rows] == [(h & 0x7FFFFFFF) % 10 for h in hashes]


@pytest.mark.parametrize("partitions", [0, 2.5, 2**31, True])
def test_a_number_of_partitions_that_no_topic_has_is_refused(spark, partitions):
    with pytest.raises(InvalidArgumentError, match=f"partitions?,? .*not {partitions}"):
        partition_of(F.lit(1), partitions)


@pytest.mark.parametrize("prefix", ["x" * 61, "é" * 31, b"user-", "\ud800"])
def test_a_prefix_that_no_key_should_have_is_refused(spark, prefix):
    with pytest.raises(InvalidArgumentError, match="A prefix of keys"):
        with_murmur2_of_id(spark.range(1), "id", prefix, 9)


def test_the_longest_prefix_is_hashed(spark):
    row = with_murmur2_of_id(spark.range(7, 8), "id", "x" * 60, 9).first()
    assert row.murmur2 == murmur2(b"x" * 60 + b"7")
