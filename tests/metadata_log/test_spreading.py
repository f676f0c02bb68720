"""Whatever the placer can have made is known as such, and what it cannot have made is not."""

import random

from hypothesis import given
from hypothesis import strategies as st

from kafkaviz.decisions.placement import place_striped
from kafkaviz.decisions.values import Placeable
from kafkaviz.metadata_log.spreading import is_striped

THREE = [Placeable(1), Placeable(2), Placeable(3)]


@st.composite
def cases(draw):
    """Returns brokers of which one is not fenced at least, how many partitions and replicas to place, and a seed."""
    racks = draw(st.sampled_from([(None,), ("a", "b"), ("a", "b", "c"), (None, "a")]))
    brokers = [
        Placeable(id, draw(st.sampled_from(racks)), id > 1 and draw(st.booleans()))
        for id in range(1, draw(st.integers(2, 8)))
    ]
    return brokers, draw(st.integers(1, 25)), draw(st.integers(1, len(brokers))), draw(st.integers(0, 1_000))


@given(cases())
def test_what_the_placer_makes_is_striped(case):
    brokers, partitions, factor, seed = case
    placement = place_striped(brokers, partitions, factor, draw=random.Random(seed).randrange)
    assert is_striped(placement, brokers)


def test_other_placements_are_not():
    for placement in (
        [[1, 2], [1, 3]],
        [[1, 2], [2, 1]],
        [[1, 3]],
        [[1, 2], [2, 3], [3, 1], [1, 2], [1, 3]],
        [[1, 2], [2]],
        [[4, 1]],
        [[]],
        [],
    ):
        assert is_striped(placement, THREE) is False, placement
    assert is_striped([[1]], [Placeable(1, None, True)]) is False
    two_racks = [Placeable(1, "a"), Placeable(2, "a"), Placeable(3, "b"), Placeable(4, "b")]
    assert is_striped([[1, 3], [4, 2]], two_racks) and is_striped([[1, 2], [3, 4]], two_racks) is False


def test_so_many_starts_that_not_all_can_be_tried_are_not_judged():
    many = [Placeable(10 * rack + n, f"rack {rack}") for rack in range(5) for n in range(9)]
    placement = place_striped(many, 9, 3, draw=lambda bound: 0)
    assert is_striped(placement, many) is None
