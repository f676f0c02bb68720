"""What many trials gave: bars in groups with their confidence intervals, and the frontier of refused and lost."""

from typing import TYPE_CHECKING

from kafkaviz.charts.chart import (
    INK,
    PAPER,
    SERIES,
    Chart,
    finish,
    format_number,
    new_chart,
    note,
    numbers,
    require_columns,
)
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.scene.style import LIGHT

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

_BARS_WIDTH = 0.84


def bars_chart(
    means: "pd.DataFrame", group: str, series: str, y_label: str, *, percent: bool = False, title: str = ""
) -> Chart:
    """Draws bars in groups, one for each series, with a confidence interval and the expected value beside them.

    `means` has the columns named by `group` and `series`, `mean`, and may have `low` and `high` (the interval) and
    `expected`, drawn as a hollow diamond; groups and series come in the order of the rows. With `percent` the values
    are shares. Raises InvalidArgumentError for other columns, or two rows for one bar.

    >>> import pandas as pd
    >>> rows = pd.DataFrame({"partitions": 12, "assignor": ["range", "sticky"], "mean": [0.37, 0.13]})
    >>> bars_chart(rows, "partitions", "assignor", "share of partitions moved", percent=True)
    Share of partitions moved. 12: range 37%, sticky 13%.

    This is how trials of the model are told.
    """
    import numpy as np
    from matplotlib.ticker import PercentFormatter

    require_columns(means, group, series, "mean")
    if means.duplicated([group, series]).any():
        raise InvalidArgumentError(f"There are two rows for one bar: give one row per {group} and {series}.")
    numbers(means["mean"], "A mean")
    groups, kinds = list(dict.fromkeys(means[group])), list(dict.fromkeys(means[series]))
    chart, axes = new_chart(title or _finding(means, group, series, y_label, percent), group, y_label)
    width = _BARS_WIDTH / len(kinds)
    for number, kind in enumerate(kinds):
        look = SERIES[number % len(SERIES)]
        rows = means[means[series] == kind].set_index(group).reindex(groups)
        at = np.arange(len(groups)) + (number - (len(kinds) - 1) / 2) * width
        values = rows["mean"].to_numpy(float)
        fill = look.fill if look.hatch else look.color
        axes.bar(at, values, 0.92 * width, color=fill, edgecolor=look.color, hatch=look.hatch, lw=1.5, label=str(kind))
        if {"low", "high"} <= {*rows.columns}:
            interval = _interval(values, rows["low"], rows["high"])
            axes.errorbar(at, values, yerr=interval, fmt="none", ecolor=INK, elinewidth=2, capsize=6, capthick=2)
        if "expected" in rows.columns:
            axes.plot(
                *(at, rows["expected"], "D"),
                color=INK,
                markerfacecolor=PAPER,
                markersize=9,
                label="expected" if number == 0 else None,
            )
    if {"low", "high"} <= {*means.columns}:
        axes.errorbar([], [], yerr=[], fmt="none", ecolor=INK, elinewidth=2, capsize=6, label="confidence interval")
    axes.set_xticks(range(len(groups)), [str(name) for name in groups])
    axes.tick_params(axis="x", length=0)
    axes.set_ylim(bottom=0)
    if percent:
        axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    sentences = (
        f"{name}: " + ", ".join(f"{row[series]} {_shown(row['mean'], percent)}" for _, row in rows.iterrows()) + "."
        for name, rows in means.groupby(group, sort=False)
    )
    return finish(chart, " ".join([f"{y_label[:1].upper()}{y_label[1:]}.", *sentences]))


def frontier_chart(points: "pd.DataFrame", title: str = "") -> Chart:
    """Draws the share of writes refused against the share of records lost, on logarithmic axes with error bars.

    `points` has the columns `label`, `refused` and `lost` (shares), and may have `series` (what is told apart by
    colour and marker), `refused_low`, `refused_high`, `lost_low`, `lost_high`, and `expected_refused`,
    `expected_lost`, drawn as a hollow diamond. A share of 0 stands at the edge with an arrow to its upper bound.
    Raises InvalidArgumentError for other columns or when nothing was refused or lost anywhere.

    >>> import pandas as pd
    >>> frontier_chart(pd.DataFrame({"label": ["min 1", "min 2"], "refused": [1e-4, 7e-3], "lost": [8e-4, 4.5e-4]}))
    Refused and lost, as shares. min 1: refused 0.0001, lost 0.0008. min 2: refused 0.007, lost 0.00045.

    Kafka: what min.insync.replicas trades: availability of writes for durability.
    """
    import numpy as np

    require_columns(points, "label", "refused", "lost")
    refused, lost = (numbers(points[name], "A share") for name in ("refused", "lost"))
    if not (refused > 0).any() or not (lost > 0).any():
        raise InvalidArgumentError("Nothing was refused, or nothing lost: there is no frontier; run more trials.")
    floor = {name: _floor(points, name) for name in ("refused", "lost")}
    x, y = np.maximum(refused, floor["refused"]), np.maximum(lost, floor["lost"])
    least = points.iloc[int(np.argmin(y))]
    who = _labels(points)[int(np.argmin(y))]
    loss = (
        f"loses least, {_shown(least.lost, False)} of the records," if least.lost else "lost no record in these trials"
    )
    found = f"{who}: {loss} and refuses {least.refused:.2%} of the writes"
    chart, axes = new_chart(title or found, "share of writes refused", "share of acknowledged records lost")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.grid(which="major", axis="both", color=LIGHT["panel"], linewidth=1.5)
    names = points["series"] if "series" in points.columns else ["measured"] * len(points)
    for number, name in enumerate(dict.fromkeys(names)):
        look, mine = SERIES[number % len(SERIES)], np.array([series == name for series in names])
        axes.errorbar(
            *(x[mine], y[mine]),
            xerr=_bars(points, "refused", x, mine),
            yerr=_bars(points, "lost", y, mine),
            fmt=look.marker,
            linestyle=look.dash,
            color=look.color,
            markersize=11,
            linewidth=1.5,
            capsize=5,
            label=str(name),
        )
    for label, one_x, one_y, none in zip(points["label"], x, y, (refused <= 0) | (lost <= 0), strict=True):
        note(axes, f"{label} (none seen)" if none else str(label), (one_x, one_y), to=(11, 9), ha="left")
    if {"expected_refused", "expected_lost"} <= {*points.columns}:
        law = (points["expected_refused"], points["expected_lost"])
        axes.plot(*law, "D", color=INK, markerfacecolor="none", ms=16, mew=1.5, label="exact law")
    axes.margins(x=0.2, y=0.15)
    sentences = (
        f"{label}: refused {_shown(row.refused, False)}, lost {_shown(row.lost, False)}."
        for label, (_, row) in zip(_labels(points), points.iterrows(), strict=True)
    )
    return finish(chart, " ".join(["Refused and lost, as shares.", *sentences]))


def _labels(points: "pd.DataFrame") -> list[str]:
    """Returns what each point is called: its series, too, where that says more than its label."""
    series = points["series"] if "series" in points.columns else points["label"]
    return [
        str(label) if label == name else f"{name}, {label}" for name, label in zip(series, points["label"], strict=True)
    ]


def _finding(means: "pd.DataFrame", group: str, series: str, y_label: str, percent: bool) -> str:
    last = means[means[group] == means[group].iloc[-1]].sort_values("mean")
    low, high = last.iloc[0], last.iloc[-1]
    if len(last) == 1:
        return f"{high[series]}: {_shown(high['mean'], percent)} ({y_label})"
    return (
        f"{low[series]} has the lowest {y_label}: {_shown(low['mean'], percent)}, "
        f"where {high[series]} has {_shown(high['mean'], percent)}"
    )


def _shown(value: float, percent: bool) -> str:
    return f"{value:.0%}" if percent else format_number(float(f"{value:.3g}"))


def _interval(values: "np.ndarray", low: "pd.Series", high: "pd.Series") -> "np.ndarray":
    import numpy as np

    below, above = values - low.to_numpy(float), high.to_numpy(float) - values
    if (below < -1e-12).any() or (above < -1e-12).any():
        raise InvalidArgumentError("A confidence interval holds its mean: low is at most the mean, and high at least.")
    interval: np.ndarray = np.clip(np.stack([below, above]), 0, None)
    return interval


def _floor(points: "pd.DataFrame", name: str) -> float:
    """Returns where a share of 0 stands on a logarithmic axis: half a decade below the smallest that is not 0."""
    positive = points[name][points[name] > 0]
    return float(positive.min()) / 3


def _bars(points: "pd.DataFrame", name: str, drawn: "np.ndarray", mine: "np.ndarray") -> "np.ndarray | None":
    import numpy as np

    if f"{name}_low" not in points.columns or f"{name}_high" not in points.columns:
        return None
    low = np.maximum(points[f"{name}_low"].to_numpy(float), _floor(points, name) / 2)
    high = points[f"{name}_high"].to_numpy(float)
    bars: np.ndarray = np.clip(np.stack([drawn - low, high - drawn]), 0, None)[:, mine]
    return bars
