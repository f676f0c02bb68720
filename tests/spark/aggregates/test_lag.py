"""Arrivals by window, and the lag that follows from them, against the recursion it stands for."""

import random
from datetime import timedelta

import pytest

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.spark import (
    arrivals,
    arrivals_by_consumer,
    drained,
    expected_drain_seconds,
    filled,
    lag,
    with_shared_capacity,
)
from kafkaviz.spark.errors import SparkJobError, plain_errors
from tests.sampling import every
from tests.spark.aggregates.conftest import START

pytestmark = pytest.mark.spark


def at(second: int):
    return (START + timedelta(seconds=second)).replace(tzinfo=None)


def recursion(arrived: list[int], capacity: list[float]) -> list[float]:
    left, lags = 0, []
    for records, served in zip(arrived, capacity, strict=True):
        left = max(0, left + records - served)
        lags.append(left)
    return lags


def test_windows_begin_at_whole_multiples_and_count_every_record_once(written):
    rows = [(b"k", b"vv", 0, 0, 0), (b"k", b"vv", 0, 1, 999), (b"k", None, 1, 0, 1000), (b"k", b"vv", 0, 2, 2500)]
    counted = arrivals(written(rows)).orderBy("window_start", "partition").toPandas()
    assert counted[["partition", "records", "bytes"]].values.tolist() == [[0, 2, 6], [1, 1, 1], [0, 1, 3]]
    assert counted.window_start.tolist() == [at(0), at(1), at(2)]
    assert arrivals(written(rows), window_s=60).toPandas().records.sum() == 4
    before_1970 = arrivals(written([(b"k", b"", 0, 0, -1_767_225_600_000 - 500)])).first()
    assert before_1970.window_start.year == 1969 and before_1970.window_start.microsecond == 0


def test_a_capacity_may_have_any_name_and_is_not_taken_for_an_owner(spark, written):
    """It changes from window to window, and the lag before the change is still there after it."""
    import pyspark.sql.functions as F

    rows = [(b"k", b"v", 0, second, 1000 * second) for second in range(4)]
    arriving = filled(arrivals(written(rows)), extra_windows=2)
    since = F.unix_seconds("window_start") - int(START.timestamp())
    for name in ("reads", "capacity_per_s"):
        lagging = lag(arriving.withColumn(name, F.when(since < 2, 0).otherwise(2)), name)
        assert lagging.columns[-2:] == ["capacity_per_s", "lag_records"]
        assert [row.lag_records for row in lagging.orderBy("window_start").collect()] == [1, 2, 1, 0, 0, 0]
        assert drained(lagging).count() == 1
    both = arriving.withColumn("capacity_per_s", F.lit(0)).withColumn("reads", F.lit(1))
    assert {row.lag_records for row in lag(both, "reads").collect()} == {0}


def test_windows_without_a_record_are_filled_for_each_partition_up_to_the_last_of_all(written):
    rows = [(b"k", b"v", 0, 0, 0), (b"k", b"v", 0, 1, 3000), (b"k", b"v", 1, 0, 1000), (b"k", b"v", 1, 1, 1100)]
    full = filled(arrivals(written(rows)), extra_windows=1).orderBy("partition", "window_start").toPandas()
    assert full.records.tolist() == [1, 0, 0, 1, 0, *(0, 2, 0, 0, 0)]
    assert full.window_start.tolist() == 2 * [at(second) for second in range(5)]
    assert filled(arrivals(written(rows).limit(0))).count() == 0


@pytest.mark.parametrize("window_s", every(2, [7, 1], whole=1))
def test_lag_is_the_recursion_row_for_row(spark, window_s):
    chance = random.Random(window_s)
    log = {p: [chance.choice([0, 0, 50, 400, 2500]) for _ in range(60)] for p in range(8)}
    served = {p: [chance.choice([0, 100, 700]) for _ in range(60)] for p in log}
    rows = [
        ("t", p, START + timedelta(seconds=window_s * n), records, served[p][n], served[p][n] / 3)
        for p, arrived in log.items()
        for n, records in enumerate(arrived)
    ]
    chance.shuffle(rows)
    schema = "topic string, partition int, window_start timestamp, records long, whole long, third double"
    arriving = spark.createDataFrame(rows, schema)

    def lags(capacity, kept):
        measured = lag(arriving.select("topic", "partition", "window_start", "records", *kept), capacity, window_s)
        table = measured.toPandas().sort_values("window_start")
        return {p: rows.lag_records.tolist() for p, rows in table.groupby("partition")}

    assert lags(300, []) == {p: recursion(log[p], [300 * window_s] * 60) for p in log}
    assert lags(0, []) == {p: recursion(log[p], [0] * 60) for p in log}
    renamed = arriving.withColumnRenamed("whole", "capacity_per_s")
    arriving = renamed
    assert lags("capacity_per_s", ["capacity_per_s"]) == {
        p: recursion(log[p], [window_s * one for one in served[p]]) for p in log
    }
    arriving = renamed.drop("capacity_per_s").withColumnRenamed("third", "capacity_per_s")
    by_double = lags("capacity_per_s", ["capacity_per_s"])
    for p in log:
        assert by_double[p] == pytest.approx(recursion(log[p], [window_s * one / 3 for one in served[p]]))


def test_lag_that_is_drained_says_when_and_the_formula_agrees(spark):
    """Ten seconds without a reader at 80 a second, then 100 a second: outage·load/(capacity - load) = 40 s."""
    rows = [("t", 0, START + timedelta(seconds=n), 80, 0 if n < 10 else 100) for n in range(60)]
    schema = "topic string, partition int, window_start timestamp, records long, capacity_per_s long"
    lagging = lag(spark.createDataFrame(rows, schema), "capacity_per_s")
    found = drained(lagging).first()
    assert (found.peak_records, found.peak_at, found.left_records) == (800, at(9), 0)
    assert found.drain_s == expected_drain_seconds(10, 80, 100) == 40
    never = drained(lagging.where("window_start < '2026-01-01 00:00:20'")).first()
    assert (never.drained_at, never.left_records) == (None, 600)
    quiet = drained(lag(spark.createDataFrame(rows[10:], schema), "capacity_per_s")).first()
    assert (quiet.peak_records, quiet.peak_at, quiet.drain_s, quiet.left_records) == (0, None, None, 0)


def test_a_consumer_shares_its_capacity_among_its_partitions_in_either_way(written):
    rows = [(b"k", b"", 0, n, 1000 * (n // 9)) for n in range(27)] + [(b"k", b"", 1, n, 1000 * n) for n in range(3)]
    arriving = arrivals(written(rows))
    group = {"C1": [0, 1], "C2": []}
    pooled = lag(filled(arrivals_by_consumer(arriving, group)), 10).toPandas()
    assert pooled.consumer.tolist() == ["C1"] * 3 and pooled.lag_records.tolist() == [0, 0, 0]
    shared = with_shared_capacity(arriving, group, 10)
    split = lag(filled(shared), "capacity_per_s").orderBy("partition", "window_start").toPandas()
    assert split.lag_records.tolist() == [4, 8, 12, 0, 0, 0]
    assert set(split.consumer) == {"C1"}
    with pytest.raises(Exception, match="Partition 1 has records and nobody reads it"):
        arrivals_by_consumer(arriving, {"C1": [0]}).collect()


def test_wrong_arguments_get_one_sentence(written, spark):
    arriving = arrivals(written([(b"k", b"", 0, 0, 0), (b"k", b"", 0, 1, 5000)]))
    for call, error, sentence in (
        (lambda: lag(arriving, -1), InvalidArgumentError, "0 or more, not -1"),
        (lambda: lag(arriving, float("nan")), InvalidArgumentError, "finite number"),
        (lambda: lag(arriving, None), WrongTypeError, "is a number, not None"),
        (lambda: lag(arriving, "speed"), InvalidArgumentError, "The column 'speed' is missing"),
        (lambda: lag(arriving, "topic"), WrongTypeError, "is a number, not string"),
        (lambda: arrivals(spark.range(3)), InvalidArgumentError, "The column 'topic' is missing"),
        (lambda: arrivals(arriving, 0), InvalidArgumentError, "The column 'timestamp' is missing"),
        (lambda: filled(arriving, 1.5), WrongTypeError, r"window_s is a whole number from .*, not 1.5"),
        (lambda: drained(arriving), InvalidArgumentError, "The column 'lag_records' is missing"),
    ):
        with pytest.raises(error, match=sentence):
            call()
    for df, sentence in (
        (lag(arriving, 5), "A window is missing before 2026-01-01 00:00:05: add the windows"),
        (lag(arriving.selectExpr("*", "-1 AS capacity_per_s"), "capacity_per_s"), "A capacity is 0 records/s or more"),
        (
            lag(arriving.selectExpr("*", "double('NaN') AS capacity_per_s"), "capacity_per_s"),
            "A capacity is 0 records/s or more, not NaN",
        ),
        (filled(arrivals(written([(b"k", b"", 0, 0, 0), (b"k", b"", 0, 1, 10**11)]))), "take longer ones"),
    ):
        with pytest.raises(SparkJobError, match=sentence), plain_errors():
            df.collect()
