"""Says which cells of a notebook begin a slide, so that every notebook can be presented, all by one rule.

Slides are metadata and nothing else: what nbval compares and what a reader sees stays the same.

python tools/slides.py     marks every notebook anew, without executing it
"""

import re
import sys
from pathlib import Path

from nbformat import NotebookNode

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tools.notebook_files import NOTEBOOKS, read, text_of

HEADING = re.compile(r"(?m)^##? ")
RULE = "---"


def as_slides(notebook: NotebookNode) -> NotebookNode:
    """Marks every cell: a heading begins a slide, a film stands alone, and an answer waits for a key.

    Text without a heading begins a slide below the last one; what it introduces follows at a key. A code cell that
    shows nothing stays with the cell before it, and a mere line across the page is no slide.
    """
    introduced = False
    for cell in notebook.cells:
        kind = slide_type(cell, introduced)
        introduced = cell.cell_type == "markdown" and kind == "subslide"
        cell.metadata["slideshow"] = {"slide_type": kind}
    return notebook


def slide_type(cell: NotebookNode, introduced: bool) -> str:
    """Returns the slide type of one cell; `introduced` says whether the cell before it is text without a heading.

    >>> from nbformat.v4 import new_markdown_cell
    >>> slide_type(new_markdown_cell("## Who leads now?"), introduced=False)
    'slide'
    >>> slide_type(new_markdown_cell("<details>Broker 2.</details>"), introduced=False)
    'fragment'
    """
    text = cell.source.strip()
    if cell.cell_type == "markdown":
        if text == RULE:
            return "skip"
        if HEADING.search(text):
            return "slide"
        return "fragment" if text.startswith("<details>") else "subslide"
    if not cell.outputs:
        return "-"
    return "fragment" if introduced else "subslide"


def main() -> int:
    """Writes the slides of every notebook."""
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        path.write_text(text_of(as_slides(read(path))), "utf-8")
        print(f"{path.parent.name}/{path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
