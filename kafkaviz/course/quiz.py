"""quiz: a question with its options; a choice is judged at once, and kept."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from kafkaviz.course import records
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.model.core.kinds import checked

if TYPE_CHECKING:
    from ipywidgets import Widget


def quiz(id: str, question: str, options: Sequence[str], right: int, because: str) -> "Widget":
    """Asks one question with radio buttons; `right` counts the options from 0, `because` is shown with the answer.

    Raises ValueError when there are fewer than two options or `right` is none of them.

    >>> quiz("Q00.1", "Who chooses the partition?", ["the broker", "the producer"], 1, "Its partitioner does.")
    Who chooses the partition?
      ( ) the broker
      ( ) the producer
    """
    checked("id", str, id), checked("question", str, question), checked("because", str, because)
    options, right = checked("options", tuple[str, ...], options), checked("right", int, right)
    if len(options) < 2 or right not in range(len(options)):
        raise InvalidArgumentError(
            f"{id} needs two options or more and a right one from 0 to {len(options) - 1}, not {right!r}."
        )
    from ipywidgets import HTML, RadioButtons, VBox

    class Quiz(VBox):  # type: ignore[misc]
        def __repr__(self) -> str:
            return "\n".join([question, *(f"  ( ) {option}" for option in options)])

        def _repr_mimebundle_(self, **kwargs: object) -> dict[str, object]:
            return {**super()._repr_mimebundle_(**kwargs), "text/plain": repr(self)}

    choice = RadioButtons(options=list(options), value=None, layout={"width": "max-content"})
    said = HTML(value="")
    said.add_class("kafkaviz-quiz-answer")

    def answer(change: Mapping[str, object]) -> None:
        chosen = list(options).index(str(change["new"]))
        records.keep("answers", id, chosen)
        said.value = verdict_on(options, chosen, right, because)

    choice.observe(answer, names="value")
    return Quiz([HTML(value=f"<b>{escape(question)}</b>"), choice, said])


def verdict_on(options: Sequence[str], chosen: int, right: int, because: str) -> str:
    """Returns what is said of a choice as HTML, in words and a symbol.

    >>> verdict_on(["the broker", "the producer"], 0, 1, "Its partitioner does.")
    '✗ Not quite: it is <b>the producer</b>. Its partitioner does.'
    """
    if chosen == right:
        return f"✓ Right. {escape(because)}"
    return f"✗ Not quite: it is <b>{escape(options[right])}</b>. {escape(because)}"
