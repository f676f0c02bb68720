"""A bar that fills while Spark works; what a notebook keeps of it is always the same."""

import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any, TextIO

from kafkaviz.spark.arguments import require_session

if TYPE_CHECKING:
    from pyspark import SparkContext
    from pyspark.sql import SparkSession
    from pyspark.sql.connect.shell.progress import StageInfo

_EVERY_SECONDS = 0.2
_FULL = 100
_TERMINAL_WIDTH = 40
_groups = count(1)


class Bar:
    """A bar in per cent that never runs backwards; where there is no kernel, a sentence stands for it.

    `tasks_done` counts Spark's tasks, `widget` is the ipywidget. For work in several steps, each `step()` moves the bar
    on by one of `steps`.
    """

    def __init__(self, title: str, steps: int = 1) -> None:
        from ipywidgets import IntProgress

        self.title, self.steps = title, max(steps, 1)
        self.tasks_done = self.steps_done = 0
        self.widget = IntProgress(max=_FULL, description=title, style={"description_width": "initial"})

    def __repr__(self) -> str:
        return f"{self.title}: a progress bar, which fills while Spark works."

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        # The widget's own text would hold its value of the moment.
        bundle: dict[str, Any] = self.widget._repr_mimebundle_(**kwargs)
        return bundle | {"text/plain": repr(self)}

    def show(self, done: int, tasks: int) -> None:
        """Shows how many of the tasks known so far are done; Spark learns of later ones on the way."""
        self.tasks_done = max(self.tasks_done, done)
        if tasks:
            self.widget.value = max(self.widget.value, _per_cent(self.steps_done + done / tasks, self.steps))

    def step(self) -> None:
        """Shows that one of the steps is done."""
        self.steps_done += 1
        self.widget.value = max(self.widget.value, _per_cent(self.steps_done, self.steps))

    def open(self) -> None:
        """Shows the bar where the cell shows its output."""
        from IPython.display import display

        display(self)

    def close(self, *, well: bool) -> None:
        """Leaves the bar full, or red where it stopped."""
        self.widget.value = _FULL if well else self.widget.value
        self.widget.bar_style = "success" if well else "danger"


class TerminalBar:
    """The same bar as a line of text that is written again and again; nothing where nobody looks at it.

    `stream` is a terminal, as `sys.stderr` may be; into a file or a pipe nothing is written.
    """

    def __init__(self, title: str, steps: int = 1, stream: TextIO | None = None) -> None:
        self.title, self.steps = title, max(steps, 1)
        self.tasks_done = self.steps_done = self.value = 0
        self.stream = stream or sys.stderr

    def show(self, done: int, tasks: int) -> None:
        """Shows how many of the tasks known so far are done."""
        self.tasks_done = max(self.tasks_done, done)
        if tasks:
            self._draw(_per_cent(self.steps_done + done / tasks, self.steps))

    def step(self) -> None:
        """Shows that one of the steps is done."""
        self.steps_done += 1
        self._draw(_per_cent(self.steps_done, self.steps))

    def open(self) -> None:
        """Writes the empty bar."""
        self._write()

    def close(self, *, well: bool) -> None:
        """Writes the bar a last time, full or where it stopped, and ends its line."""
        self._draw(_FULL if well else self.value)
        if self.stream.isatty():
            self.stream.write("\n" if well else " stopped\n")
            self.stream.flush()

    def _draw(self, value: int) -> None:
        if value > self.value:
            self.value = value
            self._write()

    def _write(self) -> None:
        if self.stream.isatty():
            filled = _TERMINAL_WIDTH * self.value // _FULL
            bar = "█" * filled + "░" * (_TERMINAL_WIDTH - filled)
            self.stream.write(f"\r{self.title} {bar} {self.value:3d} %")
            self.stream.flush()


@contextmanager
def job_progress(
    spark: "SparkSession", title: str = "Spark", bar: Bar | TerminalBar | None = None
) -> "Iterator[Bar | TerminalBar]":
    """Shows a progress bar over what Spark runs inside the `with`, and leaves it full at the end.

    When the work fails the bar stays where it was, in red. Yields the bar: the one given, or a `TerminalBar` where
    a terminal is all there is, else a `Bar` for a notebook.

    >>> with job_progress(spark, "Counting") as bar:  # doctest: +SKIP
    ...     counted = spark.range(10).count()
    Counting: a progress bar, which fills while Spark works.
    >>> counted, bar.widget.value  # doctest: +SKIP
    (10, 100)
    """
    require_session(spark, "job_progress")
    shown = bar or bar_here(title)
    shown.open()
    watching = _watching_server if _is_remote(spark) else _watching_tracker
    try:
        with watching(spark, shown):
            yield shown
    # Whoever interrupts the kernel is to see a bar that stopped, too; whatever it was goes on.
    except BaseException:
        shown.close(well=False)
        raise
    shown.close(well=True)


def bar_here(title: str, steps: int = 1) -> Bar | TerminalBar:
    """Returns the bar that can be seen here: in a terminal without a kernel a line of text, else a widget."""
    in_kernel = hasattr(getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)(), "kernel")
    return TerminalBar(title, steps) if sys.stderr.isatty() and not in_kernel else Bar(title, steps)


def _per_cent(done: float, steps: int) -> int:
    return min(int(_FULL * done / steps), _FULL)


def _is_remote(spark: "SparkSession") -> bool:
    return type(spark).__module__.startswith("pyspark.sql.connect")


@contextmanager
def _watching_server(spark: "SparkSession", bar: Bar | TerminalBar) -> Iterator[None]:
    def show(stages: "Iterable[StageInfo]", **_: object) -> None:
        bar.show(sum(s.num_completed_tasks for s in stages), sum(s.num_tasks for s in stages))

    # Any callable will do, whatever Spark's types say.
    spark.registerProgressHandler(show)  # type: ignore[arg-type]
    try:
        yield
    finally:
        spark.removeProgressHandler(show)  # type: ignore[arg-type]


@contextmanager
def _watching_tracker(spark: "SparkSession", bar: Bar | TerminalBar) -> Iterator[None]:
    context = spark.sparkContext
    group = f"kafkaviz progress {next(_groups)}"
    former = context.getLocalProperty("spark.jobGroup.id")
    over = threading.Event()

    def watch() -> None:
        while not over.wait(_EVERY_SECONDS):
            bar.show(*_tasks_of(context, group))

    context.setLocalProperty("spark.jobGroup.id", group)
    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()
        context.setLocalProperty("spark.jobGroup.id", former)  # type: ignore[arg-type]  # None clears it
    bar.show(*_tasks_of(context, group))


def _tasks_of(context: "SparkContext", group: str) -> tuple[int, int]:
    tracker = context.statusTracker()
    jobs = [tracker.getJobInfo(job) for job in tracker.getJobIdsForGroup(group)]
    stages = sorted({stage for job in jobs if job is not None for stage in job.stageIds})
    known = [info for info in map(tracker.getStageInfo, stages) if info is not None]
    return sum(info.numCompletedTasks for info in known), sum(info.numTasks for info in known)
