"""The moving parts of striped placement: broker lists that start one further for each partition."""

from collections.abc import Callable, MutableSequence, Sequence
from typing import TypeVar

from kafkaviz.decisions.values import Placeable

Draw = Callable[[int], int]

_T = TypeVar("_T")


class Stripes:
    """Gives the replicas of one partition after the other, leader first.

    >>> stripes = Stripes([Placeable(1), Placeable(2), Placeable(3)], draw=lambda bound: 0)
    >>> stripes.next_replicas(2), stripes.next_replicas(2)
    ([1, 2], [2, 3])

    Kafka: StripedReplicaPlacer.RackList; there the racks draw in a hash map's order, here as first shown.
    """

    def __init__(self, brokers: Sequence[Placeable], draw: Draw) -> None:
        self._draw = draw
        self._racks = {
            name: _Rack([broker for broker in brokers if broker.rack == name], draw)
            for name in dict.fromkeys(broker.rack for broker in brokers)
        }
        self._rack_names = sorted(self._racks, key=lambda name: (name is not None, name or ""))
        self._first_rack = draw(len(self._rack_names))
        self._unfenced = sum(not broker.fenced for broker in brokers)
        self._placed_since_shuffle = 0

    def next_replicas(self, replication_factor: int) -> list[int]:
        """Takes the leader from the next rack in turn, then followers from the racks after it."""
        if self._placed_since_shuffle == self._unfenced > 1:
            self._shuffle()
        stripe = self._placed_since_shuffle
        racks = [self._racks[name] for name in self._rack_names]
        turn = self._first_rack % len(racks)
        leader_rack = turn
        while (leader := racks[leader_rack].unfenced.next(stripe)) is None:
            leader_rack = (leader_rack + 1) % len(racks)
        replicas = [leader]
        leader_rack_has_given = True
        while len(replicas) < replication_factor:
            if turn == leader_rack and leader_rack_has_given:
                leader_rack_has_given = False  # It misses one turn, not each.
            elif (follower := racks[turn].next(stripe)) is not None:
                replicas.append(follower)
            turn = (turn + 1) % len(racks)
        self._placed_since_shuffle += 1
        self._first_rack += 1
        return replicas

    def _shuffle(self) -> None:
        shuffle(self._rack_names, self._draw)
        for rack in self._racks.values():
            shuffle(rack.fenced.ids, self._draw)
            shuffle(rack.unfenced.ids, self._draw)
        self._placed_since_shuffle = 0


def shuffle(items: MutableSequence[_T], draw: Draw) -> None:
    """Mixes a list in place, from its end, with one draw for each item but the first.

    >>> letters = ["a", "b", "c"]
    >>> shuffle(letters, draw=lambda bound: 0)
    >>> letters
    ['b', 'c', 'a']

    Kafka: java.util.Collections.shuffle.
    """
    for size in range(len(items), 1, -1):
        drawn = draw(size)
        items[size - 1], items[drawn] = items[drawn], items[size - 1]


class _Rack:
    def __init__(self, brokers: Sequence[Placeable], draw: Draw) -> None:
        self.fenced = _Stripe(sorted(broker.id for broker in brokers if broker.fenced), draw)
        self.unfenced = _Stripe(sorted(broker.id for broker in brokers if not broker.fenced), draw)

    def next(self, stripe: int) -> int | None:
        unfenced = self.unfenced.next(stripe)
        return self.fenced.next(stripe) if unfenced is None else unfenced


class _Stripe:
    """Broker ids to be taken once per stripe, each stripe starting one further than the one before."""

    def __init__(self, ids: list[int], draw: Draw) -> None:
        self.ids = ids
        self._offset = draw(len(ids)) if ids else 0
        self._taken = 0
        self._stripe = 0

    def next(self, stripe: int) -> int | None:
        if stripe != self._stripe:
            self._stripe, self._taken = stripe, 0
            self._offset += 1
        if self._taken >= len(self.ids):
            return None
        self._taken += 1
        return self.ids[(self._taken - 1 + self._offset) % len(self.ids)]
