"""The border to a learner's function: whatever it does, it ends in a plain value or in one sentence."""

import copy
import io
import linecache
import re
import reprlib
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from operator import index
from typing import Any

MOST_ITEMS = 10_000
MOST_LETTERS = 300
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


class Unanswered(Exception):
    """A function gave no answer; `state` is "not attempted" or "error"."""

    def __init__(self, state: str, sentence: str) -> None:
        super().__init__(sentence)
        self.state, self.sentence = state, sentence


def ask(function: Callable[..., Any], *arguments: Any) -> Any:
    """Calls a learner's function on copies of the arguments and returns its answer as a plain value.

    Raises Unanswered where there is none, with the one sentence to show. What it prints is dropped.

    >>> ask(lambda pair: sum(pair), (1, 2))
    3
    >>> ask(int, "three")
    Traceback (most recent call last):
    kafkaviz.course.answers.Unanswered: int('three') raised ValueError: invalid literal for int() with base 10: 'three'.
    """
    try:
        with redirect_stdout(io.StringIO()):
            answer = function(*copy.deepcopy(arguments))
        if answer is ...:
            raise NotImplementedError
        return plain(answer)
    except (KeyboardInterrupt, Unanswered):
        raise
    except NotImplementedError:
        raise Unanswered("not attempted", "Write your own lines, then run both cells again.") from None
    except BaseException as fault:
        message = safely(str, fault)
        said = f"{type(fault).__name__}: {_cut(message)}" if message else type(fault).__name__
        sentence = f"{shown_call(function, *arguments)} raised {said}"
        raise Unanswered("error", f"{sentence.rstrip('.')}{_where(function, fault)}.") from None


def plain(answer: Any) -> Any:
    """Returns an answer as lists, dicts, texts and numbers, so that answers that mean the same are equal.

    Tuples and ranges become lists, sets sorted lists; a value of any other kind becomes one that equals nothing else.
    Raises ValueError when there are more than 10,000 values.

    >>> plain(({3, 1}, range(2), {"a": (1,)}))
    [[1, 3], [0, 1], {'a': [1]}]
    """
    return _plain(answer, [MOST_ITEMS])


class Foreign:
    """A value that no exercise asks for; it equals only itself and shows what it was."""

    def __init__(self, value: Any) -> None:
        self.shown = shown(value)

    def __repr__(self) -> str:
        return self.shown


def shown(value: Any) -> str:
    """Shows a value in a line of bearable length, without addresses; a value that cannot be shown gives its type.

    >>> shown(list(range(100)))
    '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ...]'
    """
    short = reprlib.Repr()
    short.maxlist = short.maxtuple = short.maxset = short.maxdict = 12
    short.maxstring, short.maxother = 60, 120
    words = safely(short.repr, value) or f"a {type(value).__name__}"
    return _cut(ADDRESS.sub("", words))


def shown_call(function: Callable[..., Any], *arguments: Any) -> str:
    """Shows a call the way a learner would type it.

    >>> shown_call(len, "ABC")
    "len('ABC')"
    """
    return f"{name_of(function)}({', '.join(map(shown, arguments))})"


def name_of(function: Any) -> str:
    """Returns the name of a function, or words that stand for one.

    >>> name_of(len)
    'len'
    """
    name = safely(lambda: function.__name__)
    return name if isinstance(name, str) else "your function"


def safely(function: Callable[..., Any], *arguments: Any) -> Any:
    """Calls what may fail for any reason of a learner's, and returns None if it does.

    >>> safely(int, "three")
    """
    try:
        return function(*arguments)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return None


def _plain(value: Any, room: list[int]) -> Any:
    room[0] -= 1
    if room[0] < 0:
        raise ValueError(f"the answer holds more than {MOST_ITEMS:,} values")
    if value is None or isinstance(value, bool | float):
        return value
    if isinstance(value, str | bytes):
        return value[:MOST_ITEMS]
    if isinstance(value, Mapping):
        return {_key(key): _plain(inner, room) for key, inner in value.items()}
    if isinstance(value, list | tuple | range):
        return [_plain(inner, room) for inner in value]
    if isinstance(value, set | frozenset):
        inner = [_plain(one, room) for one in value]
        return safely(sorted, inner) or sorted(inner, key=shown)
    number = safely(index, value)
    return Foreign(value) if number is None else number


def _key(key: Any) -> Any:
    if key is None or isinstance(key, str | bytes | tuple):
        return key
    number = safely(index, key)
    return Foreign(key) if number is None else number


def _cut(words: str) -> str:
    return words if len(words) <= MOST_LETTERS else words[: MOST_LETTERS - 1] + "…"


def _where(function: Any, fault: BaseException) -> str:
    """Names the line of the learner's own code in which it happened."""
    code = safely(lambda: function.__code__)
    place, line = fault.__traceback__, ""
    while place and code:
        if place.tb_frame.f_code is code:
            line = linecache.getline(code.co_filename, place.tb_lineno, place.tb_frame.f_globals).strip()
        place = place.tb_next
    return f", in the line `{_cut(line)}`" if line else ""
