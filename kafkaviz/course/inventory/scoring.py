"""Twelve answers as letters, what they are worth, and how they are kept."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeGuard

from kafkaviz import records
from kafkaviz.course.inventory import questions_of
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import short

LETTERS: Final = "abcd"
UNKNOWN: Final = "?"
OPEN: Final = "."
ITEMS: Final = 12
NOTHING: Final = OPEN * ITEMS


class Kept(NamedTuple):
    """A form as far as it is filled in: a letter for each answer, `?` for "I do not know", `.` for none yet."""

    answers: str = NOTHING
    finished: bool = False


def read_answers(given: object) -> str:
    """Returns twelve answers as letters.

    Raises InvalidArgumentError for anything else than twelve of a, b, c, d and `?`.

    >>> read_answers("ABCD abcd ????"), read_answers(["a"] * 12)
    ('abcdabcd????', 'aaaaaaaaaaaa')
    """
    letters = given if isinstance(given, str | list | tuple) else ()
    text = "".join(letter if isinstance(letter, str) else " ! " for letter in letters).replace(" ", "").casefold()
    if len(text) != ITEMS or set(text) - {*LETTERS, UNKNOWN}:
        raise InvalidArgumentError(
            f"Twelve answers are twelve letters a to d, or ? for one you do not know, not {short(given)}."
        )
    return text


def is_right(form: str, answers: str) -> list[bool]:
    """Tells of each answer to a form whether it is right.

    >>> sum(is_right("before", "a" * 12))
    3
    """
    return [letter == LETTERS[question.right] for question, letter in zip(questions_of(form), answers, strict=True)]


def score(form: str, answers: str) -> int:
    """Returns how many of a form's twelve answers are right.

    >>> score("after", "?" * 12)
    0
    """
    return sum(is_right(form, answers))


def misconceptions(form: str, answers: str) -> list[str]:
    """Returns what each answer shows: the id of a misconception, or nothing for a right one and for `?`.

    >>> misconceptions("before", "a?" + "?" * 10)[:2]
    ['MC02', '']
    """
    return [
        question.options[LETTERS.index(letter)].misconception if letter in LETTERS else ""
        for question, letter in zip(questions_of(form), answers, strict=True)
    ]


def read_form(form: str) -> Kept:
    """Returns a form as the progress file has it; anything that is no form counts as empty."""
    found = records.read()["inventory"].get(form)
    if not isinstance(found, dict):
        return Kept()
    answers, finished = found.get("answers"), found.get("finished") is True
    if not is_form(answers) or (finished and OPEN in answers):
        return Kept()
    return Kept(answers, finished)


def keep(form: str, filled: Kept) -> bool:
    """Keeps a form in the progress file and returns whether it was written."""
    return records.keep("inventory", form, filled._asdict())


def is_form(answers: object) -> TypeGuard[str]:
    """Tells whether something is twelve answers, some of which may be open.

    >>> is_form("abcd????...."), is_form("abc"), is_form(12)
    (True, False, False)
    """
    return isinstance(answers, str) and len(answers) == ITEMS and not set(answers) - {*LETTERS, UNKNOWN, OPEN}


def commonest(shown: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yields misconceptions with their counts, the commonest first, and of equals the first by its id.

    >>> list(commonest(["MC02", "", "MC01", "MC02"]))
    [('MC02', 2), ('MC01', 1)]
    """
    yield from sorted(Counter(filter(None, shown)).items(), key=lambda idea: (-idea[1], idea[0]))
