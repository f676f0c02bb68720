"""A bar that fills while Spark works; what a notebook keeps of it is always the same."""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark import SparkContext
    from pyspark.sql import SparkSession
    from pyspark.sql.connect.shell.progress import StageInfo

_EVERY_SECONDS = 0.2
_FULL = 100
_groups = count(1)


class Bar:
    """A bar in per cent that never runs backwards; where there is no kernel, a sentence stands for it.

    `tasks_done` counts Spark's tasks, `widget` is the ipywidget.
    """

    def __init__(self, title: str) -> None:
        from ipywidgets import IntProgress

        self.title = title
        self.tasks_done = 0
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
            self.widget.value = max(self.widget.value, _FULL * done // tasks)


@contextmanager
def progress(spark: "SparkSession", title: str = "Spark") -> Iterator[Bar]:
    """Shows a progress bar over what Spark runs inside the `with`, and leaves it full at the end.

    When the work fails the bar stays where it was, in red. Yields the `Bar`.

    >>> with progress(spark, "Counting") as bar:  # doctest: +SKIP
    ...     counted = spark.range(10).count()
    Counting: a progress bar, which fills while Spark works.
    >>> counted, bar.widget.value  # doctest: +SKIP
    (10, 100)

    Kafka: nothing is mirrored here.
    """
    from IPython.display import display

    bar = Bar(title)
    display(bar)
    watching = _watching_server if _is_remote(spark) else _watching_tracker
    try:
        with watching(spark, bar):
            yield bar
    except BaseException:
        bar.widget.bar_style = "danger"
        raise
    bar.widget.value = _FULL
    bar.widget.bar_style = "success"


def _is_remote(spark: "SparkSession") -> bool:
    return type(spark).__module__.startswith("pyspark.sql.connect")


@contextmanager
def _watching_server(spark: "SparkSession", bar: Bar) -> Iterator[None]:
    def show(stages: "Iterable[StageInfo]", **_: object) -> None:
        bar.show(sum(s.num_completed_tasks for s in stages), sum(s.num_tasks for s in stages))

    # Any callable will do, whatever Spark's types say.
    spark.registerProgressHandler(show)  # type: ignore[arg-type]
    try:
        yield
    finally:
        spark.removeProgressHandler(show)  # type: ignore[arg-type]


@contextmanager
def _watching_tracker(spark: "SparkSession", bar: Bar) -> Iterator[None]:
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
