"""What came of breaking a rule: one sentence, the smallest counterexample, and its film beside Kafka's own."""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.lab import Lab
from kafkaviz.lab.comparing import compare
from kafkaviz.lab.saving import save
from kafkaviz.model.core.promise import Property

if TYPE_CHECKING:
    from kafkaviz.player.screen import Screen

State = Literal["not attempted", "error", "broken", "open", "held"]
Judge = Literal["", "fault", "breach", "vector", "promise", "goal"]
SYMBOL: Final = {"not attempted": "○", "error": "⚠", "broken": "✗", "open": "…", "held": "✓"}
EDGE: Final = {
    "not attempted": "#767676",
    "error": "#b35900",
    "broken": "#b3261e",
    "open": "#767676",
    "held": "#1b7f3b",
}
WIDGET_MIME: Final = "application/vnd.jupyter.widget-view+json"
BREAK_MIME: Final = "application/vnd.kafkaviz.break+json"


class Lived(NamedTuple):
    """A history to look at: the learner's, Kafka's own of the same requests, the step at which it breaks, and the
    promises whose lamps it has."""

    mine: Lab
    kafkas: Lab | None = None
    step: int = 0
    title: str = ""
    promises: tuple[Property, ...] = ()


class RuleVerdict:
    """How a rule did: `state` says whether it is broken, and `judge` what found that out.

    `call` can be pasted into a cell. `lost` names the promise that the search found broken, or the goal that is never
    reached, and `found` says so in a sentence. `requests` are those of the shortest history that shows it; `decided` is
    what the rule was asked in it. `states` and `transitions` count what the search has looked at. A verdict shows
    itself in words first; its film is that of the shortest history, where there is one.

    >>> RuleVerdict("elect_leader", "mine", "held", "Closed: 7 states, 9 transitions; no promise broken.")
    elect_leader: mine holds
    Closed: 7 states, 9 transitions; no promise broken.
    """

    def __init__(
        self,
        rule: str,
        name: str,
        state: State,
        sentence: str,
        *,
        judge: Judge = "",
        lost: str = "",
        found: str = "",
        call: str = "",
        decided: str = "",
        requests: Sequence[str] = (),
        lived: Sequence[Lived] = (),
        states: int = 0,
        transitions: int = 0,
        where: str = "",
    ) -> None:
        self.rule, self.name, self.state, self.sentence, self.judge = rule, name, state, sentence, judge
        self.lost, self.found, self.decided = lost, found, decided
        self.call, self.requests, self._lived, self.where = call, tuple(requests), tuple(lived), where
        self.states, self.transitions = states, transitions

    @property
    def lab(self) -> Lab:
        """The lab of the shortest history in which the rule breaks, or of the first sample where it does not."""
        if not self._lived:
            raise InvalidArgumentError(f"There is no lab: {self.name} never ran in a cluster.")
        return self._lived[0].mine

    def film(self, *, beside: bool = True) -> "Screen":
        """Returns the first of the films, open on the step that breaks a promise.

        Without Kafka's own `beside` it, a person can act in it, and so look for another end. Raises ValueError where
        the rule never ran in a cluster.
        """
        if not self._lived:
            return self.lab.film()
        first = self._lived[0]
        return self._film(first if beside else first._replace(kafkas=None))

    def films(self) -> "list[Screen]":
        """Returns the film in which the rule breaks, beside Kafka's, or two samples of what it does."""
        return [self._film(lived) for lived in self._lived]

    def save(self, path: str | Path) -> Path:
        """Writes it to a file and returns its path: a page that plays without a network (.html), a session (.json).

        The page is the first of the films, `Lab.from_json` makes the lab of a session again. Raises ValueError where
        the rule never ran in a cluster, and for another ending.
        """
        return save(self.lab, self.film, path)

    def __repr__(self) -> str:
        said = {"broken": "breaks", "held": "holds", "open": "is not decided"}.get(self.state, self.state)
        lines = [f"{self.rule}: {self.name} {said}", self.found or self.sentence]
        # Where it gave no answer, the sentence has the call.
        given = "" if self.state != "broken" else self.decided if self.lost else self.call
        if given:
            lines.append(f"Given:    {given}")
        if self.requests:
            lines.append(f"Shortest: {', '.join(self.requests)}")
        if self.where:
            lines.append(f"Searched: {self.where}")
        return "\n".join(lines)

    def _film(self, lived: Lived) -> "Screen":
        title = lived.title or f"Your {self.rule}"
        if lived.kafkas is None:
            return lived.mine.film(title=title, opens_at=lived.step, promises=lived.promises)
        titles = title, "Kafka's, asked the same"
        return compare(lived.mine, lived.kafkas, titles=titles, opens_at=lived.step, promises=lived.promises)

    def _html(self) -> str:
        head, *lines = repr(self).splitlines()
        body = "\n".join(map(escape, lines))
        return (
            f'<div class="kafkaviz-verdict" style="border-left: 4px solid {EDGE[self.state]}; padding: 2px 12px">'
            f"<strong>{SYMBOL[self.state]} {escape(head)}</strong>"
            f'<div style="white-space: pre-wrap">{body}</div></div>'
        )

    def _repr_mimebundle_(self, **kwargs: object) -> dict[str, object]:
        return {
            "text/plain": repr(self),
            "text/html": self._html(),
            BREAK_MIME: {"rule": self.rule, "state": self.state, "judge": self.judge},
        }

    def _stored(self) -> dict[str, object]:
        """Returns what a cell keeps: where a widget shows the words, the text stands for it once no kernel runs.

        JupyterLab shows the first line of a hidden output as it is written, and of HTML that would be a tag.
        """
        from kafkaviz.lab.widgets import text

        data = text(self._html())._repr_mimebundle_()
        (found, *_) = data if isinstance(data, tuple) else (data,)
        kept = self._repr_mimebundle_()
        return {"text/plain": kept["text/plain"], BREAK_MIME: kept[BREAK_MIME], WIDGET_MIME: found[WIDGET_MIME]}

    def _ipython_display_(self, **kwargs: Any) -> None:
        from IPython.display import display

        display(self._stored(), raw=True)
        for film in self.films():
            display(film)
