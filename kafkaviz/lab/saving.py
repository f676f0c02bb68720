"""What came of a lab, as one file: a page that plays without a network, or a session that can be gone on with."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.paths import path_of
from kafkaviz.lab import Lab

if TYPE_CHECKING:
    from kafkaviz.player.screen import Screen

ENDINGS: Final = (".html", ".json")


def save(lab: Lab, film: "Callable[[], Screen]", path: object) -> Path:
    """Writes a lab's film (.html) or its session (.json) to a file and returns its path.

    Raises WrongTypeError for what is no path, InvalidArgumentError for another ending.
    """
    file = path_of(path)
    ending = file.suffix.lower()
    if ending not in ENDINGS:
        raise InvalidArgumentError(
            f"This is saved as .html or .json, by the ending of the file's name; {file.name!r} has neither."
        )
    if not file.parent.is_dir():
        raise InvalidArgumentError(f"There is no folder {str(file.parent)!r} to save {file.name!r} in; make it first.")
    if ending == ".html":
        return film().save(file)
    session = lab.to_json()
    try:
        file.write_text(session, encoding="utf-8")
    except OSError as problem:
        raise InvalidArgumentError(f"{file} cannot be written: {problem.strerror}.") from None
    return file
