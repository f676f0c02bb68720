"""Two films in step: one set of buttons, two pictures."""

from collections.abc import Sequence

import traitlets

from kafkaviz.player.half_width import for_half_width
from kafkaviz.player.screen import Screen
from kafkaviz.player.text import counted, step_number
from kafkaviz.player.wire import wire
from kafkaviz.scene.values import Film, Json


def wire_each(films: Sequence[Film], _: object) -> list[Json]:
    """Returns films as they travel to a browser."""
    return [wire(film) for film in films]


class PairPlayer(Screen):
    """Shows two films side by side in step, drawn for half the width; the shorter one waits at its end.

    It has the lenses that both films have, the questions of both, and the first one's theme. ValueError when a film
    has no step or the two share no lens; otherwise as in `Player`.

    >>> from kafkaviz.scene.values import Caption, Film, Frame
    >>> one = Film("one", (Caption("A dot."),), {"main": (Frame({}),)}, {}, "main")
    >>> two = one._replace(title="two", captions=one.captions * 2, tracks={"main": (Frame({}),) * 2})
    >>> PairPlayer(one, two)
    <films: one | two, 1 step and 2 steps, lens main>
    """

    films = traitlets.Tuple(traitlets.Instance(Film), traitlets.Instance(Film)).tag(sync=True, to_json=wire_each)

    def __init__(self, first: Film, second: Film, *, index: int = 0, lens: str | None = None) -> None:
        for film in (first, second):
            if not film.captions:
                raise ValueError(f"A film needs at least one step; {film.title!r} has none.")
        shared = [name for name in first.tracks if name in second.tracks]
        if not shared:
            raise ValueError(
                f"Two films in step need a lens in common; {first.title!r} has {', '.join(first.tracks)}, "
                f"{second.title!r} has {', '.join(second.tracks)}."
            )
        wanted = lens or (first.lens if first.lens in shared else shared[0])
        longest = max(first, second, key=lambda film: len(film.captions))
        super().__init__(films=tuple(for_half_width([first, second])), index=step_number(longest, index), lens=wanted)

    def __repr__(self) -> str:
        titles = " | ".join(film.title for film in self.films)
        steps = " and ".join(counted(len(film.captions)) for film in self.films)
        return f"<films: {titles}, {steps}, lens {self.lens}>"
