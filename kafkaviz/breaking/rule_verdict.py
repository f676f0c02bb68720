"""What came of breaking a rule: one sentence, the smallest counterexample, and its film beside Kafka's own."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.lab import Lab
from kafkaviz.lab.comparing import compare

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
BREAK_MIME: Final = "application/vnd.kafkaviz.break+json"


class Lived(NamedTuple):
    """A history to look at: the learner's, Kafka's own of the same requests, and the step at which it breaks."""

    mine: Lab
    kafkas: Lab | None = None
    step: int = 0
    title: str = ""


class RuleVerdict:
    """How a rule did: `state` says whether it is broken, and `judge` what found that out.

    `call` can be pasted into a cell; `lost` names the promise that the search found broken, or the goal that it found
    never reached, and `requests` are what a person did in the shortest history of that; `states` and `transitions` are
    what the search has looked at. It shows itself in words first.

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
        call: str = "",
        requests: Sequence[str] = (),
        lived: Sequence[Lived] = (),
        states: int = 0,
        transitions: int = 0,
        where: str = "",
    ) -> None:
        self.rule, self.name, self.state, self.sentence, self.judge = rule, name, state, sentence, judge
        self.lost = lost
        self.call, self.requests, self._lived, self.where = call, tuple(requests), tuple(lived), where
        self.states, self.transitions = states, transitions

    @property
    def lab(self) -> Lab:
        """The lab of the shortest history in which the rule breaks, or of the first sample where it does not."""
        if not self._lived:
            raise InvalidArgumentError(f"There is no lab: {self.name} never ran in a cluster.")
        return self._lived[0].mine

    def film(self) -> "Screen":
        """Returns the film of `films` that tells most, open on the step that breaks a promise.

        Raises ValueError where the rule never ran in a cluster.
        """
        return self._film(self._lived[0]) if self._lived else self.lab.film()

    def films(self) -> "list[Screen]":
        """Returns the film in which the rule breaks, beside Kafka's, or two samples of what it does."""
        return [self._film(lived) for lived in self._lived]

    def __repr__(self) -> str:
        said = {"broken": "breaks", "held": "holds", "open": "is not decided"}.get(self.state, self.state)
        lines = [f"{self.rule}: {self.name} {said}", self.sentence]
        if self.call and self.state == "broken":  # Where it gave no answer, the sentence has the call.
            lines.append(f"Given:    {self.call}")
        if self.requests:
            lines.append(f"Shortest: {', '.join(self.requests)}")
        if self.where:
            lines.append(f"Searched: {self.where}")
        return "\n".join(lines)

    def _film(self, lived: Lived) -> "Screen":
        title = lived.title or f"Your {self.rule}"
        mine = lived.mine.film(title=title)
        if lived.kafkas is None:
            return mine
        pair = compare(mine, lived.kafkas.film(title="Kafka's"), titles=(title, "Kafka's, asked the same"))
        captions = mine.film.captions
        at = next((n for n, one in enumerate(captions) if one.broken or one.at >= lived.step), len(captions) - 1)
        pair.index = next((n for n, (step, _) in enumerate(pair.pairs) if step == at), 0)
        return pair

    def _html(self) -> str:
        head, *lines = repr(self).splitlines()
        body = "\n".join(map(escape, lines))
        return (
            f'<div style="border-left: 4px solid {EDGE[self.state]}; padding: 2px 12px">'
            f"<strong>{SYMBOL[self.state]} {escape(head)}</strong>"
            f'<div style="white-space: pre-wrap">{body}</div></div>'
        )

    def _repr_mimebundle_(self, **kwargs: object) -> dict[str, object]:
        return {
            "text/plain": repr(self),
            "text/html": self._html(),
            BREAK_MIME: {"rule": self.rule, "state": self.state, "judge": self.judge},
        }

    def _ipython_display_(self, **kwargs: Any) -> None:
        from IPython.display import display

        display(self._repr_mimebundle_(), raw=True)
        for film in self.films():
            display(film)
