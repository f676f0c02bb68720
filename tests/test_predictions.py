"""What a learner is to predict stands nowhere in sight: above its question, or in the three cells below.

What is folded, and what a film tells after it has stopped to ask, is out of sight.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Final

import nbformat
from nbformat import NotebookNode

from kafkaviz.scenarios.questions import NOTEBOOKS as MODULES
from kafkaviz.scene.questions import Estimate, Question
from tests.sampling import together
from tools.minutes import OPTION, STEPS
from tools.notebook_files import ANSWER, NOTEBOOKS

CELLS_BELOW: Final = 3
KNOWN: Final[dict[str, str]] = {}
"""The questions of which something stands in sight after all, at most twenty, each with the reason."""

FILLING: Final = frozenset(
    """
    a after all an and any are as at be been before both by each every for from had has have in is it its more most no
    nor not of on one only or out so than that the their them then there they this to two until was were what when
    which who will with without
    """.split()  # noqa: SIM905
)
DETAILS: Final = re.compile(r"(?s)<details>\s*<summary>(.*?)</summary>.*?</details>")
SENTENCE: Final = re.compile(r"(?<=[.!?:;])\s+|\n")
WORD: Final = re.compile(r"[A-Za-z_](?:[\w.'-]*\w)?|\d(?:[\d,.]*\d)?|%")
ASKED: Final = re.compile(r"\b[a-z]\w*\.([A-Z][A-Z0-9_]+)\b")
NUMBER: Final = re.compile(r"\d[\d,.]*\s*(?:%|[A-Za-z]+)")


@cache
def words(text: str) -> list[str]:
    """Returns the words of a text without their endings, in their order."""
    return [re.sub(r"(?<=\w{3})(?:ies|ied|ing|ed|es|s)$", "", word.lower()) for word in WORD.findall(text)]


def telling(text: str) -> set[str]:
    return {word for word in words(text) if word not in FILLING}


def in_a_row(few: list[str], many: list[str]) -> bool:
    return f" {' '.join(few)} " in f" {' '.join(many)} "


def in_sight(cell: NotebookNode) -> Iterator[str]:
    """Yields each sentence, line of code and title that a cell shows before anybody has answered."""
    if cell.cell_type == "markdown":
        yield from SENTENCE.split(DETAILS.sub(r"\1", cell.source))
        return
    yield from cell.source.splitlines()
    if ANSWER in cell.metadata.get("tags", ()):
        return
    for output in cell.outputs:
        said = output.get("data", {}).get("text/plain", output.get("text", ""))
        if OPTION.search(said):
            continue
        is_film = "image/png" in output.get("data", {}) and STEPS.search(said)
        yield from SENTENCE.split(said.split("\n")[0] if is_film else said)


class Clues:
    """By what one recognises the answer of a question."""

    def __init__(self, question: Question | Estimate) -> None:
        self.others: list[set[str]] = []
        if isinstance(question, Estimate):
            answer = f"{question.right:,g} {question.unit}"
            self.telling: set[str] = set()
        else:
            answer = question.options[question.right].text
            wrong = [option.text for n, option in enumerate(question.options) if n != question.right]
            asked = telling(question.text)
            self.telling = telling(answer) - asked - set().union(*map(telling, wrong))
            self.others = [found for text in wrong if (found := telling(text) - asked - telling(answer))]
        # A text is read sentence by sentence, and an answer may have two.
        self.answer = words(max(SENTENCE.split(answer), key=len))
        self.numbers = [words(found) for found in NUMBER.findall(answer)]

    def found_in(self, sentence: str, near: bool) -> str:
        """Returns what of the answer a sentence has, or nothing; one that has all options gives none away."""
        found = words(sentence)
        if any(other <= set(found) for other in self.others):
            return ""
        if len(self.answer) > 1 and in_a_row(self.answer, found):
            return "its text"
        if any(in_a_row(number, found) for number in self.numbers):
            return "its number"
        if len(self.telling) > (not near) and self.telling <= set(found):
            return "its words"
        return ""


@cache
def notebook(stem: str) -> NotebookNode:
    return nbformat.read(NOTEBOOKS / f"{stem}.ipynb", as_version=4)


def questions_in(cells: list[NotebookNode], module: str) -> Iterator[tuple[int, Question | Estimate]]:
    """Yields each question that a notebook asks by its name, with the cell that asks it."""
    asked = import_module(f"kafkaviz.scenarios.questions.{module}")
    for n, cell in enumerate(cells):
        for name in ASKED.findall(cell.source) if cell.cell_type == "code" else ():
            if isinstance(question := getattr(asked, name, None), Question | Estimate):
                yield n, question


def given_away(cells: list[NotebookNode], asked_in: int, question: Question | Estimate) -> list[str]:
    """Returns the sentences in sight that give an answer away, with what of it they have."""
    clues = Clues(question)
    last = asked_in + CELLS_BELOW
    return [
        f"{question.id} in cell {asked_in}: cell {n} has {found}: {sentence.strip()}"
        for n, cell in enumerate(cells[: last + 1])
        for sentence in in_sight(cell)
        if (found := clues.found_in(sentence, near=n >= asked_in - 1))
    ]


def stem_of(module: str) -> str:
    (path,) = NOTEBOOKS.glob(f"{module.removeprefix('nb')}_*.ipynb")
    return path.stem


@together(MODULES)
def test_what_is_asked_is_not_given_away(module):
    cells = notebook(stem_of(module)).cells
    found = [line for n, question in questions_in(cells, module) for line in given_away(cells, n, question)]
    assert [line for line in found if line.split()[0] not in KNOWN] == []


def test_what_stands_in_sight_has_its_reason():
    assert len(KNOWN) <= 20
    for module in MODULES:
        cells = notebook(stem_of(module)).cells
        for n, question in questions_in(cells, module):
            assert question.id not in KNOWN or given_away(cells, n, question), f"{question.id} is hidden by now"


def leaks(question: Question | Estimate) -> Iterator[str]:
    """Yields sentences that would give a question's answer away."""
    if isinstance(question, Estimate):
        yield f"All in all {question.right:,g} {question.unit}."
        return
    answer = question.options[question.right].text
    yield f"In short: {answer}."
    yield f"title={answer.upper()!r}"


PLANTED: Final = [
    (module, n, question.id, leak)
    for module in MODULES
    for n, question in questions_in(notebook(stem_of(module)).cells, module)
    for leak in leaks(question)
    if len(words(leak)) > 4
][::7]


@together(PLANTED)
def test_a_planted_leak_is_caught(module, asked_in, id, leak):
    """By turns it is planted right below the question, in the cell above, and at the top."""
    original = notebook(stem_of(module)).cells
    (question,) = {found for n, found in questions_in(original, module) if n == asked_in and found.id == id}
    place = (asked_in + 1, asked_in - 1, 0)[PLANTED.index((module, asked_in, id, leak)) % 3]
    before = given_away(original, asked_in, question)
    cells = list(original)
    cells[place] = nbformat.v4.new_markdown_cell(f"{cells[place].source}\n\n{leak}")
    assert len(given_away(cells, asked_in, question)) > len(before)


def test_thirty_leaks_are_planted():
    assert len(PLANTED) >= 30
