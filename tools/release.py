"""Makes the exercises from the solutions, which are the only copy written by hand.

Between ### BEGIN SOLUTION and ### END SOLUTION the learner finds a place to write in; cells tagged `solution`
go, hints stay asleep in a comment, outputs are cleared. Before that, titles, stars and minutes are written from the
exercises' modules into solutions, notebooks and README. An exercise that stands in a lesson as well gets its text and
its stub from the solution, too: `tools/lessons.py`.

python tools/release.py           writes exercises/, and what `tools/announce.py` and `tools/lessons.py` say elsewhere
python tools/release.py --check   writes nothing, names what is stale
"""

import argparse
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from nbformat import NotebookNode

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tools.announce import outdated
from tools.lessons import Exercise, exercises_in, with_exercises
from tools.notebook_files import EXERCISES, NOTEBOOKS, SOLUTIONS, read, text_of, tidy

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
STUB = ("# YOUR CODE HERE", "raise NotImplementedError")
SPOILER = re.compile(r"(?m)^(?=hint\()")


def without_solution(source: str, where: str) -> str:
    """Puts the stub where a solution stood; raises ValueError when the markers do not pair up.

    >>> source = "def f():\\n    ### BEGIN SOLUTION\\n    return 1\\n    ### END SOLUTION"
    >>> print(without_solution(source, "cell 0"))
    def f():
        # YOUR CODE HERE
        raise NotImplementedError
    """
    kept: list[str] = []
    inside = False
    for line in source.splitlines():
        indent = line[: len(line) - len(line.lstrip())]
        marker = line.strip()
        if marker == BEGIN:
            if inside:
                raise ValueError(f"{where}: {BEGIN} twice without {END} between: close the first one.")
            if not indent:
                raise ValueError(f"{where}: a solution outside a function would stop Run All: put it in one.")
            kept += [indent + stub for stub in STUB]
            inside = True
        elif marker == END:
            if not inside:
                raise ValueError(f"{where}: {END} without {BEGIN}: open it first.")
            inside = False
        elif not inside:
            kept.append(line)
    if inside:
        raise ValueError(f"{where}: {BEGIN} is never closed: add {END}.")
    return "\n".join(kept)


def release(notebook: NotebookNode, stem: str) -> NotebookNode:
    """Turns a solution into its exercise; raises ValueError when there is nothing to solve in it."""
    notebook.cells = [cell for cell in notebook.cells if "solution" not in cell.metadata.get("tags", ())]
    stubs = 0
    for place, cell in enumerate(notebook.cells):
        if cell.cell_type == "code":
            cell.source = SPOILER.sub("# ", without_solution(cell.source, f"{stem} cell {place}"))
            cell.outputs, cell.execution_count = [], None
            stubs += STUB[0] in cell.source
    if not stubs:
        raise ValueError(f"{stem}: nothing to solve: mark a solution with {BEGIN} and {END}.")
    return tidy(notebook, stem)


def lessons(solutions: Path = SOLUTIONS, notebooks: Path = NOTEBOOKS) -> dict[Path, str]:
    """Returns the lessons whose exercises are not those of the solutions, with the text each should have."""
    found: dict[str, Exercise] = {}
    for path in sorted(solutions.glob("*.ipynb")):
        found |= exercises_in(release(read(path), path.stem))
    wanted = {path: text_of(with_exercises(read(path), found, path.stem)) for path in sorted(notebooks.glob("*.ipynb"))}
    return {path: text for path, text in wanted.items() if text != path.read_text("utf-8")}


def stale(solutions: Path = SOLUTIONS, exercises: Path = EXERCISES) -> dict[Path, str | None]:
    """Returns what must change among the exercises: a path with its text, or with None where it must go."""
    wanted = {
        exercises / path.name: text_of(release(read(path), path.stem)) for path in sorted(solutions.glob("*.ipynb"))
    }
    there = {path: path.read_text("utf-8") for path in sorted(exercises.glob("*.ipynb"))}
    return {path: wanted.get(path) for path in [*wanted, *there] if wanted.get(path) != there.get(path)}


def write(changes: Mapping[Path, str | None]) -> None:
    """Writes each path's text, and removes a path without one."""
    for path, text in changes.items():
        if text is None:
            path.unlink()
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Writes the exercises, or with --check only says which are stale."""
    parser = argparse.ArgumentParser(description="Make the exercises from the solutions.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when one is stale")
    check = parser.parse_args(arguments).check
    changes: dict[Path, str | None] = {}
    try:
        # What the exercises say of themselves comes first: the exercises are made from it.
        for found in (outdated, lessons, stale):
            changes |= (now := found())
            if not check:
                write(now)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    for path, text in changes.items():
        print(f"{path.parent.name}/{path.name}: {'gone' if text is None else 'stale' if check else 'written'}")
    if check and changes:
        print("Run `python tools/release.py` and commit what it wrote.", file=sys.stderr)
    return int(check and bool(changes))


if __name__ == "__main__":
    sys.exit(main())
