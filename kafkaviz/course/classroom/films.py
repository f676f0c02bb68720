"""The film to open after a question: the one it was asked in, or else the next one of its section."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from kafkaviz import records
from kafkaviz.scenarios import questions
from kafkaviz.scene.questions import Estimate, Question

FILM: Final = re.compile(r"\.film\(|\b(?:compare|knobs|\w+_chart)\(")
LONGEST_LINE: Final = 120


class Showing(NamedTuple):
    """Where a film is: its notebook, the heading of its section, and the line that shows it."""

    notebook: str
    section: str
    line: str

    def __str__(self) -> str:
        return ", ".join(filter(None, (f"notebook {self.notebook}", self.section, self.line)))


class _Cell(NamedTuple):
    source: str
    section: str
    is_code: bool


@cache
def film_after(id: str) -> Showing:
    """Returns the film to open after a question of the course; without the notebooks it names only the number.

    >>> film_after("Q05.1").notebook
    '05'
    """
    number, name = _names()[id]
    file = next(iter(sorted(_folder().glob(f"{number}_*.ipynb"))), None)
    cells = _cells(file) if file is not None else ()
    asked = re.compile(rf"\b\w+\.{name}\b")
    at = next((n for n, cell in enumerate(cells) if cell.is_code and asked.search(cell.source)), None)
    if at is None:
        return Showing(number, "", "")
    films = [n for n, cell in enumerate(cells) if cell.is_code and FILM.search(cell.source)]
    # The nearest behind it comes first, and a section before what is outside of it.
    near = min(films, key=lambda n: (cells[n].section != cells[at].section, n < at, abs(n - at)), default=None)
    if near is None:
        return Showing(number, cells[at].section, "")
    return Showing(number, cells[near].section, _line(cells[near].source))


@cache
def _names() -> dict[str, tuple[str, str]]:
    """Returns the notebook and the Python name of each question, by its id."""
    found = {}
    for notebook in questions.NOTEBOOKS:
        module = import_module(f"{questions.__name__}.{notebook}")
        for name, value in vars(module).items():
            if isinstance(value, Question | Estimate):
                found[value.id] = (notebook.removeprefix("nb"), name)
    return found


def _folder() -> Path:
    """Returns the folder of the notebooks: of the course that one is in, or of the one that is installed."""
    here = records.course_folder() / "notebooks"
    return here if here.is_dir() else Path(__file__).parents[3] / "notebooks"


@cache
def _cells(file: Path) -> tuple[_Cell, ...]:
    try:
        found = json.loads(file.read_text("utf-8"))["cells"]
        return tuple(_read_cells(found))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ()


def _read_cells(cells: list[dict[str, Any]]) -> Iterator[_Cell]:
    section = ""
    for cell in cells:
        source, is_code = "".join(cell["source"]), cell["cell_type"] == "code"
        if not is_code:
            section = next((line[3:].strip() for line in source.splitlines() if line.startswith("## ")), section)
        yield _Cell(source, section, is_code)


def _line(source: str) -> str:
    """Returns the statement of a cell that shows a film, on one line and without its question."""
    try:
        shown = [node for node in ast.parse(source).body if FILM.search(ast.get_source_segment(source, node) or "")]
    except SyntaxError:
        return ""
    line = ast.unparse(_Unasked().visit(shown[-1])) if shown else ""
    return line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE - 1]}…"


class _Unasked(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.AST:
        node.keywords = [each for each in node.keywords if each.arg != "ask"]
        return self.generic_visit(node)
