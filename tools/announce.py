"""Writes title, stars and minutes, which are said in one place only, where readers look for them.

Those of the exercises stand in their modules; the minutes of a notebook without its exercises stand here. Both go to
the top of each notebook, the path in the README and the map in the first notebook.

An exercise is announced by the heading in its solution, too, where `## E03.4` is enough to begin with, and at the top
of the solution. `tools/release.py` calls it.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from kafkaviz.course.exercise import AnyExercise
from kafkaviz.course.exercises import every_exercise, notebook_of
from tools.notebook_files import NOTEBOOKS, ROOT, SOLUTIONS, read, text_of

README = ROOT / "README.md"
# As long as a newcomer took who answered every question and read every answer, to the next five minutes.
# Those of 08, 10 and 11 are counted: 200 words a minute, 4 s for a film's step, 30 s for a question, 20 s for another
# output, two and a half minutes for an incident.
READING_MINUTES = {
    "00": 30,
    "01": 25,
    "02": 25,
    "03": 30,
    "04": 30,
    "05": 35,
    "06": 25,
    "07": 30,
    "08": 25,
    "09": 30,
    "10": 25,
    "11": 25,
    "12": 30,
    "m1": 35,
    "m2": 25,
    "m3": 25,
    "m4": 25,
}


def outdated() -> dict[Path, str]:
    """Returns each file that says something else than the exercises do, with the text it should have."""
    wanted = {README: in_rows(in_links(README.read_text("utf-8"), every_exercise()))}
    wanted |= {path: _in_cells(path, in_solution) for path in sorted(SOLUTIONS.glob("*.ipynb"))}
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        wanted[path] = _in_cells(path, partial(in_notebook, minutes=READING_MINUTES.get(path.name[:2])))
    return {path: text for path, text in wanted.items() if text != path.read_text("utf-8")}


def in_solution(text: str, exercises: Sequence[AnyExercise]) -> str:
    """Returns a solution's Markdown with the headings of its exercises and their minutes in all.

    >>> in_solution("⏱ 1 minutes.", _of("03", every_exercise())[:2])
    '⏱ 8 minutes.'
    >>> in_solution("## E03.1", _of("03", every_exercise())[:2])
    '## E03.1 Where does the message go? ★ 4 min'
    """
    for one in exercises:
        heading = f"## {one.id} {one.title} {'★' * one.stars} {one.minutes} min"
        text = re.sub(rf"(?m)^## {re.escape(one.id)}\b.*$", heading.replace("\\", r"\\"), text)
    return re.sub(r"⏱ \d+ minutes", f"⏱ {_minutes(exercises)} minutes", text)


def in_notebook(text: str, exercises: Sequence[AnyExercise], minutes: int | None = None) -> str:
    """Returns a notebook's Markdown with its own minutes, if they are known, and those of its exercises.

    >>> in_notebook("⏱ 25 minutes, and 1 for the exercises.", _of("03", every_exercise())[:2], minutes=30)
    '⏱ 30 minutes, and 8 for the exercises.'
    """
    if minutes is not None:
        text = re.sub(r"⏱ \d+ minutes", f"⏱ {minutes} minutes", text, count=1)
    if not exercises:
        return text
    return re.sub(r"(⏱ \d+ minutes, and )\d+( for the exercises)", rf"\g<1>{_minutes(exercises)}\g<2>", text)


def in_rows(text: str) -> str:
    """Returns a page in whose tables the last bare number of a row that links to a notebook is the notebook's minutes.

    >>> in_rows("| 03 | [Find out](notebooks/03_who_answers.ipynb) | 00 | 1 | no |")
    '| 03 | [Find out](notebooks/03_who_answers.ipynb) | 00 | 30 | no |'
    """

    def timed(row: re.Match[str]) -> str:
        minutes = READING_MINUTES.get(row[2])
        return row[0] if minutes is None else f"{row[1]}{minutes}{row[4]}"

    return re.sub(r"(?m)^(\| .*\]\((?:notebooks/)?(\w\d)_\w+\.ipynb\).*\| )(\d+)( \|(?!.*\| \d+ \|).*)$", timed, text)


def in_links(text: str, exercises: Sequence[AnyExercise]) -> str:
    """Returns a page whose links to notebooks of exercises name their stars and minutes, or the first and the last.

    >>> in_links("[★, 1 min](exercises/03_who_answers.ipynb)", _of("03", every_exercise())[:2])
    '[★ ★, 8 min](exercises/03_who_answers.ipynb)'
    >>> in_links("[E03.1 to E03.1](../exercises/03_who_answers.ipynb)", _of("03", every_exercise())[:2])
    '[E03.1 to E03.2](../exercises/03_who_answers.ipynb)'
    """

    def weighed(found: re.Match[str]) -> str:
        mine = _of(found[2], exercises)
        return f"[{' '.join('★' * one.stars for one in mine)}, {_minutes(mine)} min]{found[1]}"

    def counted(found: re.Match[str]) -> str:
        mine = _of(found[2], exercises)
        return f"[{mine[0].id} to {mine[-1].id}]{found[1]}"

    target = r"(\((?:\.\./)?exercises/(\d\d|m\d)_)"
    return re.sub(
        rf"\[[EX][\d.]+ to [EX][\d.]+\]{target}", counted, re.sub(rf"\[[★ ]+, \d+ min\]{target}", weighed, text)
    )


def _in_cells(path: Path, rewritten: Callable[[str, Sequence[AnyExercise]], str]) -> str:
    notebook, mine = read(path), _of(path.name[:2], every_exercise())
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = in_rows(in_links(rewritten(cell.source, mine), every_exercise()))
    return text_of(notebook)


def _of(number: str, exercises: Iterable[AnyExercise]) -> list[AnyExercise]:
    return [one for one in exercises if notebook_of(one.id) == number]


def _minutes(exercises: Iterable[AnyExercise]) -> int:
    return sum(one.minutes for one in exercises)
