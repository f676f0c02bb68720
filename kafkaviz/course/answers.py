"""What a learner's function answers: it is asked on copies, and its answer is a plain value or one sentence."""

import copy
import io
import linecache
import re
import reprlib
import time
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from operator import index
from types import CodeType
from typing import TypeVar

from kafkaviz.course.time_limit import OutOfTimeError, within
from kafkaviz.course.verdict import State
from kafkaviz.model.core.learner import outcome, shown_call, shown_fault

Returned = TypeVar("Returned")
CHECK_SECONDS = 4.0
LEAST_SECONDS = 0.05
MOST_ITEMS = 10_000
MOST_LETTERS = 300
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


class Unanswered(Exception):
    """A function gave no answer; `state` is "not attempted" or "error"."""

    def __init__(self, state: State, sentence: str) -> None:
        super().__init__(sentence)
        self.state, self.sentence = state, sentence


class Asked:
    """Asks a learner's function: on copies of what it is given, and for a few seconds in all, however often.

    Each call returns a plain value, or raises Unanswered with the one sentence to show. What it prints is dropped.

    >>> Asked(lambda pair: sum(pair))((1, 2))
    3
    >>> Asked(int)("three")
    Traceback (most recent call last):
    kafkaviz.course.answers.Unanswered: int('three') raised ValueError: invalid literal for int() with base 10: 'three'.
    """

    def __init__(self, function: Callable[..., object], seconds: float = CHECK_SECONDS) -> None:
        self.function, self.seconds, self.left = function, seconds, seconds
        self.unanswered: Unanswered | None = None
        """The last question that it had no answer to."""

    def __call__(self, *arguments: object) -> object:
        given, began = copy.deepcopy(arguments), time.monotonic()
        with redirect_stdout(io.StringIO()):
            answer, fault = outcome(within, max(self.left, LEAST_SECONDS), _answer, self.function, given)
        self.left -= time.monotonic() - began
        if fault is None:
            return answer
        self.unanswered = self._sentence(fault, arguments)
        raise self.unanswered

    def _sentence(self, fault: BaseException, arguments: tuple[object, ...]) -> Unanswered:
        if isinstance(fault, Unanswered):
            return fault
        if isinstance(fault, NotImplementedError):
            return Unanswered("not attempted", "Write your own lines, then run both cells again.")
        call = shown_call(self.function, *arguments, name=spoken_name(self.function), show=one_line)
        if isinstance(fault, _TooManyValuesError):
            return Unanswered("error", f"{call} returned more than {MOST_ITEMS:,} values; no answer here has as many.")
        where = _where(self.function, fault)
        if isinstance(fault, OutOfTimeError):
            said = f"{call} was stopped, since a check waits for {self.seconds:g} seconds in all; does a loop never end"
            return Unanswered("error", f"{said}{where}?")
        sentence = f"{call} raised {shown_fault(fault, _cut)}"
        return Unanswered("error", f"{sentence.rstrip('.')}{where}.")


def _answer(function: Callable[..., object], arguments: tuple[object, ...]) -> object:
    answer = function(*arguments)
    if answer is ...:
        raise NotImplementedError
    return plain(answer)


def plain(answer: object) -> object:
    """Returns an answer as lists, dicts, texts and numbers, so that answers that mean the same are equal.

    Tuples and ranges become lists, sets sorted lists; a value of any other kind becomes one that equals nothing else.
    Raises an error when there are more than 10,000 values.

    >>> plain(({3, 1}, range(2), {"a": (1,)}))
    [[1, 3], [0, 1], {'a': [1]}]
    """
    return _plain(answer, [MOST_ITEMS])


class _TooManyValuesError(ValueError):
    """An answer is larger than any exercise asks for."""


class Foreign:
    """A value that no exercise asks for; it equals only itself and shows what it was."""

    def __init__(self, value: object) -> None:
        self.shown = one_line(value)

    def __repr__(self) -> str:
        return self.shown


def one_line(value: object) -> str:
    """Shows a value in a line of a verdict: its first dozen of items, 300 letters at most, and no addresses.

    A refusal of the model cuts in the middle instead, as `kafkaviz.decisions.wording.short` does.

    >>> one_line(list(range(100)))
    '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ...]'
    """
    short = reprlib.Repr()
    short.maxlist = short.maxtuple = short.maxset = short.maxdict = 12
    short.maxstring, short.maxother = 60, 120
    words = safely(short.repr, value) or f"a {type(value).__name__}"
    return _cut(ADDRESS.sub("", words))


def spoken_name(function: object) -> str:
    """Returns the name of a function, or "your function" for what has none.

    >>> spoken_name(len)
    'len'
    """
    name = safely(getattr, function, "__name__")
    return name if isinstance(name, str) else "your function"


def safely(function: Callable[..., Returned], *arguments: object) -> Returned | None:
    """Calls what may fail for any reason of a learner's, and returns None if it does.

    >>> safely(int, "three")
    """
    return outcome(function, *arguments)[0]


def _plain(value: object, left: list[int]) -> object:
    left[0] -= 1
    if left[0] < 0:
        raise _TooManyValuesError
    if value is None or isinstance(value, bool | float):
        return value
    if isinstance(value, str | bytes):
        return value[:MOST_ITEMS]
    if isinstance(value, Mapping):
        return {_key(key): _plain(inner, left) for key, inner in value.items()}
    if isinstance(value, list | tuple | range):
        return [_plain(inner, left) for inner in value]
    if isinstance(value, set | frozenset):
        inner = [_plain(one, left) for one in value]
        return safely(sorted, inner) or sorted(inner, key=one_line)
    number = safely(index, value)
    return Foreign(value) if number is None else number


def _key(key: object) -> object:
    if key is None or isinstance(key, str | bytes | tuple):
        return key
    number = safely(index, key)
    return Foreign(key) if number is None else number


def _cut(words: str) -> str:
    return words if len(words) <= MOST_LETTERS else words[: MOST_LETTERS - 1] + "…"


def _where(function: object, fault: BaseException) -> str:
    """Names the line of the learner's own code in which it happened."""
    code = safely(getattr, function, "__code__")
    frame, line = fault.__traceback__, ""
    while frame and isinstance(code, CodeType):
        # What is stopped between two lines has no number.
        if frame.tb_frame.f_code is code and frame.tb_lineno:
            line = linecache.getline(code.co_filename, frame.tb_lineno, frame.tb_frame.f_globals).strip()
        frame = frame.tb_next
    return f", in the line `{_cut(line)}`" if line else ""
