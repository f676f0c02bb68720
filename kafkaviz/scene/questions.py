"""Questions by name: what is asked before a film or a measurement tells, and what each answer shows."""

from collections.abc import Sequence
from typing import NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import amount


class Option(NamedTuple):
    """One answer to choose, and what is said of it; `misconception` is what choosing it shows, by its id."""

    text: str
    because: str
    misconception: str = ""


class Right(Option):
    """The option that is right."""


Verdict = tuple[tuple[str, str], ...]
"""What is said of an answer: sentences that judge, each with its reason, which may be empty."""


def verdict(options: Sequence[Option], right: int, chosen: int | None) -> Verdict:
    """Returns what is said of a choice, each part with its own reason; None is somebody who wanted to see the answer.

    What was said and why that is not so comes first: behind the right answer it would read as its reason.

    >>> verdict((Option("9 s", "The session lasts 9 s."), Option("0 s", "Nobody sees the crash.")), 0, 1)
    (('✗ You said: 0 s.', 'Nobody sees the crash.'), ('It is: 9 s.', 'The session lasts 9 s.'))
    """
    judged: Verdict = ()
    if chosen is not None:
        wrong = f"✗ You said: {_sentence(options[chosen].text)}", options[chosen].because
        judged = (("✓ Right.", "") if chosen == right else wrong,)
    return *judged, (f"It is: {_sentence(options[right].text)}", options[right].because)


def in_words(said: Verdict) -> str:
    """Returns a verdict as one line."""
    return " ".join(part for parts in said for part in parts if part)


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."


class Question(NamedTuple):
    """A question with options; `right` counts them from 0.

    In a film it stands before the first frame that tells of the event `before`, and why an answer is right or wrong is
    said with the frame that tells of the event `reveal`; without one, with the frame it stands before. Either event may
    have "last" in front.

    >>> options = (Option("the broker", "It stores."), Option("the producer", "Its partitioner does."))
    >>> Question("Q00.1", "Who chooses?", options, 1).feedback(0)
    '✗ You said: the broker. It stores. It is: the producer. Its partitioner does.'
    """

    id: str
    text: str
    options: tuple[Option, ...]
    right: int
    before: str = ""
    reveal: str = ""

    def is_right(self, chosen: float) -> bool:
        """Tells whether a choice is the right one."""
        return chosen == self.right

    def feedback(self, chosen: int | None) -> str:
        """Returns what is said of a choice; None is somebody who wanted to see the answer."""
        return in_words(verdict(self.options, self.right, chosen))

    @property
    def misconceptions(self) -> frozenset[str]:
        """The misconceptions that an answer to it can show."""
        return frozenset(option.misconception for option in self.options) - {""}


def question(id: str, text: str, *options: Option, before: str = "", reveal: str = "") -> Question:
    """Returns a question of which one option says that it is right.

    >>> question("Q00.1", "Who chooses?", Option("the broker", "It stores."), Right("the producer", "It does.")).right
    1
    """
    (right,) = (number for number, option in enumerate(options) if isinstance(option, Right))
    return Question(id, text, options, right, before, reveal)


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
    >>> seconds.feedback(8.5), seconds.feedback(30.0)
    ('✓ Right. It is: 9 s. The session lasts 9 s.', '✗ You said: 30 s. It is: 9 s. The session lasts 9 s.')
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

    def feedback(self, said: float | None) -> str:
        """Returns what is said of an estimate; None is somebody who wanted to see the answer."""
        fitting = (wrong.because for wrong in self.wrong if said is not None and wrong.low <= said <= wrong.high)
        values = ((self.right, self.because), (said, next(fitting, "")))
        options = [Option(amount(value, self.unit), because) for value, because in values if value is not None]
        return in_words(verdict(options, 0, None if said is None else int(not self.is_right(said))))

    @property
    def misconceptions(self) -> frozenset[str]:
        """The misconceptions that an answer to it can show."""
        return frozenset(wrong.misconception for wrong in self.wrong) - {""}


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
