"""Which tests one worker runs after each other: those that share a Spark or a JupyterLab, or are in one file.

To start and to warm one more Spark costs more than most files of tests do, and so does one more JupyterLab. xdist's own
groups fail with pytest 9.2.
"""

from functools import cache
from pathlib import Path
from typing import Any, Final

from xdist.scheduler import LoadFileScheduling

ROOT: Final = Path(__file__).parents[1]
SPARK: Final = "one Spark"
JUPYTERLAB: Final = "one JupyterLab"
LONGEST: Final = (
    SPARK,
    JUPYTERLAB,
    *(f"tests/{name}.py" for name in ("real_course/test_plays", "test_lite", "test_site")),
)


class SharedThings(LoadFileScheduling):
    """Hands out tests by what they share, and begins with what takes longest."""

    def _split_scope(self, nodeid: str) -> str:
        return shared_by(super()._split_scope(nodeid))

    def _assign_work_unit(self, node: Any) -> None:
        for scope in reversed(LONGEST):
            if scope in self.workqueue:
                self.workqueue.move_to_end(scope, last=False)
        super()._assign_work_unit(node)


@cache
def shared_by(file: str) -> str:
    """Returns what the tests of a file share with those of others, or the file."""
    if file.startswith("tests/spark/") or (
        file.endswith(".ipynb") and "kafkaviz.spark" in (ROOT / file).read_text("utf-8")
    ):
        return SPARK
    return JUPYTERLAB if "/test_jupyterlab" in file else file
