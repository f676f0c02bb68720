"""Loads measured on records by partition, broker and consumer, and the exact load they are to come near."""

import numpy as np
import pandas as pd
import pytest

from kafkaviz import Lab
from kafkaviz.decisions.assignors import range_assign
from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.decisions.placement import place_striped
from kafkaviz.decisions.values import Placeable, Subscription
from kafkaviz.spark import (
    Skew,
    expected_load,
    gini,
    hottest_keys,
    law,
    load,
    load_by_broker,
    load_by_consumer,
    route,
    skew,
    zipf_law,
)
from kafkaviz.spark.errors import SparkJobError, plain_errors


def test_the_expected_load_adds_the_share_of_each_key_at_its_partition():
    shares = [0.0] * 7
    for number, share in enumerate(zipf_law(50, 1.2), start=1):
        shares[keyed_partition(f"user-{number}".encode(), 7)] += share
    assert expected_load(law("zipf", keys=50, s=1.2), 7) == pytest.approx(shares)
    assert expected_load(law("zipf", keys=2), 96).shape == (96,)


def test_what_has_no_key_is_expected_everywhere():
    assert expected_load({None: 1.0}, 4).tolist() == [0.25] * 4
    assert expected_load({}, 4).tolist() == [0] * 4
    with pytest.raises(InvalidArgumentError, match="The share of a key is 0 or more"):
        expected_load({"a": -1}, 4)
    with pytest.raises(InvalidArgumentError, match="at least 1 partition, not 0"):
        expected_load({"a": 1}, 0)


def test_skew_is_the_maximum_over_the_mean_and_empty_partitions_count():
    assert skew([8, 1, 3]) == Skew(0, 8 / 12, 2.0, gini([8, 1, 3]))
    assert skew([5, 5]).max_over_mean == 1.0
    assert skew([0, 6, 0]).max_over_mean == 3.0


def test_the_gini_index_is_half_the_mean_difference_of_two_over_the_mean():
    values = np.random.default_rng(1).integers(0, 50, 30)
    differences = abs(values[:, None] - values[None, :]).mean()
    assert gini(values) == pytest.approx(differences / (2 * values.mean()))


def test_no_load_has_no_skew_and_two_topics_have_two():
    with pytest.raises(InvalidArgumentError, match="There is no load"):
        skew([0, 0])
    two = pd.DataFrame({"topic": ["a", "b"], "share": [1.0, 1.0]})
    with pytest.raises(InvalidArgumentError, match=r"2 topics \(a, b\); keep one, as in load\[load.topic == 'a'\]"):
        skew(two)


@pytest.mark.spark
@pytest.mark.slow
def test_the_measured_load_comes_near_the_exact_law_however_it_was_routed(clicks):
    """Each share is a count of n draws, so five standard deviations bound its distance."""
    n, expected = 300_000, expected_load(law("zipf"), 12)
    measured = load(clicks(n, partitions=12)).toPandas()
    assert (abs(measured.share - expected) < 5 * np.sqrt(expected * (1 - expected) / n)).all()
    assert measured.records.sum() == n and measured.share.sum() == pytest.approx(1)
    assert skew(measured).hottest == int(expected.argmax())
    routed = clicks(n, partitions=12).drop("partition")
    assert load(route(routed, 12)).toPandas().equals(measured)


@pytest.mark.spark
def test_bytes_are_those_of_key_and_value_and_empty_partitions_of_each_topic_are_listed(written):
    rows = [(b"ab", b"xyz", 2, 0, 0), (None, b"x", 0, 0, 0), (b"ab", None, 2, 1, 0)]
    records = written(rows)
    measured = load(records, partitions=4).toPandas()
    assert measured[["partition", "records", "bytes"]].values.tolist() == [[0, 1, 1], [1, 0, 0], [2, 2, 7], [3, 0, 0]]
    both = load(records.union(written([(b"k", None, 1, 0, 0)], topic="u"))).toPandas()
    assert both[["topic", "partition", "records"]].values.tolist() == [
        *(["t", 0, 1], ["t", 1, 0], ["t", 2, 2]),
        *(["u", 0, 0], ["u", 1, 1]),
    ]
    assert both.groupby("topic").share.sum().tolist() == pytest.approx([1, 1])
    assert load(records.limit(0), partitions=4).count() == 0


@pytest.mark.spark
def test_records_that_cannot_be_counted_fail_with_what_to_do(clicks, written):
    records = written([(b"k", b"v", 2, 0, 0)])
    with pytest.raises(SparkJobError, match=r"use workload\(\.\.\., partitions=6\) or route\(df, 6\)"), plain_errors():
        load(clicks(10)).collect()
    beyond = r"^There is a record in partition 2, and of 1 it cannot be one\.$"
    with pytest.raises(SparkJobError, match=beyond), plain_errors():
        load(records, partitions=1).collect()
    with pytest.raises(Exception, match="in partition 2147483647, and of 1000000 it cannot be one"):
        load(written([(b"k", b"v", 2**31 - 1, 0, 0)])).collect()


@pytest.mark.spark
def test_wrong_columns_and_numbers_are_refused_before_any_job(clicks, written):
    records = written([(b"k", b"v", 2, 0, 0)])
    with pytest.raises(InvalidArgumentError, match=r"^The column 'topic' is missing: did you mean 'topics'\?"):
        load(records.withColumnRenamed("topic", "topics"))
    with pytest.raises(InvalidArgumentError, match=r"^The column 'partition' is tinyint or .*, not string"):
        load(records.withColumn("partition", records.partition.cast("string")))
    for wrong in (0, -1, 2**31):
        with pytest.raises(InvalidArgumentError, match=r"partitions is at (least 1|most 1000000), not"):
            load(records, partitions=wrong)
    with pytest.raises(WrongTypeError, match=r"partitions is a whole number from .*, not 2\.5"):
        load(records, partitions=2.5)
    with pytest.raises(WrongTypeError, match="Records are a Spark DataFrame"):
        load([1, 2])
    with pytest.raises(InvalidArgumentError, match="count is at least 0, not -1"):
        hottest_keys(records, -1)


@pytest.mark.spark
def test_brokers_are_counted_by_a_placement_a_dict_or_a_cluster(written):
    records = written([(b"k", b"v", number % 3, number, 0) for number in range(30)])
    placement = place_striped([Placeable(1), Placeable(2), Placeable(3), Placeable(9)], 3, 2, draw=lambda bound: 0)
    counted = load_by_broker(records, placement).toPandas()
    columns = ["broker", "partitions", "records"]
    assert counted[columns].values.tolist() == [[1, 1, 10], [2, 1, 10], [3, 1, 10], [9, 0, 0]]
    by_number = load_by_broker(records, [[2, 1], [2, 3], [1, 2]]).toPandas()
    assert by_number.values.tolist() == [[1, 1, 10, 20, 1 / 3], [2, 2, 20, 40, 2 / 3], [3, 0, 0, 0, 0.0]]
    lab = Lab(3).create_topic("t", 3, 2).kill(1).tick(60)
    by_cluster = load_by_broker(records, lab.cluster).toPandas()
    leaders = [lab.cluster.partitions["t", number].leader for number in range(3)]
    assert by_cluster.set_index("broker").records.to_dict() == {b: 10 * leaders.count(b) for b in (1, 2, 3)}
    nobody = load_by_broker(records, {0: 1, 1: None, 2: 1}).toPandas()
    assert nobody.records.tolist() == [20, 10] and nobody.broker.isna().tolist() == [False, True]


@pytest.mark.spark
def test_consumers_are_counted_by_what_an_assignor_answers_or_a_group_holds(written):
    records = written([(b"k", b"v", number % 3, number, 0) for number in range(30)])
    assignment = range_assign({"t": 3, "other": 0}, {name: Subscription(("t",)) for name in ("C1", "C2", "C3", "C4")})
    counted = load_by_consumer(records, assignment).toPandas()
    assert counted[["consumer", "records"]].values.tolist() == [["C1", 10], ["C2", 10], ["C3", 10], ["C4", 0]]
    with pytest.raises(Exception, match="Partition 2 has records and no consumer is given for it"):
        load_by_consumer(records, {"C1": [0, 1]}).collect()
    for wrong, sentence in (
        ({"C1": [0], "C2": [0]}, "Partition 0 is given to C1 and to C2"),
        ({}, "is a dict from member to its partitions"),
        ({"C1": "01"}, "gives a list of partitions"),
        ({"C1": [-1]}, "is a number from 0 on or a TopicPartition"),
    ):
        with pytest.raises(InvalidArgumentError, match=sentence):
            load_by_consumer(records, wrong)
    with pytest.raises(WrongTypeError, match="leaders is a placement, a dict"):
        load_by_broker(records, "abc")


@pytest.mark.spark
def test_the_hottest_keys_are_the_first_of_the_law_and_any_bytes_are_shown(clicks, written):
    found = hottest_keys(clicks(100_000, partitions=12), 3).toPandas()
    assert list(found.text) == ["user-1", "user-2", "user-3"]
    assert found.share.tolist() == pytest.approx((found.records / 100_000).tolist())
    odd = written([(b"\xff\x00", b"", 0, 0, 0), (b"\xff\x00", b"", 0, 1, 0), (None, b"", 0, 2, 0), (b"", b"", 0, 3, 0)])
    rows = hottest_keys(odd, 9).collect()
    assert [(row.key and bytes(row.key), row.records) for row in rows] == [(b"\xff\x00", 2), (None, 1), (b"", 1)]
    assert hottest_keys(odd, 0).count() == 0
