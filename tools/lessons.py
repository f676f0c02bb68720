"""Puts exercises into lessons: where a section needs one, its text and its stub are those of the solution.

A Markdown cell that begins with `### E03.2` gets the title, the stars, the minutes and the text of E03.2; the cell that
defines the function of `check("E03.2", my_function)` gets its stub. `tools/release.py` calls it.
"""

import ast
import re
from collections.abc import Mapping
from typing import NamedTuple

from nbformat import NotebookNode

STATEMENT = re.compile(r"(?ms)^## (E\d\d\.\d+)\b.*?(?=^## |\Z)")
ANNOUNCED = re.compile(r"(?m)^### (E\d\d\.\d+)\b")


class Exercise(NamedTuple):
    """What a learner reads of one exercise, and the cell to write in."""

    text: str
    stub: str


def exercises_in(released: NotebookNode) -> dict[str, Exercise]:
    """Returns the exercises of a released notebook by id; raises ValueError where one has no text, or no stub."""
    texts = {
        found[1]: found[0].strip()
        for cell in released.cells
        if cell.cell_type == "markdown"
        for found in STATEMENT.finditer(cell.source)
    }
    stubs = _functions(released)
    exercises = {}
    for id, function in _checks(released).items():
        if id not in texts or function not in stubs:
            raise ValueError(f"{id}: a solution has a heading `## {id}` and a cell that defines {function}.")
        exercises[id] = Exercise(texts[id], stubs[function])
    return exercises


def with_exercises(lesson: NotebookNode, exercises: Mapping[str, Exercise], stem: str) -> NotebookNode:
    """Returns the lesson with the text and the stub of each exercise it holds; raises ValueError for an unknown one."""
    checks = _checks(lesson)
    for cell in lesson.cells:
        announced = ANNOUNCED.search(cell.source) if cell.cell_type == "markdown" else None
        if announced:
            if announced.start():
                raise ValueError(f"{stem}: {announced[1]} is announced at the beginning of a cell, not inside one.")
            if announced[1] not in checks:
                raise ValueError(f"{stem}: {announced[1]} is announced, and no cell checks it.")
            cell.source = "#" + exercises[announced[1]].text
    for id, function in checks.items():
        if id not in exercises:
            raise ValueError(f"{stem}: no solution holds {id}.")
        cells = [cell for cell in lesson.cells if function in _defined(cell)]
        if not cells:
            raise ValueError(f"{stem}: {id} checks {function}, and no cell defines it.")
        cells[0].source = exercises[id].stub
    return lesson


def _checks(notebook: NotebookNode) -> dict[str, str]:
    """Returns the function that each exercise is checked with, by id: those of `check("E03.2", my_function)`."""
    calls = [
        node.value
        for cell in notebook.cells
        if cell.cell_type == "code"
        for node in ast.parse(cell.source).body
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ]
    return {
        call.args[0].value: call.args[1].id
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "check" and len(call.args) == 2
        if isinstance(call.args[0], ast.Constant) and isinstance(call.args[1], ast.Name)
    }


def _functions(notebook: NotebookNode) -> dict[str, str]:
    """Returns the cell that defines each function."""
    return {name: cell.source for cell in notebook.cells for name in _defined(cell)}


def _defined(cell: NotebookNode) -> list[str]:
    if cell.cell_type != "code":
        return []
    return [node.name for node in ast.parse(cell.source).body if isinstance(node, ast.FunctionDef)]
