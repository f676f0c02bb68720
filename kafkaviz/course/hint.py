"""hint: a little help, and a little more when asked again."""

from kafkaviz.course.exercises import exercise
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import as_integer, short

_given: dict[str, int] = {}


class Hint(str):
    """A text that a notebook shows as it is, with its code set as code."""

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        return str(self)


def hint(id: str, number: int | None = None) -> Hint:
    """Returns the next hint of an exercise, or the one of a number counted from 1; the last one is repeated.

    Raises InvalidArgumentError for an exercise or a number that does not exist.

    >>> hint("E03.1", 1)
    Hint 1 of 3 for E03.1: Two look-ups: the message leads to a partition, the partition to its leader.
    >>> hint("E03.1", 4)
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidArgumentError: E03.1 has hints 1 to 3, not 4.
    """
    hints = exercise(id).hints
    if number is None:
        number = _given[id] = min(_given.get(id, 0) + 1, len(hints))
    if as_integer(number) not in range(1, len(hints) + 1):
        raise InvalidArgumentError(f"{id} has hints 1 to {len(hints)}, not {short(number)}.")
    return Hint(f"Hint {number} of {len(hints)} for {id}: {hints[number - 1]}")
