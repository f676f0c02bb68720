"""Writes notebooks as pages, one file each, and an index beside them."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from kafkaviz.course.headless import notebook_at, without_progress
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import quantity

INDEX: Final = "index.html"
OURS: Final = "kafkaviz"


class Written(NamedTuple):
    """One page as it was written; `stopped` counts the cells that raised."""

    name: str
    title: str
    films: int
    questions: int
    bytes: int
    stopped: int

    @property
    def contains(self) -> str:
        """What is in it, in a few words."""
        parts = (quantity(self.films, "film"), quantity(self.questions, "question"), f"{self.bytes / 1e6:.1f} MB")
        return ", ".join(parts)

    def __str__(self) -> str:
        wrong = f"; {quantity(self.stopped, 'cell')} stopped with an error" if self.stopped else ""
        return f"{self.name}: {self.contains}{wrong}"


def export(notebooks: Sequence[str | Path], folder: str | Path) -> list[Written]:
    """Runs notebooks, writes each as one page and all in an index, and returns what was written.

    A page needs no network. Nobody's progress changes. A page is written when it is done, the index at last. Raises
    InvalidArgumentError for what is no notebook of ours, for a folder that cannot be written, and where nbconvert is
    not installed.
    """
    try:
        from nbclient.exceptions import CellTimeoutError, DeadKernelError

        from kafkaviz.course.export.exporter import PageExporter
    except ImportError as missing:
        raise InvalidArgumentError(f"Exporting needs nbconvert ({missing}): pip install nbconvert.") from None
    paths = [Path(notebook) for notebook in notebooks]
    read = [_ours(path) for path in paths]
    names = page_names(paths)
    target = _made(Path(folder))
    exporter = PageExporter({os.path.abspath(path): name for path, name in zip(paths, names, strict=True)})
    written = list[Written]()
    for path, notebook, name in zip(paths, read, names, strict=True):
        place = {"name": path.stem, "path": str(path.resolve().parent)}
        with without_progress():
            try:
                text, resources = exporter.from_notebook_node(notebook, {"metadata": place})
            except (CellTimeoutError, DeadKernelError) as problem:
                said = str(problem).strip().partition("\n")[0]
                raise InvalidArgumentError(f"{path} did not end: {said}") from None
        _write(target / name, text)
        page = resources["page"]
        written.append(
            Written(name, page["title"], len(page["films"]), page["questions"], len(text.encode()), page["stopped"])
        )
    _write(target / INDEX, exporter.environment.get_template("contents.html.j2").render(written=written))
    return written


def page_names(paths: Sequence[Path]) -> list[str]:
    """Returns the name of each notebook's page: the notebook's, with its folder's where two are called the same.

    >>> page_names([Path("notebooks/01.ipynb"), Path("exercises/01.ipynb"), Path("02.ipynb")])
    ['notebooks-01.html', 'exercises-01.html', '02.html']
    """
    stems = [path.stem for path in paths]
    names = [
        path.stem
        if stems.count(path.stem) == 1 and path.stem != "index"
        else f"{path.resolve().parent.name}-{path.stem}"
        for path in paths
    ]
    twice = next((name for name in names if names.count(name) > 1), "")
    if twice:
        raise InvalidArgumentError(f"Two notebooks would both become {twice}.html: export them into two folders.")
    return [f"{name}.html" for name in names]


def _ours(path: Path) -> Any:
    """Reads a notebook of this course or about it; raises InvalidArgumentError for any other."""
    read = notebook_at(path)
    kernel = read.metadata.get("kernelspec", {})
    language = read.metadata.get("language_info", {}).get("name") or kernel.get("language") or "python"
    if language.lower() != "python":
        raise InvalidArgumentError(f"{path} is a notebook for {language}; only those that use {OURS} are exported.")
    code = [cell.source for cell in read.cells if cell.cell_type == "code"]
    if not any(OURS in source for source in code):
        raise InvalidArgumentError(f"{path} does not use {OURS}; `jupyter nbconvert --to html` exports any notebook.")
    return read


def _made(folder: Path) -> Path:
    """Makes a folder to write to, and tries it: running a notebook first would take minutes for nothing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        trial = folder / f".{INDEX}.{os.getpid()}"
        trial.touch()
        trial.unlink()
    except OSError as problem:
        said = problem.strerror or str(problem)
        raise InvalidArgumentError(f"{folder} is no folder that can be written to: {said}.") from None
    return folder


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as problem:
        raise InvalidArgumentError(f"{path} cannot be written: {problem.strerror}.") from None
