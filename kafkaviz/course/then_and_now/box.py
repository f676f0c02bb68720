"""A flag as it stands in a notebook: its text, and its films when somebody wants to see them."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kafkaviz.course.then_and_now.flag import Flag, Played
from kafkaviz.course.then_and_now.page import as_html, as_text
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.lab import Lab
from kafkaviz.lab.comparing import compare
from kafkaviz.lab.widgets import Worded, button, text
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.scenarios.story import note_performance

if TYPE_CHECKING:
    from kafkaviz.player.pair import PairPlayer
    from kafkaviz.player.screen import Screen
    from kafkaviz.player.widget import Player


class Box:
    """A flag, shown as text; nothing is played before a film or a lab of it is asked for.

    >>> from kafkaviz import then_and_now
    >>> then_and_now("F29").film()
    <films: Kafka 2.3 | Kafka 4.4, 10 steps and 5 steps, lens cluster>
    """

    def __init__(self, flag: Flag) -> None:
        self.flag = flag

    @cached_property
    def then(self) -> Lab:
        """The lab of the first film: Kafka as it was, or the first of two ways; InvalidArgumentError without two."""
        return self._lab(0, self._played(two=True))

    @cached_property
    def now(self) -> Lab:
        """The lab of Kafka 4.4, or of the second of two ways; InvalidArgumentError where there is no film."""
        played = self._played()
        return self._lab(len(played.sides) - 1, played)

    @property
    def labs(self) -> Sequence[Lab]:
        """The labs of the films, in order: two, one, or none."""
        if self.flag.played is None:
            return ()
        return (self.then, self.now) if len(self.flag.played.sides) == 2 else (self.now,)

    def measured(self) -> dict[str, object]:
        """Returns what is found at the end of each film, by its title, counted in the labs.

        >>> from kafkaviz import then_and_now
        >>> then_and_now("F29").measured()
        {'Kafka 2.3': 6, 'Kafka 4.4': 9}
        """
        played = self._played()
        return {side.title: played.measure(lab) for side, lab in zip(played.sides, self.labs, strict=True)}

    def film(self) -> "Screen":
        """Returns the film, or both side by side, opened on the first step in which they part.

        Raises InvalidArgumentError where the flag is about words.
        """
        played, films = self._played(), self.films()
        if len(films) == 1:
            return films[0]
        pair = compare(films[0], films[1], lens=played.lens)
        pair.index = parting(pair)
        return pair

    def films(self) -> "list[Player]":
        """Returns the film of each side by itself, in order: two, one, or none.

        >>> from kafkaviz import then_and_now
        >>> [len(player.film.captions) for player in then_and_now("F29").films()]
        [10, 5]
        """
        return [self._film(lab, number) for number, lab in enumerate(self.labs)]

    def _lab(self, number: int, played: Played) -> Lab:
        return note_performance(played.lab(number), self.flag.id, {"side": played.sides[number].title})

    def _film(self, lab: Lab, number: int) -> "Player":
        played = self._played()
        return lab.film(since=_since(lab, played.acts), lens=played.lens, title=played.sides[number].title)

    def _played(self, two: bool = False) -> Played:
        played = self.flag.played
        if played is None:
            raise InvalidArgumentError(f"{self.flag.id} is about words and has no film; print it to read it.")
        if two and len(played.sides) == 1:
            raise InvalidArgumentError(f"{self.flag.id} has one film, of Kafka 4.4; ask for now instead of then.")
        return played

    def __repr__(self) -> str:
        return as_text(self.flag)

    def to_html(self) -> str:
        """Returns the text as HTML that opens under its title, without colours or sizes, which it takes from the page.

        >>> from kafkaviz import then_and_now
        >>> then_and_now("F29").to_html().partition("</summary>")[0]
        '<details><summary><b>F29 · A replica takes over immediately</b>'
        """
        return as_html(self.flag)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        # A notebook that is stored keeps the text alone; a widget shows it, folded as well, while a kernel runs.
        return self._widget()._repr_mimebundle_(**kwargs)

    def _widget(self) -> Worded:
        """Returns the text as a widget, with a button under it that fetches the films where there are any."""
        table = text(self.to_html())
        whole = Worded([table], repr(self))
        if self.flag.played is not None:

            def show() -> None:
                whole.children = (table, self.film())

            several = len(self.flag.played.sides) == 2
            whole.children = (table, button("show both films" if several else "show the film", show, icon="play"))
        return whole


def parting(pair: "PairPlayer") -> int:
    """Returns the first step, from 0, in which one film waits for the other or something else is said of it.

    What both open on is passed over: pictures of two releases look different before anything has happened.
    """
    first, second = (film.captions for film in pair.films)
    steps = enumerate(pair.align)
    return next(
        (n for n, (i, j) in steps if n and (i is None or j is None or first[i].cap != second[j].cap)),
        len(pair.align) - 1,
    )


def _since(lab: Lab, acts: int) -> Cluster | None:
    return lab.history.before(acts).last if acts else None
