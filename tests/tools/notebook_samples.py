"""Small notebooks for the tests of the tools."""

import json
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

CHECK = """
from IPython.display import display
def check(name, function):
    try:
        state = "correct" if function() == 1 else "incorrect"
    except NotImplementedError:
        state = "not attempted"
    answer = {"id": name, "state": state}
    display({"text/plain": f"{name}: {state}", "application/vnd.kafkaviz.check+json": answer}, raw=True)
"""
SOLVED = """def my_one():
    ### BEGIN SOLUTION
    return 1
    ### END SOLUTION"""
TITLE = """# Count to one

**What you'll do** · count.

**What you'll need** · one finger, 1 minute.

**Next** · nothing.
"""
STATE = {"id": "E99.1", "state": "correct"}


def solution() -> nbformat.NotebookNode:
    """Returns a notebook with one solved exercise, executed and fit to be committed."""
    answer = {"text/plain": "E99.1: correct", "application/vnd.kafkaviz.check+json": STATE}
    cells = [
        new_markdown_cell(TITLE),
        new_code_cell(CHECK.strip(), execution_count=1),
        new_markdown_cell("## E99.1 ★ 1 min"),
        new_code_cell(SOLVED, execution_count=2),
        new_code_cell('check("E99.1", my_one)', execution_count=3, outputs=[new_output("display_data", data=answer)]),
        new_markdown_cell("The finger is the one.", metadata={"tags": ["solution"]}),
        new_code_cell('hint("E99.1")', execution_count=4),
    ]
    return new_notebook(cells=cells)


def save(notebook: nbformat.NotebookNode, path: Path) -> Path:
    """Writes a notebook where the test wants it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(notebook), "utf-8")
    return path
