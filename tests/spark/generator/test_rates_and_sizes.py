"""When records come and how large they are, against whole numbers of Python's own."""

import itertools
from fractions import Fraction

import numpy as np
import pyspark.sql.functions as F
import pytest

from kafkaviz.spark import Bursts, LognormalBytes, UniformBytes, WeightedBytes, workload
from kafkaviz.spark.generator.rates import micros
from tests.sampling import every

pytestmark = pytest.mark.spark


def at(rate, number):
    """Walks through the periods of a rate, exactly."""
    if not isinstance(rate, Bursts):
        return number * 1_000_000 // rate
    periods, within = divmod(number, rate.records_per_period)
    quiet_seconds = rate.period_seconds - rate.burst_seconds
    quiet = quiet_seconds * rate.records_per_second
    fast = rate.records_per_second * rate.factor
    second = (
        Fraction(within, rate.records_per_second) if within < quiet else quiet_seconds + Fraction(within - quiet, fast)
    )
    return int((periods * rate.period_seconds + second) * 1_000_000)


@pytest.mark.parametrize(
    "rate",
    every(
        6, [Bursts(3, 10, 2, 5), 7, 10_000, 1, Bursts(7, 3, 3, 2), Bursts(10, 4, 0), Bursts(10**6, 60, 6, 10)], whole=3
    ),
)
def test_times_rise_and_are_exact(spark, rate):
    rows = spark.range(20_000).select("id", micros(rate, F.col("id")).alias("at")).orderBy("id").collect()
    assert [row.at for row in rows] == [at(rate, row.id) for row in rows]
    assert all(a.at <= b.at for a, b in itertools.pairwise(rows))


def test_a_late_record_has_an_exact_time_too(spark):
    late = 10**12 - 1
    for rate in (100, Bursts(100, 60, 6, 10)):
        row = spark.range(late, late + 1).select(micros(rate, F.col("id")).alias("at")).first()
        assert row.at == at(rate, late)


def test_a_burst_has_its_factor(spark):
    df = workload(spark, records=1_140, rate=Bursts(10, period_seconds=60, burst_seconds=6, factor=10))
    seconds = df.groupBy((F.unix_seconds("timestamp") % 60).alias("second")).count().orderBy("second").collect()
    assert [row["count"] for row in seconds] == [10] * 54 + [100] * 6


def sizes(spark, law, records=100_000):
    df = workload(spark, records=records, record_bytes=law)
    return np.array([row[0] for row in df.select(F.octet_length("value")).collect()])


def test_uniform_sizes_are_equally_likely(spark):
    drawn = np.bincount(sizes(spark, UniformBytes(3, 12)), minlength=13)
    assert drawn[:3].sum() == 0 and abs(drawn[3:] - 10_000).max() < 4 * (100_000 * 0.1 * 0.9) ** 0.5


def test_weighted_sizes_come_by_their_weights(spark):
    drawn = np.bincount(sizes(spark, WeightedBytes({100: 7, 0: 1, 5: 2, 9: 0})), minlength=101)
    assert drawn.sum() == drawn[[100, 0, 5]].sum()
    assert abs(drawn[[100, 0, 5]] - [70_000, 10_000, 20_000]).max() < 600


def test_lognormal_sizes_have_their_median_and_sigma(spark):
    drawn = sizes(spark, LognormalBytes(1_000, 0.5))
    assert np.median(drawn) == pytest.approx(1_000, rel=0.01)
    assert np.log(drawn).std() == pytest.approx(0.5, rel=0.02)
    assert set(drawn) <= set(LognormalBytes(1_000, 0.5).table())
    assert set(sizes(spark, LognormalBytes(40, 0.0), 100)) == {40}


def test_the_size_does_not_depend_on_the_key(spark):
    df = workload(spark, records=50_000, keys=2, s=0, record_bytes=UniformBytes(0, 100))
    means = [row[1] for row in df.groupBy("key").agg(F.avg(F.octet_length("value"))).collect()]
    assert abs(means[0] - means[1]) < 1
