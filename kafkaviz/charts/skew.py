"""How skew grows with the number of partitions, for several laws of keys."""

from typing import TYPE_CHECKING

from kafkaviz.charts.chart import INK, PAPER, SERIES, Chart, finish, format_number, new_chart, numbers, require_columns
from kafkaviz.decisions import wording

if TYPE_CHECKING:
    import pandas as pd


def skew_chart(measured: "pd.DataFrame", title: str = "") -> Chart:
    """Draws the hottest partition's load over the mean against the number of partitions, a line for each law of keys.

    `measured` has the columns `law` (text), `partitions` and `max_over_mean`, and may have `expected`, the exact
    value, drawn as a hollow diamond. Raises InvalidArgumentError for other columns.

    >>> import pandas as pd
    >>> skew_chart(pd.DataFrame({"law": "zipf 1.0", "partitions": [6, 12], "max_over_mean": [1.4, 2.0]}))
    Maximum over mean by number of partitions. zipf 1.0: 6 partitions 1.4, 12 partitions 2.
    """
    require_columns(measured, "law", "partitions", "max_over_mean")
    worst = measured.loc[measured["max_over_mean"].idxmax()]
    found = (
        f"With {worst.law}, the hottest of {wording.quantity(int(worst.partitions), 'partition')} carries "
        f"{format_number(round(worst.max_over_mean, 1))} times the mean"
    )
    chart, axes = new_chart(title or found, "number of partitions", "hottest partition ÷ mean load")
    words = []
    for number, (law, rows) in enumerate(measured.groupby("law", sort=False)):
        rows, look = rows.sort_values("partitions"), SERIES[number % len(SERIES)]
        values = numbers(rows["max_over_mean"], "A skew")
        axes.plot(
            rows["partitions"], values, look.marker, linestyle=look.dash, color=look.color, ms=8, lw=2.5, label=law
        )
        if "expected" in rows.columns:
            axes.plot(
                *(rows["partitions"], rows["expected"], "D"),
                color=INK,
                markerfacecolor=PAPER,
                markersize=12,
                zorder=1.5,
                label="exact law" if number == 0 else None,
            )
        skews = (
            f"{p} partitions {format_number(round(v, 2))}" for p, v in zip(rows["partitions"], values, strict=True)
        )
        words.append(f"{law}: {', '.join(skews)}.")
    axes.axhline(1, color=INK, linestyle="--", linewidth=1.5, label="even load")
    counts = sorted(set(measured["partitions"]))
    axes.set_xticks(counts if len(counts) <= 12 else counts[:: len(counts) // 8])
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.set_ylim(bottom=0)
    return finish(chart, " ".join(["Maximum over mean by number of partitions.", *words]))
