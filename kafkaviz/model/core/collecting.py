"""How often Python looks for reference cycles while much is made that is kept: seldom, for none of it is a cycle."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

SELDOM: Final = 50_000
"""After how many new values Python looks. A replaced decision may still make cycles, so it does look.

Python has one collector for all threads, and no other way to look less often: cycles of others wait as long.
"""


@contextmanager
def seldom_collecting() -> Iterator[None]:
    """Lets Python look for cycles less often for a while: else it reads again and again all that is kept."""
    often, *older = gc.get_threshold()
    if often:  # With 0 it never looks, and is left alone.
        gc.set_threshold(max(often, SELDOM), *older)
    try:
        yield
    finally:
        gc.set_threshold(often, *older)
