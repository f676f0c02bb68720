"""Replicas are placed as in Kafka's own tests, apart from each other and from one rack to the next."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkaviz.decisions.errors import AdminOperationError, InvalidPartitionsError, InvalidReplicationFactorError
from kafkaviz.decisions.placement import (
    alternate_racks,
    is_valid_placement,
    is_well_formed_placement,
    place_striped,
    place_zookeeper,
)
from kafkaviz.decisions.stripes import Stripes, shuffle
from kafkaviz.decisions.values import Placeable
from tests.kafka_tests import cases_of, source_of


def first(bound):
    return 0


class MockRandom:
    """The generator of Kafka's tests, under java.util.Random's rule for bounded numbers."""

    def __init__(self):
        self.state = 17

    def __call__(self, bound):
        self.state = (self.state * 2862933555777941757 + 3037000493) % 2**64
        drawn = self.state >> 33
        if bound & (bound - 1) == 0:
            return bound * drawn >> 31
        return drawn % bound


def _placeable(case):
    # Kafka visits racks in the order of a hash map, which for one digit is that of the digits.
    brokers = [Placeable(b["id"], b["rack"], b["fenced"]) for b in case["brokers"]]
    return sorted(brokers, key=lambda broker: broker.rack or "")


@pytest.mark.parametrize("case", [c for c in cases_of("striped_replica_placer") if "expected" in c], ids=source_of)
def test_stripes_are_those_of_kafkas_test(case):
    placed = place_striped(_placeable(case), case["partitions"], case["rf"], draw=MockRandom())
    assert placed == case["expected"]


@pytest.mark.parametrize("case", [c for c in cases_of("striped_replica_placer") if "consecutive" in c], ids=source_of)
def test_partitions_that_follow_each_other_take_the_brokers_of_kafkas_test(case):
    stripes = Stripes(_placeable(case), MockRandom())
    assert [stripes.next_replicas(case["rf"]) for _ in case["consecutive"]] == case["consecutive"]


def test_leaders_and_followers_spread_as_evenly_as_in_kafkas_test():
    (case,) = (c for c in cases_of("striped_replica_placer") if "expected_counts" in c)
    placed = place_striped(_placeable(case), case["partitions"], case["rf"], draw=MockRandom())
    assert Counter(",".join(map(str, replicas)) for replicas in placed) == case["expected_counts"]


@pytest.mark.parametrize("case", [c for c in cases_of("striped_replica_placer") if "raises" in c], ids=source_of)
def test_what_kafkas_test_refuses_is_refused_in_its_words(case):
    with pytest.raises(InvalidReplicationFactorError) as refused:
        place_striped(_placeable(case), case.get("partitions", 1), case["rf"], draw=first)
    assert refused.value.message == case["raises"].partition(": ")[2]


@pytest.mark.parametrize("case", cases_of("admin_utils_placement", fn="rackAlternatedBrokerList"), ids=source_of)
def test_racks_alternate_as_in_kafkas_test(case):
    assert alternate_racks([(int(b), rack) for b, rack in case["racks"].items()]) == case["expected"]


def _raise_of(case):
    return {
        "InvalidPartitionsException": InvalidPartitionsError,
        "InvalidReplicationFactorException": InvalidReplicationFactorError,
        "AdminOperationException": AdminOperationError,
    }[case["raises"].split()[0]]


@pytest.mark.parametrize("case", cases_of("admin_utils_placement", fn="assignReplicasToBrokers"), ids=source_of)
def test_start_and_shift_place_as_in_kafkas_test(case):
    brokers = [Placeable(int(b), rack) for b, rack in case["racks"].items()]

    def place():
        return place_zookeeper(
            brokers,
            case["partitions"],
            case["rf"],
            fixed_start_index=case.get("fixed_start_index", -1),
            start_partition_id=case.get("start_partition", -1),
        )

    if "raises" in case:
        with pytest.raises(_raise_of(case)):
            place()
        return
    placed = place()
    assert placed == case.get("expected", placed)
    assert is_valid_placement(placed, brokers, case["rf"]) is None
    promised = case.get("property", {})
    if "each_partition_racks" in promised:
        racks = {broker.id: broker.rack for broker in brokers}
        distinct = min(case["rf"], len(set(racks.values())))
        assert all(len({racks[replica] for replica in replicas}) == distinct for replicas in placed)
    if promised.get("leaders_even"):
        assert len(set(Counter(replicas[0] for replicas in placed).values())) == 1
    if promised.get("replicas_even"):
        assert len(set(Counter(replica for replicas in placed for replica in replicas).values())) == 1


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
        assert is_well_formed_placement(placed, brokers, partitions) is None
        assert is_valid_placement(placed, brokers, factor) is None


@given(st.lists(st.integers()), st.randoms(use_true_random=False))
def test_shuffling_loses_nothing(items, random):
    mixed = list(items)
    shuffle(mixed, random.randrange)
    assert sorted(mixed) == sorted(items)


@pytest.mark.parametrize(
    ("placement", "sentence"),
    [
        ("012", "A placement is a list with one list of broker ids for each of 1 partitions."),
        ([[1], [2]], "A placement is a list with one list of broker ids for each of 1 partitions."),
        ([1], "Partition 0 is given 1; a partition needs a list of broker ids."),
        ([[]], "Partition 0 is given []; a partition needs a list of broker ids."),
        ([[9]], "Partition 0 is placed on broker 9, which is not registered; known brokers are 1, 2."),
        ([[1, 1]], None),
    ],
)
def test_a_placement_that_cannot_be_used_is_told_apart_from_a_bad_one(placement, sentence):
    assert is_well_formed_placement(placement, [Placeable(1), Placeable(2)], 1) == sentence


@pytest.mark.parametrize(
    ("replicas", "sentence"),
    [
        ([1, 1], "Partition 0 has two replicas on broker 1; one broken machine would take both."),
        ([1], "Partition 0 has 1 replicas instead of 2."),
        ([2, 1], "Partition 0 is to be led by broker 2, which is fenced."),
        ([1, 2], None),
    ],
)
def test_a_bad_placement_breaks_a_promise_that_is_named(replicas, sentence):
    assert is_valid_placement([replicas], [Placeable(1), Placeable(2, fenced=True)], 2) == sentence
