"""A chart that grows while a stream is read; what a notebook keeps of it is the last one."""

from typing import TYPE_CHECKING

from kafkaviz.charts.chart import Chart
from kafkaviz.decisions.errors import InvalidArgumentError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import pandas as pd


def growing(frames: "Iterable[pd.DataFrame]", draw: "Callable[[pd.DataFrame], Chart]") -> Chart:
    """Draws each of the tables in turn, the next in the place of the one before, and returns the last chart.

    `frames` is what `kafkaviz.spark.watch` yields, `draw` one of the charts. In a notebook the picture is replaced
    as the tables come, so its stored output is the last one alone; end the cell with a semicolon, or the last chart
    is shown a second time. Raises InvalidArgumentError when there is no table at all.

    >>> growing([pd.DataFrame(...)], load_chart)  # doctest: +SKIP
    """
    from IPython.display import DisplayHandle

    handle: DisplayHandle | None = None
    chart: Chart | None = None
    close = getattr(frames, "close", None)
    try:
        for frame in frames:
            chart = draw(frame)
            if handle is None:
                handle = DisplayHandle()
                handle.display(chart)
            else:
                handle.update(chart)
    finally:
        # A chart that fails must not leave the stream behind it running.
        if close is not None:
            close()
    if chart is None:
        raise InvalidArgumentError("There is nothing to draw: the stream had no records.")
    return chart
