"""How a case of numbers is worked out: a few rows, with the answer in the last one."""

from collections.abc import Sequence

from kafkaviz.course.exercise import Working

MOST_ROWS = 16
HERE = "◀"


def working_of(
    columns: Sequence[str], rows: Sequence[Sequence[object]], *answer: object, at: int | None = None
) -> Working:
    """Returns a working whose last row is the answer; of many rows the first ones are there, and the last.

    `at` is the row that is named when the answer is judged.

    >>> working_of(("partition", "records"), [(0, 6), (1, 0)], 2.0).rows
    ((0, 6), (1, 0), ('answer', 2.0))
    """
    shown = [tuple(row) for row in rows]
    if len(shown) > MOST_ROWS:
        if at is not None:
            at = max(min(at, MOST_ROWS - 2), at - len(shown) + MOST_ROWS)
        shown[MOST_ROWS - 2 : -1] = [("…",) * len(columns)]
    blank = ("",) * (len(columns) - 1 - len(answer))
    return Working(tuple(columns), (*shown, ("answer", *blank, *answer)), at)


def here(is_here: object) -> str:
    """Returns a mark for a row that an answer points at.

    >>> here(True), here(False)
    ('◀', '')
    """
    return HERE if is_here else ""


def spoken(holds: object) -> str:
    """Returns yes or no.

    >>> spoken(1)
    'yes'
    """
    return "yes" if holds else "no"
