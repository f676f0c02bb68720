"""The border where somebody else's function is asked; whatever it does, the answer is one plain sentence."""

from collections.abc import Callable
from typing import TypeVar

from kafkaviz.decisions.errors import KafkaError, LearnerError
from kafkaviz.decisions.wording import name_of, short

Returned = TypeVar("Returned")


def call_policy(function: Callable[..., Returned], *arguments: object, **named: object) -> Returned:
    """Asks a replaceable decision; Kafka's own errors pass, any other exception becomes a LearnerError.

    >>> call_policy(lambda key, partitions: key % 0, 7, 3)
    Traceback (most recent call last):
    kafkaviz.decisions.errors.LearnerError: <lambda>(7, 3) raised ZeroDivisionError: integer modulo by zero

    Kafka: KafkaProducer.partition and its kin call user code the same way, and let its exceptions through.
    """
    try:
        return function(*arguments, **named)
    except (KeyboardInterrupt, KafkaError, LearnerError):
        raise
    except BaseException as fault:
        raise LearnerError(f"{call_text(function, *arguments)} raised {fault_text(fault)}") from None


def outcome(
    function: Callable[..., Returned], *arguments: object, **named: object
) -> tuple[Returned | None, BaseException | None]:
    """Calls somebody else's function and returns its answer, or None and what it raised; the interrupt key passes.

    >>> outcome(int, "7"), outcome(int, "x")[1]
    ((7, None), ValueError("invalid literal for int() with base 10: 'x'"))
    """
    try:
        return function(*arguments, **named), None
    except KeyboardInterrupt:
        raise
    # A SystemExit too: nothing that stops a function stops the cluster that asked it.
    except BaseException as fault:
        return None, fault


def call_text(
    function: Callable[..., object], *arguments: object, name: str = "", show: Callable[[object], str] = short
) -> str:
    """Returns a call as text, the way a learner would type it.

    >>> call_text(len, "ABC"), call_text(len, "ABC", name="my_length")
    ("len('ABC')", "my_length('ABC')")
    """
    return f"{name or name_of(function)}({', '.join(map(show, arguments))})"


def fault_text(fault: BaseException, cut: Callable[[str], str] = str) -> str:
    """Returns an exception's name and, if it has one, its message, which `cut` shortens.

    >>> fault_text(ZeroDivisionError("division by zero")), fault_text(AssertionError())
    ('ZeroDivisionError: division by zero', 'AssertionError')
    """
    said, _ = outcome(str, fault)
    return f"{type(fault).__name__}: {cut(said)}" if said else type(fault).__name__


def safely(function: Callable[..., Returned], *arguments: object) -> Returned | None:
    """Calls what may fail for any reason of a learner's, and returns None if it does.

    >>> safely(int, "three")
    """
    return outcome(function, *arguments)[0]
