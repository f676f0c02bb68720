"""What a decision says when it is asked nonsense: one sentence with its own signature, not an error from inside it."""

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import ParamSpec, TypeVar

from kafkaviz.decisions.errors import OneSentence, WrongTypeError
from kafkaviz.decisions.wording import short

_P = ParamSpec("_P")
_T = TypeVar("_T")


def explained(decision: Callable[_P, _T]) -> Callable[_P, _T]:
    """Makes a decision answer arguments of a wrong shape with one sentence; right ones cost a tenth of a microsecond.

    >>> explained(len)(5)
    Traceback (most recent call last):
    kafkaviz.decisions.errors.WrongTypeError: len(5) cannot be answered, as object of type 'int' has no len(); \
it is asked as len(obj).

    Kafka: nothing of its own; Java's compiler checks shapes.
    """

    @wraps(decision)
    def decide(*arguments: _P.args, **named: _P.kwargs) -> _T:
        try:
            return decision(*arguments, **named)
        except OneSentence:
            raise
        except (TypeError, ValueError, AttributeError, LookupError, ArithmeticError, MemoryError) as fault:
            given = ", ".join([*map(short, arguments), *(f"{name}={short(value)}" for name, value in named.items())])
            name, asked = decision.__name__, ", ".join(signature(decision).parameters)
            raise WrongTypeError(
                f"{name}({given}) cannot be answered, as {fault}; it is asked as {name}({asked})."
            ) from None

    return decide
