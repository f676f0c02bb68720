"""Partitioners: keys stay together, records without keys spread, and partitions without a leader are spared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkaviz.decisions import partitioners as p
from kafkaviz.decisions.values import Sent
from tests.kafka_tests_of_clients import run, sequential
from tests.sampling import together

ALL = [p.kafka_default, p.round_robin, p.sticky, p.uniform_sticky, p.round_robin_by_default, p.sticky_by_default]


@together([(99, True, True), (100, True, False), (199, False, True), (200, False, False)])
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
    assert p.partition_fault(chosen, partitions) is None
    assert chosen in (available or range(partitions))


def test_a_record_without_a_key_cannot_go_by_key():
    with pytest.raises(ValueError, match="this one has none"):
        p.keyed(None, 3, Sent())


class Three:
    """Not an int, but usable as one, like the integers of numpy."""

    def __index__(self):
        return 3


@together(["1", 1.0, None, True, -1, 4])
def test_an_answer_that_is_no_partition_is_named_in_a_sentence(answer):
    sentence = p.partition_fault(answer, 4)
    assert sentence is not None
    assert repr(answer) in sentence
    assert sentence.endswith(("from 0 to 3.", "0 to 3."))


@together([0, 3, Three()])
def test_an_answer_that_is_a_partition_is_accepted(answer):
    assert p.partition_fault(answer, 4) is None


def test_a_key_that_moves_breaks_the_promise():
    assert p.routing_breach([(b"a", 0), (None, 1), (b"a", 0), (None, 2)]) is None
    assert "Key b'a' went to partition 0 and later to partition 1" in (p.routing_breach([(b"a", 0), (b"a", 1)]) or "")


def test_a_new_batch_goes_to_another_partition_than_the_last_wherever_there_is_one():
    for last in range(3):
        opened = Sent(partition=last, new_batch=True, available=(0, 1, 2))
        drawn = {p.sticky(None, 3, opened._replace(draw=lambda n, at=at: at)) for at in range(2)}
        assert drawn == {0, 1, 2} - {last}


def test_where_nobody_leads_a_new_batch_may_go_where_the_last_went():
    drawn = {p.sticky(None, 3, Sent(partition=1, new_batch=True, draw=lambda n, at=at: at)) for at in range(3)}
    assert drawn == {0, 1, 2}


def test_a_topic_of_one_partition_has_one_for_every_batch():
    assert p.sticky(None, 1, Sent(partition=0, new_batch=True)) == 0
