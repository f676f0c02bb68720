"""What answers that are numbers have in common: how near is right, and what is said of one that is no number."""

from math import isclose
from typing import TypeGuard

from kafkaviz.breaking.plain_values import one_line


def near(answer: object, expected: float) -> bool:
    """Tells whether an answer is this number, but for the last digits, in which ways to compute it differ.

    >>> near(0.1 + 0.2, 0.3), near(True, 1.0), near("0.3", 0.3)
    (True, False, False)
    """
    return is_number(answer) and isclose(float(answer), expected, rel_tol=1e-6, abs_tol=1e-12)


class About(float):
    """A number that equals others that differ in the last digits."""

    __hash__ = None  # type: ignore[assignment]  # What is equal is not transitive here.

    def __eq__(self, other: object) -> bool:
        return near(other, float(self))


def about(answer: object) -> object:
    """Returns an answer with each number in it equal to those that differ in the last digits only.

    >>> about([0.1 + 0.2, "a"]) == about([0.3, "a"])
    True
    """
    if isinstance(answer, dict):
        return {key: about(value) for key, value in answer.items()}
    if isinstance(answer, list):
        return [about(value) for value in answer]
    return About(answer) if is_number(answer) else answer


def is_number(answer: object) -> TypeGuard[float]:
    """Tells whether an answer is a number; True and False are none.

    >>> is_number(3), is_number(False), is_number(None)
    (True, False, False)
    """
    return isinstance(answer, int | float) and not isinstance(answer, bool)


def no_number(answer: object, what: str) -> str | None:
    """Returns the sentence for an answer that is no number, and None for one that is, or for nothing at all.

    >>> no_number("3", "The skew")
    "The skew is a number, not '3'."
    """
    return None if answer is None or is_number(answer) else f"{what} is a number, not {one_line(answer)}."
