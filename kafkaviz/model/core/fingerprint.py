"""A small number for a whole cluster: equal clusters have equal fingerprints, whoever built them and in what order.

Nearly all of a state is shared with the one before it, so what was hashed once is known again by its identity.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Final

from kafkaviz.model.core.cluster import Cluster

MOST_KEPT: Final = 1 << 20
"""How many values one `Fingerprints` knows by their identity before it forgets them all and begins anew."""
_MASK: Final = (1 << 64) - 1
_NONE: Final = 0x1F83D9ABFB41BD6B
_MINUS_ONE: Final = 0x5BE0CD19137E2179
"""Stands for -1, of which Python has the same hash as of -2."""
_SINGLE: Final = {id(value): number for value, number in ((None, _NONE), (True, 1), (False, 0))}
"""What there is one of in Python; as there, True equals 1."""


class Fingerprints:
    """Fingerprints of clusters that share most of what they are made of, such as the states of a search.

    A value is kept as long as it is known, so no other can take its identity; nothing in a cluster ever changes.

    >>> from kafkaviz.model.core.controllers import Quorum
    >>> start, fingerprints = Cluster(0, Quorum.of(101), {}), Fingerprints()
    >>> fingerprints.of(start) == fingerprints.of(start._replace(draws={})) != fingerprints.of(start._replace(now_ms=1))
    True

    What TLC calls the fingerprint of a state.
    """

    def __init__(self, most_kept: int = MOST_KEPT) -> None:
        self.most_kept = most_kept
        self._known, self._held = dict(_SINGLE), list[Any]()

    def __len__(self) -> int:
        return len(self._held)

    def of(self, cluster: Cluster) -> int:
        """Returns 64 bits; two clusters that differ may share them, but only by chance."""
        if len(self._held) > self.most_kept:
            self._known, self._held = dict(_SINGLE), []
        return self._number(cluster) & _MASK

    def _number(self, value: Any) -> int:
        """Returns the number of a value that is not known yet: Python's own hash of the numbers of its parts."""
        if isinstance(value, tuple):
            number = hash(tuple(self._numbers(value)))
        elif type(value) is dict or isinstance(value, Mapping):
            number = hash(frozenset(zip(self._numbers(value), self._numbers(value.values()), strict=False)))
        elif isinstance(value, str | bytes):
            number = _number_of_text(value)
        elif isinstance(value, float):
            number = hash(value) if value != -1 else _MINUS_ONE  # As in Python, 1.0 equals 1.
        else:
            raise TypeError(f"A cluster holds no {type(value).__name__}.")
        self._known[id(value)] = number
        self._held.append(value)
        return number

    def _numbers(self, values: Iterable[Any]) -> list[int]:
        """Returns a number for each value; those of equal values are equal."""
        known, number = self._known.get, self._number
        return [
            (value if value != -1 else _MINUS_ONE)
            if type(value) is int
            else (number(value) if (found := known(id(value))) is None else found)
            for value in values
        ]


@lru_cache(maxsize=100_000)
def _number_of_text(text: str | bytes) -> int:
    """Returns a number for a text that is the same in every process, as Python's own hash is not."""
    written = b"s" + text.encode() if isinstance(text, str) else b"b" + text
    return int.from_bytes(blake2b(written, digest_size=7).digest(), "big")


def fingerprint(cluster: Cluster) -> int:
    """Returns the 64-bit fingerprint of one cluster; ask `Fingerprints` where there are many."""
    return Fingerprints().of(cluster)
