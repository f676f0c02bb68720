"""The committed notebooks: fit to be read, right in every check, and exercises that wait for an answer."""

import ast
from pathlib import Path

import nbformat

from tests.sampling import together
from tools.course_notebooks import LESSONS
from tools.lint_notebooks import broken_links, checked_in, lint
from tools.minutes import minutes_of
from tools.notebook_files import EXERCISES, NOTEBOOKS, OPTIONAL, ROOT, SOLUTIONS, check_states
from tools.release import lessons, stale

COMMITTED = sorted([*NOTEBOOKS.glob("*.ipynb"), *SOLUTIONS.glob("*.ipynb")])
UNSOLVED = sorted(EXERCISES.glob("*.ipynb"))
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def by_name(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def test_the_course_has_a_beginning_and_something_to_do():
    assert NOTEBOOKS / "00_start_here.ipynb" in COMMITTED
    assert UNSOLVED


@together(COMMITTED, by_name)
def test_a_committed_notebook_has_nothing_to_mend(path):
    assert lint(path) == []


def test_the_exercises_are_those_of_the_solutions():
    assert [by_name(path) for path in stale()] == [], "run `python tools/release.py`"


def test_an_exercise_in_a_lesson_has_the_text_and_the_stub_of_its_solution():
    assert [by_name(path) for path in lessons()] == [], "run `python tools/release.py`"


def test_an_exercise_in_a_lesson_waits_for_an_answer():
    states = {path.name: check_states(nbformat.read(path, as_version=4)) for path in sorted(NOTEBOOKS.glob("*.ipynb"))}
    assert sum(map(len, states.values())) >= 11
    assert {state for found in states.values() for state in found.values()} == {"not attempted"}


@together(UNSOLVED, by_name)
def test_an_unsolved_exercise_asks_for_a_check(path):
    """That it runs through and is called not attempted is seen where nbval runs it: the `conftest.py` of the root."""
    cells = nbformat.read(path, as_version=4).cells
    assert any(checked_in(cell.source) for cell in cells if cell.cell_type == "code")


@together([NOTEBOOKS, SOLUTIONS, EXERCISES], lambda folder: folder.name)
def test_only_notebooks_lie_among_the_notebooks(folder):
    strays = [path.name for path in folder.glob("*") if path.suffix != ".ipynb" and path.name[0] != "."]
    assert strays == []


@together(PAGES, lambda path: path.name)
def test_the_links_of_a_page_lead_somewhere(path):
    assert list(broken_links(path, path.read_text("utf-8"))) == []


@together(sorted(NOTEBOOKS.glob("*.ipynb")), lambda path: path.name)
def test_nobody_needs_what_stands_on_a_side_path(path):
    side, main, aside = [], [], False
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "markdown" and cell.source.startswith(("## ", "### ")):
            aside = cell.source.startswith(OPTIONAL)
        if cell.cell_type == "code":
            (side if aside else main).append(ast.parse(cell.source))
            assert not (aside and checked_in(cell.source)), "an exercise belongs to the main path"
    given = {node.id for node in names_in(side) if isinstance(node.ctx, ast.Store)}
    assert given & {node.id for node in names_in(main)} == set(), "a name that is given on a side path"


def names_in(trees):
    return [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Name)]


def test_every_hint_waits_to_be_asked_for():
    spoilers = [
        f"{by_name(path)}: {cell.source}"
        for path in UNSOLVED
        for cell in nbformat.read(path, as_version=4).cells
        if cell.cell_type == "code"
        for node in ast.parse(cell.source).body
        if isinstance(node, ast.Expr) and ast.unparse(node).startswith("hint(")
    ]
    assert spoilers == []


@together(LESSONS, lambda lesson: lesson.stem)
def test_a_notebook_takes_as_long_as_it_says_and_half_an_hour_at_most(lesson):
    needed, _ = minutes_of(nbformat.read(NOTEBOOKS / f"{lesson.stem}.ipynb", as_version=4), lesson.java)
    assert 0.9 * needed <= lesson.minutes <= 1.1 * needed, f"counted: {needed:.1f}; `python tools/minutes.py` shows all"
    assert needed <= 30 + 5 * lesson.java


def test_a_notebook_says_which_cell_starts_spark():
    for path in sorted(NOTEBOOKS.glob("m*.ipynb")):
        cells = nbformat.read(path, as_version=4).cells
        code = [cell.source for cell in cells if cell.cell_type == "code"]
        starting = next(n for n, source in enumerate(code) if "spark = session(" in source)
        assert f"The {('first', 'second')[starting]} cell takes ten seconds" in cells[0].source, path.name
