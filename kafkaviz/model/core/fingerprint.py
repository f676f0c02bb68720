"""A small number for a whole cluster: equal clusters have equal fingerprints, whoever built them and in what order.

Nearly all of a state is shared with the one before it, so what was hashed once is known again by its identity.
"""

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from operator import add
from typing import Any, Final

from kafkaviz.model.core.cluster import Cluster

MOST_KEPT: Final = 1 << 20
"""How many values one `Fingerprints` knows by their identity before it forgets them all and begins anew."""


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
        self._known = dict[int, tuple[Any, bytes]]()

    def __len__(self) -> int:
        return len(self._known)

    def of(self, cluster: Cluster) -> int:
        """Returns 64 bits; two clusters that differ may share them, but only by chance."""
        if len(self._known) > self.most_kept:
            self._known.clear()
        return int.from_bytes(self._hashed(cluster)[1:], "big")

    def _hashed(self, value: Any) -> bytes:
        """Writes what holds others as a tag and a hash of eight bytes."""
        known = self._known.get(id(value))
        if known is not None:
            return known[1]
        if isinstance(value, tuple):
            written = b"(" + b"".join(self._written(value))
        elif isinstance(value, Mapping):
            written = b"{" + b"".join(sorted(map(add, self._written(value), self._written(value.values()))))
        else:
            raise TypeError(f"A cluster holds no {type(value).__name__}.")
        short = b"#" + blake2b(written, digest_size=8).digest()
        self._known[id(value)] = value, short
        return short

    def _written(self, values: Iterable[Any]) -> list[bytes]:
        """Writes values, each so that it tells where it ends."""
        parts, known = list[bytes](), self._known.get
        for value in values:
            kind = type(value)
            if kind is int:
                parts.append(b"%d," % value)
            elif value is None:
                parts.append(b"n")
            elif kind is bool:
                # As in Python, True equals 1, and 1.0 does too.
                parts.append(b"1," if value else b"0,")
            elif kind is str:
                text = value.encode()
                parts.append(b"s%d:%b" % (len(text), text))
            elif kind is bytes:
                parts.append(b"b%d:%b" % (len(value), value))
            elif kind is float:
                parts.append(b"%d," % value if value == value // 1 else b"f" + value.hex().encode() + b",")
            else:
                found = known(id(value))
                parts.append(self._hashed(value) if found is None else found[1])
        return parts


def fingerprint(cluster: Cluster) -> int:
    """Returns the 64-bit fingerprint of one cluster; ask `Fingerprints` where there are many."""
    return Fingerprints().of(cluster)
