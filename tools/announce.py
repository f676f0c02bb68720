"""Writes title, stars and minutes, which are said in one place only, where readers look for them.

Those of the exercises stand in their modules, what is said of a notebook in `tools/course_notebooks.py`. They go to the
top of each notebook, the path in the README and the map in the first notebook, whose rows are made of nothing else.
At the end of a notebook stands how many of its stories were played for real; `tools/counts.py` counts the README's
evidence.

An exercise is announced by the heading in its solution, too, where `## E03.4` is enough to begin with, and at the top
of the solution. `tools/release.py` calls it.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from kafkaviz.course.exercise import AnyExercise
from kafkaviz.course.exercises import every_exercise, notebook_of
from tools.counts import with_counts
from tools.course_notebooks import LESSONS, Lesson
from tools.notebook_files import NOTEBOOKS, ROOT, SOLUTIONS, read, text_of
from tools.played_line import with_played_line

README = ROOT / "README.md"


def outdated(lessons: Sequence[Lesson] = LESSONS) -> dict[Path, str]:
    """Returns each file that says something else than lessons and exercises do, with the text it should have."""
    wanted = {README: with_counts(in_path(README.read_text("utf-8"), every_exercise(), lessons))}
    wanted |= {path: _in_cells(path, in_solution) for path in sorted(SOLUTIONS.glob("*.ipynb"))}
    for lesson in lessons:
        path = NOTEBOOKS / f"{lesson.stem}.ipynb"
        wanted[path] = _in_cells(path, partial(in_notebook, minutes=lesson.minutes, lessons=lessons))
    return {path: text for path, text in wanted.items() if text != path.read_text("utf-8")}


def in_solution(text: str, exercises: Sequence[AnyExercise]) -> str:
    """Returns a solution's Markdown with the headings of its exercises and their minutes in all.

    >>> in_solution("⏱ 1 minutes.", _of("03", every_exercise())[:2])
    '⏱ 8 minutes.'
    >>> in_solution("## E03.1", _of("03", every_exercise())[:2])
    '## E03.1 Where does the message go? ★ 4 min'
    """
    for exercise in exercises:
        heading = f"## {exercise.id} {exercise.title} {'★' * exercise.stars} {exercise.minutes} min"
        text = re.sub(rf"(?m)^## {re.escape(exercise.id)}\b.*$", heading.replace("\\", r"\\"), text)
    return re.sub(r"⏱ \d+ minutes", f"⏱ {_minutes(exercises)} minutes", text)


def in_notebook(text: str, exercises: Sequence[AnyExercise], minutes: int, lessons: Sequence[Lesson] = LESSONS) -> str:
    """Returns a notebook's Markdown with its own minutes and those of its exercises, and with the map, if it is there.

    >>> in_notebook("⏱ 25 minutes, and 1 for the exercises.", _of("03", every_exercise())[:2], minutes=30)
    '⏱ 30 minutes, and 8 for the exercises.'
    """
    text = re.sub(r"⏱ \d+ minutes", f"⏱ {minutes} minutes", text, count=1)
    if exercises:
        text = re.sub(r"(⏱ \d+ minutes, and )\d+( for the exercises)", rf"\g<1>{_minutes(exercises)}\g<2>", text)
    return _with_rows(text, "| notebook | you will |", (_in_map(lesson, every_exercise()) for lesson in lessons))


def in_path(text: str, exercises: Sequence[AnyExercise], lessons: Sequence[Lesson] = LESSONS) -> str:
    """Returns a page whose table of the path has a row for each lesson."""
    return _with_rows(text, "| # | notebook |", (_on_path(lesson, exercises) for lesson in lessons))


def _on_path(lesson: Lesson, exercises: Iterable[AnyExercise]) -> str:
    mine = _of(lesson.number, exercises)
    stars = " ".join("★" * exercise.stars for exercise in mine)
    exercised = f"[{stars}, {_minutes(mine)} min](exercises/{lesson.stem}.ipynb) " if mine else ""
    said = f"[{lesson.title}](notebooks/{lesson.stem}.ipynb) | {lesson.able} | {lesson.before} | {lesson.minutes}"
    return f"| {lesson.number.upper()} | {said} | {exercised}| {'yes' if lesson.java else 'no'} |"


def _in_map(lesson: Lesson, exercises: Iterable[AnyExercise]) -> str:
    mine, number = _of(lesson.number, exercises), lesson.number
    exercised = f"[{mine[0].id} to {mine[-1].id}](../exercises/{lesson.stem}.ipynb) " if mine else ""
    # The map lies in the first notebook, which needs no link to itself.
    name = f"[{number} · {lesson.asks}]({lesson.stem}.ipynb)" if number != "00" else f"**00** · {lesson.asks}"
    return f"| {name} | {lesson.do} | {lesson.minutes} | {exercised}|"


def _with_rows(text: str, head: str, rows: Iterable[str]) -> str:
    table = rf"(?m)(^{re.escape(head)}.*\n\| ---.*\n)(?:\|.*\n)+"
    return re.sub(table, lambda found: found[1] + "".join(f"{row}\n" for row in rows), text)


def _in_cells(path: Path, rewritten: Callable[[str, Sequence[AnyExercise]], str]) -> str:
    notebook, mine = read(path), _of(path.name[:2], every_exercise())
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = with_played_line(rewritten(cell.source, mine), path.name[:2])
    return text_of(notebook)


def _of(number: str, exercises: Iterable[AnyExercise]) -> list[AnyExercise]:
    return [exercise for exercise in exercises if notebook_of(exercise.id) == number]


def _minutes(exercises: Iterable[AnyExercise]) -> int:
    return sum(exercise.minutes for exercise in exercises)
