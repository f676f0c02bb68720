"""Questions by name: what is asked before a film or a measurement tells, and what each answer shows."""

from collections.abc import Sequence
from typing import NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError


class Option(NamedTuple):
    """One answer to choose, and what is said of it; `misconception` is what choosing it shows, by its id."""

    text: str
    because: str
    misconception: str = ""


class Question(NamedTuple):
    """A question with options; `right` counts them from 0, `before` names the event of a film that would tell.

    >>> options = (Option("the broker", "It stores."), Option("the producer", "Its partitioner does."))
    >>> Question("Q00.1", "Who chooses?", options, 1).said_of(0)
    '✗ Not quite. It stores. It is: the producer. Its partitioner does.'

    Kafka: nothing of its own.
    """

    id: str
    text: str
    options: tuple[Option, ...]
    right: int
    before: str = ""

    def said_of(self, chosen: int | None) -> str:
        """Returns what is said of a choice; None is somebody who wanted to see the answer."""
        right = self.options[self.right]
        if chosen is None:
            return f"It is: {right.text}. {right.because}"
        if chosen == self.right:
            return f"✓ Right. {right.because}"
        # What is said of the choice comes first: behind the right answer it would read as its reason.
        return f"✗ Not quite. {self.options[chosen].because} It is: {right.text}. {right.because}"

    @property
    def misconceptions(self) -> frozenset[str]:
        """The misconceptions that an answer to it can show."""
        return frozenset(option.misconception for option in self.options) - {""}


class Range(NamedTuple):
    """Numbers from `low` up to and with `high`, and what is said of an estimate among them."""

    low: float
    high: float
    because: str
    misconception: str = ""


class Estimate(NamedTuple):
    """A question whose answer is a number; within `tolerance`, a part of the right number, an estimate is right.

    `wrong` says what is said of estimates elsewhere, and `because` of a right one and of any other.

    >>> seconds = Estimate("Q07.3", "For how long does nobody lead?", 9.0, "s", because="The session lasts 9 s.")
    >>> seconds.said_of(8.5), seconds.said_of(30.0)
    ('✓ Right: it is 9 s. The session lasts 9 s.', '✗ Not quite. It is 9 s. The session lasts 9 s.')

    Kafka: nothing of its own.
    """

    id: str
    text: str
    right: float
    unit: str
    because: str
    tolerance: float = 0.1
    wrong: tuple[Range, ...] = ()
    before: str = ""

    def is_right(self, said: float) -> bool:
        """Tells whether an estimate is near enough."""
        return abs(said - self.right) <= self.tolerance * abs(self.right)

    def said_of(self, said: float | None) -> str:
        """Returns what is said of an estimate; None is somebody who wanted to see the answer."""
        value = f"{self.right:g} {self.unit}".rstrip()
        if said is not None and self.is_right(said):
            return f"✓ Right: it is {value}. {self.because}"
        fitting = (f"{one.because} " for one in self.wrong if said is not None and one.low <= said <= one.high)
        judged = "" if said is None else f"✗ Not quite. {next(fitting, '')}"
        return f"{judged}It is {value}. {self.because}"

    @property
    def misconceptions(self) -> frozenset[str]:
        """The misconceptions that an answer to it can show."""
        return frozenset(one.misconception for one in self.wrong) - {""}


def require_askable(question: Question | Estimate) -> None:
    """Raises InvalidArgumentError for a question that nobody could answer, or whose answers say nothing."""
    if isinstance(question, Estimate):
        return
    texts: Sequence[str] = [option.text for option in question.options]
    if len(texts) < 2 or len(set(texts)) < len(texts) or question.right not in range(len(texts)):
        raise InvalidArgumentError(
            f"{question.id} needs two or more options that differ, and a right one from 0 to {len(texts) - 1}, "
            f"not {question.right!r}."
        )
    if not all(option.because for option in question.options):
        raise InvalidArgumentError(f"{question.id} has an option of which nothing is said.")
