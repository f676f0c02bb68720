"""The page of a post-mortem: what happened when, the worst of it in words, and the film of the worst minute."""

from html import escape
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.paths import path_of
from kafkaviz.decisions.wording import quantity, short
from kafkaviz.metadata_log.replayed_log import MetadataLog

if TYPE_CHECKING:
    from kafkaviz.metadata_log.summary import LogSummary

_LISTED: Final = 200
_STYLE: Final = """<style>
.told { max-width: 1100px; margin: 0 auto; padding: 1rem; font: 16px/1.5 system-ui, sans-serif; }
.told img { width: 100%; background: #fff; }
@media (prefers-color-scheme: dark) { .told img { filter: invert(0.93) hue-rotate(180deg); } }
@media print { .told img { filter: none; } }
</style>"""


def postmortem(log: MetadataLog, path: "str | PathLike[str]") -> Path:
    """Writes what a log tells into a new page: its time line, the worst moments in words, the film of the worst minute.

    The page needs no network. Raises WrongTypeError for what is no log or no path, InvalidArgumentError where the page
    is called otherwise than `.html`, is there already or cannot be written, and for a snapshot alone.

    >>> from kafkaviz.metadata_log import recorded
    >>> postmortem(recorded(), "night.txt")
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidArgumentError: A post-mortem is a page: call it night.html.

    Kafka: a controller's metadata log is kept for a week, its metrics by whoever collects them.
    """
    if not isinstance(log, MetadataLog):
        raise WrongTypeError(f"A post-mortem is written of a metadata log, not of {short(log)}.")
    to = path_of(path)
    if to.suffix.lower() != ".html":
        raise InvalidArgumentError(f"A post-mortem is a page: call it {to.with_suffix('.html').name}.")
    if to.exists():
        raise InvalidArgumentError(f"{to} is there already; name a new file.")
    if not log.records:
        raise InvalidArgumentError("A snapshot alone tells of no time: a post-mortem needs a segment or a directory.")
    from kafkaviz.player.page import page

    summary = log.summary()
    player = summary.film()
    text = page(player.film, above=_above(summary))
    try:
        with to.open("x", encoding="utf-8") as opened:
            opened.write(text)
    except OSError as problem:
        raise InvalidArgumentError(f"{to} cannot be written: {problem.strerror}.") from None
    return to


def _above(summary: "LogSummary") -> str:
    """Returns what stands above the film: words first, then the time line, and every row of it in words."""
    worst, rows = summary.worst().rows, summary.rows.rows
    items = "".join(f"<li><strong>{escape(row.since)}</strong>: {escape(row.words)}.</li>" for row in worst)
    lines = "".join(f"<li>{escape(row.since)}: {escape(row.words)}.</li>" for row in rows[:_LISTED])
    rest = f"<p>{quantity(len(rows) - _LISTED, 'later time')} left out.</p>" if len(rows) > _LISTED else ""
    unsaid = (
        f"<p>The log does not say min.insync.replicas of {quantity(summary.unsaid, 'partition')}, and none of them "
        "counts as under it.</p>"
        if summary.unsaid
        else ""
    )
    return f"""{_STYLE}
<section class="told">
<h1>What a metadata log tells</h1>
<p>{escape(repr(summary)[1:-1].partition(": ")[2])}.</p>
<h2>The worst moments</h2>
{f"<ol>{items}</ol>" if items else "<p>Nothing was lost, and nobody went away.</p>"}
{f"<p>{chart.as_html()}</p>" if (chart := summary.chart_if_any()) else ""}
{unsaid}<details><summary>Every time in which something changed</summary>
<ul>{lines}</ul>{rest}</details>
<h2>{"The film of the worst minute" if items else "The film of the first minute"}</h2>
</section>
"""
