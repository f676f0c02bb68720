"""A pipeline's summary as one page: findings, charts and tables, which needs no network."""

from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    import pyarrow as pa

    from kafkaviz.charts import Chart

_TOPICS, _ROWS = 8, 100
_STYLE = """
body { font: 16px/1.5 "DejaVu Sans", Verdana, sans-serif; color: #111; background: #fff; max-width: 70rem;
  margin: 2rem auto; padding: 0 1rem }
img { max-width: 100%; height: auto }
table { border-collapse: collapse; margin: 1rem 0 } caption { text-align: left; font-weight: bold }
th, td { border-bottom: 1px solid #bbb; padding: .2rem .8rem; text-align: right } th[scope=row] { font-weight: normal }
code { background: #f2f2f2; padding: 0 .2rem }
"""


def page(summary: dict[str, Any], arrivals: "pa.Table") -> str:
    """Returns the page, with its pictures inside it and a text beside each; the same counts give the same bytes."""
    from kafkaviz.charts import load_chart

    windows = arrivals.to_pandas()
    topics = sorted(summary["topics"].items(), key=lambda item: (-item[1]["records"], item[0]))
    parts = [f"<h1>{summary['records']:,} records, {_size(summary['bytes'])}</h1>", _input(summary["input"])]
    expected = summary["expected_shares"] if len(topics) == 1 else None
    for topic, of_topic in topics[:_TOPICS]:
        counts = [partition["records"] for partition in of_topic["partitions"]]
        uneven = of_topic["skew"]
        parts += [
            f"<h2>{escape(topic)}</h2>",
            f"<p>Partition {uneven['hottest']} carries {uneven['share']:.1%} of the records, "
            f"{uneven['max_over_mean']:.2f} times the mean of {len(counts)} partitions. {_busiest(of_topic)}</p>",
            _picture(load_chart(counts, law=expected)),
        ]
        if of_topic["windows"] > 1:
            parts.append(_picture(_rate_chart(windows[windows["topic"] == topic], of_topic)))
        parts.append(_partitions(of_topic))
    if len(topics) > _TOPICS:
        parts.append(f"<p>{len(topics) - _TOPICS} more topics with fewer records are in <code>summary.json</code>.</p>")
    parts.append(_keys(summary))
    body = "\n".join(parts)
    head = f'<meta charset="utf-8"><title>{summary["records"]:,} records</title><style>{_STYLE}</style>'
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


def _input(given: dict[str, Any]) -> str:
    known = {name: value for name, value in given.items() if value not in (None, {}, False)}
    words = ", ".join(f"{name.replace('_', ' ')} <code>{escape(str(value))}</code>" for name, value in known.items())
    return f"<p>Input: {words}.</p>"


def _busiest(of_topic: dict[str, Any]) -> str:
    window = of_topic["busiest_window"]
    if window is None:
        return "The records have no timestamps."
    rate = window["records"] / of_topic["window_s"]
    return f"The busiest {of_topic['window_s']} s bring {rate:,.0f} records a second, from {window['start']} on."


def _rate_chart(rows: "pd.DataFrame", of_topic: dict[str, Any]) -> "Chart":
    import matplotlib.dates as dates
    from matplotlib.ticker import StrMethodFormatter

    from kafkaviz.charts.chart import SERIES, finish, new_chart

    dated = rows.dropna(subset="window_start")
    per_s = dated.groupby("window_start")["records"].sum() / of_topic["window_s"]
    hottest = of_topic["skew"]["hottest"]
    of_hottest = dated[dated["partition"] == hottest].set_index("window_start")["records"] / of_topic["window_s"]
    # A window without a record is a zero, not a gap that a line would bridge.
    spread = _with_zeros(per_s, of_topic["window_s"])
    of_hottest = of_hottest.reindex(spread.index, fill_value=0)
    title = f"The busiest window has {spread.max() / spread.mean():.1f} × the mean rate"
    chart, axes = new_chart(title, "time (UTC)", "records per second")
    for look, label, rates in zip(
        SERIES, ("all partitions", f"partition {hottest}"), (spread, of_hottest), strict=False
    ):
        axes.plot(rates.index, rates, color=look.color, linestyle=look.dash, linewidth=1.8, label=label)
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axes.xaxis.set_major_formatter(dates.ConciseDateFormatter(axes.xaxis.get_major_locator()))
    return finish(
        chart,
        f"Records per second in {len(spread):,} windows of {of_topic['window_s']} s: {spread.mean():,.0f} on average, "
        f"{spread.max():,.0f} in the busiest; partition {hottest} has {of_hottest.max():,.0f} in its busiest.",
    )


def _with_zeros(per_s: "pd.Series", window_s: int) -> "pd.Series":
    import pandas as pd

    most = 200_000
    first, last = per_s.index.min(), per_s.index.max()
    if (last - first).total_seconds() / window_s > most:
        return per_s
    return per_s.reindex(pd.date_range(first, last, freq=f"{window_s}s"), fill_value=0)


def _picture(chart: "Chart") -> str:
    return f"<p>{chart.as_html()}</p>"


def _partitions(of_topic: dict[str, Any]) -> str:
    records = of_topic["records"]
    rows = [
        (str(row["partition"]), f"{row['records']:,}", _size(row["bytes"]), f"{row['records'] / records:.2%}")
        for row in of_topic["partitions"]
    ]
    return _table("Partitions", ("partition", "records", "size", "share"), rows)


def _keys(summary: dict[str, Any]) -> str:
    rows = [
        (
            "(none)" if key["key"] is None else key["key"],
            str(key["partition"]),
            f"{key['records']:,}",
            f"{key['share']:.2%}",
        )
        for key in summary["hottest_keys"]
    ]
    missing = summary["keys"]["missing_at_most"]
    limits = f"<p>Each of them may have up to {missing:,} records more.</p>" if missing else ""
    return _table("Hottest keys", ("key", "partition", "records", "share"), rows) + limits if rows else ""


def _table(caption: str, head: tuple[str, ...], rows: "Sequence[tuple[str, ...]]") -> str:
    cells = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    lines = [
        f'<tr><th scope="row">{escape(first)}</th>' + "".join(f"<td>{escape(cell)}</td>" for cell in others) + "</tr>"
        for first, *others in rows[:_ROWS]
    ]
    more = f"<p>{len(rows) - _ROWS} more are in <code>summary.json</code>.</p>" if len(rows) > _ROWS else ""
    return f"<table><caption>{caption}</caption><tr>{cells}</tr>\n" + "\n".join(lines) + f"\n</table>{more}"


def _size(count: int) -> str:
    size, units = float(count), ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"]
    while size >= 1024 and len(units) > 1:
        size, units = size / 1024, units[1:]
    return f"{size:,.0f} bytes" if units[0] == "bytes" else f"{size:,.1f} {units[0]}"
