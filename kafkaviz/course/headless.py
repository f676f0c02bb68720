"""The checks of a notebook without a browser: it is run from top to bottom, and every check says how it ended."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from subprocess import DEVNULL
from typing import Any, Final, NamedTuple, TypeVar

from kafkaviz.course.verdict import CHECK_MIME
from kafkaviz.decisions.errors import InvalidArgumentError

CELL_SECONDS: Final = 120
STARTS: Final = 5
Started = TypeVar("Started")


class Checked(NamedTuple):
    """How one check of a notebook ended; `id` is empty where a cell failed, `cell` counts all cells from 1."""

    notebook: str
    cell: int
    id: str
    state: str
    said: str

    def __str__(self) -> str:
        first = self.said.partition("\n")[0]
        return f"{self.notebook}  cell {self.cell}  {self.id or '-'}  {self.state}" + (f"  {first}" if first else "")


def run_checks(notebook: str | Path) -> list[Checked]:
    """Runs a notebook from top to bottom and returns how the last check of each exercise ended.

    A cell that raises is told as well, and the next one runs. Nobody's progress changes. Raises InvalidArgumentError
    for what is no notebook, and where nbclient is not installed.
    """
    try:
        from nbclient import NotebookClient
        from nbclient.exceptions import CellTimeoutError, DeadKernelError
    except ImportError as missing:
        raise InvalidArgumentError(f"Running a notebook needs nbclient ({missing}): pip install nbclient.") from None
    path = Path(notebook)
    read = notebook_at(path)
    # The folder is where the notebook lies, as in JupyterLab.
    resources = {"metadata": {"path": str(path.resolve().parent)}}
    client = NotebookClient(
        read, timeout=CELL_SECONDS, allow_errors=True, resources=resources, extra_arguments=["--log-level=ERROR"]
    )
    stopped = ""
    with without_progress():
        try:
            # What a kernel prints beside its cells, at its end for example, is no line of a check.
            with_a_kernel(lambda: client.execute(stderr=DEVNULL))
        except (CellTimeoutError, DeadKernelError) as problem:
            stopped = str(problem).strip().partition("\n")[0]
    found = list(_found(str(notebook), read.cells))
    if stopped:
        found.append(Checked(str(notebook), len(read.cells), "", "error", f"The notebook did not end: {stopped}"))
    return found


def notebook_at(path: Path) -> Any:
    """Reads a notebook; raises InvalidArgumentError for a file that is none."""
    import nbformat

    try:
        if path.exists() and not path.is_file():
            raise InvalidArgumentError("it is no ordinary file.")
        read: Any = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
        nbformat.validate(read)
    # nbformat fails in its own ways on JSON that is no notebook.
    except (
        OSError,
        ValueError,
        TypeError,
        AttributeError,
        KeyError,
        RecursionError,
        nbformat.ValidationError,
    ) as problem:
        said = str(problem).partition("\n")[0]
        raise InvalidArgumentError(f"{path} is no notebook that can be read: {said}") from None
    return read


def with_a_kernel(start: Callable[[], Started]) -> Started:
    """Returns what `start` gives once its kernel answers, after five deaths at most.

    Jupyter chooses the ports of a kernel before the kernel listens at them, and another process may be given one in
    between: such a kernel dies before it has run a line.

    >>> with_a_kernel(lambda: "ready")
    'ready'
    """
    for _ in range(STARTS - 1):
        try:
            return start()
        except RuntimeError as died:
            if "before replying" not in str(died):
                raise
    return start()


def report(notebooks: Sequence[str | Path], *, as_json: bool = False) -> int:
    """Prints a line for each check of these notebooks and returns 0 if all are correct, 1 if not, 2 if none ran.

    With `as_json` each line is a JSON object: notebook, cell, id, state, said.
    """
    results, failed = list[Checked](), False
    for notebook in notebooks:
        try:
            found = run_checks(notebook)
        except InvalidArgumentError as problem:
            print(problem, file=sys.stderr)
            failed = True
            continue
        for result in found:
            print(json.dumps(result._asdict(), ensure_ascii=False) if as_json else result, flush=True)
        results += found
    if failed or not any(result.id for result in results):
        if not failed:
            print(f"There is no check in {', '.join(map(str, notebooks))}.", file=sys.stderr)
        return 2
    return int(any(result.state != "correct" for result in results))


def _found(notebook: str, cells: Sequence[Any]) -> Iterator[Checked]:
    last = dict[str, Checked]()
    for number, cell in enumerate(cells, 1):
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if output["output_type"] == "error":
                said = f"{output['ename']}: {output['evalue']}" if output["evalue"] else output["ename"]
                yield Checked(notebook, number, "", "error", said)
            elif CHECK_MIME in data:
                id, state = data[CHECK_MIME]["id"], data[CHECK_MIME]["state"]
                said = "\n".join(data.get("text/plain", "").splitlines()[1:])
                last.pop(id, None)
                last[id] = Checked(notebook, number, id, state, said)
    yield from last.values()


@contextmanager
def without_progress() -> Iterator[None]:
    """Lets the kernel that starts in here keep nothing."""
    before = os.environ.get("KAFKAVIZ_PROGRESS")
    os.environ["KAFKAVIZ_PROGRESS"] = os.devnull
    try:
        yield
    finally:
        if before is None:
            del os.environ["KAFKAVIZ_PROGRESS"]
        else:
            os.environ["KAFKAVIZ_PROGRESS"] = before
