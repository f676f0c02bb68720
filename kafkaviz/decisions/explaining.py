"""What a decision says when it is asked nonsense: one sentence with its own signature, not an error from inside it."""

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import ParamSpec, TypeVar

from kafkaviz.decisions.errors import OneSentence, WrongTypeError
from kafkaviz.decisions.wording import name_of, short

_P = ParamSpec("_P")
_T = TypeVar("_T")
_FAULTS = (TypeError, ValueError, AttributeError, LookupError, ArithmeticError, MemoryError)


def check_shapes(decision: Callable[_P, _T]) -> Callable[_P, _T]:
    """Makes a decision answer arguments of a wrong shape with one sentence; right ones cost a tenth of a microsecond.

    >>> check_shapes(len)(5)
    Traceback (most recent call last):
    kafkaviz.decisions.errors.WrongTypeError: len(5) cannot be answered, as object of type 'int' has no len(); \
ask len(obj), as help(len) shows.

    Java's compiler checks shapes.
    """

    @wraps(decision)
    def decide(*arguments: _P.args, **named: _P.kwargs) -> _T:
        try:
            return decision(*arguments, **named)
        except OneSentence:
            raise
        except _FAULTS as fault:
            raise _refusal(decision, arguments, named, str(fault)) from None

    return decide


def check_shapes_of_lists(decision: Callable[_P, _T]) -> Callable[_P, _T]:
    """Makes a decision that reads lists refuse iterators as well, which end at the first reading, or never.

    >>> check_shapes_of_lists(len)(iter([1, 2]))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    kafkaviz.decisions.errors.WrongTypeError: len(...) cannot be answered, as an iterator can be read once only: ...

    Java tells an Iterator from a List.
    """

    @check_shapes
    @wraps(decision)
    def decide(*arguments: _P.args, **named: _P.kwargs) -> _T:
        for given in arguments:
            if hasattr(given, "__next__"):
                raise TypeError("an iterator can be read once only: give a list")
        return decision(*arguments, **named)

    return decide


def _refusal(
    decision: Callable[..., object], arguments: tuple[object, ...], named: dict[str, object], why: str
) -> Exception:
    given = ", ".join([*map(short, arguments), *(f"{name}={short(value)}" for name, value in named.items())])
    name, asked = name_of(decision), ", ".join(signature(decision).parameters)
    return WrongTypeError(f"{name}({given}) cannot be answered, as {why}; ask {name}({asked}), as help({name}) shows.")
