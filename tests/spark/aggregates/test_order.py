"""Order per key, and what growth and salting do to it."""

import random

import pytest

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.spark import (
    broken_order,
    expected_moved_share,
    grown,
    hottest_keys,
    load,
    moved_keys,
    order_per_key,
    route,
    salted,
    salting,
    skew,
)


@pytest.mark.parametrize(("before", "after"), [(3, 4), (3, 6), (6, 7), (12, 13), (10, 16), (4, 3), (5, 5)])
def test_the_expected_share_of_moved_keys_is_that_of_all_remainders(before, after):
    hashes = range(before * after)
    assert expected_moved_share(before, after) == sum(h % before != h % after for h in hashes) / len(hashes)


@pytest.mark.spark
def test_order_is_kept_in_one_partition_by_offset_and_nowhere_else(written):
    records = written(
        [
            *((b"kept", b"", 0, n, n) for n in range(5)),
            *((b"spread", b"", n % 2, 10 + n, n) for n in range(4)),
            *((b"late", b"", 2, 20 + n, [0, 9, 4][n]) for n in range(3)),
            *((b"same time", b"", 3, n, 7) for n in range(3)),
            (None, b"", 0, 90, 0),
            (None, b"", 1, 91, 1),
        ]
    )
    order = order_per_key(records)
    found = {
        bytes(row.key).decode(): (row.records, row.partitions, row.out_of_order, row.kept) for row in order.collect()
    }
    assert found == {
        "kept": (5, 1, 0, True),
        "spread": (4, 2, 3, False),
        "late": (3, 1, 1, False),
        "same time": (3, 1, 0, True),
    }
    assert broken_order(order).first().asDict() == {"topic": "t", "keys": 4, "broken": 2, "share": 0.5}


@pytest.mark.spark
def test_keys_move_as_the_law_says_and_those_with_records_on_both_sides_lose_their_order(clicks):
    records = clicks(20_000, keys=2_000, s=0)
    moved = {bytes(row.key).decode(): row for row in moved_keys(records, 6, 7).collect()}
    assert all(
        (row.partition_before, row.partition_after) == tuple(keyed_partition(key.encode(), n) for n in (6, 7))
        and row.moved == (row.partition_before != row.partition_after)
        for key, row in moved.items()
    )
    share = sum(row.moved for row in moved.values()) / len(moved)
    law = expected_moved_share(6, 7)
    assert abs(share - law) < 5 * (law * (1 - law) / len(moved)) ** 0.5
    resized = grown(records, 6, 7, at=10_000, sent="offset")
    sides = {}
    for row in records.select("key", "offset").collect():
        sides.setdefault(bytes(row.key).decode(), set()).add(row.offset >= 10_000)
    broken = {bytes(row.key).decode() for row in order_per_key(resized, sent="offset").where("not kept").collect()}
    assert broken == {key for key, seen in sides.items() if len(seen) == 2 and moved[key].moved}


@pytest.mark.spark
@pytest.mark.slow
def test_salting_spreads_the_hot_keys_alone_and_gives_up_their_order(clicks):
    records = clicks(30_000, keys=500, s=1.2)
    plain = skew(load(route(records, 12)))
    routed = route(salted(records, 8, hot=20), 12)
    assert skew(load(routed)).max_over_mean < plain.max_over_mean / 1.5
    order = {bytes(row.unsalted_key).decode(): row for row in order_per_key(routed, "offset", "unsalted_key").collect()}
    hot = [row.text for row in hottest_keys(records, 20).collect()]
    for key in hot:
        homes = {keyed_partition(f"{key}-{salt}".encode(), 12) for salt in range(8)}
        assert order[key].partitions == len(homes) and not order[key].kept
    assert all(row.kept for key, row in order.items() if key not in hot)
    assert salted(records, 1, hot=["user-1"]).select("key").exceptAll(records.select("key")).count() == 0
    assert {bytes(row.key) for row in salted(records, 2, hot=[b"user-7"]).where("key != unsalted_key").collect()} == {
        b"user-7-0",
        b"user-7-1",
    }


@pytest.mark.spark
def test_wrong_arguments_get_one_sentence(clicks):
    records = clicks(10, partitions=2)
    chance = random.Random(1)
    for call, error, sentence in (
        (lambda: order_per_key(records, sent="send"), InvalidArgumentError, "The column 'send' is missing"),
        (lambda: broken_order(records), InvalidArgumentError, "The column 'kept' is missing"),
        (lambda: moved_keys(records, 0, 4), InvalidArgumentError, "before is at least 1, not 0"),
        (lambda: grown(records, 3, 2.5, at=3), WrongTypeError, r"after is a whole number from .*, not 2.5"),
        (lambda: salted(records, 0), InvalidArgumentError, "salts is at least 1, not 0"),
        (lambda: salted(records, 2, hot=[chance]), WrongTypeError, "A hot key is text or bytes"),
        (lambda: expected_moved_share(0, 1), InvalidArgumentError, "before is at least 1, not 0"),
    ):
        with pytest.raises(error, match=sentence):
            call()


@pytest.mark.slow
@pytest.mark.spark
def test_salting_measures_what_each_number_of_salts_buys_and_costs(clicks):
    records, hot = clicks(4_000, partitions=12, keys=50), ["user-1", "user-2"]
    measured = salting(records, [1, 4], hot, 12)
    routed = route(salted(records, 4, hot), 12)
    assert measured.max_over_mean[4] == skew(load(routed, 12)).max_over_mean < measured.max_over_mean[1]
    order = order_per_key(routed, key="unsalted_key").where("unsalted_key in ('user-1', 'user-2')").toPandas()
    assert measured.partitions_of_a_key[4] == order.partitions.mean() > 1
    assert measured.out_of_order[4] == pytest.approx((order.out_of_order / order.records).mean())
    assert measured.loc[1, ["partitions_of_a_key", "out_of_order"]].tolist() == [1, 0]
    for salts, named, sentence in (
        ([], hot, "at least one"),
        ([0], hot, "at least 1, not 0"),
        ([1], [7], "text or bytes"),
    ):
        with pytest.raises((InvalidArgumentError, WrongTypeError), match=sentence):
            salting(records, salts, named, 12)
