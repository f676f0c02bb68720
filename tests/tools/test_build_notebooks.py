"""Building a notebook executes it, and doing so twice gives the same bytes."""

import subprocess
import sys

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from tests.tools.notebook_samples import save, solution
from tools.build_notebooks import build, main
from tools.notebook_files import NOTEBOOKS, ROOT, SOLUTIONS, check_states

WIDGET = "import ipywidgets\nipywidgets.IntSlider(description='twist')"
FAILING = "raise ValueError('no such topic')"

pytestmark = pytest.mark.notebooks


@pytest.fixture
def notebook(tmp_path):
    cells = [
        new_code_cell("print('a')\nprint('b', flush=True)\nprint('c')"),
        new_code_cell(""),
        new_code_cell(WIDGET, metadata={"collapsed": True, "tags": ["kept"]}),
        new_code_cell(FAILING, metadata={"tags": ["raises-exception"]}),
    ]
    return save(new_notebook(cells=cells), tmp_path / "notebooks/one.ipynb")


def test_what_is_built_is_what_a_reader_sees_and_nothing_else(notebook):
    assert main([str(notebook)]) == 0
    built = nbformat.read(notebook, as_version=4)
    nbformat.validate(built)
    printed, empty, widget, failed = built.cells
    assert [cell.execution_count for cell in built.cells] == [1, None, 2, 3]
    assert [output.text for output in printed.outputs] == ["a\nb\nc\n"]
    assert list(widget.outputs[0].data) == ["text/plain"]
    assert widget.metadata == {"slideshow": {"slide_type": "subslide"}, "tags": ["kept"]}
    assert failed.outputs[0].traceback == ["ValueError: no such topic"]
    assert "widgets" not in built.metadata
    assert empty.outputs == []


def test_building_twice_gives_the_same_bytes(notebook):
    assert main([str(notebook)]) == 0
    assert build(notebook) == notebook.read_text("utf-8")
    assert main(["--check", str(notebook)]) == 0


@pytest.mark.slow
@pytest.mark.parametrize("path", [NOTEBOOKS / "00_start_here.ipynb", SOLUTIONS / "03_who_answers.ipynb"])
def test_a_notebook_with_films_is_built_to_the_same_bytes_twice(path):
    assert build(path) == build(path)


def test_check_names_what_would_change_and_writes_nothing(notebook, capsys):
    before = notebook.read_bytes()
    assert main(["--check", str(notebook)]) == 1
    assert "would change" in capsys.readouterr().out
    assert notebook.read_bytes() == before


def test_a_cell_that_fails_is_named_and_the_file_left_alone(tmp_path, capsys):
    path = save(new_notebook(cells=[new_code_cell("1 / 0")]), tmp_path / "one.ipynb")
    before = path.read_bytes()
    assert main([str(path)]) == 1
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert path.read_bytes() == before


def nbval(path, *options):
    command = [sys.executable, "-m", "pytest", "-q", "--nbval", "-c", str(ROOT / "pyproject.toml")]
    done = subprocess.run([*command, *options, str(path)], capture_output=True, text=True, check=False, cwd=ROOT)
    return done.returncode, done.stdout


@pytest.mark.slow
def test_nbval_accepts_what_was_built_and_notices_another_answer(tmp_path):
    solved = solution()
    del solved.cells[-1]
    path = save(solved, tmp_path / "solutions/one.ipynb")
    assert main([str(path)]) == 0
    assert check_states(nbformat.read(path, as_version=4)) == {"E99.1": "correct"}
    assert nbval(path)[0] == 0
    wrong = path.read_text("utf-8").replace('"state": "correct"', '"state": "incorrect"')
    path.write_text(wrong, "utf-8")
    returncode, said = nbval(path)
    assert returncode == 1
    assert "vnd.kafkaviz.check" in said
