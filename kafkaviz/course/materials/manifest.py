"""What was brought into a folder: a mark of each file, by which one that a person has changed is known later."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Final

from kafkaviz.course.materials.refusal import CourseFolderError
from kafkaviz.records.shared_file import replace

NAME: Final = ".kafkaviz-course.json"
VERSION: Final = 1


def mark(content: bytes) -> str:
    """Returns what tells the content of a file from any other."""
    return sha256(content).hexdigest()


def read(folder: Path) -> dict[str, str] | None:
    """Returns the mark of each file as it was brought, or None where no course was; raises CourseFolderError."""
    file = folder / NAME
    try:
        marks = json.loads(file.read_bytes())["files"]
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError, RecursionError):
        marks = None
    if not isinstance(marks, dict) or not all(isinstance(value, str) for value in marks.values()):
        raise CourseFolderError(
            f"{file} cannot be understood: remove it and give `kafkaviz course {folder}`, which keeps what you changed."
        )
    return marks


def write(folder: Path, marks: dict[str, str]) -> None:
    """Writes the marks down, unless they stand there already."""
    if read(folder) != marks:
        text = json.dumps({"version": VERSION, "files": marks}, indent=1, sort_keys=True)
        replace(folder / NAME, f"{text}\n")
