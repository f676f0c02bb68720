"""How a new topic's replicas are spread: as the controller's placer does it, or as somebody asked for it."""

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Final

from kafkaviz.decisions.stripes import Stripes
from kafkaviz.decisions.values import Placeable

_MOST_STARTS: Final = 5_000


def is_striped(placement: Sequence[Sequence[int]], brokers: Sequence[Placeable]) -> bool | None:
    """Tells whether the placer may have made a placement, a list of broker ids for each partition, leader first.

    The placer draws where it starts, and as many partitions follow from that as there are unfenced brokers. Then it
    mixes all of them, so of the partitions behind only one thing is asked, and only without racks: no broker leads a
    second one before each has led one. None stands for brokers in so many racks that not every start can be tried.

    >>> three = [Placeable(1), Placeable(2), Placeable(3)]
    >>> is_striped([[3, 1], [1, 2], [2, 3], [2, 1]], three), is_striped([[1, 2], [1, 3]], three)
    (True, False)

    Kafka: org.apache.kafka.metadata.placement.StripedReplicaPlacer.
    """
    factors, unfenced = {len(replicas) for replicas in placement}, sum(not broker.fenced for broker in brokers)
    if len(factors) != 1 or not unfenced or not 0 < max(factors) <= len(brokers):
        return False
    blocks = [placement[n : n + unfenced] for n in range(0, len(placement), unfenced)]
    if len({broker.rack for broker in brokers}) == 1:
        leaders = [[replicas[0] for replicas in block] for block in blocks]
        if any(len({*block}) < len(block) for block in leaders):
            return False
    bounds = _bounds(brokers)
    if prod(bounds) > _MOST_STARTS:
        return None
    return any(_begins(blocks[0], brokers, start) for start in product(*map(range, bounds)))


def _bounds(brokers: Sequence[Placeable]) -> list[int]:
    """Returns of how many each draw is with which the placer begins."""
    bounds = list[int]()

    def draw(bound: int) -> int:
        bounds.append(bound)
        return 0

    Stripes(brokers, draw)
    return bounds


def _begins(placement: Sequence[Sequence[int]], brokers: Sequence[Placeable], start: Sequence[int]) -> bool:
    drawn = iter(start)
    stripes = Stripes(brokers, lambda bound: next(drawn))
    return all(stripes.next_replicas(len(replicas)) == [*replicas] for replicas in placement)
