"""The time line of a metadata log: leaders lost and gained, partitions in trouble, brokers away."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from matplotlib.ticker import FuncFormatter, MaxNLocator, MultipleLocator

from kafkaviz.charts.chart import INK, SERIES, TEXT_POINTS, Chart, blank_chart, finish
from kafkaviz.decisions.wording import quantity
from kafkaviz.metadata_log.spans import moment_of
from kafkaviz.metadata_log.summary_rows import Counted, SummaryRow
from kafkaviz.scene.style import LIGHT

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_STEPS: Final = (1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400)
_MOST_TICKS: Final = 8
_DAY_S: Final = 86_400


def summary_chart(summary: Counted, rows: Mapping[int, SummaryRow], ends: Mapping[int, tuple[int, int, int]]) -> Chart:
    """Draws what a summary counted over time; `ends` are the levels with which each time with a record ends."""
    width = summary.row_seconds
    first, last = summary.first_ms // 1000 // width, summary.last_ms // 1000 // width
    at = np.arange(first, last + 1) * width
    counted, levels = np.zeros((len(at), 5)), np.zeros((len(at), 3))
    held: tuple[int, ...] = (0, 0, 0)
    for n in range(len(at)):
        row = rows.get(first + n)
        # Where nothing was written, all is as it was.
        levels[n] = held if row is None else row.levels
        if row is not None:
            counted[n], held = row.changes, ends[first + n]
    # The last row is as wide as the others.
    edges, levels = np.append(at, at[-1] + width), np.vstack([levels, levels[-1:]])
    chart = blank_chart(6.8)
    top, middle, below = chart.subplots(3, 1, sharex=True, height_ratios=(3, 3, 2))
    chart.suptitle(_title(summary), fontsize=TEXT_POINTS + 3, color=INK, x=0.01, ha="left")
    blue, hot, green, purple, _, amber = SERIES
    for sign, column, look, label in ((1, 1, blue, "leaders gained, upwards"), (-1, 0, hot, "leaders lost, downwards")):
        there = counted[:, column] > 0
        top.bar(
            *(at[there], sign * counted[there, column]),
            *(width,),
            align="edge",
            color=look.fill,
            edgecolor=look.color,
            linewidth=1.5,
            hatch=look.hatch,
            label=label,
        )
    top.axhline(0, color=INK, linewidth=1)
    for column, look, label in ((0, hot, "partitions without a leader"), (1, purple, "partitions under min ISR")):
        middle.step(
            edges, levels[:, column], where="post", color=look.color, linestyle=look.dash, linewidth=2.5, label=label
        )
    below.fill_between(
        edges, levels[:, 2], step="post", color=amber.fill, edgecolor=amber.color, hatch="..", label="brokers away"
    )
    most = max(1.0, levels[:, 2].max())
    for column, marker, look, label in ((3, "X", hot, "unclean election"), (4, "^", green, "controller change")):
        there = counted[:, column] > 0
        if there.any():
            height = np.full(there.sum(), (1.35 if column == 3 else 1.7) * most)
            below.plot(at[there], height, marker, color=look.color, markersize=10, label=label, clip_on=False)
    for axes, words, high in (
        (top, "leaders", None),
        (middle, "partitions", max(1.0, levels[:, :2].max()) * 1.1),
        (below, "brokers", 2 * most),
    ):
        _dress(axes, words, high)
    _time_axis(below, float(at[0]), float(at[-1]) + width, summary)
    return finish(chart, _words(summary))


def places_in(chart: Chart, moments_s: Sequence[float]) -> tuple[list[float], tuple[float, float, float, float]]:
    """Returns where moments, in seconds since 1970, stand along the width of a time line, and where it is drawn.

    That is its left, top, right and bottom; all are parts of the chart, from its upper left corner on.
    """
    # Its layout is found only when it is drawn.
    chart.draw_without_rendering()
    top, below = chart.axes[0].get_position(), chart.axes[-1].get_position()
    across = chart.axes[-1].transData.transform([(moment, 0) for moment in moments_s])[:, 0] / chart.bbox.width
    left, upper, right, lower = (round(float(part), 4) for part in (below.x0, 1 - top.y1, below.x1, 1 - below.y0))
    return [round(float(x), 4) for x in across], (left, upper, right, lower)


def _title(summary: Counted) -> str:
    worst = summary.worst(1).rows
    if not worst:
        return "No leader was lost, and no broker went away"
    unclean = worst[0].unclean_elections > 0
    count = worst[0].offline_partitions
    what = (
        "an unclean election"
        if unclean
        else f"{quantity(count, 'partition')} without a leader"
        if count
        else "nobody without a leader"
    )
    return f"The worst: {worst[0].since}, {what}"


def _dress(axes: "Axes", words: str, high: float | None) -> None:
    axes.set_ylabel(words, fontsize=TEXT_POINTS, color=INK)
    axes.tick_params(which="both", labelsize=TEXT_POINTS, colors=INK)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(LIGHT["line"])
    axes.grid(axis="y", color=LIGHT["panel"], linewidth=1.5)
    axes.set_axisbelow(True)
    axes.yaxis.set_major_locator(MaxNLocator(3, integer=True))
    if high is None:
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{abs(value):,.0f}"))
    else:
        axes.set_ylim(0, high)


def _time_axis(axes: "Axes", first: float, end: float, summary: Counted) -> None:
    """Names round times of the day in UTC."""
    axes.set_xlim(first, end)
    span = end - first
    step = next((s for s in _STEPS if span <= s * _MOST_TICKS), -(-span // _DAY_S // _MOST_TICKS) * _DAY_S)
    axes.xaxis.set_major_locator(MultipleLocator(step))
    part = slice(0, 10) if step >= _DAY_S else slice(11, 16) if step >= 60 else slice(11, 19)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: moment_of(round(value) * 1000)[part]))
    each = {1: "each second", 60: "each minute", 3_600: "each hour"}
    said = each.get(summary.row_seconds, f"each {summary.row_seconds:,} s")
    axes.set_xlabel(f"time in UTC from {moment_of(summary.first_ms)[:16]}, {said}", fontsize=TEXT_POINTS, color=INK)


def _words(summary: Counted) -> str:
    found = "; ".join(f"{row.since}: {row.words}" for row in summary.worst().rows) or "Nothing was lost"
    return f"What a metadata log tells over time. {found}."
