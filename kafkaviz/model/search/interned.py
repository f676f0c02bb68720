"""Numbers for values: equal values have equal numbers, whoever built them, as long as the same `Interned` gives them.

Unlike a fingerprint, a number says nothing outside the search that gave it, and costs a third as much.
"""

import sys
from collections.abc import Mapping
from typing import Any, Final

_SCALARS: Final = frozenset({int, str, bytes, bool, float, type(None)})
_BESIDE: Final = 256
"""About how many bytes are kept beside a value: its entries, its number, its key."""


class Interned:
    """Numbers of clusters that share most of what they are made of; `bytes` counts what all of them take.

    A value is kept, so no other can take its identity; nothing in a cluster ever changes.

    >>> numbers = Interned()
    >>> numbers.of(({1: "a", 2: (3, {})},)) == numbers.of(({2: (3, {}), 1: "a"},)) != numbers.of(({},))
    True

    Kafka: nothing of its own; hash-consing, as in Filliâtre and Conchon's library of that name.
    """

    def __init__(self) -> None:
        self.bytes = 0
        self._known = dict[int, tuple[Any, int]]()
        self._plain, self._made = dict[Any, int](), dict[Any, int]()
        self._holding: set[type] = {dict}

    def of(self, value: Any) -> int:
        """Returns the number of a value that holds others."""
        known = self._known.get(id(value))
        if known is not None:
            return known[1]
        table, key, number = self._plain, value, None
        try:
            number = None if type(value) in self._holding else table.get(value)
        except TypeError:
            # Somewhere in it is a mapping, compared by what it holds in whatever order; of a tuple without a name the
            # next may hold none.
            self._holding.update({type(value)} - {tuple})
            table = self._made
        if table is self._made or type(value) in self._holding:
            table, key = self._made, self._key(value)
            number = table.get(key)
        if number is None:
            number = table[key] = len(self._plain) + len(self._made)
            self.bytes += sys.getsizeof(value)
        self._known[id(value)] = value, number
        self.bytes += _BESIDE
        return number

    def _key(self, value: Any) -> Any:
        known, of = self._known.get, self.of
        if type(value) is dict or isinstance(value, Mapping):
            return frozenset([(name, one if type(one) in _SCALARS else of(one)) for name, one in value.items()])
        parts = list[Any]()
        for one in value:
            if type(one) not in _SCALARS:
                found = known(id(one))
                one = of(one) if found is None else found[1]
            parts.append(one)
        return tuple(parts)
