"""What Python's `hash` answers in another process, so that a rule need not be run in two to show that it differs."""

import builtins
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from typing import Final

_PLAYED: Final = list[int]()


class Key(bytes):
    """A key whose hash is that of the process that is played, also where its `__hash__` is asked."""

    def __hash__(self) -> int:
        return builtins.hash(bytes(self))


@contextmanager
def hash_seed(seed: int | None = None) -> Iterator[None]:
    """Lets `hash` answer as in the process of a seed: texts and bytes have another one in each, numbers have not.

    Without a seed it is that of the process that is played already, or else of the first one. What C code looks up,
    such as the order of a set, stays as it is.

    >>> with hash_seed(1):
    ...     one = hash("football"), hash(7)
    >>> with hash_seed(2):
    ...     other = hash("football"), hash(7)
    >>> one[0] == other[0], one[1] == other[1]
    (False, True)

    Java's String.hashCode is the same everywhere.
    """
    if seed is None and _PLAYED:
        yield
        return
    kept, key = builtins.hash, b"%d" % (seed or 0)

    def seeded(thing: object) -> int:
        if isinstance(thing, str | bytes) and len(thing):
            told = repr(bytes(thing) if isinstance(thing, bytes) else str(thing)).encode("utf-8", "backslashreplace")
            return int.from_bytes(blake2b(told, digest_size=8, key=key).digest(), "big", signed=True)
        return kept(tuple(map(seeded, thing))) if type(thing) is tuple else kept(thing)

    _PLAYED.append(seed or 0)
    builtins.hash = seeded
    try:
        yield
    finally:
        builtins.hash = kept
        _PLAYED.pop()
