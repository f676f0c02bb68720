"""Ten verbs are enough: pages and `help(Lab)` name the same, and a notebook that needs another says so."""

import ast
import re

import nbformat

from kafkaviz.lab import TEN_VERBS, Lab
from tests.sampling import together
from tools.notebook_files import NOTEBOOKS, ROOT

VERBS = {name for name in vars(Lab) | {n: None for base in Lab.__mro__ for n in vars(base)} if not name.startswith("_")}
NO_LABS = {"spark", "F"}
# What a lab tells about itself is no verb.
TOLD = {"cluster", "history", "policies", "kafka", "footnote"}


@together(["README.md", "CHEATSHEET.md", "notebooks/00_start_here.ipynb"])
def test_a_page_names_the_ten(page):
    text = (ROOT / page).read_text("utf-8")
    if page.endswith(".ipynb"):
        cells = nbformat.reads(text, as_version=4).cells
        text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    assert [verb for verb in TEN_VERBS if f"`{verb}`" not in text] == []


def test_help_begins_with_the_ten():
    said = re.search(r"Ten verbs are enough: (.*?)\n\n", Lab.__doc__, re.DOTALL)
    assert re.findall(r"`(\w+)`", said[1]) == list(TEN_VERBS)


def verbs_of(cells):
    """Returns the verbs that the code of a notebook uses."""
    code = [ast.parse(cell.source) for cell in cells if cell.cell_type == "code"]
    calls = [node.func for tree in code for node in ast.walk(tree) if isinstance(node, ast.Call)]
    named = [func for func in calls if isinstance(func, ast.Attribute) and ast.unparse(func.value) not in NO_LABS]
    return {func.attr for func in named} & VERBS - TOLD


@together(sorted(NOTEBOOKS.glob("*.ipynb")), lambda path: path.stem)
def test_a_notebook_that_needs_another_verb_says_so(path):
    cells = nbformat.read(path, as_version=4).cells
    said = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    assert [
        verb for verb in sorted(verbs_of(cells) - {*TEN_VERBS}) if not re.search(rf"`[^`]*\b{verb}\b[^`]*`", said)
    ] == []
