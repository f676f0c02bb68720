"""Lag over time, by partition or by consumer, with a mark where it is drained."""

from typing import TYPE_CHECKING

from kafkaviz.charts.chart import (
    INK,
    LINE,
    PAPER,
    SERIES,
    TEXT_POINTS,
    Chart,
    draw_line,
    finish,
    format_number,
    kind_of,
    name_of,
    new_chart,
    numbers,
    require_columns,
    seconds_since_first,
)
from kafkaviz.decisions.errors import InvalidArgumentError

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

_NAMED = 5


def lag_chart(lag: "pd.DataFrame", bound_records: float | None = None, title: str = "") -> Chart:
    """Draws the lag of each partition or consumer over time, the five longest by name, and marks where each is drained.

    `lag` is what `kafkaviz.spark.lag` gives, as pandas: `window_start`, `lag_records`, and `partition` or `consumer`.
    `bound_records` is drawn as a line. Raises InvalidArgumentError for other columns.

    >>> import pandas as pd
    >>> lag_chart(pd.DataFrame({"window_start": [0, 1, 2], "partition": 0, "lag_records": [0, 5, 0]}))
    Lag in records over 2 s. Partition 0: at most 5 after 1 s, drained after 2 s.

    Kafka: records-lag-max over time; kafka-consumer-groups.sh --describe shows one moment of it.
    """
    require_columns(lag, "window_start", "lag_records")
    kind = kind_of(lag, ("consumer", "partition"))
    lag = lag.assign(seconds=seconds_since_first(lag["window_start"]))
    owners = [kind, "topic"] if "topic" in lag.columns and lag["topic"].nunique() > 1 else [kind]
    lines = [
        (_name(names), rows.sort_values("seconds")) for names, rows in lag.groupby(owners, sort=True, dropna=False)
    ]
    lines.sort(key=lambda line: -float(line[1]["lag_records"].max()))
    sentences = [_sentence(kind, name, rows) for name, rows in lines[:_NAMED]]
    longest = f"{kind} {lines[0][0]}"
    peak = float(lines[0][1]["lag_records"].max())
    if bound_records is not None and bound_records < 0:
        raise InvalidArgumentError(f"A bound of lag is 0 records or more, not {bound_records}.")
    drained = drained_index(lines[0][1]["lag_records"].to_numpy())
    end = "is not drained yet" if drained is None else f"is drained after {lines[0][1]['seconds'].iloc[drained]:g} s"
    found = (
        f"The lag of {longest} grows to {format_number(peak)} {'record' if peak == 1 else 'records'} and {end}"
        if peak
        else f"No {kind} lags behind"
    )
    chart, axes = new_chart(title or found, "seconds since the first record", "lag in records")
    for _, rows in lines[_NAMED:]:
        axes.plot(rows["seconds"], rows["lag_records"], color=LINE, linewidth=1)
    for number, (name, rows) in enumerate(lines[:_NAMED]):
        look, values = SERIES[number], numbers(rows["lag_records"], "A lag")
        seconds = rows["seconds"].to_numpy()
        draw_line(axes, look, seconds, values, f"{kind} {name}")
        if (drained := drained_index(values)) is not None:
            axes.plot(seconds[drained], 0, "o", color=look.color, markerfacecolor=PAPER, ms=12, mew=2.5, clip_on=False)
    if len(lines) > _NAMED:
        axes.plot([], [], color=LINE, linewidth=1, label=f"{len(lines) - _NAMED} other {kind}s")
    if any(drained_index(rows["lag_records"].to_numpy()) is not None for _, rows in lines[:_NAMED]):
        axes.plot([], [], "o", color=INK, markerfacecolor=PAPER, ms=12, mew=2.5, label="drained")
    if bound_records is not None:
        axes.axhline(bound_records, color=INK, linestyle=(0, (1, 2)), linewidth=2)
        axes.annotate(
            f"bound: {format_number(bound_records)} records",
            (0.01, bound_records),
            xycoords=("axes fraction", "data"),
            xytext=(0, 5),
            textcoords="offset points",
            fontsize=TEXT_POINTS,
            color=INK,
        )
    axes.set_ylim(bottom=0, top=1.1 * max(peak, bound_records or 0, 1))
    axes.set_xlim(left=0)
    axes.yaxis.set_major_formatter(lambda value, _: format_number(value))
    rest = f" {len(lines) - _NAMED} other {kind}s lag less." if len(lines) > _NAMED else ""
    span = format_number(float(lag["seconds"].max()))
    return finish(chart, f"Lag in records over {span} s. {' '.join(sentences)}{rest}")


def drained_index(lag_records: "np.ndarray") -> int | None:
    """Returns where a lag is 0 again after its peak, or None: it never rose, or it is not drained yet.

    >>> import numpy as np
    >>> drained_index(np.array([0, 4, 2, 0, 1, 0])), drained_index(np.array([0, 4, 2]))
    (3, None)
    """
    peak = int(lag_records.argmax())
    after = (lag_records[peak:] <= 0).nonzero()[0]
    return peak + int(after[0]) if lag_records[peak] > 0 and len(after) else None


def _name(names: tuple[object, ...]) -> str:
    return "-".join(map(name_of, reversed(names)))


def _sentence(kind: str, name: str, rows: "pd.DataFrame") -> str:
    values, seconds = rows["lag_records"].to_numpy(), rows["seconds"].to_numpy()
    drained = drained_index(values)
    end = (
        "no lag" if values.max() <= 0 else f"at most {format_number(values.max())} after {seconds[values.argmax()]:g} s"
    )
    after = f", drained after {seconds[drained]:g} s" if drained is not None else ""
    left = f", {format_number(values[-1])} left" if values.max() > 0 and drained is None else ""
    return f"{kind.capitalize()} {name}: {end}{after}{left}."
