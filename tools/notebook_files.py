"""What building, linting and releasing notebooks share: where they are, and the one way they are written."""

import hashlib
from pathlib import Path

import nbformat
from nbformat import NotebookNode

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = ROOT / "notebooks"
SOLUTIONS = ROOT / "solutions"
EXERCISES = ROOT / "exercises"

CHECK_MIME = "application/vnd.kafkaviz.check+json"
WIDGET_MIME = "application/vnd.jupyter.widget-view+json"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
# What the one in front is told of a cell stands in its metadata, where no learner meets it.
NOTES = "notes"
KEPT_CELL_METADATA = ("tags", NOTES)
ANSWER = "answer"
OPTIONAL = "### Optional: "
FOLDED = "jp-MarkdownHeadingCollapsed"


def read(path: Path) -> NotebookNode:
    """Reads one notebook."""
    return nbformat.read(path, as_version=4)


def text_of(notebook: NotebookNode) -> str:
    """Returns a notebook as the text that is committed."""
    return nbformat.writes(notebook).rstrip("\n") + "\n"


def tidy(notebook: NotebookNode, stem: str) -> NotebookNode:
    """Returns every cell an id made of its place, and drops metadata that editors leave behind.

    A made-up id per save would show every cell as changed; ids by place change only from an inserted cell on.
    """
    notebook.metadata = METADATA
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for place, cell in enumerate(notebook.cells):
        cell.id = hashlib.sha1(f"{stem}/{place}".encode()).hexdigest()[:8]
        cell.metadata = {key: cell.metadata[key] for key in KEPT_CELL_METADATA if key in cell.metadata}
        if ANSWER in cell.metadata.get("tags", ()):
            # JupyterLab folds the stored output, and unfolds it when the cell is run.
            cell.metadata["jupyter"] = {"outputs_hidden": True}
        if cell.cell_type == "markdown" and cell.source.startswith(OPTIONAL):
            # Under a heading that is folded JupyterLab shows nothing, up to the next one.
            cell.metadata[FOLDED] = True
    return notebook


def check_states(notebook: NotebookNode) -> dict[str, str]:
    """Returns the state of every check in a notebook's outputs, by exercise."""
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", ()))
    found = (output["data"][CHECK_MIME] for output in outputs if CHECK_MIME in output.get("data", {}))
    return {check["id"]: check["state"] for check in found}
