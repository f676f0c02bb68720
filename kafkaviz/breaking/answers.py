"""How a learner's function is asked: on copies, and its answer is a plain value or one sentence."""

import copy
import io
import linecache
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from inspect import Parameter, signature
from types import CodeType
from typing import Literal, TypeVar

from kafkaviz.breaking.plain_values import MOST_ITEMS, TooManyValuesError, cut, one_line, plain
from kafkaviz.breaking.purity import is_unchanged, with_same_draws
from kafkaviz.breaking.time_limit import OutOfTimeError, within
from kafkaviz.decisions.values import Sent
from kafkaviz.model.core.learner import fault_text, outcome, safely

Returned = TypeVar("Returned")
State = Literal["not attempted", "error"]
CHECK_SECONDS = 4.0
LEAST_SECONDS = 0.05
ASKED_TWICE = 40
_ONE_AT_A_TIME = threading.RLock()
"""Where functions print is the same for all threads: two at once would leave it with each other."""


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
        self.printed = cut(page.getvalue().strip().partition("\n")[0])
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
        if isinstance(fault, TooManyValuesError):
            return Unanswered("error", f"returned more than {MOST_ITEMS:,} values; no answer here has as many.", call)
        where = _where(self.function, fault)
        if isinstance(fault, OutOfTimeError):
            said = f"was stopped, since a check waits for {self.seconds:g} seconds in all; does a loop never end"
            return Unanswered("error", f"{said}{where}?", call)
        said = f"raised {fault_text(fault, cut)}"
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


def spoken_name(function: object) -> str:
    """Returns the name of a function, or "my_function" for what has none that could be typed.

    >>> spoken_name(len), spoken_name(lambda: 1)
    ('len', 'my_function')
    """
    name = safely(getattr, function, "__name__")
    return name if isinstance(name, str) and name.isidentifier() else "my_function"


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


def _where(function: object, fault: BaseException) -> str:
    """Names the line of the learner's own code in which it happened."""
    code = safely(getattr, function, "__code__")
    frame, line = fault.__traceback__, ""
    while frame and isinstance(code, CodeType):
        # What is stopped between two lines has no number.
        if frame.tb_frame.f_code is code and frame.tb_lineno:
            line = linecache.getline(code.co_filename, frame.tb_lineno, frame.tb_frame.f_globals).strip()
        frame = frame.tb_next
    return f", in the line `{cut(line)}`" if line else ""
