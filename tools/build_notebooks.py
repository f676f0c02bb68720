"""Executes notebooks in fresh kernels and writes them so that building twice gives the same bytes.

python tools/build_notebooks.py                       every notebook and solution
python tools/build_notebooks.py notebooks/00_*.ipynb  some of them
python tools/build_notebooks.py --check               writes nothing, names what is not as it would be built
"""

import argparse
import sys
from pathlib import Path

from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError
from nbformat import NotebookNode

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from kafkaviz.course.headless import with_a_kernel
from tools.notebook_files import NOTEBOOKS, ROOT, SOLUTIONS, WIDGET_MIME, read, text_of, tidy
from tools.slides import as_slides

CELL_TIMEOUT_S = 600


def execute(notebook: NotebookNode, folder: Path) -> NotebookNode:
    """Runs every cell from the top in a fresh kernel; raises CellExecutionError where a cell does."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=CELL_TIMEOUT_S,
        store_widget_state=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(folder)}},
    )
    return with_a_kernel(client.execute)


def normalise(notebook: NotebookNode, stem: str) -> NotebookNode:
    """Leaves only what a reader sees and what every run repeats."""
    tidy(notebook, stem)
    count = 0
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        count += bool(cell.source.strip())
        cell.execution_count = count if cell.source.strip() else None
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = count
            if output.output_type == "error":
                # The frames in between are paths of the machine that built it; nbval skips them as well.
                output.traceback = [f"{output.ename}: {output.evalue}"]
            # A model that lives in no kernel shows as an error in JupyterLab; the picture beside it does not.
            output.get("data", {}).pop(WIDGET_MIME, None)
    return notebook


def build(path: Path) -> str:
    """Executes one notebook and returns the text to commit."""
    notebook = normalise(execute(read(path), path.parent), path.stem)
    return text_of(as_slides(notebook) if path.parent.name == "notebooks" else notebook)


def main(arguments: list[str] | None = None) -> int:
    """Builds what is named, or everything, and says what it did."""
    parser = argparse.ArgumentParser(description="Execute notebooks and write them deterministically.")
    parser.add_argument("paths", nargs="*", type=Path, help="notebooks; without any, all of them")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when one would change")
    options = parser.parse_args(arguments)
    paths = options.paths or sorted([*NOTEBOOKS.glob("*.ipynb"), *SOLUTIONS.glob("*.ipynb")])
    failed = False
    for path in map(Path.resolve, paths):
        name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        try:
            text = build(path)
        except (CellExecutionError, CellTimeoutError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            failed = True
            continue
        changed = text != path.read_text("utf-8")
        failed |= changed and options.check
        if changed and not options.check:
            path.write_text(text, "utf-8")
        print(f"{name}: {('would change' if options.check else 'written') if changed else 'as it was'}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
