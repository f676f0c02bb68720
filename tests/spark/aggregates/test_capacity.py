"""The capacity staircase on records, against lags computed one after another in plain Python."""

from collections import Counter

import pytest

from kafkaviz.decisions.assignors import roundrobin_assign
from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.decisions.values import Subscription
from kafkaviz.spark import capacity, demand, expected_capacity, expected_drain_seconds


def test_the_formula_has_flats_and_a_saw_tooth():
    assert [expected_capacity(48, count, 1_000) for count in (8, 9, 10, 11, 12, 15, 24, 48, 60)] == [
        *(8_000, 8_000, 9_600, 9_600, 12_000, 12_000, 24_000, 48_000, 48_000)
    ]
    assert [round(expected_capacity(p, 8, 1_000)) for p in (8, 9, 16, 17, 100)] == [8_000, 4_500, 8_000, 5_667, 7_692]


def test_the_drain_time_grows_beyond_bounds_near_the_capacity():
    drains = [expected_drain_seconds(600, 8_000, rate) / 60 for rate in (16_000, 12_000, 9_600, 8_000)]
    assert drains == [10, 20, 50, float("inf")]
    assert expected_drain_seconds(0, 8, 8) == 0


@pytest.mark.spark
@pytest.mark.slow
def test_every_cell_is_the_lag_of_its_slowest_consumer(clicks):
    """Records are 100 a second for 60 s; the load of 100 plays them as they are, 200 twice as fast."""
    records = clicks(6_000, keys=300, s=1.0, rate=100)
    sent = [(bytes(row.key), row.offset // 100) for row in records.select("key", "offset").collect()]
    assignor = roundrobin_assign
    grid = capacity(*(records, [200, 100], [6, 4], [3, 2], 60), bound_records=300, drain_within_s=20, assignor=assignor)
    rows = {(row.load_per_s, row.partitions, row.consumers): row for row in grid.collect()}
    assert len(rows) == 8
    for (load, partitions, consumers), row in rows.items():
        answer = assignor({"t": partitions}, {f"C{n:06}": Subscription(("t",)) for n in range(consumers)})
        owner = {tp.partition: name for name, tps in answer.items() for tp in tps}
        arrived = Counter((owner[keyed_partition(key, partitions)], second) for key, second in sent)
        worst = longest = 0
        for name in answer:
            left = stretch = 0
            for second in range(60):
                left = max(0, left + arrived[name, second] - 60 * 100 / load)
                stretch = stretch + 100 / load if left > 0 else 0
                worst, longest = max(worst, left), max(longest, stretch)
        assert (row.max_lag_records, row.longest_lag_s) == (pytest.approx(worst), pytest.approx(longest))
        totals = [sum(count for (name, _), count in arrived.items() if name == each) for each in answer]
        assert row.growth_per_s == pytest.approx(max(totals) / 60 * load / 100 - 60)
        assert row.holds == (worst <= 300 and longest <= 20)
        assert row.formula_per_s == expected_capacity(partitions, consumers, 60)
    asked = {row.load_per_s: row for row in demand(grid).collect()}
    for load in (100, 200):
        held = sorted((c, p) for (at, p, c), row in rows.items() if at == load and row.holds)
        assert (asked[load].consumers, asked[load].partitions) == (held[0] if held else (None, None))
    assert asked[100].formula_consumers == 2 and asked[200].formula_consumers is None
    assert {row.holds for row in rows.values()} == {True, False}


@pytest.mark.slow
@pytest.mark.spark
def test_a_growing_lag_breaks_the_promise_however_short_the_play_is(clicks):
    """At 110 of 100 records a second a lag of 1,000 takes 100 s: a bound sees nothing of it in 20 s, the slope does."""
    records = clicks(2_000, keys=1, s=0.0, rate=100)
    grid = {row.load_per_s: row for row in capacity(records, [90, 110], [1], [1], 100, bound_records=1_000).collect()}
    assert grid[110].holds and grid[110].growth_per_s == pytest.approx(10)
    grid = {row.load_per_s: row for row in capacity(records, [90, 110], [1], [1], 100, growth_per_s=0).collect()}
    assert grid[90].holds and not grid[110].holds and grid[90].growth_per_s == pytest.approx(-10)


@pytest.mark.spark
def test_wrong_arguments_get_one_sentence_before_any_job(clicks):
    records = clicks(10)

    def bad(loads=(1,), partitions=(1,), consumers=(1,), mu=1, **more):
        return lambda: capacity(records, loads, partitions, consumers, mu, **({"bound_records": 1} | more))

    for call, error, sentence in (
        (bad(loads=[]), InvalidArgumentError, "loads_per_s is empty"),
        (bad(loads=[0]), InvalidArgumentError, "loads_per_s are more than 0 records/s, not 0"),
        (bad(loads=100), InvalidArgumentError, "loads_per_s is a list of numbers, not 100"),
        (bad(partitions=[0]), InvalidArgumentError, "partitions is at least 1"),
        (bad(consumers=[1.5]), WrongTypeError, r"consumers is a whole number from .*, not 1.5"),
        (bad(mu=-1), InvalidArgumentError, "capacity_per_s is 0 or more, not -1"),
        (bad(bound_records=None), InvalidArgumentError, "Say what is promised"),
        (bad(bound_records=-1), InvalidArgumentError, "bound_records is 0 or more, not -1"),
        (bad(growth_per_s=-1), InvalidArgumentError, "growth_per_s is 0 or more, not -1"),
        (bad(partitions=range(1, 60)), InvalidArgumentError, "ask for fewer at a time"),
        (bad(assignor=lambda topics, members: {}), InvalidArgumentError, "did not give all of 1 partitions"),
        (lambda: demand(records), InvalidArgumentError, "The column 'load_per_s' is missing"),
    ):
        with pytest.raises(error, match=sentence):
            call()
