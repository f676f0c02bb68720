"""A cluster that is watched, in a notebook: its film grows while somebody looks, and a button ends it."""

import asyncio
from collections.abc import Sequence
from typing import Final, Protocol

from ipywidgets import HTML, Button, Widget

from kafkaviz.lab.widgets import Worded, button, status
from kafkaviz.lab.words import Story
from kafkaviz.player.widget import Player
from kafkaviz.rehearsal.watching.look import Look

SECONDS: Final = 0.5
STORED: Final = "A running cluster is filmed here while the notebook runs."


class Growing(Protocol):
    """What is watched: a film that grows until somebody stops it."""

    @property
    def state(self) -> str:
        """How the looking goes."""

    @property
    def looks(self) -> Sequence[Look]:
        """The looks that found something new."""

    @property
    def is_stopped(self) -> bool:
        """Whether nobody looks any more."""

    def film(self, *, lens: str = "cluster") -> Player:
        """Returns a player with the film so far."""

    def story(self) -> Story:
        """Tells what was seen so far."""

    def stop(self) -> None:
        """Ends the looking."""


def live(watching: Growing) -> Worded:
    """Returns a widget with the film so far, which goes on where somebody is at its last frame, and with a button."""
    said, player = HTML(), watching.film()
    player.index = len(player.film.captions) - 1
    end = button("Stop watching", watching.stop, tooltip="End the looking; the film stays")
    _refresh(watching, said, player, 0)
    # A film as high as a window has its buttons in sight only where nothing stands above it.
    parts: list[Widget] = [player, said]
    if not watching.is_stopped and (loop := _loop()) is not None:
        parts.append(end)
        task = loop.create_task(_follow(watching, said, player, end))
        _following[id(player)] = task
        task.add_done_callback(lambda _: _following.pop(id(player), None))
    return Worded(parts, f"{watching!r}\n{watching.story()}", STORED)


def _loop() -> asyncio.AbstractEventLoop | None:
    """Returns the loop of a notebook; in a terminal there is none."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


# A loop knows its tasks by weak references only.
_following: Final = dict[int, asyncio.Task[None]]()


async def _follow(watching: Growing, said: HTML, player: Player, end: Button) -> None:
    shown = len(watching.looks)
    while not watching.is_stopped:
        await asyncio.sleep(SECONDS)
        shown = _refresh(watching, said, player, shown)
    _refresh(watching, said, player, shown)
    end.layout.display = "none"


def _refresh(watching: Growing, said: HTML, player: Player, shown: int) -> int:
    """Shows what is new, and returns how many looks are shown; who went back in the film is left where they are."""
    said.value = status(watching.state)
    found = len(watching.looks)
    if shown and found > shown:
        film = watching.film(lens=player.lens).film
        was_at_the_end = player.index >= len(player.film.captions) - 1
        with player.hold_sync():
            player.film = film
            if was_at_the_end:
                player.index = len(film.captions) - 1
    return found
