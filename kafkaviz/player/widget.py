"""The player: an ipywidget that shows a film, and a picture with a story where there is no kernel to ask."""

import base64
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from kafkaviz.player.page import STATIC, page
from kafkaviz.player.text import counted, step_number, story
from kafkaviz.player.wire import wire
from kafkaviz.scene.values import Film

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0)
STORY_LINES = 40


class Player(anywidget.AnyWidget):
    """Shows a film in a notebook: play, step, scrub and change the lens, all without asking the kernel.

    The film travels to the browser once, as one trait; `index` (from 0), `lens`, `playing` and `speed` are
    kept the same on both sides. Where nothing can play, a notebook keeps the story as text and a PNG of the
    current step (the last one while the film stands at its beginning). A step the film does
    not have raises IndexError, a lens ValueError.

    >>> from kafkaviz.scene.values import Caption, Film, Frame
    >>> player = Player(Film("Hello", (Caption("A dot."),), {"main": (Frame({}),)}, {}, "main"))
    >>> player
    <film: 1 step, lens main>
    >>> print(player.text())
    Hello (1 step)
    1. A dot.
    """

    _esm = STATIC / "player.js"
    _css = STATIC / "player.css"

    film = traitlets.Instance(Film).tag(sync=True, to_json=lambda film, _: wire(film))
    index = traitlets.Int(0).tag(sync=True)
    lens = traitlets.Unicode().tag(sync=True)
    playing = traitlets.Bool(False).tag(sync=True)
    speed = traitlets.Enum(SPEEDS, 1.0).tag(sync=True)

    def __init__(self, film: Film, *, index: int = 0, lens: str | None = None) -> None:
        if not film.captions:
            raise ValueError("A film needs at least one step; this one has none.")
        super().__init__(film=film, index=step_number(film, index), lens=film.lens if lens is None else lens)

    @traitlets.validate("lens")
    def _known_lens(self, proposal: Any) -> str:
        if proposal.value not in self.film.tracks:
            raise ValueError(f"This film has no lens {proposal.value!r}; it has {', '.join(self.film.tracks)}.")
        return str(proposal.value)

    @traitlets.validate("index")
    def _step_of_the_film(self, proposal: Any) -> int:
        return step_number(self.film, proposal.value)

    @traitlets.observe("film")
    def _begin_another(self, change: Any) -> None:
        if isinstance(change.old, Film):
            self.playing, self.index, self.lens = False, 0, change.new.lens

    def text(self, step: int | None = None) -> str:
        """Give the story as lines of text: of the whole film, or of one step counted from 0."""
        return story(self.film, step)

    def png(self, step: int | None = None, *, mode: str = "light") -> bytes:
        """Give a step, counted from 0, in the current lens as the bytes of a PNG; `mode` is light or dark."""
        from kafkaviz.player.figure import png

        return png(self.film, self._telling_step() if step is None else step, lens=self.lens, mode=mode)

    def save(self, path: str | Path) -> Path:
        """Write the film with all its lenses as one HTML file that plays with no network; give its path."""
        path = Path(path)
        path.write_text(page(self.film, index=self.index, lens=self.lens), encoding="utf-8")
        return path

    def __repr__(self) -> str:
        return f"<film: {counted(len(self.film.captions))}, lens {self.lens}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = super()._repr_mimebundle_(**kwargs)
        lines = self.text().splitlines()
        if len(lines) > STORY_LINES:
            lines[STORY_LINES - 1 :] = ["… the player's text() tells the rest."]
        picture = base64.b64encode(self.png()).decode()
        return data | {"text/plain": "\n".join(lines), "image/png": picture}, metadata

    def _telling_step(self) -> int:
        return self.index or len(self.film.captions) - 1
