"""Replicas are placed as in Kafka's own tests, apart from each other and from one rack to the next."""

from hypothesis import given
from hypothesis import strategies as st

from kafkaviz.decisions.placement import place_striped, place_zookeeper, placement_breach, placement_fault
from kafkaviz.decisions.stripes import shuffle
from kafkaviz.decisions.values import Placeable
from tests.sampling import together


def test_start_and_shift_are_drawn_one_after_the_other():
    drawn = iter([2, 1])
    brokers = [Placeable(n) for n in range(5)]
    assert place_zookeeper(brokers, 1, 2, draw=lambda bound: next(drawn)) == [[2, 4]]


@st.composite
def clusters(draw):
    racks = draw(st.sampled_from([(None,), ("a",), ("a", "b"), ("a", "b", "c")]))
    ids = draw(st.lists(st.integers(0, 50), min_size=1, max_size=9, unique=True))
    return [Placeable(broker, draw(st.sampled_from(racks))) for broker in ids]


@given(clusters(), st.integers(1, 12), st.data())
def test_both_placers_keep_replicas_apart(brokers, partitions, data):
    factor = data.draw(st.integers(1, len(brokers)))
    seen = []

    def draw(bound):
        seen.append(data.draw(st.integers(0, bound - 1)))
        return seen[-1]

    for place in (place_striped, place_zookeeper):
        placed = place(brokers, partitions, factor, draw=draw)
        assert placement_fault(placed, brokers, partitions) is None
        assert placement_breach(placed, brokers, factor) is None


@given(st.lists(st.integers()), st.randoms(use_true_random=False))
def test_shuffling_loses_nothing(items, random):
    mixed = list(items)
    shuffle(mixed, random.randrange)
    assert sorted(mixed) == sorted(items)


@together(
    [
        ("012", "A placement is a list with one list of broker ids for each partition, 1 in all."),
        ([[1], [2]], "A placement is a list with one list of broker ids for each partition, 1 in all."),
        ([1], "Partition 0 is given 1; a partition needs a list of broker ids."),
        ([[]], "Partition 0 is given []; a partition needs a list of broker ids."),
        ([[9]], "Partition 0 is placed on broker 9, which is not registered; known brokers are 1, 2."),
        ([[1, 1]], None),
    ]
)
def test_a_placement_that_cannot_be_used_is_told_apart_from_a_bad_one(placement, sentence):
    assert placement_fault(placement, [Placeable(1), Placeable(2)], 1) == sentence


@together(
    [
        ([1, 1], "Partition 0 has two replicas on broker 1; one broken machine would take both."),
        ([1], "Partition 0 has 1 replica instead of 2."),
        ([2, 1], "Partition 0 is to be led by broker 2, which is fenced."),
        ([1, 2], None),
    ]
)
def test_a_bad_placement_breaks_a_promise_that_is_named(replicas, sentence):
    assert placement_breach([replicas], [Placeable(1), Placeable(2, fenced=True)], 2) == sentence
