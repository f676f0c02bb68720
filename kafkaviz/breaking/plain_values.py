"""What a learner's function returned, as plain values that can be compared, and in one line that can be shown."""

import re
import reprlib
from collections.abc import Iterator, Set, ValuesView
from itertools import islice
from operator import index
from typing import Any

from kafkaviz.breaking.purity import DICTS, LISTS
from kafkaviz.model.core.learner import safely

MOST_ITEMS = 10_000
MOST_LETTERS = 300
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def plain(answer: object) -> object:
    """Returns an answer as lists, dicts, texts and numbers, so that answers that mean the same are equal.

    Tuples, ranges and arrays become lists, sets sorted lists; a value of any other kind equals nothing else.
    Raises an error when there are more than 10,000 values.

    >>> plain(({3, 1}, range(2), {"a": (1,)}))
    [[1, 3], [0, 1], {'a': [1]}]
    """
    return _plain(answer, [MOST_ITEMS])


def float_in(answer: object) -> float | None:
    """Returns the first float in a plain answer, or None: most exercises ask for none, although 2.0 equals 2.

    >>> float_in([1, {"a": 2.0}])
    2.0
    """
    if isinstance(answer, float):
        return answer
    inner = [*answer.keys(), *answer.values()] if isinstance(answer, dict) else answer
    for item in inner if isinstance(inner, list) else ():
        if (found := float_in(item)) is not None:
            return found
    return None


class TooManyValuesError(ValueError):
    """An answer is larger than any exercise asks for."""


class Foreign:
    """A value that no exercise asks for; it equals only itself and shows what it was."""

    def __init__(self, value: object) -> None:
        self.shown, self.kind = one_line(value), type(value).__name__
        self.can_be_listed = isinstance(value, Iterator)

    def __repr__(self) -> str:
        return self.shown


def one_line(value: object) -> str:
    """Shows a value in a line of a verdict: its first dozen of items, 300 letters at most, and no addresses.

    A refusal of the model cuts in the middle instead, as `kafkaviz.decisions.wording.short` does.

    >>> one_line(list(range(100)))
    '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ...]'
    """
    short = _InOrder()
    short.maxlist = short.maxtuple = short.maxset = short.maxdict = 12
    short.maxstring, short.maxother = 60, 120
    words = safely(short.repr, value) or f"a {type(value).__name__}"
    return cut(ADDRESS.sub("", words))


class _InOrder(reprlib.Repr):
    """Shows a dict in its own order, which can be what an answer turns on."""

    def repr_dict(self, x: dict[Any, Any], level: int) -> str:
        if level <= 0:
            return "{...}"
        shown = [f"{self.repr1(key, level - 1)}: {self.repr1(x[key], level - 1)}" for key in islice(x, self.maxdict)]
        return f"{{{', '.join([*shown, *['...'] * (len(x) > self.maxdict)])}}}"


def _plain(value: object, left: list[int]) -> object:
    left[0] -= 1
    if left[0] < 0:
        raise TooManyValuesError
    if value is None or type(value) is int or isinstance(value, bool):
        return value
    if isinstance(value, float):
        return float(value)
    if isinstance(value, str | bytes):
        return value[:MOST_ITEMS]
    if isinstance(value, (*LISTS, ValuesView)):
        return [_plain(inner, left) for inner in value]
    if isinstance(value, DICTS):
        return {_key(key): _plain(inner, left) for key, inner in value.items()}
    if isinstance(value, Set):
        inner = [_plain(part, left) for part in value]
        return safely(sorted, inner) or sorted(inner, key=one_line)
    # An array of numpy, a column of pandas, and each of their numbers.
    if type(value).__module__.partition(".")[0] in ("numpy", "pandas"):
        if (safely(getattr, value, "size") or 0) > left[0]:
            raise TooManyValuesError
        return _plain(value.tolist(), left)  # type: ignore[attr-defined]
    number = safely(index, value)
    return Foreign(value) if number is None else number


def _key(key: object) -> object:
    if key is None or type(key) is int or isinstance(key, str | bytes | tuple | float):
        return key
    number = safely(index, key)
    return Foreign(key) if number is None else number


def cut(words: str) -> str:
    """Cuts words behind 300 letters."""
    return words if len(words) <= MOST_LETTERS else words[: MOST_LETTERS - 1] + "…"
