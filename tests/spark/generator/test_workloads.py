"""The workloads against their laws: exact where the law is, and as close as chance allows where records are drawn."""

from collections import Counter

import numpy as np
import pyspark.sql.functions as F
import pytest

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.spark import law, workload, workloads
from kafkaviz.spark.generator import keys, laws
from kafkaviz.spark.generator.workloads import WORKLOADS
from kafkaviz.spark.generator.zipf import HEAD, _head, drawn_law, zipf_law
from tests.sampling import every

DRAWN = {
    "uniform": {"keys": 2_000},
    "zipf": {"keys": 5_000, "s": 1.1},
    "ycsb": {},
    "ycsb hotspot": {"distribution": "hotspot"},
    "omb": {"key_distributor": "RANDOM_NANO"},
    "country": {},
    "vip": {"keys": 3_000},
}
"""Each record's key is drawn on its own, so counts are multinomial."""

N = 1_000_000


def counted(spark, name, records=N, **parameters):
    rows = workload(spark, name, records=records, **parameters).groupBy("key").count().collect()
    return {None if row["key"] is None else bytes(row["key"]).decode(): row["count"] for row in rows}


def chi_square_bound(degrees, sigmas=4):
    """Wilson and Hilferty: the cube root of chi-square over its degrees of freedom is nearly normal."""
    spread = 2 / (9 * degrees)
    return degrees * (1 - spread + sigmas * spread**0.5) ** 3


def test_the_table_tells_every_workload_with_its_parameters_and_its_source():
    table = workloads()
    assert list(table.index) == [*WORKLOADS, "trace"]
    assert (table.law.str.endswith(".") & table.source.str.len().gt(5)).all()
    assert table.loc["country", "parameters"] == "hot_share=0.8"
    assert table.loc["ycsb", "source"].startswith("B. F. Cooper et al., Benchmarking Cloud Serving Systems with YCSB")


@pytest.mark.parametrize("name", WORKLOADS)
def test_the_shares_of_a_law_sum_to_one(name):
    shares = law(name)
    assert shares.sum() == pytest.approx(1) and (shares > 0).all() and shares.index.is_unique


def test_the_shares_of_too_many_keys_are_not_listed():
    for name, arguments in (("zipf", {"keys": 10**8}), ("vip", {"keys": 10**9}), ("nexmark", {"records": 10**12})):
        with pytest.raises(InvalidArgumentError, match="The shares of up to 5,000,000 keys are listed, not of"):
            law(name, **arguments)


def test_the_laws_say_what_the_workloads_are_known_for():
    assert law("zipf", keys=3, s=2).to_numpy() * (1 + 1 / 4 + 1 / 9) == pytest.approx([1, 1 / 4, 1 / 9])
    hotspot = law("ycsb", distribution="hotspot", keys=1_000)
    assert hotspot[:200].sum() == pytest.approx(0.8) and hotspot.nunique() == 2 and len(hotspot) == 1_000
    country = law("country")
    assert len(country) == 12 and country["US"] == 0.8 and country[1:].sum() == pytest.approx(0.2)
    assert law("vip", hot_share=0.25)["user-1"] == 0.25
    assert law("omb").to_dict() == {None: 1.0}
    for distributor in ("KEY_ROUND_ROBIN", "RANDOM_NANO"):
        assert law("omb", key_distributor=distributor).to_numpy() == pytest.approx(np.full(10_000, 1e-4))
    assert law("sensors", records=2_500, sensors=1_000).tolist() == [3 / 2_500] * 500 + [2 / 2_500] * 500


def nexmark_once_more(records, key):
    """Reads Beam's generator once more, event by event, adding up what each id can expect."""
    expected = Counter()

    def spread(kind, hot, low, high, ratio):
        expected[f"{kind}-{hot + 1_000}"] += 1 - 1 / ratio
        for one in range(low, high + 1):
            expected[f"{kind}-{one + 1_000}"] += 1 / ratio / (high - low + 1)

    for event in range(records):
        epoch, place = divmod(event, 50)
        newest = 3 * epoch + 2
        people = epoch + 1
        active = min(people, 1_000)
        persons = people - active, people - active + active + 10 - 1
        if place == 0:
            expected[f"person-{epoch + 1_000}"] += 1
        elif place <= 3 and key == "auction":
            expected[f"auction-{3 * epoch + place - 1 + 1_000}"] += 1
        elif place <= 3:
            spread("person", epoch // 100 * 100, *persons, 4)
        elif key == "auction":
            spread("auction", newest // 100 * 100, max(newest - 100, 0), newest + 10, 2)
        else:
            spread("person", epoch // 100 * 100 + 1, *persons, 4)
    return {name: count / records for name, count in expected.items() if count}


@pytest.mark.slow
@pytest.mark.parametrize("key", ["auction", "person"])
@pytest.mark.parametrize("records", [1, 4, 50, 9_037])
def test_the_law_of_nexmark_is_its_generators(key, records):
    expected = nexmark_once_more(records, key)
    told = law("nexmark", records=records, key=key)
    assert {*told.index} == {*expected}
    assert told.to_numpy() == pytest.approx([expected[name] for name in told.index])


@pytest.mark.parametrize("name", DRAWN)
def test_what_is_drawn_is_within_a_ten_thousandth_of_the_law_and_a_thousandth_of_each_hot_key(name):
    parameters = DRAWN[name]
    shares = law(name.split()[0], **parameters).to_numpy()
    s = {"zipf": 1.1, "ycsb": 0.99}.get(name)
    drawn = shares if s is None else drawn_law(len(shares), s)
    assert abs(drawn - shares).sum() / 2 < 1e-4
    assert (abs(drawn[:HEAD] / shares[:HEAD] - 1) < 1e-3).all()


@pytest.mark.parametrize("s", every(2, [1, 0.5, 0.99, 1.3], whole=1))
def test_the_head_of_a_hundred_million_keys_needs_no_table_of_them(s):
    assert _head(3_000_000, s) == pytest.approx(zipf_law(3_000_000, s)[:HEAD], rel=1e-11)
    assert len(_head(10**14, 1.1)) == HEAD


@pytest.mark.spark
@pytest.mark.parametrize(("keys", "hot", "share"), [(1, 1, 1), (1, 0, 0), (10, 3, 0.5), (12, 1, 0.8), (7, 7, 1)])
def test_two_levels_are_drawn_exactly(spark, keys, hot, share, monkeypatch):
    """With n numbers spread evenly over [0, 1) no key can be off by more than the two at its edges."""
    n = 50_000
    monkeypatch.setattr(laws, "uniform", lambda number, seed: (number + 0.5) / n)
    law = laws.TwoLevels(keys, hot, share).check()
    counts = np.zeros(keys + 1)
    for row in law.draw(spark.range(n), 1).groupBy("number").count().collect():
        counts[row["number"]] = row["count"]
    assert abs(counts - n * law.shares(n)[0]).max() < 2


@pytest.mark.spark
@pytest.mark.parametrize("name", every(len(DRAWN), DRAWN))
def test_a_million_records_have_the_hottest_keys_within_four_sigma_and_the_tail_by_chi_square(spark, name):
    expected = law(name.split()[0], **DRAWN[name])
    counts = counted(spark, name.split()[0], **DRAWN[name])
    assert {*counts} <= {*expected.index} and sum(counts.values()) == N
    measured = np.array([counts.get(key, 0) for key in expected.index])
    shares = expected.to_numpy()
    hottest = np.argsort(-shares, kind="stable")[:100]
    sigma = np.sqrt(N * shares * (1 - shares))
    assert (abs(measured - N * shares)[hottest] < 4 * sigma[hottest]).all()
    tail = np.setdiff1d(np.arange(len(shares)), hottest)
    tail = tail[N * shares[tail] >= 5]
    if len(tail) > 30:
        chi_square = ((measured[tail] - N * shares[tail]) ** 2 / (N * shares[tail])).sum()
        assert chi_square < chi_square_bound(len(tail))
        # Records that follow the law too closely were not drawn.
        assert chi_square > len(tail) - 5 * (2 * len(tail)) ** 0.5


@pytest.mark.spark
def test_the_keys_that_come_in_turn_come_equally_often(spark):
    for name, parameters in (("sensors", {"sensors": 70}), ("omb", {"key_distributor": "KEY_ROUND_ROBIN", "keys": 70})):
        assert set(counted(spark, name, records=7_000, **parameters).values()) == {100}
        expected = law(name, records=7_001, **parameters)
        assert counted(spark, name, records=7_001, **parameters) == {
            key: round(7_001 * p) for key, p in expected.items()
        }
    seconds = workload(spark, "sensors", records=7_000, sensors=70).groupBy("key", F.unix_seconds("timestamp")).count()
    assert seconds.agg(F.count("*"), F.max("count")).first() == (7_000, 1)


@pytest.mark.spark
@pytest.mark.parametrize("key", ["auction", "person"])
def test_nexmark_sends_what_its_law_expects(spark, key):
    """What is drawn of one law after another varies less than what is drawn of their mean."""
    expected, counts = law("nexmark", records=200_000, key=key), counted(spark, "nexmark", records=200_000, key=key)
    assert {*counts} <= {*expected.index}
    for name in expected.nlargest(100).index:
        mean = 200_000 * expected[name]
        assert abs(counts.get(name, 0) - mean) < 4 * mean**0.5
    # Of few records each id can be wrong by one: behind many there is always a later one.
    few = {"records": 200, "key": key}
    assert {*counted(spark, "nexmark", **few)} <= {*law("nexmark", **few).index}


@pytest.mark.spark
def test_what_nexmark_sends_is_as_large_as_its_kind_of_event(spark):
    per_event = workload(spark, "nexmark", records=5_000).groupBy(F.octet_length("value").alias("bytes")).count()
    assert {row["bytes"]: row["count"] for row in per_event.collect()} == {200: 100, 500: 300, 100: 4_600}


@pytest.mark.spark
def test_the_standard_kafka_benchmark_is_even_however_it_distributes_its_keys(spark):
    for distributor in ("NO_KEY", "KEY_ROUND_ROBIN", "RANDOM_NANO"):
        df = workload(spark, "omb", records=20_000, partitions=4, key_distributor=distributor)
        shares = [row["count"] / 20_000 for row in df.groupBy("partition").count().collect()]
        assert len(shares) == 4 and max(shares) < 0.28
        assert df.where(F.octet_length("value") != 1_024).count() == 0


def test_in_turn_the_first_keys_come_once_more_in_a_round_that_ends_early():
    (shares,) = laws.InTurn(4).shares(10)
    assert list(shares * 10) == [0, 3, 3, 2, 2]


def test_of_two_levels_the_hot_keys_share_the_hot_share():
    (shares,) = laws.TwoLevels(5, 2, 0.8).shares(10)
    assert list(shares) == pytest.approx([0, 0.4, 0.4, 0.2 / 3, 0.2 / 3, 0.2 / 3])


@pytest.mark.spark
@pytest.mark.parametrize(
    ("name", "others"),
    every(
        8,
        [
            ("zipf", {"keys": 100, "s": 1}),
            ("zipf", {"keys": 50, "s": 3}),
            ("zipf", {}),
            ("zipf", {"keys": 10**6, "s": 0.5}),
            ("nexmark", {}),
            ("sensors", {}),
            ("country", {}),
        ],
        whole=4,
    ),
)
def test_very_many_records_would_get_the_same_partitions_by_arithmetic(spark, name, others, monkeypatch):
    """What is looked up, or computed from a key's number where that pays, is what the key itself gets."""

    def routed():
        rows = workload(spark, name, records=3_000, partitions=997, **others).select("offset", "key", "partition")
        return {row.offset: (row.partition, bytes(row.key)) for row in rows.collect()}

    # Of some the first keys alone are looked up, and those behind them hashed.
    monkeypatch.setattr(keys, "HOT", 10)
    by_key = routed()
    assert all(partition == keyed_partition(key, 997) for partition, key in by_key.values())
    for name_of_bound in ("MANY_HOT", "MANY"):
        monkeypatch.setattr(keys, name_of_bound, 0)
        assert routed() == by_key
    monkeypatch.setattr(keys, "_is_hot", lambda law, records: False)
    assert routed() == by_key
