"""quiz: a question with its options, or with room for a number; an answer is judged at once, and kept."""

from collections.abc import Callable, Mapping
from html import escape
from math import isfinite, nan
from pprint import pformat
from typing import Any

from ipywidgets import HTML, HBox, Label, Text, Widget

from kafkaviz import records
from kafkaviz.decisions.errors import WrongTypeError
from kafkaviz.decisions.wording import short
from kafkaviz.lab.tables import in_columns
from kafkaviz.lab.widgets import Worded, button, choice, status, text
from kafkaviz.player.entries import Entries
from kafkaviz.scene.questions import Estimate, Question, require_askable


def quiz(question: Question | Estimate, then: Callable[[], object] | None = None) -> Widget:
    """Asks one question; its answer is nowhere to be seen before somebody has chosen, or wants to see it.

    Once answered, what `then()` returns is shown below, so that a measurement does not give the answer away.
    Raises WrongTypeError for what is no question, InvalidArgumentError for one that nobody could answer.

    >>> from kafkaviz.scene.questions import Option
    >>> options = (Option("the broker", "It stores."), Option("the producer", "Its partitioner does."))
    >>> quiz(Question("Q00.1", "Who chooses the partition?", options, 1))
    Who chooses the partition?
      ( ) the broker
      ( ) the producer
    """
    if not isinstance(question, Question | Estimate):
        raise WrongTypeError(f"quiz asks a question of kafkaviz.scenarios, not {short(question)}.")
    if then is not None and not callable(then):
        raise WrongTypeError(f"then is a function without arguments, not {short(then)}.")
    require_askable(question)
    said = HTML(value="")
    said.add_class("kafkaviz-quiz-answer")
    beside = Entries(question.text)

    def answered(answer: Any) -> None:
        with beside.works():
            records.keep_answer(question.id, answer, None if answer is None else question.is_right(answer))
            said.value = status(question.feedback(answer)) + _measured(then)
            beside.answered = True

    if isinstance(question, Question):
        entry = choice([option.text for option in question.options], answered)
    else:
        entry = _number(question, answered, said)
    reveal = button("show the answer", lambda: answered(None))
    parts = [text(f"<b>{escape(question.text)}</b>"), entry, HBox([reveal, beside]), said]
    return Worded(parts, in_words(question), on_a_page=lambda: [on_a_page(question, then)])


def on_a_page(question: Question | Estimate, then: Callable[[], object] | None = None) -> dict[str, Any]:
    """Returns a question with all that may be said of an answer, for a page that has no kernel to ask."""
    asked: dict[str, Any] = {"text": question.text, "shown": question.feedback(None)}
    asked["then"] = "" if then is None else _found(then)
    if isinstance(question, Question):
        asked["options"] = [option.text for option in question.options]
        asked["said"] = [question.feedback(number) for number in range(len(question.options))]
    else:
        asked |= {"right": question.right, "unit": question.unit, "tolerance": question.tolerance}
        asked["wrong"] = [[each.low, each.high, each.because] for each in question.wrong]
    return {"quiz": asked}


def _measured(then: Callable[[], object] | None) -> str:
    found = "" if then is None else escape(_found(then))
    return found and f'<pre style="white-space: pre-wrap">{found}</pre>'


def _found(then: Callable[[], object]) -> str:
    try:
        return in_lines(then())
    # It may be a learner's function, and a widget's callback has nobody to raise to.
    except Exception as error:
        return in_lines(f"{type(error).__name__}: {error}")


def in_lines(found: object) -> str:
    """Returns what was measured as text: of what has names, a line each.

    >>> print(in_lines({"range": {"C1": 18, "C2": 12}, "round robin": [15, 15]}))
    range        C1 18, C2 12
    round robin  15, 15
    """
    if isinstance(found, Mapping) and found:
        rows = [row for name, value in found.items() for row in _rows(str(name), value)]
        most = max(map(len, rows))
        return in_columns([row[:1] + ("",) * (most - len(row)) + row[1:] for row in rows], "  ")
    return found if isinstance(found, str) else pformat(found, width=100, sort_dicts=False)


def _rows(name: str, value: object) -> list[tuple[str, ...]]:
    """Returns a value beside its name; where it has a series for each of several, each of these in a line."""
    if isinstance(value, Mapping) and any(isinstance(series, tuple) for series in value.values()):
        return [(name * (n == 0), str(key), _in_a_line(each)) for n, (key, each) in enumerate(value.items())]
    return [(name, _in_a_line(value))]


def _in_a_line(found: object) -> str:
    match found:
        case Mapping():
            return ", ".join(f"{name} {_in_a_line(value)}" for name, value in found.items())
        case list() | set() | frozenset():
            return ", ".join(map(_in_a_line, found))
        case tuple() if not hasattr(found, "_fields"):
            return " ".join("–" if each is None else _in_a_line(each) for each in found)
        case float():
            return f"{found:,.6g}"
    return str(found)


def in_words(question: Question | Estimate) -> str:
    """Returns a question as text, with its options, or a line for the number."""
    if isinstance(question, Estimate):
        return f"{question.text}\n  ____ {question.unit}".rstrip()
    return "\n".join([question.text, *(f"  ( ) {option.text}" for option in question.options)])


def _number(question: Estimate, answered: Callable[[float], None], said: HTML) -> Widget:
    entry = Text(placeholder="a number", layout={"width": "10em"}, continuous_update=False)

    def judge() -> None:
        try:
            number = float(entry.value.replace(",", "").strip())
        except ValueError:
            number = nan
        if not isfinite(number):
            said.value = f"This is no number: {escape(entry.value)}" if entry.value.strip() else "Type a number first."
            return
        answered(number)

    # Enter, or leaving the field, commits as the button does.
    entry.observe(lambda _: judge(), names="value")
    return HBox([entry, Label(question.unit), button("commit", judge)])
