"""The capacity staircase: how much a group can read, and how many partitions and consumers a load demands."""

from typing import TYPE_CHECKING

from kafkaviz.charts.chart import (
    HOT,
    INK,
    SERIES,
    Chart,
    finish,
    format_number,
    new_chart,
    note,
    numbers,
    require_columns,
)
from kafkaviz.decisions import wording

if TYPE_CHECKING:
    import pandas as pd


def capacity_chart(grid: "pd.DataFrame", title: str = "") -> Chart:
    """Draws the highest load that a group of each size keeps up with, a line for each number of partitions.

    `grid` is what `kafkaviz.spark.capacity` gives, as pandas: `partitions`, `consumers`, `load_per_s`, `holds`, and
    `formula_per_s`, drawn as steps. Raises InvalidArgumentError for other columns.

    >>> import pandas as pd
    >>> capacity_chart(pd.DataFrame({"partitions": 4, "consumers": [1, 2], "load_per_s": 100, "holds": [False, True],
    ...     "formula_per_s": [80.0, 160.0]}))
    The highest load in records/s that a group keeps up with, by consumers. 4 partitions: 1 consumer 0, 2 consumers
    100; by the formula 80, 160.

    With even keys it is mu·P/ceil(P/C).
    """
    require_columns(grid, "partitions", "consumers", "load_per_s", "holds", "formula_per_s")
    held = grid.assign(held=grid["load_per_s"].where(grid["holds"].astype(bool), 0))
    best = held.groupby(["partitions", "consumers"], sort=True, as_index=False).agg(
        held=("held", "max"), formula=("formula_per_s", "first")
    )
    short_of = best.assign(ratio=best["held"] / best["formula"])
    top = short_of.loc[short_of["held"].idxmax()]
    found = (
        f"{int(top.consumers)} consumers on {int(top.partitions)} partitions keep up with "
        f"{format_number(top.held)} records/s; by the formula it is {format_number(top.formula)}"
    )
    chart, axes = new_chart(title or found, "consumers in the group", "records/s that the group keeps up with")
    words = []
    for number, (count, rows) in enumerate(best.groupby("partitions", sort=True)):
        look, several = SERIES[number % len(SERIES)], wording.quantity(int(count), "partition")
        measured, formula = numbers(rows["held"], "A load"), numbers(rows["formula"], "A capacity")
        axes.step(rows["consumers"], formula, where="post", color=look.color, linestyle=look.dash, linewidth=2)
        # Where several lie on one spot, the ones below show round those above.
        size = max(14 - 3 * number, 5)
        axes.plot(rows["consumers"], measured, look.marker, color=look.color, ms=size, label=several)
        loads = (
            f"{wording.quantity(int(c), 'consumer')} {format_number(held)}"
            for c, held in zip(rows["consumers"], measured, strict=True)
        )
        words.append(f"{several}: {', '.join(loads)}; by the formula {', '.join(map(format_number, formula))}.")
    axes.plot([], [], color=INK, linewidth=2, label="by the formula mu·P/⌈P/C⌉")
    axes.set_ylim(bottom=0)
    axes.set_xticks(_thinned(sorted(set(best["consumers"]))))
    axes.yaxis.set_major_formatter(lambda value, _: format_number(value))
    return finish(chart, " ".join(["The highest load in records/s that a group keeps up with, by consumers.", *words]))


def demand_chart(demand: "pd.DataFrame", title: str = "") -> Chart:
    """Draws the fewest consumers that hold the promise of lag at each load, the formula's number beside it.

    `demand` is what `kafkaviz.spark.demand` gives, as pandas: `load_per_s`, `consumers`, `partitions` and
    `formula_consumers`; none means that nothing in the grid holds. Raises InvalidArgumentError for other columns.

    >>> import pandas as pd
    >>> demand_chart(pd.DataFrame({"load_per_s": [100, 200], "consumers": [1, None], "partitions": [4, None],
    ...     "formula_consumers": [1, 2]}))
    The fewest consumers that keep up with each load. 100 records/s: 1 with 4 partitions, by the formula 1. 200
    records/s: none of those tried, by the formula 2.

    Kafka: the demand metric of the benchmark Theodolite.
    """
    require_columns(demand, "load_per_s", "consumers", "partitions", "formula_consumers")
    numeric = ["load_per_s", "consumers", "partitions", "formula_consumers"]
    demand = demand[numeric].astype(float).sort_values("load_per_s")
    feasible = demand.dropna(subset=["consumers"])
    lost = demand[demand["consumers"].isna()]
    chart, axes = new_chart(title or _finding(demand), "load in records/s", "fewest consumers needed")
    axes.step(
        *(demand["load_per_s"], demand["formula_consumers"]),
        where="mid",
        color=INK,
        linestyle="--",
        linewidth=2,
        label="by the formula, if keys were even",
    )
    look = SERIES[0]
    axes.plot(feasible["load_per_s"], feasible["consumers"], "o-", color=look.color, ms=10, lw=2.5, label="measured")
    for _, row in feasible.iterrows():
        note(axes, f"P={int(row.partitions)}", (row.load_per_s, row.consumers), to=(-6, 9), ha="right")
    highest = max(demand["formula_consumers"].max(skipna=True), feasible["consumers"].max() if len(feasible) else 1)
    if len(lost):
        axes.plot(lost["load_per_s"], [highest] * len(lost), "x", color=HOT, ms=13, mew=3.5, label="none tried holds")
    axes.set_ylim(0, 1.25 * highest)
    axes.xaxis.set_major_formatter(lambda value, _: format_number(value))
    axes.margins(x=0.08)
    words = [
        _sentence(row.load_per_s, row.consumers, row.partitions, row.formula_consumers) for _, row in demand.iterrows()
    ]
    return finish(chart, " ".join(["The fewest consumers that keep up with each load.", *words]))


def _finding(demand: "pd.DataFrame") -> str:
    both = demand.dropna(subset=["consumers", "formula_consumers"])
    more = both[both["consumers"] > both["formula_consumers"]]
    if len(more):
        row = more.iloc[-1]
        return (
            f"{format_number(row.load_per_s)} records/s need {int(row.consumers)} consumers, "
            f"where the formula says {int(row.formula_consumers)}"
        )
    lost = demand[demand["consumers"].isna() & demand["formula_consumers"].notna()]
    if len(lost):
        promised = format_number(lost.iloc[0].load_per_s)
        return f"The formula promises {promised} records/s, and nothing that was tried holds it"
    return "The formula's number of consumers suffices at every load"


def _sentence(load: float, consumers: float, partitions: float, formula: float) -> str:
    words = (
        "none of those tried"
        if consumers != consumers
        else f"{int(consumers)} with {wording.quantity(int(partitions), 'partition')}"
    )
    law = "none" if formula != formula else f"{int(formula)}"
    return f"{format_number(load)} records/s: {words}, by the formula {law}."


def _thinned(values: list[int]) -> list[int]:
    return values if len(values) <= 16 else values[:: -(-len(values) // 12)]
