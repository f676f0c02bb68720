"""Numbers for values: equal values have equal numbers, whoever built them, as long as the same `Interned` gives them.

Unlike a fingerprint, a number says nothing outside the search that gave it, and costs a third as much.
"""

import sys
from collections.abc import Mapping
from typing import Any, Final

_BESIDE: Final = 256
"""About how many bytes are kept beside a value: its entries, its number, its key."""


class Interned:
    """Numbers of clusters that share most of what they are made of; `bytes` counts what all of them take.

    A value is kept, so no other can take its identity; nothing in a cluster ever changes.

    >>> numbers = Interned()
    >>> numbers.of(({1: "a", 2: (3, {})},)) == numbers.of(({2: (3, {}), 1: "a"},)) != numbers.of(({},))
    True

    Hash-consing, as in Filliâtre and Conchon's library of that name.
    """

    def __init__(self) -> None:
        self.bytes = 0
        self._known = dict[int, tuple[Any, int]]()
        self._numbers = dict[Any, int]()
        self._nested = dict[type, tuple[int, ...]]()
        """At which places a type holds what has no hash: a mapping, or what holds one, unless it is an empty tuple."""

    def of(self, value: Any) -> int:
        """Returns the number of a value that holds others."""
        known = self._known.get(id(value))
        if known is not None:
            return known[1]
        try:
            key = self._key(value)
            number = self._numbers.get(key)
        except TypeError:
            key = self._learned_key(value)
            number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._numbers)
            self.bytes += sys.getsizeof(value)
        self._known[id(value)] = value, number
        self.bytes += _BESIDE
        return number

    def _key(self, value: Any) -> Any:
        """Returns what equal values have in common: all they hold, with a number in the place of what has no hash."""
        nested = self._nested.get(type(value))
        if nested is not None:
            parts = [*value]
            for at in nested:
                if parts[at] != ():
                    parts[at] = self.of(parts[at])
            return tuple(parts)
        if type(value) is dict or isinstance(value, Mapping):
            kind = type(next(iter(value.values()), None))
            if kind is dict or kind in self._nested:
                return frozenset([(name, self.of(item)) for name, item in value.items()])
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
