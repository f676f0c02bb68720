"""Which files are the course, and where they lie: beside the package in a checkout, inside it in a wheel.

The build of the wheel runs this file by itself, so it uses the standard library only.
"""

from pathlib import Path
from typing import Final

PATTERNS: Final = (
    "notebooks/*.ipynb",
    "exercises/*.ipynb",
    "solutions/*.ipynb",
    "docs/*.md",
    "CHEATSHEET.md",
    "INSTRUCTOR.md",
    "README.md",
)
IN_THE_WHEEL: Final = "kafkaviz/course/materials/files"


def carried_files() -> dict[str, Path]:
    """Returns the files of the course by their names in a learner's folder; none where nothing was packed."""
    return files(root())


def root() -> Path:
    """Returns the folder that the course lies in."""
    packed = Path(__file__).with_name("files")
    return packed if packed.is_dir() else Path(__file__).parents[3]


def files(folder: Path) -> dict[str, Path]:
    """Returns the files of a course that lies in a folder, by their names, with a slash on every system."""
    found = (file for pattern in PATTERNS for file in sorted(folder.glob(pattern)) if file.name[0] != ".")
    return {file.relative_to(folder).as_posix(): file for file in found}
