"""Metrics as small tables over time: text for a terminal and for a stored notebook, HTML for one that runs."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from kafkaviz.course.incidents.metrics import BROKERS, CLIENTS, PARTITIONS, Metrics, Values
from kafkaviz.lab.tables import cell, in_columns

PARTS: Final = {"brokers": BROKERS, "partitions": PARTITIONS, "clients": CLIENTS}
"""Who reports what."""
NUMBER: Final = "text-align: right; padding: 0 0.3em; font-variant-numeric: tabular-nums"
NAME: Final = "text-align: left; padding: 0 0.8em 0 0; font-weight: normal; white-space: nowrap"
METRIC: Final = "text-align: left; padding: 0.3em 0 0"
PALE: Final = 0.65
"""How much of a zero is seen: on white no less would have a contrast of 4.5."""
SPARK: Final = 72, 16
"""How wide and how high the line of a row is."""


class Row(NamedTuple):
    """One line of a table: a metric, whose it is, and its values."""

    metric: str
    whom: str
    values: Values


def rows_of(metrics: Metrics, names: Sequence[str]) -> list[Row]:
    """Returns the rows of some metrics; where several have the same values all along, one row stands for all.

    >>> rows_of({"LeaderCount": {"broker 1": (1, 1), "broker 2": (1, 1)}}, ["LeaderCount"])
    [Row(metric='LeaderCount', whom='each broker', values=(1, 1))]
    """
    return [row for name in names for row in _of_metric(name, metrics.get(name, {}))]


def _of_metric(name: str, rows: Mapping[str, Values]) -> Iterator[Row]:
    if len(rows) > 1 and len(set(rows.values())) == 1:
        (whom, values), *_ = rows.items()
        kind = "broker" if whom.startswith("broker ") else "member" if name == "assigned-partitions" else "partition"
        yield Row(name, f"each {kind}", values)
    else:
        yield from (Row(name, whom, values) for whom, values in rows.items())


def in_text(metrics: Metrics, names: Sequence[str], times: Sequence[str]) -> str:
    """Returns a table as text, a column for each time; `times` begins with the unit.

    >>> metrics = {"LeaderCount": {"broker 1": (1, None), "broker 2": (1, 2)}}
    >>> print(in_text(metrics, ["LeaderCount"], ["MINUTE", "0", "1"]))
    METRIC      OF       MINUTE 0 1
    LeaderCount broker 1        1 -
    LeaderCount broker 2        1 2
    """
    rows = rows_of(metrics, names)
    if not rows:
        return ""
    lines = [["METRIC", "OF", *times], *([row.metric, row.whom, "", *map(cell, row.values)] for row in rows)]
    return in_columns(lines, numbers=3)


def in_html(metrics: Metrics, names: Sequence[str], times: Sequence[str], caption: str) -> str:
    """Returns a table as HTML, each row with its line; what changed is bold, zeros are pale, and rows of zeros a note.

    >>> shown = in_html({"LeaderCount": {"broker 1": (1, None), "broker 2": (0, 0)}}, ["LeaderCount"], "M01", "brokers")
    >>> shown.count("<td"), shown.count("<b>"), shown.partition("0 all along: ")[2]
    (3, 1, 'LeaderCount (broker 2)</p>')
    """
    rows = rows_of(metrics, names)
    filled = [row for row in rows if any(row.values)]
    if not rows:
        return ""
    unit, *clocks = map(escape, times)
    minutes = "".join(f'<th scope="col" style="{NUMBER}">{clock}</th>' for clock in clocks)
    # Above its rows a metric's name takes no width from the minutes, which shall be in sight on a small screen too.
    body = ""
    for metric, its_rows in groupby(filled, lambda row: row.metric):
        heading = f'<th scope="rowgroup" colspan="{len(times) + 1}" style="{METRIC}">{escape(metric)}</th>'
        body += f"<tbody><tr>{heading}</tr>{''.join(map(_row, its_rows))}</tbody>"
    head = f'<tr><th style="{NAME}">{escape(caption)}</th><th style="{NUMBER}">{unit.lower()}</th>{minutes}</tr>'
    silent = ", ".join(
        escape(words) for name in names if (words := _silent(name, [r for r in rows if r.metric == name]))
    )
    return (
        f'<table style="line-height: 1.3"><thead>{head}</thead>{body}</table>'
        + f'<p style="margin: 2px 0; line-height: 1.4">0 all along: {silent}</p>' * bool(silent)
    )


def _silent(metric: str, rows: Sequence[Row]) -> str:
    """Names a metric that is nothing but zeros, and whose, where that is not everybody's."""
    whose = [row.whom for row in rows if not any(row.values)]
    if not whose:
        return ""
    return metric if len(whose) == len(rows) else f"{metric} ({', '.join(whose)})"


def irregular_values(values: Values) -> list[bool]:
    """Tells of each value whether it differs from what the row's usual growth makes of the value before it.

    >>> irregular_values((1, 1, 2, 2)), irregular_values((4, 8, 12, 12, 16)), irregular_values((None, 1, None))
    ([False, False, True, False], [False, False, False, True, False], [False, True, True])
    """
    steps = [None if a is None or b is None else b - a for a, b in pairwise(values)]
    known = [step for step in steps if step is not None]
    usual = max(known, key=known.count) if known else 0
    missing = [(a is None) != (b is None) for a, b in pairwise(values)]
    return [False, *(lacks or step not in (None, usual) for lacks, step in zip(missing, steps, strict=True))]


def spark_line(values: Values) -> str:
    """Returns the values as a small line, without what is not known.

    >>> spark_line((0, None, 4)).count("circle"), spark_line((1, 2)).count("polyline")
    (2, 1)
    """
    known = [value for value in values if value is not None]
    low, high = min(known, default=0), max(known, default=0)
    wide, room = SPARK[0] / max(1, len(values) - 1), SPARK[1] - 4
    points = [
        None if value is None else f"{n * wide:.1f},{SPARK[1] - 2 - room * (value - low) / ((high - low) or 1):.1f}"
        for n, value in enumerate(values)
    ]
    runs = [[point for point in run if point] for is_known, run in groupby(points, bool) if is_known]
    drawn = "".join(
        f'<polyline points="{" ".join(run)}"/>'
        if len(run) > 1
        else '<circle cx="{}" cy="{}" r="1.5"/>'.format(*run[0].split(","))
        for run in runs
    )
    size = f'width="{SPARK[0]}" height="{SPARK[1]}" viewBox="-2 0 {SPARK[0] + 4} {SPARK[1]}"'
    return f'<svg {size} aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.5">{drawn}</svg>'


def _row(row: Row) -> str:
    numbers = "".join(
        _cell(value, is_new) for value, is_new in zip(row.values, irregular_values(row.values), strict=True)
    )
    heading = f'<th scope="row" style="{NAME}; padding-left: 0.8em">{escape(row.whom)}</th>'
    return f'<tr>{heading}<td style="padding: 0">{spark_line(row.values)}</td>{numbers}</tr>'


def _cell(value: int | None, is_new: bool) -> str:
    pale = f"; opacity: {PALE}" if not value and not is_new else ""
    words = f"<b>{cell(value)}</b>" if is_new else cell(value)
    return f'<td style="{NUMBER}{pale}">{words}</td>'
