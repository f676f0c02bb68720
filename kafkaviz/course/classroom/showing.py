"""room: what a whole room answered, from the files that people handed in."""

from pathlib import Path

from ipywidgets import Widget

from kafkaviz.course.classroom.folder import Folder
from kafkaviz.course.classroom.room import Room, room_of


def room(folder: str | Path, *, watch: bool = False) -> Room | Widget:
    """Returns what all hand-ins in a folder say, and in the folders within it.

    A file that is no hand-in is told in one sentence and left out. Files with one name that agree count together; where
    they contradict each other all count, and the name is told. With `watch` a notebook shows it anew whenever a file
    comes or changes, as long as its kernel runs.

    Raises InvalidArgumentError where there is no such folder, or not one hand-in in it.

    >>> room("no such folder")
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidArgumentError: There is no folder 'no such folder'.
    """
    found = Folder(folder)
    if watch:
        # Whoever looks once waits for nothing.
        from kafkaviz.course.classroom.watching import room_widget

        return room_widget(found)
    found.reread()
    return room_of(found)
