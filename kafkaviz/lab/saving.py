"""What came of a lab, as one file: a page that plays without a network, or a session that can be gone on with."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.wording import short
from kafkaviz.lab import Lab

if TYPE_CHECKING:
    from kafkaviz.player.screen import Screen

ENDINGS: Final = (".html", ".json")


def save(lab: Lab, film: "Callable[[], Screen]", path: object) -> Path:
    """Writes a lab's film (.html) or its session (.json) to a file and returns its path.

    Raises WrongTypeError for what is no path, InvalidArgumentError for another ending.
    """
    if not isinstance(path, str | Path):
        raise WrongTypeError(f"A file is named by a text such as 'solved.html', not by {short(path)}.")
    path = Path(path)
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise InvalidArgumentError(
            f"This is saved as .html or .json, by the ending of the file's name; {path.name!r} has neither."
        )
    if not path.parent.is_dir():
        raise InvalidArgumentError(f"There is no folder {str(path.parent)!r} to save {path.name!r} in; make it first.")
    if ending == ".html":
        return film().save(path)
    path.write_text(lab.to_json(), encoding="utf-8")
    return path
