"""Counts how long a notebook takes somebody who reads it all, answers every question and watches every film.

python tools/minutes.py    a table: what each notebook says, what is counted, and what its optional parts take besides

Exercises have minutes of their own, and so they are not counted. What is optional folds: it stands below a heading that
says so, up to the next heading.
"""

import re
import sys
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from nbformat import NotebookNode

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from kafkaviz import then_and_now
from tools.course_notebooks import LESSONS
from tools.lessons import ANNOUNCED
from tools.notebook_files import CHECK_MIME, NOTEBOOKS, OPTIONAL, read
from tools.release import STUB

WORDS_A_MINUTE: Final = 200
STEP_S: Final = 4
QUESTION_S: Final = 20
CHART_S: Final = 60
SPARK_S: Final = 30
KNOBS_S: Final = 60
INCIDENT_S: Final = 180
CHALLENGE_S: Final = 180
SEARCH_S: Final = 20
STEPS: Final = re.compile(r"\((\d+) steps?\)")
ASKED: Final = re.compile(r"(?m)^   \? .*$")
BOX: Final = re.compile(r'then_and_now\("(F\d\d)"\)')
SEARCHED: Final = re.compile(r"\b(explore|break_it)\(")
INCIDENT: Final = re.compile(r"(?m)^METRIC\b")
OPTION: Final = re.compile(r"(?m)^  (\( \)|____) ")


class Minutes(NamedTuple):
    """What a notebook takes, and what its optional parts take besides."""

    needed: float
    optional: float


def minutes_of(notebook: NotebookNode, spark: bool = False) -> Minutes:
    """Returns how long a notebook takes, by what it says and by the outputs that it stores.

    A cell of Spark, which computes, takes half a minute besides, and one that searches takes 20 s.

    >>> from nbformat.v4 import new_markdown_cell, new_notebook
    >>> minutes_of(new_notebook(cells=[new_markdown_cell("## Why\\n\\n" + "word " * 199)]))
    Minutes(needed=1.0, optional=0.0)
    """
    seconds = {False: 0.0, True: 0.0}
    optional = False
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            if cell.source.startswith(("## ", "### ", "---")):
                optional = cell.source.startswith(OPTIONAL)
            seconds[optional] += 0 if ANNOUNCED.match(cell.source) else reading(cell.source)
        elif STUB[0] not in cell.source:
            seconds[optional] += reading(cell.source) + SPARK_S * (spark and "quiz(" not in cell.source)
            seconds[optional] += SEARCH_S * bool(SEARCHED.search(cell.source))
            seconds[optional] += sum(_seconds(cell.source, output) for output in cell.outputs)
            seconds[optional] += sum(STEP_S * box_steps(box) for box in BOX.findall(cell.source))
    return Minutes(seconds[False] / 60, seconds[True] / 60)


def reading(text: str) -> float:
    """Returns the seconds that a text takes: a word is what has a letter or a digit."""
    text = re.sub(r"<[^>]+>|\]\([^)]*\)", " ", text)
    return 60 * sum(any(sign.isalnum() for sign in word) for word in text.split()) / WORDS_A_MINUTE


def _seconds(source: str, output: NotebookNode) -> float:
    """Returns what one output takes; what it says is read, and what it shows is looked at."""
    data = output.get("data", {})
    words = data.get("text/plain", output.get("text", ""))
    if CHECK_MIME in data:
        return 0
    if INCIDENT.search(words):
        return INCIDENT_S
    if "image/png" not in data:
        return reading(words) + QUESTION_S * bool(OPTION.search(words))
    if not (steps := STEPS.search(words)):
        return CHART_S
    asked = ASKED.findall(words)
    played = CHALLENGE_S * (".play()" in source) + KNOBS_S * ("knobs(" in source)
    return STEP_S * int(steps[1]) + sum(QUESTION_S + reading(question) for question in asked) + played


@cache
def box_steps(id: str) -> int:
    """Returns how many steps the film of a then-and-now box has, or the longer of two; a box of words has none."""
    return max((len(player.film.captions) for player in then_and_now(id).films()), default=0)


if __name__ == "__main__":
    for lesson in LESSONS:
        needed, optional = minutes_of(read(NOTEBOOKS / f"{lesson.stem}.ipynb"), lesson.java)
        print(
            f"{lesson.stem:30} says {lesson.minutes:3}, takes {needed:5.1f}, and {optional:4.1f} for what is optional"
        )
