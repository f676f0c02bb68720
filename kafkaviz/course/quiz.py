"""quiz: a question with its options, or with room for a number; an answer is judged at once, and kept."""

from collections.abc import Callable, Mapping
from html import escape
from pprint import pformat
from typing import TYPE_CHECKING, Any

from kafkaviz.course import records
from kafkaviz.decisions.errors import WrongTypeError
from kafkaviz.decisions.wording import short
from kafkaviz.scene.questions import Estimate, Question, require_askable

if TYPE_CHECKING:
    from ipywidgets import Widget

# A widget's text has the height of a button's line; a cell's output has its own.
TEXT = "line-height: 1.4"


def quiz(question: Question | Estimate, then: Callable[[], object] | None = None) -> "Widget":
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
    from ipywidgets import HTML, Button, HBox, VBox

    class Quiz(VBox):  # type: ignore[misc]
        def __repr__(self) -> str:
            return in_words(question)

        def _repr_mimebundle_(self, **kwargs: object) -> dict[str, object]:
            return {**super()._repr_mimebundle_(**kwargs), "text/plain": repr(self)}

    said = HTML(value="")
    said.add_class("kafkaviz-quiz-answer")

    def answered(answer: Any) -> None:
        records.keep("answers", question.id, answer)
        said.value = f'<div role="status" style="{TEXT}">{escape(question.said_of(answer))}</div>{_measured(then)}'

    entry = _options(question, answered) if isinstance(question, Question) else _number(question, answered, said)
    reveal = Button(description="show the answer", layout={"width": "max-content"})
    reveal.on_click(lambda _: answered(None))
    return Quiz([HTML(value=f'<div style="{TEXT}"><b>{escape(question.text)}</b></div>'), entry, HBox([reveal]), said])


def _measured(then: Callable[[], object] | None) -> str:
    if then is None:
        return ""
    found: object
    try:
        found = then()
    # It may be a learner's function, and a widget's callback has nobody to raise to.
    except Exception as error:
        found = f"{type(error).__name__}: {error}"
    shown = found if isinstance(found, str) else pformat(found, width=100, sort_dicts=False)
    return f"<pre>{escape(shown)}</pre>"


def in_words(question: Question | Estimate) -> str:
    """Returns a question as text, with its options, or a line for the number."""
    if isinstance(question, Estimate):
        return f"{question.text}\n  ____ {question.unit}".rstrip()
    return "\n".join([question.text, *(f"  ( ) {option.text}" for option in question.options)])


def _options(question: Question, answered: Any) -> "Widget":
    from ipywidgets import RadioButtons

    texts = [option.text for option in question.options]
    choice = RadioButtons(options=texts, value=None, layout={"width": "max-content"})

    def chosen(change: Mapping[str, Any]) -> None:
        if change["new"] is not None:
            answered(texts.index(change["new"]))

    choice.observe(chosen, names="value")
    return choice


def _number(question: Estimate, answered: Any, said: Any) -> "Widget":
    from ipywidgets import Button, HBox, Label, Text

    entry = Text(placeholder="a number", layout={"width": "10em"}, continuous_update=False)
    commit = Button(description="commit", layout={"width": "max-content"})

    def judge(_: object) -> None:
        try:
            number = float(entry.value.replace(",", "").strip())
        except ValueError:
            said.value = f"This is no number: {escape(entry.value)}" if entry.value.strip() else "Type a number first."
            return
        answered(number)

    commit.on_click(judge)
    # Enter, or leaving the field, commits as the button does.
    entry.observe(judge, names="value")
    return HBox([entry, Label(question.unit), commit])
