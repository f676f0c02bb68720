"""The linter finds each thing that it is there to find."""

import pytest
from nbformat.v4 import new_output

from tests.tools.notebook_samples import save, solution
from tools.lint_notebooks import lint


def faults(tmp_path, change, folder="solutions"):
    notebook = solution()
    change(notebook)
    return lint(save(notebook, tmp_path / folder / "one.ipynb"))


def with_output(kind, **fields):
    return lambda nb: nb.cells[3].outputs.append(new_output(kind, **fields))


def with_data(**data):
    return with_output("display_data", data={key.replace("_", "/", 1): value for key, value in data.items()})


def with_source(source):
    return lambda nb: nb.cells[3].update(source=source)


def with_prose(text):
    return lambda nb: nb.cells[2].update(source=nb.cells[2].source + "\n\n" + text)


def test_a_notebook_fit_to_be_committed_has_no_faults(tmp_path):
    assert faults(tmp_path, lambda nb: None) == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda nb: nb.cells[1].update(execution_count=None), "not executed from top to bottom"),
        (lambda nb: nb.metadata.update(widgets={}), "widget state is stored"),
        (lambda nb: nb.cells[3].update(outputs=[], source="\n" * 30 + "x"), "31 lines"),
        (with_source("x = 1\nx;"), "trailing semicolon"),
        (with_source("interact(f, x=1)"), "interact prints"),
        (with_source("out = widgets.Output()"), "widgets.Output prints"),
        (with_source("clear_output()"), "clear_output is not replayed"),
        (with_source("datetime.now()"), "a clock"),
        (with_source("open('/home/ada/x')"), "path of a machine in the source"),
        (with_output("stream", name="stderr", text="WARN\n"), "stderr: 'WARN'"),
        (with_output("stream", name="stdout", text="at http://localhost:4040"), "address of a machine"),
        (with_output("error", ename="KeyError", evalue="1", traceback=[]), "KeyError is stored"),
        (with_data(text_plain="<A at 0x7f12ab34cd>"), "address of an object"),
        (with_data(text_html="<b>/Users/ada</b>"), "path of a machine in an output"),
        (with_data(image_png="iVBOR"), "a picture without words"),
        (with_data(image_png="iVBOR", text_plain="<Figure size 640x480>"), "a picture without words"),
        (with_data(**{"image_svg+xml": "<svg/>", "text_plain": "a"}), "SVG is not shown"),
        (with_data(**{"application_vnd.jupyter.widget-view+json": "{}"}), "a widget's model"),
        (with_prose("# Another title"), "one title"),
        (lambda nb: nb.cells[0].update(source="text"), 'no section "What you\'ll do"'),
        (lambda nb: nb.cells[0].update(source="text"), "one title"),
        (with_prose("![](x.png)"), "without alt text"),
        (with_prose("<img src='x.png'>"), "without alt text"),
        (with_prose("[next](../notebooks/gone.ipynb)"), "leads nowhere"),
        (lambda nb: nb.cells[4].update(outputs=[]), "E99.1 is without an answer"),
        (lambda nb: nb.cells[2].update(source="## E99.1"), "no heading with its stars and minutes"),
    ],
)
def test_a_fault_is_named(tmp_path, change, says):
    found = faults(tmp_path, change)
    assert any(says in fault for fault in found), found


def test_a_wrong_answer_among_the_solutions_is_named(tmp_path):
    def wrong(notebook):
        data = notebook.cells[4].outputs[0].data
        data["application/vnd.kafkaviz.check+json"] = {"id": "E99.1", "state": "incorrect"}

    assert faults(tmp_path, wrong) == ["E99.1 is incorrect; a solution is correct"]


def test_a_lesson_needs_more_sections_and_shorter_cells(tmp_path):
    def lengthen(notebook):
        for cell in notebook.cells:
            cell.source += "\nx = 1" * 9

    found = faults(tmp_path, lengthen, folder="notebooks")
    assert "no section 'Recap'" in found
    assert "half of the code cells have more than 4 lines: move code into the package" in found


def test_a_deliberate_error_is_fine(tmp_path):
    def deliberate(notebook):
        notebook.cells[3].metadata["tags"] = ["raises-exception"]
        with_output("error", ename="KeyError", evalue="1", traceback=[])(notebook)

    assert faults(tmp_path, deliberate) == []
