"""How an answer was judged: a state, a few lines, and where there was a cluster its film."""

from functools import cached_property
from html import escape
from typing import TYPE_CHECKING

from kafkaviz.course.exercise import Played, State
from kafkaviz.course.failing import Beside, Failure, Parted, alone, in_html, in_text
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.model.core.collecting import seldom_collecting
from kafkaviz.model.core.learner import safely

if TYPE_CHECKING:
    from ipywidgets import Widget

    from kafkaviz.player.screen import Screen

SYMBOL = {"not attempted": "○", "error": "⚠", "incorrect": "✗", "correct": "✓"}
EDGE = {"not attempted": "#767676", "error": "#b35900", "incorrect": "#b3261e", "correct": "#1b7f3b"}
WIDGET_MIME = "application/vnd.jupyter.widget-view+json"
CHECK_MIME = "application/vnd.kafkaviz.check+json"


class Verdict:
    """How an exercise was answered; it shows itself in words first, a colour only repeats them.

    A wrong answer comes with the case that failed: in a notebook what came of it plays beside what should have
    happened, opened where they part; where nothing plays, it is a picture. `thought` is the sentence about it that is
    kept: what the answer breaks.

    >>> Verdict("E03.1", "correct", ("Every client does the same.",))
    E03.1: correct
    Every client does the same.
    """

    def __init__(
        self,
        id: str,
        state: State,
        lines: tuple[str, ...],
        played: Played | None = None,
        failure: Failure | None = None,
        thought: str = "",
    ) -> None:
        self.id, self.state, self.lines, self._played, self._failure = id, state, lines, played, failure
        self.thought = thought

    def film(self) -> "Screen":
        """Returns the film of the case that failed, else of what the function did in the cluster.

        Raises ValueError where there is none.
        """
        case = self._case
        if isinstance(case, Beside):
            return case.player
        if self._played is None:
            raise InvalidArgumentError(f"There is no film: {self.id} was {self.state}, and nothing ran in a cluster.")
        lab, since, lens = self._played.lab, self._played.since, self._played.lens
        player: Screen = lab.film(since=since, lens=lens, title=f"Your {self.id}")
        return player

    def __repr__(self) -> str:
        case = self._case
        words = () if case is None else case.words
        table = (in_text(case),) if isinstance(case, Parted) else ()
        return "\n".join([f"{self.id}: {self.state}", *self.lines, *table, *words])

    @cached_property
    def _case(self) -> Beside | Parted | None:
        """What is shown of the case that failed; None also where it cannot be, for then the words stand alone."""
        if self.state != "incorrect":
            return None
        shown = None if self._failure is None else safely(self._failure.picture)
        if shown is None and self._played is not None:
            return safely(alone, self._played, f"Your {self.id}")
        return shown

    @seldom_collecting()
    def _repr_mimebundle_(self, **kwargs: object) -> dict[str, object]:
        case, state = self._case, {"id": self.id, "state": self.state}
        bundle: dict[str, object] = {"text/plain": repr(self), "text/html": self._html(), CHECK_MIME: state}
        live = safely(self.widget) if isinstance(case, Beside) else None
        if live is not None:
            # Its picture stays in the stored notebook, as text/html.
            data = live._repr_mimebundle_()
            (found, *_) = data if isinstance(data, tuple) else (data,)
            bundle[WIDGET_MIME] = found[WIDGET_MIME]
        return bundle

    def widget(self) -> "Widget":
        """Returns what a notebook shows of a wrong answer while its kernel runs: the words, and under them the film.

        Raises ValueError where there is no film.
        """
        from ipywidgets import HTML, VBox

        from kafkaviz.lab.widgets import READ

        return VBox([HTML(value=f'<div style="{READ}">{self._html(picture=False)}</div>'), self.film()])

    def _html(self, *, picture: bool = True) -> str:
        head = f"{self.id}: {self.state}"
        case = self._case
        said = "\n".join(map(escape, self.lines))
        shown = in_html(case) if isinstance(case, Parted) else self._picture() if picture else ""
        words = "" if case is None else f'<div style="white-space: pre-wrap">{escape(chr(10).join(case.words))}</div>'
        return (
            f'<div style="border-left: 4px solid {EDGE[self.state]}; padding: 2px 12px">'
            f"<strong>{SYMBOL[self.state]} {escape(head)}</strong>"
            f'<div style="white-space: pre-wrap">{said}</div>{words}{shown}</div>'
        )

    def _picture(self) -> str:
        case = self._case
        if not isinstance(case, Beside):
            return ""
        picture = safely(case.player.still)
        if not picture:
            return ""
        words = escape(f"The film of this case. {' '.join(case.words)}", quote=True)
        return f'<img style="max-width: 100%" alt="{words}" src="data:image/png;base64,{picture}">'
