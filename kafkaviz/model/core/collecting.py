"""How often Python looks for reference cycles while much is made that is kept: seldom, for none of it is a cycle."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

SELDOM: Final = 50_000
"""After how many new values Python looks. A replaced decision may still make cycles, so it does look.

Python has one collector for all threads, and no other way to look less often: cycles of others wait as long.
"""
_ONE_AT_A_TIME: Final = Lock()
_under_way: Final = list[tuple[int, int, int]]()
"""For each that is under way how often Python looked before the first of them."""


@contextmanager
def seldom_collecting() -> Iterator[None]:
    """Lets Python look for cycles less often for a while, since each look reads all that is kept.

    Of several, in threads that end in any order, the last brings back how often it looked before the first.
    """
    with _ONE_AT_A_TIME:
        often, *older = before = _under_way[0] if _under_way else gc.get_threshold()
        if often and not _under_way:  # With 0 it never looks, and is left alone.
            gc.set_threshold(max(often, SELDOM), *older)
        _under_way.append(before)
    try:
        yield
    finally:
        with _ONE_AT_A_TIME:
            _under_way.pop()
            if not _under_way:
                gc.set_threshold(*before)
