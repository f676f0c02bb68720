"""What a notebook keeps of its outputs answers no question before somebody has answered it."""

import ast
import json
import re
from pathlib import Path
from typing import Any

from kafkaviz.scenarios.questions import every_question
from kafkaviz.scene.questions import Estimate, Question
from tests.sampling import together

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
KINDS = ("text/html", "image/svg+xml", "application/pdf", "text/markdown", "text/plain")
"""Of an output that is folded JupyterLab says the first line, of the first of these that it has."""
LONGEST = 120
OPTIONS = re.compile(r"^ +(?:\( \)|\?) .*$", re.MULTILINE)
"""The lines that offer the right answer among others: of a quiz, and of a film."""
FEWEST_WORDS = 3
"""A shorter answer, as `broker 2`, stands in a picture or a list for another reason."""


def stored(output: dict[str, Any]) -> dict[str, str]:
    """Returns what an output keeps as text, by kind."""
    kept = output.get("data") or {"text/plain": output.get("text", "")}
    return {kind: "".join(text) for kind, text in kept.items() if kind in KINDS}


def placeholder(outputs: list[dict[str, Any]]) -> str:
    """Returns what JupyterLab shows in place of outputs that are folded."""
    kept = stored(outputs[0])
    shown = next(kept[kind] for kind in KINDS if kind in kept)
    return next(line for line in shown.split("\n") if line)


def code_of(notebook: Path) -> list[dict[str, Any]]:
    return [cell for cell in json.loads(notebook.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]


def names_in(cell: dict[str, Any]) -> set[str]:
    """Returns the last names of all that a cell mentions, as OWN_LINE of `questions.OWN_LINE`."""
    return {node.attr for node in ast.walk(ast.parse("".join(cell["source"]))) if isinstance(node, ast.Attribute)}


def held_back(question: Question | Estimate) -> list[str]:
    """Returns what only somebody who has answered shall read."""
    if isinstance(question, Estimate):
        return [question.because]
    right = question.options[question.right].text
    return [*(one.because for one in question.options), *([right] if len(right.split()) >= FEWEST_WORDS else [])]


def questions_by_name(notebook: Path) -> dict[str, Question | Estimate]:
    """Returns the questions that a notebook may ask, by the names they have in its module."""
    from importlib import import_module

    prefix = notebook.stem.split("_")[0]
    name = f"nb{prefix}" if prefix.isdigit() else prefix
    module = import_module(f"kafkaviz.scenarios.questions.{name}")
    return {key: value for key, value in vars(module).items() if value in every_question()}


@together(NOTEBOOKS, lambda path: path.stem[:2])
def test_a_folded_output_says_a_short_sentence_and_no_data(notebook: Path) -> None:
    folded = [cell for cell in code_of(notebook) if cell["metadata"].get("jupyter", {}).get("outputs_hidden")]
    said = {placeholder(cell["outputs"]) for cell in folded if cell["outputs"]}
    # What looks like markup, a literal of Python, or a row of numbers.
    odd = [line for line in said if len(line) > LONGEST or re.search(r"[<>{}\[\]|]|\d+, \d+\)|: \d", line)]
    assert odd == []


@together(NOTEBOOKS, lambda path: path.stem[:2])
def test_a_stored_output_does_not_answer_the_question_that_its_cell_or_a_later_one_asks(notebook: Path) -> None:
    cells = code_of(notebook)
    texts = [" ".join(text for output in cell["outputs"] for text in stored(output).values()) for cell in cells]
    asked = 0
    for name, question in questions_by_name(notebook).items():
        at = next((n for n, cell in enumerate(cells) if name in names_in(cell)), None)
        if at is None:
            continue
        asked += 1
        before = OPTIONS.sub("", " ".join(texts[: at + 1]))
        assert [words for words in held_back(question) if words in before] == [], question.id
    assert asked
