"""Notebooks, read once for all tests of a worker that only look at them."""

from functools import cache
from pathlib import Path

from nbformat import NotebookNode

from tools.notebook_files import read


@cache
def notebook(path: Path) -> NotebookNode:
    """Returns a notebook, in which nobody may change anything."""
    return read(path)
