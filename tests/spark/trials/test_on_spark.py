"""Trials on Spark: the same rows as the loop's for any number of tasks, summed up, and one sentence when one fails."""

from math import sqrt
from statistics import NormalDist, mean, stdev

import pytest

from kafkaviz.decisions.errors import InvalidArgumentError, UnknownNameError
from kafkaviz.spark.trials import (
    TrialError,
    Verified,
    durability_draws,
    durability_law,
    grid,
    mean_of,
    quantiles_of,
    run_trials,
    share_of,
    shares_of,
    verify,
    wilson_interval,
)
from tests.sampling import IS_WEEKLY, every

GRID = grid(event=["join", "leave"], assignor=["range", "sticky"], events=1)


@pytest.mark.spark
@pytest.mark.parametrize("tasks", every(4, [7, 2, 1, None], whole=2))
def test_the_rows_are_those_of_the_loop_for_any_number_of_tasks(spark, tasks):
    rows = run_trials(spark, "rebalance", GRID, trials=6, tasks=tasks)
    assert rows.toPandas().equals(run_trials(None, "rebalance", GRID, trials=6))


@pytest.mark.spark
def test_a_function_of_ones_own_runs_on_the_workers_with_what_it_closes_over(spark):
    offset = 7

    def rolled(seed, setting):
        return {"eyes": (seed + offset) % setting["sides"], "late_ms": None if seed % 2 else 1.5}

    # Without a type in a NamedTuple the first trial must tell it.
    rows = run_trials(spark, rolled, grid(sides=[2, 6]), trials=5)
    assert rows.toPandas().equals(run_trials(None, rolled, grid(sides=[2, 6]), trials=5))
    assert dict(rows.dtypes)["late_ms"] == "double"
    assert verify(rows, trial=rolled, settings=grid(sides=[2, 6])) == Verified(10, 0)


@pytest.mark.spark
def test_the_first_trial_that_fails_is_told_in_one_sentence_whoever_ran_it(spark, capfd):
    def breaks(seed, setting):
        if seed % 1000 in (13, 14, 39):
            raise ValueError("broken\nin two lines")
        return {"x": 1}

    for tasks in (1, 5):
        with pytest.raises(TrialError) as told:
            run_trials(spark, breaks, [{"k": 1}, {"k": 2}], trials=40, tasks=tasks)
        assert str(told.value) == (
            "The trial breaks fails with seed 1000000013 and the setting {'k': 1}: ValueError: broken in two lines"
        )
    assert "Traceback" not in "".join(capfd.readouterr())


@pytest.mark.spark
def test_what_spark_itself_cannot_do_is_one_sentence_too(spark):
    lock = __import__("threading").Lock()
    with pytest.raises(TrialError, match="Spark could not run the trial") as told:
        run_trials(spark, lambda seed, setting: {"x": int(lock.locked())}, trials=3)
    assert "\n" not in str(told.value) and "py4j" not in str(told.value)


@pytest.mark.spark
def test_a_sample_of_a_run_on_spark_replays_in_the_model(spark):
    assert verify(run_trials(spark, "durability", {"down": 0.4, "destroyed": 0.4}, trials=40), 10) == Verified(10, 10)


@pytest.mark.spark
def test_summaries_are_what_the_formulas_say_of_the_rows(spark):
    rows = run_trials(spark, "durability", grid(down=[0.0, 0.6], destroyed=0.6, min_insync_replicas=2), trials=60)
    frame = rows.toPandas()
    refused, lost = share_of(rows, "refused", ["setting", "down"]).collect(), share_of(rows, "lost", []).first()
    assert [row.down for row in refused] == [0.0, 0.6]
    for row, (_, group) in zip(refused, frame.groupby("setting"), strict=True):
        wanted = wilson_interval(int(group.refused.sum()), 60)
        assert (row.trials, row.successes) == (60, group.refused.sum())
        assert (row.share, row.low, row.high) == pytest.approx(wanted)
    kept = frame[~frame.refused]
    assert (lost.trials, lost.successes) == (len(kept), kept.lost.eq(True).sum()) and 0 < len(kept) < 120
    wide = shares_of(rows, ["refused", "lost"], ["setting", "down"]).collect()
    for row, one in zip(wide, refused, strict=True):
        assert (row.refused, row.refused_low, row.refused_high) == pytest.approx((one.share, one.low, one.high))
    assert (wide[0].lost, wide[0].lost_high) == pytest.approx(
        wilson_interval(int(kept[kept.setting == 0].lost.eq(True).sum()), int((kept.setting == 0).sum()))[::2]
    )
    copies = list(frame.copies)
    found = mean_of(rows, "copies", []).first()
    half = NormalDist().inv_cdf(0.975) * stdev(copies) / sqrt(120)
    assert (found["mean"], found.low, found.high) == pytest.approx(
        (mean(copies), mean(copies) - half, mean(copies) + half)
    )
    row = quantiles_of(rows, "copies", [], [0, 0.5, 1, 0.999]).first()
    assert (row.p0, row.p50, row.p100, row.max) == (min(copies), frame.copies.median(), max(copies), max(copies))
    assert row["p99.9"] == pytest.approx(frame.copies.quantile(0.999))
    assert mean_of(rows.limit(1), "copies").first().low is None
    assert share_of(rows.limit(0), "lost").count() == 0
    assert shares_of(rows.limit(0), ["lost"], []).first().lost is None


@pytest.mark.spark
def test_a_summary_of_what_is_not_there_is_refused(spark):
    rows = run_trials(spark, "durability", trials=2)
    with pytest.raises(UnknownNameError, match="There is no column 'refusd'; did you mean 'refused'"):
        share_of(rows, "refusd")
    with pytest.raises(UnknownNameError, match="There is no column 'rack'; did you mean 'racks'"):
        mean_of(rows, "copies", "rack")
    with pytest.raises(InvalidArgumentError, match="The column copies is of type bigint, and this needs truth values"):
        share_of(rows, "copies")
    with pytest.raises(InvalidArgumentError, match="The column lost is of type boolean, and this needs numbers"):
        mean_of(rows, "lost")
    with pytest.raises(InvalidArgumentError, match="The column acks is of type string, and this needs numbers"):
        mean_of(rows, "acks")
    with pytest.raises(InvalidArgumentError, match="A quantile is from 0 to 1, not 5"):
        quantiles_of(rows, "copies", [], [5])
    with pytest.raises(InvalidArgumentError, match=r"A confidence is between 0 and 1, such as 0\.95, not 95"):
        share_of(rows, "lost", confidence=95)


def test_wilsons_interval_is_the_published_one():
    # Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for successes, trials, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611)):
        found = wilson_interval(successes, trials)
        assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert wilson_interval(1, 29).low == pytest.approx(0.0061, abs=5e-5)
    for successes, trials in ((1, 0), (3, 2), (-1, 5)):
        with pytest.raises(InvalidArgumentError, match="cannot be successes"):
            wilson_interval(successes, trials)


HARD = {"down": 0.3, "destroyed": 0.4}


@pytest.mark.spark
@pytest.mark.parametrize(
    "setting",
    every(
        4,
        [
            {"min_insync_replicas": 2},
            {"replication_factor": 5, "brokers": 5, "min_insync_replicas": 3, "racks": 2, "correlation": 0.5},
            {"acks": 1, "lagging": 0.4, "racks": 3, "correlation": 0.5},
            {"acks": "all", "lagging": 0.4, "min_insync_replicas": 2},
        ],
    ),
)
def test_many_draws_come_within_four_standard_deviations_of_the_law(spark, setting):
    draws = 1_000_000 if IS_WEEKLY else 200_000
    rows, law = durability_draws(spark, draws=draws, **HARD, **setting), durability_law(**HARD, **setting)
    found = rows.selectExpr("count_if(refused) r", "count_if(lost) l", "count(lost) a").first()
    for share, wanted, count in ((found.r / draws, law.refused, draws), (found.l / found.a, law.lost, found.a)):
        assert abs(share - wanted) < 4 * sqrt(wanted * (1 - wanted) / count)
    by = {
        row.copies: row.n
        for row in rows.where("lost").groupBy("copies").agg({"*": "count"}).toDF("copies", "n").collect()
    }
    assert by.keys() == law.lost_by_copies.keys()
    for copies, wanted in law.lost_by_copies.items():
        assert abs(by[copies] / found.a - wanted) < 4.5 * sqrt(wanted / found.a)


@pytest.mark.spark
def test_draws_depend_on_the_seed_and_not_on_the_tasks(spark):
    def fingerprint(**arguments):
        rows = durability_draws(spark, draws=20_000, **HARD, **arguments)
        return rows.selectExpr("bit_xor(xxhash64(id, copies, refused, lost))").first()[0]

    assert fingerprint(tasks=1) == fingerprint(tasks=7) == fingerprint() != fingerprint(seed=2)
    with pytest.raises(InvalidArgumentError, match="draws is a whole number, at least 1, not -1"):
        durability_draws(spark, draws=-1)
    with pytest.raises(UnknownNameError, match="did you mean 'down'"):
        durability_draws(spark, dwn=0.1)
