"""Two films in step: one set of buttons, two pictures."""

from collections.abc import Sequence

import traitlets

from kafkaviz.player.gates import Pairs, number_among, steps_in_words
from kafkaviz.player.refusals import PlayerValueError
from kafkaviz.player.screen import Answered, Screen
from kafkaviz.player.wire import wire
from kafkaviz.scene.values import Film, common_lens


class PairPlayer(Screen):
    """Shows two films in step, side by side where there is room, and else one of them, and the other at a key or click.

    Step n of one is shown with step n of the other, and the shorter one waits at its end; `align` pairs them otherwise,
    and the first `shared` pairs, which are the same on both sides, are shown once. It has the lenses that both films
    have, the questions of both, and the first one's theme. With `one_lens` the films travel with that of the opening,
    drawn wide, and all else comes when it is looked at. ValueError when a film has no step, the two share no lens, or a
    pair is none; otherwise as in `Player`.

    >>> from kafkaviz.scene.values import Caption, Film, Frame, Track
    >>> one = Film("one", (Caption("A dot."),), {"main": Track((860, 420), (Frame({}),))}, {}, "main")
    >>> two = one._replace(title="two", captions=one.captions * 2, tracks={"main": Track((860, 420), (Frame({}),) * 2)})
    >>> PairPlayer(one, two)
    <films: one | two, 1 step and 2 steps, lens main>
    """

    films = traitlets.Tuple(traitlets.Instance(Film), traitlets.Instance(Film)).tag(
        sync=True, to_json=lambda films, pair: [wire(film, pair.lens if pair.one_lens else None) for film in films]
    )
    shared = traitlets.Int(0).tag(sync=True)
    align = traitlets.Tuple().tag(sync=True)

    def __init__(
        self,
        first: Film,
        second: Film,
        *,
        index: int = 0,
        lens: str | None = None,
        align: Pairs = (),
        shared: int = 0,
        answered: Answered | None = None,
        one_lens: bool = False,
    ) -> None:
        self.one_lens = one_lens
        for film in (first, second):
            if not film.captions:
                raise PlayerValueError(f"A film needs at least one step; {film.title!r} has none.")
        opens_in = common_lens(first, second)
        if opens_in is None:
            raise PlayerValueError(
                f"Two films in step need a lens in common; {first.title!r} has {', '.join(first.tracks)}, "
                f"{second.title!r} has {', '.join(second.tracks)}."
            )
        pairs = tuple(_checked(pair, (first, second)) for pair in align)
        count = len(pairs) or max(len(first.captions), len(second.captions))
        super().__init__(
            films=(first, second),
            index=number_among(count, index),
            lens=lens or opens_in,
            align=pairs,
            shared=shared,
            answered=answered,
        )

    @property
    def pairs(self) -> Pairs:
        """Which steps are shown together, where that is not by number."""
        return self.align

    @property
    def common(self) -> int:
        """The number of steps at the beginning that are the same in both."""
        return int(self.shared)

    def __repr__(self) -> str:
        titles = " | ".join(film.title for film in self.films)
        steps = " and ".join(steps_in_words(len(film.captions)) for film in self.films)
        return f"<films: {titles}, {steps}, lens {self.lens}>"


def _checked(pair: Sequence[int | None], films: tuple[Film, Film]) -> tuple[int | None, ...]:
    known = [step is None or step in range(len(film.captions)) for step, film in zip(pair, films, strict=False)]
    if len(pair) != 2 or not all(known) or pair == (None, None):
        raise PlayerValueError(
            f"Two films are paired by a step of each, or None where one waits; {pair!r} is no such pair."
        )
    return tuple(pair)
