"""What answers that are numbers have in common: how near is right, and what is said of one that is no number."""

from math import isclose

from kafkaviz.course.answers import one_line


def near(answer: object, expected: float) -> bool:
    """Tells whether an answer is this number, but for the last digits, in which ways to compute it differ.

    >>> near(0.1 + 0.2, 0.3), near(True, 1.0), near("0.3", 0.3)
    (True, False, False)
    """
    return is_number(answer) and isclose(float(answer), expected, rel_tol=1e-6, abs_tol=1e-12)  # type: ignore[arg-type]


def is_number(answer: object) -> bool:
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
