"""What a room answered to the questions of films and quizzes: each option with its count, and what was thought."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from kafkaviz.course.classroom.films import Showing, film_after
from kafkaviz.course.classroom.handed_in import HandedIn
from kafkaviz.course.inventory import MISCONCEPTIONS
from kafkaviz.course.inventory.scoring import commonest
from kafkaviz.decisions.wording import amount
from kafkaviz.records.answers import Answer
from kafkaviz.scenarios.questions import every_question
from kafkaviz.scene.questions import Estimate, Question

MOST_ESTIMATES: Final = 6


class Choice(NamedTuple):
    """One answer of a room: its words, how many gave it at first, and what giving it shows."""

    text: str
    people: int
    is_right: bool
    misconception: str


class QuestionRow(NamedTuple):
    """One question: how many answered, how many of them rightly at first and now, and who wanted to see the answer.

    `choices` are the first answers; `film` is what to open next.
    """

    id: str
    text: str
    answered: int
    right_at_first: int
    right_now: int
    shown: int
    choices: tuple[Choice, ...]
    film: Showing

    @property
    def wrong(self) -> int:
        """How many were wrong at first."""
        return self.answered - self.right_at_first

    @property
    def misconception(self) -> str:
        """The commonest misconception with its words, how many showed it, and of how many; nothing without one."""
        ideas = [choice.misconception for choice in self.choices for _ in range(choice.people)]
        return commonest_misconception(ideas, self.answered)


class Idea(NamedTuple):
    """A misconception, how many people showed it, and the questions in which they did, the worst first."""

    id: str
    people: int
    questions: tuple[str, ...]

    @property
    def words(self) -> str:
        """What is thought, in a few words."""
        return MISCONCEPTIONS.get(self.id, "")


def in_order(id: str) -> tuple[object, ...]:
    """Returns what sorts ids as one counts: Q01.2 before Q01.10.

    >>> sorted(["Q01.10", "Q01.2", "QM1.1"], key=in_order)
    ['Q01.2', 'Q01.10', 'QM1.1']
    """
    return tuple((part.isdecimal(), int(part) if part.isdecimal() else part) for part in re.split(r"(\d+)", id) if part)


def commonest_misconception(shown: Sequence[str], people: int) -> str:
    """Returns in words the misconception that most people showed."""
    found = next(commonest(shown), None)
    return "" if found is None else f"{found[0]} {MISCONCEPTIONS.get(found[0], '')} ({found[1]} of {people})"


def question_rows(people: Sequence[HandedIn]) -> tuple[list[QuestionRow], list[str]]:
    """Returns a row for each question that somebody answered, and a sentence about each that cannot be counted."""
    asked = {question.id: question for question in every_question()}
    rows, notes = list[QuestionRow](), list[str]()
    for id in sorted({id for person in people for id in person.answers}, key=in_order):
        if id not in asked:
            notes.append(f"Answers to {id!r} are left out: this course has no such question.")
            continue
        given = [person.answers[id] for person in people if id in person.answers]
        known = [answers for answers in given if all(_fits(asked[id], answer) for answer in answers)]
        if len(known) < len(given):
            left_out = f"{len(given) - len(known)} of {len(given)} answers to {id} are left out"
            notes.append(f"{left_out}: it was another then.")
        if known:
            rows.append(_row(asked[id], known))
    return rows, notes


def ideas_of(people: Sequence[HandedIn]) -> list[Idea]:
    """Returns the misconceptions that first answers show, the one of most people first."""
    asked = {question.id: question for question in every_question()}
    holders, where = Counter[str](), dict[str, Counter[str]]()
    for person in people:
        firsts = [(id, answers[0]) for id, answers in person.answers.items()]
        ideas = {(idea_in(asked[id], each), id) for id, each in firsts if id in asked and _fits(asked[id], each)}
        holders.update({idea for idea, _ in ideas if idea})
        for idea, id in ideas:
            where.setdefault(idea, Counter[str]())[id] += 1
    return [
        Idea(id, count, tuple(question for question, _ in where[id].most_common()))
        for id, count in sorted(holders.items(), key=lambda each: (-each[1], each[0]))
    ]


def first_results(person: HandedIn) -> list[bool]:
    """Tells of each of a person's first answers whether it is right; who wanted to see the answer gave none."""
    asked = {question.id: question for question in every_question()}
    firsts = [(asked[id], answers[0]) for id, answers in person.answers.items() if id in asked]
    return [question.is_right(each.option) for question, each in firsts if each.option is not None]


def idea_in(question: Question | Estimate, answer: Answer) -> str:
    """Returns the misconception that an answer shows, or nothing."""
    return "" if answer.option is None else _choice(question, answer.option)[1]


def _fits(question: Question | Estimate, answer: Answer) -> bool:
    """Tells whether an answer was given to this very question: its option is there, and as right as was said."""
    if answer.option is None:
        return True
    if isinstance(question, Question) and answer.option not in range(len(question.options)):
        return False
    return answer.right in (None, question.is_right(answer.option))


def _row(question: Question | Estimate, given: list[tuple[Answer, ...]]) -> QuestionRow:
    # Who has seen the answer first predicts nothing any more.
    chosen = [
        [each.option for each in answers if each.option is not None]
        for answers in given
        if answers[0].option is not None
    ]
    firsts, lasts, shown = [each[0] for each in chosen], [each[-1] for each in chosen], len(given) - len(chosen)
    at_first, now = (sum(question.is_right(option) for option in each) for each in (firsts, lasts))
    choices = tuple(_choices(question, firsts))
    return QuestionRow(question.id, question.text, len(firsts), at_first, now, shown, choices, film_after(question.id))


def _choices(question: Question | Estimate, firsts: list[float]) -> Iterator[Choice]:
    counts = Counter(firsts)
    if isinstance(question, Question):
        offered: list[float] = list(range(len(question.options)))
    else:
        offered = [value for value, _ in sorted(counts.items(), key=lambda each: (-each[1], each[0]))]
    for option in offered[:MOST_ESTIMATES]:
        text, misconception = _choice(question, option)
        yield Choice(text, counts[option], question.is_right(option), misconception)
    rest = [option for option in offered[MOST_ESTIMATES:] for _ in range(counts[option])]
    if rest:
        yield Choice("others", len(rest), False, "")


def _choice(question: Question | Estimate, option: float) -> tuple[str, str]:
    """Returns the words of an answer, and the misconception that it shows."""
    if isinstance(question, Question):
        chosen = question.options[int(option)]
        return chosen.text, "" if option == question.right else chosen.misconception
    ideas = (each.misconception for each in question.wrong if each.low <= option <= each.high)
    return amount(option, question.unit), "" if question.is_right(option) else next(ideas, "")
