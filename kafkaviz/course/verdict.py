"""How an answer was judged: a state, a few lines, and where there was a cluster its film."""

from html import escape
from typing import TYPE_CHECKING, Literal

from kafkaviz.course.exercise import Played
from kafkaviz.decisions.errors import InvalidArgumentError

if TYPE_CHECKING:
    from kafkaviz.player.widget import Player

State = Literal["not attempted", "error", "incorrect", "correct"]

SYMBOL = {"not attempted": "○", "error": "⚠", "incorrect": "✗", "correct": "✓"}
EDGE = {"not attempted": "#767676", "error": "#b35900", "incorrect": "#b3261e", "correct": "#1b7f3b"}
CHECK_MIME = "application/vnd.kafkaviz.check+json"


class Verdict:
    """How an exercise was answered; it shows itself in words first, a colour only repeats them.

    >>> Verdict("E03.1", "correct", ("Every client does the same.",))
    E03.1: correct
    Every client does the same.
    """

    def __init__(self, id: str, state: State, lines: tuple[str, ...], played: Played | None = None) -> None:
        self.id, self.state, self.lines, self._played = id, state, lines, played

    def film(self) -> "Player":
        """Returns the film of what the function did in the cluster; raises ValueError where it was in none."""
        if self._played is None:
            raise InvalidArgumentError(f"There is no film: {self.id} was {self.state}, and nothing ran in a cluster.")
        lab, since, lens = self._played.lab, self._played.since, self._played.lens
        player: Player = lab.film(since=since, lens=lens, title=f"Your {self.id}")
        return player

    def __repr__(self) -> str:
        film = ["A film shows what it did: add .film() behind check(…)."] if self._shows_film else []
        return "\n".join([f"{self.id}: {self.state}", *self.lines, *film])

    @property
    def _shows_film(self) -> bool:
        return self.state == "incorrect" and self._played is not None

    def _repr_mimebundle_(self, **kwargs: object) -> dict[str, object]:
        return {
            "text/plain": repr(self),
            "text/html": self._html(),
            CHECK_MIME: {"id": self.id, "state": self.state},
        }

    def _html(self) -> str:
        head, *lines = repr(self).splitlines()
        body = "\n".join(map(escape, lines))
        return (
            f'<div style="border-left: 4px solid {EDGE[self.state]}; padding: 2px 12px">'
            f"<strong>{SYMBOL[self.state]} {escape(head)}</strong>"
            f'<div style="white-space: pre-wrap">{body}</div>{self._picture()}</div>'
        )

    def _picture(self) -> str:
        if not self._shows_film:
            return ""
        film = self.film()
        picture, words = film.still(), escape(f"The last step of the film: {film.text(-1).splitlines()[0]}")
        if not picture:
            return f"<p>{words}</p>"
        return f'<img style="max-width: 100%" alt="{words}" src="data:image/png;base64,{picture}">'
