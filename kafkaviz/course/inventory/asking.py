"""inventory: twelve questions, one answer each; before the course nothing is said but the score."""

from collections.abc import Callable
from functools import partial
from html import escape
from typing import Final

from ipywidgets import HTML, RadioButtons, VBox, Widget

from kafkaviz import records
from kafkaviz.course.inventory import CONCEPTS, questions_of, scoring
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import listing, short
from kafkaviz.lab.widgets import Worded, button, choice, status, text
from kafkaviz.player.entries import Entries
from kafkaviz.scene.questions import Question

STORED: Final = "Twelve questions are asked here when the notebook runs; print(inventory({!r})) shows them as text."
NAME: Final = "Twelve questions {} the course"
GIVE_AWAY: Final = 'In a course with a teacher: hand_in("your name") writes a file to give away.'
UNSURE: Final = "I do not know yet"
CHOICES: Final = (*scoring.LETTERS, scoring.UNKNOWN)


def inventory(form: str, answers: object = None) -> Widget:
    """Asks the twelve questions of a form, "before" the course or "after" it, to click or in words.

    Without a mouse and without a browser `answers` holds twelve letters, with `?` for what you do not know. One try
    counts: answers can be changed until all twelve are finished. Before the course only the score is told and
    which notebooks treat what was missed; after it each answer gets its reason.

    Raises UnknownNameError for another form, InvalidArgumentError for other answers and for a second try.

    >>> print(repr(inventory("before"))[:79])
    B1. Nine records, 1 to 9, are sent in this order and spread over three partitio
    """
    questions_of(form)
    given = None if answers is None else scoring.read_answers(answers)
    filled = scoring.read_form(form)
    if given is not None:
        if filled.finished:
            raise InvalidArgumentError(
                f"The first try counts, and inventory({form!r}) was answered already; without answers it says how."
            )
        filled = scoring.Kept(given, True)
        scoring.keep(form, filled)
    return _shown(form, filled, None if given is None else feedback(form, filled.answers))


def in_words(form: str) -> str:
    """Returns a form as text, without its answers.

    >>> in_words("after").count("a)")
    12
    """
    parts = [
        "\n".join(
            [
                f"{question.id}. {question.text}",
                *(f"  {scoring.LETTERS[n]}) {option.text}" for n, option in enumerate(question.options)),
            ]
        )
        for question in questions_of(form)
    ]
    return "\n".join([*parts, f'In words: inventory({form!r}, "abcd abcd abc?") answers all twelve; ? is "{UNSURE}".'])


def feedback(form: str, answers: str) -> str:
    """Returns what is said of twelve answers: before the course the score and where to look, after it the reasons.

    >>> print(feedback("before", "b" * 12).partition(".")[0])
    3 of 12 are right
    """
    lines = _places(answers) if form == "before" else _reasons(answers)
    return "\n".join([_score(form, answers), *lines, GIVE_AWAY])


def _score(form: str, answers: str) -> str:
    first = scoring.read_form("before")
    said = f"{scoring.score(form, answers)} of {scoring.ITEMS} are right."
    if form == "after" and first.finished:
        return f"{said} Before the course: {scoring.score('before', first.answers)}."
    return said


def _places(answers: str) -> list[str]:
    judged = scoring.is_right("before", answers)
    missed = [concept for concept, right in zip(CONCEPTS, judged, strict=True) if not right]
    if not missed:
        return ["Nothing was missed; the same concepts are asked once more after the course."]
    by_notebook = {
        question.notebook: [each.name for each in missed if each.notebook == question.notebook] for question in missed
    }
    lines = [f"  notebook {number}: {listing(names, '')}" for number, names in sorted(by_notebook.items())]
    return ["What was missed is treated in", *lines, "The answers come with the course: this form says no more."]


def _reasons(answers: str) -> list[str]:
    lines = []
    for question, letter in zip(questions_of("after"), answers, strict=True):
        chosen = None if letter == scoring.UNKNOWN else scoring.LETTERS.index(letter)
        lines.append(f"{question.id}. {question.feedback(chosen)}")
    return lines


def _shown(form: str, filled: scoring.Kept, words: str | None) -> Widget:
    given, said = list(filled.answers), HTML(value="")

    def finish() -> None:
        if (before := scoring.read_form(form)).finished:
            # It was finished in another cell or another notebook meanwhile, and the first try counts.
            end(before)
            return
        still = [str(n) for n, letter in enumerate(given, 1) if letter == scoring.OPEN]
        if still:
            said.value = status(f"Still open: {listing(still, 'question')}. “{UNSURE}” is an answer, too.")
            return
        end(now := scoring.Kept("".join(given), True))
        if not scoring.keep(form, now):
            said.value = status(f"{feedback(form, now.answers)}\nIt could not be kept: {short(str(records.path()))}.")

    def end(now: scoring.Kept) -> None:
        for widget in (*choices, done):
            widget.disabled = True
        said.value = status(feedback(form, now.answers))

    def chosen(number: int, index: int) -> None:
        given[number] = CHOICES[index]
        if not scoring.read_form(form).finished:
            scoring.keep(form, scoring.Kept("".join(given)))

    choices = [_choice(question, given[n], partial(chosen, n)) for n, question in enumerate(questions_of(form))]
    done = button("finish all twelve", finish)
    if filled.finished:
        end(filled)
    blocks = [
        VBox([text(f"<b>{question.id}.</b> {escape(question.text)}"), options])
        for question, options in zip(questions_of(form), choices, strict=True)
    ]
    # Twelve questions as text would be a wall in a stored notebook.
    stored = STORED.format(form) if words is None else words
    parts = [VBox(blocks), done, Entries(NAME.format(form)), said]
    return Worded(parts, in_words(form) if words is None else words, stored)


def _choice(question: Question, letter: str, chosen: Callable[[int], object]) -> RadioButtons:
    index = None if letter == scoring.OPEN else CHOICES.index(letter)
    return choice([*(option.text for option in question.options), UNSURE], chosen, index)
