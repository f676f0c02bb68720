"""The border where somebody else's function is asked; whatever it does, the answer is one plain sentence."""

from collections.abc import Callable
from typing import Any

from kafkaviz.decisions.errors import LearnerError, OneSentence
from kafkaviz.decisions.wording import name_of, short


def call_policy(function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """Asks a replaceable decision; Kafka's own errors pass, any other exception becomes a LearnerError.

    >>> call_policy(lambda key, partitions: key % 0, 7, 3)
    Traceback (most recent call last):
    kafkaviz.decisions.errors.LearnerError: <lambda>(7, 3) raised ZeroDivisionError: integer modulo by zero

    Kafka: KafkaProducer.partition and its kin call user code the same way, and let its exceptions through.
    """
    try:
        return function(*arguments, **named)
    except OneSentence:
        raise
    except Exception as fault:
        raise LearnerError(
            f"{shown_call(function, *arguments)} raised {type(fault).__name__}: {_said(fault)}"
        ) from None


def _said(fault: Exception) -> str:
    try:
        return str(fault)
    except Exception:
        return "it cannot say what"


def shown_call(function: Callable[..., Any], *arguments: Any) -> str:
    """Shows a call the way a learner would type it."""
    return f"{name_of(function)}({', '.join(map(short, arguments))})"
