"""What Python's `hash` answers in another process, so that a rule need not be run in two to show that it differs."""

import builtins
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import blake2b
from threading import Lock
from typing import Final

_HASH: Final = builtins.hash
_SEED: Final = ContextVar[int | None]("seed", default=None)
"""The seed of the process that is played here: each thread and each task has its own, most have none."""
_LOCK: Final = Lock()


class Key(bytes):
    """A key whose hash is that of the process that is played, also where its `__hash__` is asked."""

    def __hash__(self) -> int:
        return _hash(bytes(self))


@contextmanager
def hash_seed(seed: int | None = None) -> Iterator[None]:
    """Lets `hash` answer as in the process of a seed: texts and bytes have another one in each, numbers have not.

    Without a seed it is that of the process that is played already, or else of the first one. What C code looks up,
    such as the order of a set, stays as it is; so does what other threads are answered meanwhile.

    >>> with hash_seed(1):
    ...     texts, numbers = [hash("football")], [hash(7)]
    >>> with hash_seed(2):
    ...     texts.append(hash("football")), numbers.append(hash(7))
    (None, None)
    >>> texts[0] == texts[1], numbers[0] == numbers[1]
    (False, True)

    Java's String.hashCode is the same everywhere.
    """
    if seed is None:
        seed = _SEED.get() or 0
    _play(1)
    before = _SEED.set(seed)
    try:
        yield
    finally:
        _SEED.reset(before)
        _play(-1)


_PLAYED: Final = [0]
"""How many processes are played, in all threads: `builtins.hash` asks whose turn it is only while there are some."""


def _play(more: int) -> None:
    with _LOCK:
        _PLAYED[0] += more
        builtins.hash = _hash if _PLAYED[0] else _HASH


def _hash(thing: object) -> int:
    seed = _SEED.get()
    if seed is None:
        return _HASH(thing)
    if isinstance(thing, str | bytes) and len(thing):
        text = repr(bytes(thing) if isinstance(thing, bytes) else str(thing)).encode("utf-8", "backslashreplace")
        return int.from_bytes(blake2b(text, digest_size=8, key=b"%d" % seed).digest(), "big", signed=True)
    return _HASH(tuple(map(_hash, thing))) if type(thing) is tuple else _HASH(thing)
