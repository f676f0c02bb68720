"""Metrics as small tables over time: text for a terminal and for a stored notebook, HTML for one that runs."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from kafkaviz.course.incidents.metrics import BROKERS, CLIENTS, PARTITIONS, Metrics, Values
from kafkaviz.lab.tables import cell, in_columns

PARTS: Final = {"brokers": BROKERS, "partitions": PARTITIONS, "clients": CLIENTS}
"""Who reports what."""
NUMBER: Final = "text-align: right; padding: 0 0.45em; font-variant-numeric: tabular-nums"
NAME: Final = "text-align: left; padding: 0 0.8em 0 0; font-weight: normal; white-space: nowrap"


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
    """Returns a table as HTML; a metric's name stands once, above its rows' values.

    >>> in_html({"LeaderCount": {"broker 1": (1, None)}}, ["LeaderCount"], ["MINUTE", "0", "1"], "brokers").count("<td")
    2
    """
    rows = rows_of(metrics, names)
    if not rows:
        return ""
    unit, *clocks = map(escape, times)
    minutes = "".join(f'<th scope="col" style="{NUMBER}">{clock}</th>' for clock in clocks)
    body, before = "", ""
    for row in rows:
        named = escape(row.metric) if row.metric != before else ""
        before = row.metric
        body += (
            f'<tr><th scope="row" style="{NAME}">{named}</th><th scope="row" style="{NAME}">{escape(row.whom)}</th>'
            + "".join(f'<td style="{NUMBER}">{cell(value)}</td>' for value in row.values)
            + "</tr>"
        )
    head = f'<tr><th style="{NAME}">{escape(caption)}</th><th style="{NAME}">{unit.lower()}</th>{minutes}</tr>'
    return f'<table style="line-height: 1.3"><thead>{head}</thead><tbody>{body}</tbody></table>'
