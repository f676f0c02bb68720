"""The player: an ipywidget that shows a film, and a picture with a story where there is no kernel to ask."""

import traitlets

from kafkaviz.player.gates import reach
from kafkaviz.player.screen import Screen
from kafkaviz.player.text import counted, step_number
from kafkaviz.player.wire import wire
from kafkaviz.scene.values import Film


class Player(Screen):
    """Shows a film in a notebook: play, step, scrub and change the lens, all without asking the kernel.

    The film travels to the browser once, as one trait; `index` (from 0), `lens`, `playing`, `speed` and `answers` are
    kept the same on both sides. Another film is shown at the same step and in the same lens, as far as it has them.
    Where nothing can play, a notebook keeps the story as text and a PNG of the current step (while the film stands at
    its beginning: of its last, or of the one before an open question). A step the film does not have raises
    IndexError, a lens ValueError.

    >>> from kafkaviz.scene.values import Caption, Film, Frame
    >>> player = Player(Film("Hello", (Caption("A dot."),), {"main": (Frame({}),)}, {}, "main"))
    >>> player
    <film: 1 step, lens main>
    >>> print(player.text())
    Hello (1 step)
    1. A dot.
    """

    film = traitlets.Instance(Film).tag(sync=True, to_json=lambda film, _: wire(film))

    def __init__(self, film: Film, *, index: int = 0, lens: str | None = None) -> None:
        if not film.captions:
            raise ValueError("A film needs at least one step; this one has none.")
        super().__init__(film=film, index=step_number(film, index), lens=film.lens if lens is None else lens)

    @property
    def films(self) -> tuple[Film, ...]:
        """The film on the screen."""
        return (self.film,)

    @traitlets.observe("film")
    def _go_on_with_another(self, change: traitlets.Bunch) -> None:
        if not isinstance(change.old, Film):
            return
        self.playing = False
        if change.new.gates != change.old.gates:
            self.answers = {}
        if self.lens not in change.new.tracks:
            self.lens = change.new.lens
        self.index = min(self.index, reach(self.films, self.answers))

    def __repr__(self) -> str:
        return f"<film: {counted(len(self.film.captions))}, lens {self.lens}>"
