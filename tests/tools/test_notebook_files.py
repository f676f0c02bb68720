"""Every notebook is written in one way."""

from nbformat.v4 import new_code_cell, new_notebook

from tools.notebook_files import tidy


def test_the_stored_output_of_an_answer_is_folded_until_the_cell_is_run():
    answer, other = new_code_cell("1", metadata={"tags": ["answer"]}), new_code_cell("2")
    cells = tidy(new_notebook(cells=[answer, other]), "n").cells
    assert cells[0].metadata == {"tags": ["answer"], "jupyter": {"outputs_hidden": True}}
    assert cells[1].metadata == {}


def test_what_editors_leave_behind_is_dropped_and_ids_follow_the_place():
    cell = new_code_cell("1", metadata={"tags": ["kept"], "collapsed": True}, id="made-up")
    once = tidy(new_notebook(cells=[cell]), "n").cells[0]
    assert once.metadata == {"tags": ["kept"]} and once.id != "made-up"
    assert tidy(new_notebook(cells=[new_code_cell("2")]), "n").cells[0].id == once.id
