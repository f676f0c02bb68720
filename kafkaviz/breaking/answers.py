"""What a learner's function answers: it is asked on copies, and its answer is a plain value or one sentence."""

import copy
import io
import linecache
import re
import reprlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Set, ValuesView
from contextlib import redirect_stdout
from inspect import Parameter, signature
from itertools import islice
from operator import index
from types import CodeType
from typing import Any, Literal, TypeVar

from kafkaviz.breaking.purity import DICTS, LISTS, is_unchanged, with_same_draws
from kafkaviz.breaking.time_limit import OutOfTimeError, within
from kafkaviz.decisions.values import Sent
from kafkaviz.model.core.learner import fault_text, outcome

Returned = TypeVar("Returned")
State = Literal["not attempted", "error"]
CHECK_SECONDS = 4.0
LEAST_SECONDS = 0.05
ASKED_TWICE = 40
MOST_ITEMS = 10_000
MOST_LETTERS = 300
_ONE_AT_A_TIME = threading.RLock()
"""Where functions print is the same for all threads: two at once would leave it with each other."""
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


class Unanswered(Exception):
    """A function gave no answer; `state` is "not attempted" or "error".

    Of an error `said` is what the `call` did, as in *raised KeyError*, and `sentence` both together.
    """

    def __init__(self, state: State, said: str, call: str = "") -> None:
        self.state, self.said, self.call, self.sentence = state, said, call, f"{call} {said}".lstrip()
        super().__init__(self.sentence)


class Asked:
    """Asks a learner's function: on copies of what it is given, and for a few seconds in all, however often.

    Each call returns a plain value, or raises Unanswered with the one sentence to show. What it prints is kept back.
    The first `twice` questions are asked a second time: an answer has to follow from its arguments, and to leave them
    as they are.

    >>> Asked(lambda pair: sum(pair))((1, 2))
    3
    >>> Asked(int)("three")
    Traceback (most recent call last):
    kafkaviz.breaking.answers.Unanswered: int('three') raised ValueError: invalid literal for int() with base 10: \
'three'.
    """

    def __init__(
        self, function: Callable[..., object], seconds: float = CHECK_SECONDS, *, twice: int = ASKED_TWICE
    ) -> None:
        self.function, self.seconds, self.left, self.twice = function, seconds, seconds, twice
        self.unanswered: Unanswered | None = None
        """The last question that it had no answer to."""
        self.shown = self.printed = ""
        """The last answer as it was returned, and what was printed beside it."""

    def __call__(self, *arguments: object, **named: object) -> object:
        asked, asked_named, draws = with_same_draws(arguments, named)
        answer, shown = self._once(asked, asked_named, arguments, named)
        if self.twice > 0:
            self.twice -= 1
            for draw in draws:
                draw.again()
            again, shown_again = self._once(asked, asked_named, arguments, named)
            # What is no plain value equals nothing, itself included, and has a sentence of its own.
            if answer != again and repr(answer) != repr(again):
                said = f"{shown} and, asked the same again, {shown_again}; the answer must follow from the arguments"
                raise self._fault(Unanswered("error", f"answered {said} alone.", self.call(arguments, named)))
        self.shown = shown
        return answer

    def call(self, arguments: tuple[object, ...], named: Mapping[str, object] | None = None) -> str:
        """Shows a call with these arguments by their names, if there are several, so that it can be pasted."""
        names = _parameters(self.function, len(arguments), Parameter.POSITIONAL_OR_KEYWORD)
        is_named = len(names) > 1 and all(names)
        given = [f"{name}={value!r}" if is_named else repr(value) for name, value in zip(names, arguments, strict=True)]
        by_name = [f"{name}={value!r}" for name, value in (named or {}).items() if not callable(value)]
        return f"{spoken_name(self.function)}({', '.join([*given, *by_name])})"

    def _once(
        self,
        asked: tuple[object, ...],
        asked_named: Mapping[str, object],
        arguments: tuple[object, ...],
        named: Mapping[str, object],
    ) -> tuple[object, str]:
        """Asks with copies of `asked` and `told`; a fault speaks of the `arguments` as they were given."""
        (given, given_named), page = _copies(asked, asked_named), io.StringIO()
        with _ONE_AT_A_TIME, redirect_stdout(page):
            began = time.monotonic()
            answered: tuple[object, str] | None
            answered, fault = outcome(within, max(self.left, LEAST_SECONDS), _answer, self.function, given, given_named)
            self.left -= time.monotonic() - began
        if fault is not None or answered is None:
            raise self._fault(self._sentence(fault or NotImplementedError(), arguments, named))
        values = zip((*given, *given_named.values()), (*arguments, *named.values()), strict=True)
        for number, (now, then) in enumerate(values):
            if not is_unchanged(now, then):
                name = (*_parameters(self.function, len(given)), *given_named)[number]
                what = f"`{name}`" if name else "what it was given"
                said = f"changed {what}, which is not its own, to {one_line(now)}"
                said = f"{said}: {_instead(name or 'x', now, then)}."
                raise self._fault(Unanswered("error", said, self.call(arguments, named)))
        self.printed = _cut(page.getvalue().strip().partition("\n")[0])
        return answered

    def _fault(self, unanswered: Unanswered) -> Unanswered:
        self.unanswered = unanswered
        return unanswered

    def _sentence(self, fault: BaseException, arguments: tuple[object, ...], named: Mapping[str, object]) -> Unanswered:
        if isinstance(fault, Unanswered):
            return fault
        if isinstance(fault, NotImplementedError):
            return Unanswered("not attempted", "Write your own lines, then run both cells again.")
        call = self.call(arguments, named)
        if isinstance(fault, _TooManyValuesError):
            return Unanswered("error", f"returned more than {MOST_ITEMS:,} values; no answer here has as many.", call)
        where = _where(self.function, fault)
        if isinstance(fault, OutOfTimeError):
            said = f"was stopped, since a check waits for {self.seconds:g} seconds in all; does a loop never end"
            return Unanswered("error", f"{said}{where}?", call)
        said = f"raised {fault_text(fault, _cut)}"
        return Unanswered("error", f"{said.rstrip('.')}{where}.", call)


def _copies(arguments: tuple[object, ...], named: Mapping[str, object]) -> tuple[tuple[object, ...], dict[str, object]]:
    """Returns copies of arguments; a chance stays the same one."""
    chance = [argument.draw for argument in arguments if isinstance(argument, Sent)] + [
        argument for argument in named.values() if callable(argument)
    ]
    memo = {id(draw): draw for draw in chance}
    return copy.deepcopy(arguments, memo), copy.deepcopy(dict(named), memo)


def _answer(
    function: Callable[..., object], arguments: tuple[object, ...], named: Mapping[str, object]
) -> tuple[object, str]:
    answer = function(*arguments, **named)
    if answer is ...:
        raise NotImplementedError
    return plain(answer), one_line(answer)


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


class _TooManyValuesError(ValueError):
    """An answer is larger than any exercise asks for."""


class Foreign:
    """A value that no exercise asks for; it equals only itself and shows what it was."""

    def __init__(self, value: object) -> None:
        self.show_call, self.kind = one_line(value), type(value).__name__
        self.can_be_listed = isinstance(value, Iterator)

    def __repr__(self) -> str:
        return self.show_call


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
    return _cut(ADDRESS.sub("", words))


class _InOrder(reprlib.Repr):
    """Shows a dict in its own order, which can be what an answer turns on."""

    def repr_dict(self, x: dict[Any, Any], level: int) -> str:
        if level <= 0:
            return "{...}"
        shown = [f"{self.repr1(key, level - 1)}: {self.repr1(x[key], level - 1)}" for key in islice(x, self.maxdict)]
        return f"{{{', '.join([*shown, *['...'] * (len(x) > self.maxdict)])}}}"


def spoken_name(function: object) -> str:
    """Returns the name of a function, or "my_function" for what has none that could be typed.

    >>> spoken_name(len), spoken_name(lambda: 1)
    ('len', 'my_function')
    """
    name = safely(getattr, function, "__name__")
    return name if isinstance(name, str) and name.isidentifier() else "my_function"


def safely(function: Callable[..., Returned], *arguments: object) -> Returned | None:
    """Calls what may fail for any reason of a learner's, and returns None if it does.

    >>> safely(int, "three")
    """
    return outcome(function, *arguments)[0]


def _plain(value: object, left: list[int]) -> object:
    left[0] -= 1
    if left[0] < 0:
        raise _TooManyValuesError
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
            raise _TooManyValuesError
        return _plain(value.tolist(), left)  # type: ignore[attr-defined]
    number = safely(index, value)
    return Foreign(value) if number is None else number


def _key(key: object) -> object:
    if key is None or type(key) is int or isinstance(key, str | bytes | tuple | float):
        return key
    number = safely(index, key)
    return Foreign(key) if number is None else number


def _parameters(function: object, many: int, least: int = Parameter.POSITIONAL_ONLY) -> list[str]:
    """Returns the names of a function's first parameters; without a name are those that have none of their own."""
    shape = safely(signature, function)
    kinds = range(least, Parameter.POSITIONAL_OR_KEYWORD + 1)
    names = [name for name, parameter in shape.parameters.items() if parameter.kind in kinds] if shape else []
    return [*names, *[""] * many][:many]


def _instead(name: str, now: object, then: object) -> str:
    """Says what to write where an argument was changed in its place."""
    if not isinstance(then, list) or any(isinstance(item, list | dict) for item in then):
        return f"work on a copy, `copy.deepcopy({name})`"
    if now == safely(sorted, then):
        return f"write `sorted({name})` in place of `{name}.sort()`"
    return f"work on a copy, `list({name})`"


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
