"""An exercise that stands in a lesson is the one of the solution: its text, its stub, and nothing of its answer."""

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tests.tools.notebook_samples import save, solution
from tools.lessons import Exercise, exercises_in, with_exercises
from tools.notebook_files import text_of
from tools.release import lessons, release

STUB = "def my_one():\n    # YOUR CODE HERE\n    raise NotImplementedError"
ONE = {"E99.1": Exercise("## E99.1 Count ★ 1 min\n\nCount to one.", STUB)}


def lesson(text="### E99.1", code="def my_one():\n    return 7", check='check("E99.1", my_one)'):
    cells = [new_markdown_cell("# A lesson"), new_markdown_cell(text), new_code_cell(code), new_code_cell(check)]
    return new_notebook(cells=cells)


def test_a_lesson_gets_the_text_one_level_deeper_and_the_stub():
    _, text, stub, check = (cell.source for cell in with_exercises(lesson(), ONE, "l").cells)
    assert text == "### E99.1 Count ★ 1 min\n\nCount to one."
    assert stub == STUB
    assert check == 'check("E99.1", my_one)'


def test_what_is_in_step_stays_as_it_is():
    once = with_exercises(lesson(), ONE, "l")
    assert with_exercises(once, ONE, "l") == once


def test_text_that_only_mentions_an_exercise_stays():
    text = "Then comes E99.1, which is hard"
    assert with_exercises(lesson(text), ONE, "l").cells[1].source == text


def test_the_exercises_of_a_solution_are_found_with_their_own_text_only():
    released = release(solution(), "one")
    released.cells[2].source = "Before.\n\n## E99.1 ★ 1 min\n\nCount.\n\n## Another section\n\nMore."
    assert exercises_in(released) == {"E99.1": Exercise("## E99.1 ★ 1 min\n\nCount.", STUB)}


@pytest.mark.parametrize(
    ("notebook", "says"),
    [
        (lesson(check="1"), "E99.1 is announced, and no cell checks it"),
        (lesson(text="Text", check='check("E99.2", my_one)'), "no solution holds E99.2"),
        (lesson(text="Text\n\n### E99.1"), "at the beginning of a cell"),
        (lesson(code="x = 1"), "checks my_one, and no cell defines it"),
    ],
)
def test_a_lesson_whose_exercise_is_not_whole_is_named(notebook, says):
    with pytest.raises(ValueError, match=says):
        with_exercises(notebook, ONE, "l")


def test_a_solution_without_a_heading_for_its_exercise_is_named():
    released = release(solution(), "one")
    released.cells[2].source = "No heading."
    with pytest.raises(ValueError, match=r"E99\.1: a solution has a heading"):
        exercises_in(released)


def test_a_lesson_that_is_out_of_step_is_named_with_the_text_it_should_have(tmp_path):
    save(solution(), tmp_path / "solutions" / "one.ipynb")
    path = save(lesson(), tmp_path / "notebooks" / "one.ipynb")
    changed = lessons(tmp_path / "solutions", tmp_path / "notebooks")
    assert list(changed) == [path] and "YOUR CODE HERE" in changed[path]
    path.write_text(changed[path], "utf-8")
    assert lessons(tmp_path / "solutions", tmp_path / "notebooks") == {}
    assert text_of(release(solution(), "one")).count("return 1") == 0
