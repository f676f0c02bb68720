"""Every notebook can be presented, and its slides follow one rule."""

import copy

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tools.notebook_files import NOTEBOOKS
from tools.slides import as_slides

COMMITTED = sorted(NOTEBOOKS.glob("*.ipynb"))


def shown(source):
    return new_code_cell(source, outputs=[new_output("display_data", data={"text/plain": "a film"})])


def kinds(*cells):
    slides = as_slides(new_notebook(cells=list(cells)))
    return [cell.metadata["slideshow"]["slide_type"] for cell in slides.cells]


def test_a_heading_begins_a_slide_wherever_it_stands_in_its_cell():
    found = kinds(new_markdown_cell("# Watch"), new_markdown_cell("It was copied.\n\n## Where do keys go?"))
    assert found == ["slide", "slide"]


def test_a_film_stands_alone_and_the_answer_waits_for_a_key():
    answer = "<details><summary>What happened?</summary>It died.</details>"
    found = kinds(new_markdown_cell("## Predict"), shown("lab.kill(1)"), new_markdown_cell(answer))
    assert found == ["slide", "subslide", "fragment"]


def test_what_a_text_introduces_follows_it_on_its_slide():
    found = kinds(shown("lab"), new_markdown_cell("The same in words:"), shown("lab.story()"), shown("lab.graph()"))
    assert found == ["subslide", "subslide", "fragment", "subslide"]


def test_code_that_shows_nothing_and_a_line_across_the_page_are_no_slides():
    assert kinds(new_markdown_cell("---"), new_code_cell("from kafkaviz import Lab")) == ["skip", "-"]


def test_a_comment_in_code_is_no_heading():
    assert kinds(new_code_cell("# this is Python")) == ["-"]


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: path.name)
def test_a_committed_notebook_carries_its_slides(path):
    notebook = nbformat.read(path, as_version=4)
    assert as_slides(copy.deepcopy(notebook)) == notebook, "run `python tools/slides.py`"
