"""Hashes of values that hold mappings: equal values have equal ones, whoever built them, within one process.

Unlike a fingerprint, a hash says nothing to another process, and costs less than half as much.
"""

from collections.abc import Iterable, Mapping
from itertools import compress
from operator import is_not
from typing import Any, Final

from kafkaviz.model.core.cluster import Cluster

_PLACES: Final = range(len(Cluster._fields))
_REPLICAS: Final = Cluster._fields.index("replicas")
_EMPTY: Final = hash(frozenset())
"""The hash of an empty mapping."""


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
        self._same, self._same_known = dict[int, Any](), dict[int, int]()
        """The first of all equal fields, by their hash, and the hashes of these by identity; they stay known."""
        self._last: Iterable[Any] = [object() for _ in _PLACES]
        self._numbers = [0 for _ in _PLACES]
        """The hashes of the fields of the cluster that was the last."""
        self._nested = dict[type, tuple[int, ...]]()
        """At which places a type holds what has no hash: a mapping, or what holds one."""

    @property
    def count(self) -> int:
        """The number of values that were hashed and kept so far, forgotten ones included."""
        return self._forgotten + len(self._held) + len(self._same)

    def intern(self, cluster: Cluster) -> tuple[int, Cluster]:
        """Returns the hash of a cluster, and the cluster made of fields that were met before, where these are equal.

        Of replicas there are nearly as many as states, so these are not looked for.
        """
        if len(self._held) > self.most_kept:
            self._forgotten += len(self._held)
            self._known, self._held = {}, []
        numbers, fields = self._numbers, None
        for at in compress(_PLACES, map(is_not, cluster, self._last)):
            field = cluster[at]
            number = self._same_known.get(id(field))
            if number is None:
                number = self._hashed(field)
                if at != _REPLICAS:
                    same = self._same.setdefault(number, field)
                    if same is field:
                        self._same_known[id(field)] = number
                    elif same == field:
                        fields = fields or [*cluster]
                        fields[at] = same
            numbers[at] = number
        self._last = cluster = cluster if fields is None else Cluster._make(fields)
        return hash(tuple(numbers)), cluster

    def of(self, value: Any) -> int:
        """Returns the hash of a value that holds others, and knows it from now on."""
        number = self._known.get(id(value))
        if number is None:
            number = self._known[id(value)] = self._hashed(value)
            self._held.append(value)
        return number

    def _hashed(self, value: Any) -> int:
        """Returns the hash of what equal values have in common: all they hold, in whatever order a mapping has it."""
        kind = type(value)
        try:
            if kind is not dict:
                return self._items({None: value}, self._nested[kind])[0][1] if kind in self._nested else hash(value)
            kind = type(next(iter(value.values()), None))
            if kind in self._nested:
                return hash(frozenset(self._items(value, self._nested[kind])))
            if kind is dict:
                return hash(frozenset([(name, self.of(item)) for name, item in value.items()]))
            return hash(frozenset(value.items()))
        except TypeError:
            return self._learned(value)

    def _items(self, value: dict[Any, Any], nested: tuple[int, ...]) -> list[tuple[Any, int]]:
        """Returns the items of a mapping, with hashes of its values, which hold at these places what has none."""
        items: list[tuple[Any, int]] = []
        for name, item in value.items():
            parts = [*item]
            for at in nested:
                part = parts[at]
                if part:
                    try:
                        parts[at] = hash(frozenset(part.items()))
                    except (AttributeError, TypeError):
                        parts[at] = self._hashable(part)
                elif part == {}:
                    parts[at] = _EMPTY
            items.append((name, hash(tuple(parts))))
        return items

    def _learned(self, value: Any) -> int:
        """Returns the hash of a value that has turned out to hold something without one, and notes where."""
        if isinstance(value, Mapping):
            if type(value) is not dict:
                return self._hashed(dict(value))
            return hash(frozenset([(name, self._hashable(item)) for name, item in value.items()]))
        if type(value) is tuple:  # The next one may be of quite another shape.
            return hash(tuple(map(self._hashable, value)))
        found = {at for at, item in enumerate(value) if not _has_hash(item)}
        self._nested[type(value)] = tuple(sorted(found.union(self._nested.get(type(value), ()))))
        return self._hashed(value)

    def _hashable(self, value: Any) -> Any:
        return value if _has_hash(value) else self.of(value)


def _has_hash(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True
