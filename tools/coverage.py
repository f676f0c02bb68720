"""Says which claims of the articles the course teaches, by the tags on its cells.

A cell tagged `claim:004-45` teaches that claim if it asks (a quiz, a table to fill in, or a film that stops), shows a
film, or checks an exercise; a tag on any other cell is refused, so that a mention does not count. What is found stands
in tests/course/mission_map.csv: `see` are notebooks, `do` exercises, `measure` notebooks that measure. The claims that
nothing teaches stand in tests/course/claims_missing.txt.

python tools/coverage.py           writes both, and prints how many are taught in each system
python tools/coverage.py --check   writes nothing, exits 1 where they say something else
"""

import argparse
import csv
import io
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from nbformat import NotebookNode

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tools.notebook_files import NOTEBOOKS, ROOT, SOLUTIONS, read

MAP = ROOT / "tests" / "course" / "mission_map.csv"
MISSING = ROOT / "tests" / "course" / "claims_missing.txt"
COLUMNS = ("id", "source", "system", "claim", "see", "do", "measure", "flag")
TAG = "claim:"
CHECKED = re.compile(r"(?m)^(?:verdict = )?check\([\"']([EX]\d+\.\d+)[\"']")
# A lab at the beginning of a line is shown as its film.
ASKED_OR_SHOWN = re.compile(r"(?m)\b(quiz|compare|knobs|fill_in)\(|\.film\(|^Lab\(")


class Taught(NamedTuple):
    """One claim, and what teaches it: the number of a notebook, or the id of an exercise."""

    claim: str
    by: str


def taught_in(notebook: NotebookNode, number: str) -> list[Taught]:
    """Returns what the tagged cells of a notebook teach; raises ValueError for a tag on a cell that teaches nothing."""
    found = []
    for place, cell in enumerate(notebook.cells):
        claims = [tag.removeprefix(TAG) for tag in cell.metadata.get("tags", ()) if tag.startswith(TAG)]
        checked = CHECKED.search(cell.source) if cell.cell_type == "code" else None
        if claims and not checked and not (cell.cell_type == "code" and ASKED_OR_SHOWN.search(cell.source)):
            raise ValueError(
                f"{number}, cell {place}: a tag {TAG}… stands on a cell that asks, films and checks nothing."
            )
        found += [Taught(claim, checked[1] if checked else number) for claim in claims]
    return found


def taught(paths: Iterable[Path]) -> list[Taught]:
    """Returns what these notebooks teach."""
    return [teaching for path in paths for teaching in taught_in(read(path), path.name.split("_")[0])]


def course() -> list[Path]:
    """Returns the notebooks and the solutions, which hold the exercises."""
    return sorted([*NOTEBOOKS.glob("*.ipynb"), *SOLUTIONS.glob("*.ipynb")])


def claims() -> list[dict[str, str]]:
    """Returns the rows of the map."""
    with MAP.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def as_map(rows: Iterable[Mapping[str, str]], found: Iterable[Taught]) -> str:
    """Returns the map as text; raises ValueError for a tag whose claim it does not hold."""
    rows = list(rows)
    by: dict[str, set[str]] = {row["id"]: set() for row in rows}
    for teaching in found:
        if teaching.claim not in by:
            raise ValueError(f"{teaching.by} is tagged {TAG}{teaching.claim}, and no article claims that.")
        by[teaching.claim].add(teaching.by)
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, COLUMNS, lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    for row in rows:
        kinds = {"E": "do", "X": "do", "m": "measure"}
        told = {kind: [n for n in sorted(by[row["id"]]) if kinds.get(n[0], "see") == kind] for kind in COLUMNS[4:7]}
        writer.writerow({**row, **{kind: ", ".join(numbers) for kind, numbers in told.items()}})
    return file.getvalue()


def as_missing(rows: Iterable[Mapping[str, str]], found: Iterable[Taught]) -> str:
    """Returns the claims that nothing teaches, a line for each."""
    there = {teaching.claim for teaching in found}
    return "".join(f"{row['id']}  {row['claim']}\n" for row in rows if row["id"] not in there)


def main(arguments: list[str] | None = None) -> int:
    """Writes the map and the list of what is missing, or with --check only says whether they are stale."""
    parser = argparse.ArgumentParser(description="Say which claims of the articles the course teaches.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where a file says something else")
    check = parser.parse_args(arguments).check
    rows, found = claims(), taught(course())
    wanted = {MAP: as_map(rows, found), MISSING: as_missing(rows, found)}
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text("utf-8") != text]
    for path in stale:
        print(f"{path.relative_to(ROOT)}: {'stale' if check else 'written'}")
        if not check:
            path.write_text(wanted[path], "utf-8")
    there = {teaching.claim for teaching in found}
    for system in dict.fromkeys(row["system"] for row in rows):
        ids = [row["id"] for row in rows if row["system"] == system]
        print(f"{sum(id in there for id in ids):3} of {len(ids):3}  {system}")
    print(f"{sum(row['id'] in there for row in rows):3} of {len(rows):3}  taught")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
