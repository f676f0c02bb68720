"""A room while its session runs: what changed in the folder is read again, and shown."""

import asyncio
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NoReturn

from ipywidgets import HTML

from kafkaviz.course.classroom import pages
from kafkaviz.course.classroom.folder import Folder
from kafkaviz.course.classroom.room import room_of
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.lab.widgets import Worded, status

SECONDS: Final = 2.0
CLEAR: Final = "\x1b[2J\x1b[H"


_watching: dict[Path, asyncio.Task[None]] = {}


def room_widget(folder: Folder) -> Worded:
    """Returns a widget that shows a room, and shows it anew when something in its folder has changed.

    Raises InvalidArgumentError where no notebook runs.
    """
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        raise InvalidArgumentError(
            f"A notebook watches a room; in a terminal python -m kafkaviz room {folder.path} --watch does."
        ) from None
    shown = HTML(value="")
    _show(folder, shown)
    if (before := _watching.get(folder.path)) is not None:
        # The cell was run again, and its former output is gone.
        before.cancel()
    _watching[folder.path] = loop.create_task(_look(folder, shown))
    return Worded([shown], "What the room answers is shown here while the notebook runs.")


async def _look(folder: Folder, shown: HTML) -> None:
    while True:
        await asyncio.sleep(SECONDS)
        _show(folder, shown)


def _show(folder: Folder, shown: HTML) -> None:
    if not folder.reread() and shown.value:
        return
    try:
        shown.value = room_of(folder)._repr_html_()
    except InvalidArgumentError as nothing:
        shown.value = status(f"{nothing} Whatever comes is shown here.")


def watch(folder: Folder, output: str | Path | None, say: Callable[[str], object] = print) -> NoReturn:
    """Prints a room, or writes it to a file, whenever something in its folder has changed, until somebody ends it."""
    begun = False
    while True:
        if folder.reread() or not begun:
            begun = True
            say(_said(folder, output))
        time.sleep(SECONDS)


def _said(folder: Folder, output: str | Path | None) -> str:
    clear = CLEAR if sys.stdout.isatty() else ""
    try:
        found = room_of(folder)
    except InvalidArgumentError as nothing:
        return f"{clear}{nothing} Whatever comes is shown here; Ctrl + C ends it."
    if output is None:
        return f"{clear}{found}"
    written = pages.write(found, output, reload=True)
    return f"{written} holds the answers of {len(found.people)} in all; Ctrl + C ends it."
