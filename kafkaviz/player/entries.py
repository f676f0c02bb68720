"""What stands beside the entries of a notebook: their name for those who hear them, and a sign that Python is busy."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import anywidget
import traitlets

from kafkaviz.player.assets import script
from kafkaviz.player.cells import cause_now, landing


class Entries(anywidget.AnyWidget):
    """Names the column of widgets around it, and says there that what was entered waits until Python has time.

    >>> Entries("Who leads?").label
    'Who leads?'
    """

    _esm = script("entries.js")
    # Who reads a notebook on a projector has made its words larger, and these are part of it; a chart that says it is
    # drawn on white paper is turned where the page is dark, and keeps its colours.
    _css = (
        ".kafkaviz-entries { --jp-widgets-font-size: var(--jp-content-font-size1) }"
        '[data-jp-theme-light="false"] .jp-RenderedImage > .jp-needs-light-background'
        " { filter: invert(0.93) hue-rotate(180deg) }"
    )

    label = traitlets.Unicode("").tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)
    answered = traitlets.Bool(False).tag(sync=True)
    """Whether a question was answered: what the notebook keeps folded below it opens then."""

    def __init__(self, label: str) -> None:
        super().__init__(label=label)
        self._cause = cause_now()
        self.on_msg(self._hear)

    @contextmanager
    def works(self) -> Iterator[None]:
        """Says that Python is busy, as long as it lasts."""
        self.busy = True
        try:
            yield
        finally:
            self.busy = False

    def _hear(self, _: object, asked: Any, __: object) -> None:
        """Answers; Python hears in order, so it has dealt by then with all that was entered before."""
        if isinstance(asked, dict) and asked.get("ask") == "landing":
            cause, self._cause = self._cause, None
            asked = landing(asked, cause)
        if asked:
            self.send(asked)
