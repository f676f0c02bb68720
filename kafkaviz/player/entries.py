"""What stands beside the entries of a notebook: their name for those who hear them, and a sign that Python is busy."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import anywidget
import traitlets

from kafkaviz.player.assets import script


class Entries(anywidget.AnyWidget):
    """Names the column of widgets around it, and says there that what was entered waits until Python has time.

    >>> Entries("Who leads?").label
    'Who leads?'
    """

    _esm = script("entries.js")

    label = traitlets.Unicode("").tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)
    answered = traitlets.Bool(False).tag(sync=True)
    """Whether a question was answered: what the notebook keeps folded below it opens then."""

    def __init__(self, label: str) -> None:
        super().__init__(label=label)
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
        self.send(asked)
