"""Loads measured on records, and the exact load they are to come near."""

import numpy as np
import pytest

from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.spark import Skew, expected_load, hottest_keys, load, route, skew, workload, zipf_law


def test_the_expected_load_adds_the_share_of_each_key_at_its_partition():
    shares, law = [0.0] * 7, zipf_law(50, 1.2)
    for number, share in enumerate(law, start=1):
        shares[keyed_partition(f"user-{number}".encode(), 7)] += share
    assert expected_load(50, 1.2, 7) == pytest.approx(shares)
    assert expected_load(2, 1.0, 96).shape == (96,)


def test_skew_is_the_maximum_over_the_mean_and_empty_partitions_count():
    assert skew([8, 1, 3]) == Skew(0, 8 / 12, 2.0)
    assert skew([5, 5]).max_over_mean == 1.0
    assert skew([0, 6, 0]).max_over_mean == 3.0


def test_no_load_has_no_skew():
    with pytest.raises(ValueError, match="There is no load"):
        skew([0, 0])


@pytest.mark.spark
def test_the_measured_load_comes_near_the_exact_law(spark):
    """Each share is a count of n draws, so five standard deviations bound its distance."""
    n, law = 300_000, expected_load(10_000, 1.1, 12)
    measured = load(workload(spark, records=n, partitions=12))
    assert (abs(measured.share - law) < 5 * np.sqrt(law * (1 - law) / n)).all()
    assert measured.records.sum() == n and measured.share.sum() == pytest.approx(1)
    assert skew(measured).hottest == int(law.argmax())


@pytest.mark.spark
def test_routing_by_arithmetic_and_by_key_give_the_same_load(spark):
    records = workload(spark, records=20_000, partitions=12)
    assert load(records).equals(load(route(workload(spark, records=20_000), 12)))


@pytest.mark.spark
def test_bytes_are_those_of_key_and_value_and_empty_partitions_are_listed(spark):
    rows = [(b"ab", b"xyz", "t", 2), (None, b"x", "t", 0), (b"ab", None, "t", 2)]
    records = spark.createDataFrame(rows, "key binary, value binary, topic string, partition int")
    assert load(records, partitions=4)[["records", "bytes"]].values.tolist() == [[1, 1], [0, 0], [2, 7], [0, 0]]
    assert len(load(records)) == 3
    assert len(load(records.limit(0))) == 0


@pytest.mark.spark
def test_records_that_cannot_be_counted_are_refused_with_what_to_do(spark):
    records = workload(spark, records=10, partitions=3)
    with pytest.raises(ValueError, match=r"use workload\(\.\.\., partitions=6\) or route\(df, 6\)"):
        load(workload(spark, records=10))
    with pytest.raises(ValueError, match=r"2 topics \(a, clicks\); keep one, as in df.where\(df.topic == 'a'\)"):
        load(records.union(workload(spark, records=10, topic="a", partitions=3)))
    with pytest.raises(ValueError, match="of 1 it cannot be one"):
        load(records, partitions=1)


@pytest.mark.spark
def test_the_hottest_keys_are_the_first_of_the_law(spark):
    found = hottest_keys(workload(spark, records=100_000, partitions=12), 3)
    assert list(found.key) == ["user-1", "user-2", "user-3"]
    assert list(found.partition) == [keyed_partition(key.encode(), 12) for key in found.key]
    assert found.share.tolist() == pytest.approx((found.records / 100_000).tolist())
