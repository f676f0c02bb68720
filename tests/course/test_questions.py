"""Every prediction of a lesson is asked by name before it is told, and its answer stands in no cell."""

import ast
import re
from importlib import import_module
from pathlib import Path

import nbformat
import pytest

from kafkaviz.scene.questions import Estimate, Question

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
# The home notebook of each misconception that these lessons must expose.
HOMES = {
    "00": {"MC15"},
    "01": {"MC01", "MC02"},
    "02": {"MC15", "MC21", "MC24"},
    "03": {"MC14", "MC22"},
    "04": {"MC07", "MC08", "MC09"},
    "05": {"MC11", "MC16"},
    "06": {"MC10", "MC12", "MC13"},
    "07": {"MC13", "MC14"},
    "08": {"MC01", "MC03", "MC04", "MC05", "MC17", "MC18"},
    "09": {"MC19", "MC20"},
    "10": {"MC06", "MC21", "MC23"},
    "11": {"MC04", "MC12", "MC17", "MC23"},
}
DETAILS = re.compile(r"(?s)<details>.*?</details>")


MISCONCEPTIONS = {f"MC{number:02}" for number in range(1, 25)}


def cells_of(number: str) -> list[nbformat.NotebookNode]:
    (path,) = NOTEBOOKS.glob(f"{number}_*.ipynb")
    return list(nbformat.read(path, as_version=4).cells)


def questions_of(number: str) -> dict[str, Question | Estimate]:
    module = import_module(f"kafkaviz.scenarios.questions.nb{number}")
    return {name: value for name, value in vars(module).items() if isinstance(value, Question | Estimate)}


def asked_in(source: str) -> list[str]:
    return [
        node.attr
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "questions"
    ]


@pytest.mark.parametrize("number", HOMES)
def test_each_question_of_a_notebook_is_asked_in_it_once(number: str) -> None:
    asked = [name for cell in cells_of(number) if cell.cell_type == "code" for name in asked_in(cell.source)]
    assert sorted(asked) == sorted(questions_of(number))


@pytest.mark.parametrize("number", HOMES)
def test_each_prediction_is_asked_by_the_next_cell_that_asks_or_shows(number: str) -> None:
    cells, unasked = cells_of(number), []
    for place, cell in enumerate(cells):
        if cell.cell_type == "markdown" and "**Predict" in cell.source:
            following = next(
                one.source
                for one in cells[place + 1 :]
                if one.cell_type == "markdown" or one.outputs or asked_in(one.source)
            )
            # A box of then and now answers when somebody opens it.
            if not asked_in(following) and not following.startswith("then_and_now("):
                unasked.append(cell.source[-80:])
    assert unasked == []


@pytest.mark.parametrize("number", HOMES)
def test_the_misconceptions_at_home_in_a_notebook_are_exposed_by_a_wrong_answer(number: str) -> None:
    shown = {shown for question in questions_of(number).values() for shown in question.misconceptions}
    assert HOMES[number] - shown == set()
    for question in questions_of(number).values():
        if isinstance(question, Question):
            assert not question.options[question.right].misconception, question.id


def test_every_misconception_has_a_notebook_that_exposes_it(capsys: pytest.CaptureFixture[str]) -> None:
    at_home = set[str]().union(*HOMES.values())
    with capsys.disabled():
        print(f"\n{len(at_home & MISCONCEPTIONS)} of {len(MISCONCEPTIONS)} misconceptions are met by a wrong answer")
    assert at_home == MISCONCEPTIONS


@pytest.mark.parametrize("number", HOMES)
def test_no_cell_holds_what_is_said_of_an_answer(number: str) -> None:
    text = "\n".join(DETAILS.sub("", cell.source) for cell in cells_of(number))
    for question in questions_of(number).values():
        reasons = [one.because for one in question.options] if isinstance(question, Question) else [question.because]
        assert not [reason for reason in reasons if reason in text], question.id


@pytest.mark.parametrize("number", HOMES)
def test_a_question_is_never_asked_with_its_answer_in_the_cell(number: str) -> None:
    sources = [cell.source for cell in cells_of(number) if cell.cell_type == "code"]
    assert not [source for source in sources if "options" in source or re.search(r"ask=\(", source)]


INNER = (ast.Lambda, ast.FunctionDef, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def given_in(tree: ast.AST) -> set[str]:
    """Returns the names that a cell gives to something, and that stay."""
    if isinstance(tree, INNER):
        return {tree.name} if isinstance(tree, ast.FunctionDef) else set()
    mine = {tree.id} if isinstance(tree, ast.Name) and isinstance(tree.ctx, ast.Store) else set()
    return mine.union(*(given_in(child) for child in ast.iter_child_nodes(tree)))


def asked_later(tree: ast.AST) -> set[str]:
    """Returns the names that are looked up when a question of a cell has been answered."""
    told = [node.value for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "then"]
    names = [node for one in told for node in ast.walk(one) if isinstance(node, ast.Name)]
    inner = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    return {node.id for node in names} - inner


@pytest.mark.parametrize("number", HOMES)
def test_what_follows_an_answer_is_the_same_when_all_cells_have_run(number: str) -> None:
    trees = [ast.parse(cell.source) for cell in cells_of(number) if cell.cell_type == "code"]
    changed = {
        name
        for place, tree in enumerate(trees)
        for name in asked_later(tree)
        if any(name in given_in(later) for later in trees[place + 1 :])
    }
    assert changed == set(), "a cell further down gives this name to something else"


@pytest.mark.parametrize("number", HOMES)
def test_each_option_has_a_sentence_of_its_own(number: str) -> None:
    for question in questions_of(number).values():
        if isinstance(question, Question):
            reasons = [option.because for option in question.options]
            assert len(set(reasons)) == len(reasons), question.id
            assert all(reason.endswith((".", "!")) for reason in reasons), question.id
