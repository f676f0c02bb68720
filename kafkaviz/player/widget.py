"""The player: an ipywidget that shows a film, and a picture with a story where there is no kernel to ask."""

from typing import Any

import traitlets

from kafkaviz.player.acting import Doing, Menu, Turn, Walk, tree_json
from kafkaviz.player.gates import step_number, steps_in_words
from kafkaviz.player.refusals import PlayerTypeError, PlayerValueError
from kafkaviz.player.screen import Screen
from kafkaviz.player.wire import at_once, wire
from kafkaviz.scene.values import Film, Json


class Player(Screen):
    """Shows a film in a notebook: play, step, scrub and change the lens, all without asking the kernel.

    The film travels to the browser once, as one trait (a very large one with its opening lens alone, drawn wide; the
    others, and what is drawn for narrow panes, come when they are looked at); `index` (from 0), `lens`, `playing`,
    `speed`, `by` and `answers` are kept the same on both sides; without an `index` the film opens where it says.
    Another film is shown at the same step and in the same lens, as far as it has them. Where nothing can play, a
    notebook keeps the story as text and a strip of key frames, up to the first open question. A step the film does not
    have raises IndexError, a lens ValueError.

    With `menu`, `act` and `walk` a person may click on what is drawn and choose what happens to it: `branch` is then
    the story that is shown, of those in `tree`.

    >>> from kafkaviz.scene.values import Caption, Film, Frame, Track
    >>> player = Player(Film("Hello", (Caption("A dot."),), {"main": Track((860, 420), (Frame({}),))}, {}, "main"))
    >>> player
    <film: 1 step, lens main>
    >>> print(player.text())
    Hello (1 step)
    1. A dot.
    """

    film = traitlets.Instance(Film).tag(sync=True, to_json=lambda film, player: wire(film, at_once(film, player.lens)))
    tree = traitlets.Tuple().tag(sync=True, to_json=tree_json)
    branch = traitlets.Unicode("").tag(sync=True)

    def __init__(
        self,
        film: Film,
        *,
        index: int | None = None,
        lens: str | None = None,
        menu: Menu | None = None,
        act: Doing | None = None,
        walk: Walk | None = None,
        **traits: Any,
    ) -> None:
        if not film.captions:
            raise PlayerValueError("A film needs at least one step; this one has none.")
        self._menu, self._act, self._walk = menu, act, walk
        opening = film.lens if lens is None else lens
        at = step_number(film, film.opens_at if index is None else index)
        super().__init__(film=film, index=at, lens=opening, **traits)

    @property
    def films(self) -> tuple[Film, ...]:
        """The film on the screen."""
        return (self.film,)

    def turn(self, turn: Turn) -> None:
        """Shows what came of an act or of a walk to another branch; after an act a browser plays that step.

        TypeError for what is no Turn of `kafkaviz.player.acting`.
        """
        if not isinstance(turn, Turn):
            raise PlayerTypeError(f"A player turns to a Turn of kafkaviz.player.acting, not to {turn!r:.60}.")
        with self.hold_sync():
            self.tree, self.branch = turn.tree, turn.branch
            self.film = turn.film
            self.index = turn.step

    def answer(self, asked: Json) -> Json:
        """Returns what a browser is told: a menu, a lens, or nothing, when what it asked for changes the film."""
        match asked:
            case {"ask": "menu", "step": int(step), "id": str(node)} if self._menu is not None:
                acts = [act._asdict() for act in self._menu(step, node)]
                return {"menu": acts, "step": step, "id": node}
            case {"do": int(number), "step": int(step), "id": str(node)} if self._act is not None:
                self.turn(self._act(number, step, node))
                return {}
            case {"branch": str(branch)} if self._walk is not None:
                self.turn(self._walk(branch))
                return {}
        return super().answer(asked)

    @traitlets.observe("film")
    def _go_on_with_another(self, change: traitlets.Bunch) -> None:
        if not isinstance(change.old, Film):
            return
        self.playing = False
        if change.new.gates != change.old.gates:
            self.answers = {}
        if self.lens not in change.new.tracks:
            self.lens = change.new.lens
        self.index = min(self.index, self.reach)

    def __repr__(self) -> str:
        return f"<film: {steps_in_words(len(self.film.captions))}, lens {self.lens}>"
