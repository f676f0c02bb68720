"""A small number for a whole cluster: equal clusters have equal fingerprints, whoever built them and in what order.

Nearly all of a state is shared with the one before it, so what was hashed once is known again by its identity.
"""

import sys
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, Final

from kafkaviz.model.core.cluster import Cluster

MOST_KEPT: Final = 1 << 20
"""How many values one `Fingerprints` knows by their identity before it forgets them all and begins anew."""
_BESIDE: Final = 256
"""About how many bytes are kept beside a value: its entry, its number, its hash."""


class Fingerprints:
    """Fingerprints of clusters that share most of what they are made of, such as the states of a search.

    A value is kept as long as it is known, so no other can take its identity; nothing in a cluster ever changes.
    `bytes` counts what the values take that were ever new to it, and what it keeps about each.

    >>> from kafkaviz.model.core.controllers import Quorum
    >>> start, fingerprints = Cluster(0, Quorum.of(101), {}), Fingerprints()
    >>> fingerprints.of(start) == fingerprints.of(start._replace(draws={})) != fingerprints.of(start._replace(now_ms=1))
    True

    Kafka: nothing of its own; what TLC calls the fingerprint of a state.
    """

    def __init__(self, most_kept: int = MOST_KEPT) -> None:
        self.most_kept, self.bytes = most_kept, 0
        self._known = dict[int, tuple[Any, bytes]]()

    def __len__(self) -> int:
        return len(self._known)

    def of(self, cluster: Cluster) -> int:
        """Returns 64 bits; two clusters that differ may share them, but only by chance."""
        if len(self._known) > self.most_kept:
            self._known.clear()
        return int.from_bytes(self._written(cluster)[1:], "big")

    def _written(self, value: Any) -> bytes:
        """Writes a value so that it tells where it ends; of what holds others, a tag and a hash of eight bytes."""
        kind = type(value)
        if kind is int:
            return b"%d," % value
        if value is None:
            return b"n"
        if kind is str:
            text = value.encode()
            return b"s%d:%b" % (len(text), text)
        if kind is bytes:
            return b"b%d:%b" % (len(value), value)
        if kind is bool or kind is float:
            # As in Python, True equals 1, and 1.0 does too.
            return b"%d," % value if value == value // 1 else b"f" + value.hex().encode() + b","
        known = self._known.get(id(value))
        if known is not None:
            return known[1]
        if isinstance(value, tuple):
            content, tag = b"".join(map(self._written, value)), b"("
        elif isinstance(value, Mapping):
            written = self._written
            content, tag = b"".join(sorted(written(key) + written(held) for key, held in value.items())), b"{"
        else:
            raise TypeError(f"A cluster holds no {kind.__name__}.")
        short = b"#" + blake2b(tag + content, digest_size=8).digest()
        self._known[id(value)] = value, short
        self.bytes += sys.getsizeof(value) + _BESIDE
        return short


def fingerprint(cluster: Cluster) -> int:
    """Returns the 64-bit fingerprint of one cluster; ask `Fingerprints` where there are many.

    Kafka: nothing of its own.
    """
    return Fingerprints().of(cluster)
