"""Partitioners: keys stay together, records without keys spread, and partitions without a leader are spared."""

from collections import Counter
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkaviz.decisions import partitioners as p
from kafkaviz.decisions.values import Sent
from tests.kafka_tests import cases_of

NEW = Sent()
ALL = [p.kafka_default, p.round_robin, p.sticky, p.uniform_sticky, p.round_robin_by_default, p.sticky_by_default]


def sequential():
    """Numbers 0, 1, 2, … brought into range, as Kafka's tests draw."""
    numbers = count()
    return lambda bound: next(numbers) % bound


def run(partitioner, records, partitions, *, sent=NEW, batch_records=1):
    """Send records of 100 bytes without keys, in batches of so many records; give where each went."""
    route, in_batch = [], 0
    for number in range(records):
        chosen = partitioner(None, partitions, sent._replace(records=number, new_batch=in_batch == 0))
        before = sent.bytes if chosen == sent.partition else 0
        in_batch = in_batch + 1 if before else 1
        sent = sent._replace(partition=chosen, bytes=before + 100, batch_full=in_batch == batch_records)
        in_batch %= batch_records
        route.append(chosen)
    return route


def test_three_records_fill_a_batch_and_the_fourth_goes_elsewhere():
    (case,) = cases_of("builtin_partitioner", sticky_batch_records=3)
    sent = Sent(batch_size=300, draw=sequential())
    route = run(p.uniform_sticky, 4, case["partitions"], sent=sent, batch_records=3)
    assert len(set(route[:3])) == 1
    assert route[3] != route[0]


def test_with_one_partition_a_switch_stays():
    assert set(run(p.uniform_sticky, 9, 1, sent=Sent(batch_size=1, draw=sequential()))) == {0}


@pytest.mark.parametrize(
    ("leaders", "chosen"),
    [(c["leaders"], c["expected"]) for c in cases_of("builtin_partitioner") if "leaders" in c],
)
def test_partitions_without_a_leader_are_never_chosen_unless_all_are(leaders, chosen):
    available = tuple(int(n) for n, leader in leaders.items() if leader is not None)
    sent = Sent(batch_size=1, available=available, draw=sequential())
    route = Counter(run(p.uniform_sticky, 100, len(leaders), sent=sent))
    assert set(route) == set(available or range(len(leaders))), chosen


def test_short_queues_are_drawn_as_often_as_in_kafkas_test():
    (case,) = (c for c in cases_of("builtin_partitioner") if "queue_sizes" in c)
    sent = Sent(queue_sizes=tuple(case["queue_sizes"]), draw=sequential())
    cycle = sum(case["expected_frequencies_per_cycle"])
    drawn = Counter(p.uniform_sticky(None, 5, sent) for _ in range(2 * cycle))
    assert [drawn[n] for n in range(5)] == [2 * times for times in case["expected_frequencies_per_cycle"]]


@pytest.mark.parametrize(
    ("sent_bytes", "batch_full", "stays"),
    [(99, True, True), (100, True, False), (199, False, True), (200, False, False)],
)
def test_a_switch_waits_for_a_full_batch_but_not_beyond_twice_its_size(sent_bytes, batch_full, stays):
    sent = Sent(partition=2, bytes=sent_bytes, batch_size=100, batch_full=batch_full)
    assert (p.uniform_sticky(None, 3, sent) == 2) is stays


def test_three_small_records_go_in_a_circle_then_and_to_one_partition_now():
    assert run(p.round_robin_by_default, 3, 3) == [0, 1, 2]
    assert run(p.kafka_default, 3, 3) == [0, 0, 0]


def test_kip_480_leaves_the_partition_with_every_batch():
    route = run(p.sticky, 6, 3, sent=Sent(draw=sequential()), batch_records=2)
    assert route[0] == route[1] != route[2] == route[3] != route[4] == route[5]


def test_kip_480_has_nowhere_to_go_with_one_partition():
    assert p.sticky(None, 3, Sent(partition=2, available=(2,))) == 2


@given(st.binary(), st.integers(1, 50), st.integers(0, 1000))
def test_a_key_decides_alone_whatever_was_sent_before(key, partitions, already):
    routes = {
        by_key(key, partitions, Sent(records=already, partition=0, available=(0,)))
        for by_key in (p.keyed, p.kafka_default, p.round_robin_by_default, p.sticky_by_default)
    }
    assert routes == {p.keyed(key, partitions, Sent())}


@given(st.sampled_from(ALL), st.data())
def test_a_record_without_a_key_goes_where_there_is_a_leader(partitioner, data):
    partitions = data.draw(st.integers(1, 9))
    available = tuple(data.draw(st.lists(st.integers(0, partitions - 1), unique=True).map(sorted)))
    sizes = st.lists(
        st.integers(0, 9), min_size=len(available or range(partitions)), max_size=len(available or range(partitions))
    )
    sent = Sent(
        records=data.draw(st.integers(0, 99)),
        available=available,
        queue_sizes=tuple(data.draw(st.just([]) | sizes)),
        draw=lambda bound: data.draw(st.integers(0, bound - 1)),
    )
    chosen = partitioner(None, partitions, sent)
    assert p.is_well_formed_partition(chosen, partitions) is None
    assert chosen in (available or range(partitions))


def test_a_record_without_a_key_cannot_go_by_key():
    with pytest.raises(ValueError, match="this one has none"):
        p.keyed(None, 3, Sent())


class Three:
    """Not an int, but usable as one, like the integers of numpy."""

    def __index__(self):
        return 3


@pytest.mark.parametrize("answer", ["1", 1.0, None, True, -1, 4])
def test_an_answer_that_is_no_partition_is_named_in_a_sentence(answer):
    sentence = p.is_well_formed_partition(answer, 4)
    assert sentence is not None
    assert repr(answer) in sentence
    assert sentence.endswith(("from 0 to 3.", "0 to 3."))


@pytest.mark.parametrize("answer", [0, 3, Three()])
def test_an_answer_that_is_a_partition_is_accepted(answer):
    assert p.is_well_formed_partition(answer, 4) is None


def test_a_key_that_moves_breaks_the_promise():
    assert p.is_valid_routing([(b"a", 0), (None, 1), (b"a", 0), (None, 2)]) is None
    assert "Key b'a' went to partition 0 and later to partition 1" in (p.is_valid_routing([(b"a", 0), (b"a", 1)]) or "")
