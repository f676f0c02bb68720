"""Hashes of values that hold mappings: equal values have equal ones, whoever built them, within one process.

Unlike a fingerprint, a hash says nothing to another process, and costs half as much.
"""

from collections.abc import Mapping
from typing import Any, Final

from kafkaviz.model.core.cluster import Cluster

_SHARED: Final = {at for at, field in enumerate(Cluster._fields) if field not in ("now_ms", "seed", "replicas")}
"""The fields that many states have in common; of replicas there are nearly as many as states."""


class Hashes:
    """Hashes of clusters that share most of what they are made of; two that differ may share one, but only by chance.

    A value is kept as long as it is known, so no other can take its identity; nothing in a cluster ever changes.

    >>> hashes = Hashes(most_kept=1_000)
    >>> hashes.of(({1: "a", 2: (3, {})},)) == hashes.of(({2: (3, {}), 1: "a"},)) != hashes.of(({},))
    True

    Hash-consing without its table, as in Filliâtre and Conchon's library of that name.
    """

    def __init__(self, most_kept: int) -> None:
        self.most_kept = most_kept
        self._known, self._held, self._forgotten = dict[int, int](), list[Any](), 0
        self._same = dict[int, Any]()
        self._nested = dict[type, tuple[int, ...]]()
        """At which places a type holds what has no hash: a mapping, or what holds one, unless it is an empty tuple."""

    @property
    def hashed(self) -> int:
        """How many values were hashed so far."""
        return self._forgotten + len(self._held)

    def shared(self, cluster: Cluster) -> tuple[int, Cluster]:
        """Returns the hash of a cluster, and the cluster made of parts that were met before, where these are equal."""
        if len(self._held) > self.most_kept:
            self._known, self._held, self._forgotten = {}, [], self.hashed
        numbers = list(map(self._known.get, map(id, cluster)))
        numbers[0], parts = hash(cluster.now_ms), None
        while None in numbers:
            at = numbers.index(None)
            field = cluster[at]
            number = numbers[at] = self._hashed(field)
            same = self._same.setdefault(number, field) if at in _SHARED else field
            if same is not field and same == field:
                parts = parts or [*cluster]
                parts[at] = same
        return hash(tuple(numbers)), cluster if parts is None else Cluster._make(parts)

    def of(self, value: Any) -> int:
        """Returns the hash of a value that holds others."""
        known = self._known.get(id(value))
        return self._hashed(value) if known is None else known

    def _hashed(self, value: Any) -> int:
        """Returns the hash of a value that is not known by its identity, and from now on is."""
        try:
            number = hash(self._key(value))
        except TypeError:
            number = hash(self._learned_key(value))
        self._known[id(value)] = number
        self._held.append(value)
        return number

    def _key(self, value: Any) -> Any:
        """Returns what equal values have in common: all they hold, with a hash in the place of what has none."""
        nested = self._nested.get(type(value))
        if nested is not None:
            parts = [*value]
            for at in nested:
                part = parts[at]
                if part != ():
                    parts[at] = self._known.get(id(part)) or self._hashed(part)
            return tuple(parts)
        if type(value) is dict or (not isinstance(value, tuple) and isinstance(value, Mapping)):
            kind = type(next(iter(value.values()), None))
            if kind is dict or kind in self._nested:
                known, hashed = self._known.get, self._hashed
                return frozenset([(name, known(id(item)) or hashed(item)) for name, item in value.items()])
            return frozenset(value.items())
        return value

    def _learned_key(self, value: Any) -> Any:
        """Returns the key of a value that has turned out to hold something without a hash, and notes where."""
        if isinstance(value, Mapping):
            return frozenset([(name, item if _has_hash(item) else self.of(item)) for name, item in value.items()])
        if type(value) is tuple:  # The next one may be of quite another shape.
            return tuple([item if _has_hash(item) else self.of(item) for item in value])
        found = {at for at, item in enumerate(value) if not _has_hash(item)}
        self._nested[type(value)] = tuple(sorted(found.union(self._nested.get(type(value), ()))))
        return self._key(value)


def _has_hash(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True
