"""The time line of a metadata log in a notebook: any time in it leads to a film, the worst by a button as well."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from ipywidgets import HTML, VBox

from kafkaviz.decisions.errors import OneSentence
from kafkaviz.lab.widgets import Worded, button, status, text
from kafkaviz.metadata_log.summary_rows import SummaryRow
from kafkaviz.player.entries import Entries
from kafkaviz.player.places import Places
from kafkaviz.player.widget import Player

if TYPE_CHECKING:
    from kafkaviz.charts.chart import Chart

_MOST: Final = 12
_SHOWS: Final = "Show the film of the minute that begins then"
_HOW: Final = "A click on a time, or ← → and Enter, shows the film of the minute that begins then."


def summary_view(
    worst: Sequence[SummaryRow],
    row_seconds: int,
    chart: "Chart | None",
    film: Callable[[int], Player],
    words: str,
    *,
    drawn: str | bytes | None = None,
) -> Worded:
    """Returns the chart, in which each time with a change leads to the film that begins then, and the worst as buttons.

    `worst` begins with the worst time; of many times only the worst have buttons, in the order of time. A row is
    `row_seconds` wide. `film` makes a film from a moment on, in ms since 1970; where it refuses, its words are shown.
    Without a chart there are words; `drawn` are the bytes of its picture where they are known.
    """
    changed = [row for row in worst if any(row.changes)]
    if not changed:
        return Worded([HTML(status(words) if chart is None else chart.as_html())], words)
    beside, said, shown = Entries("The time line of a metadata log"), HTML(), VBox()

    def show(row: SummaryRow) -> None:
        said.value = ""
        with beside.works():
            try:
                shown.children = (film(row.since_ms),)
            except OneSentence as refused:
                said.value = status(str(refused))

    # A notebook takes the arrow keys for itself, so each time is a button of its own. A page plays the worst alone.
    buttons = [
        button(_label(row), partial(show, row), icon="play" if row is changed[0] else "", tooltip=_SHOWS)
        for row in sorted(changed[:_MOST], key=_since)
    ]
    for each in buttons:
        each.layout.max_width = "100%"  # What is cut stands in words, or in the chart at that time.
    if chart is None:
        return Worded([beside, HTML(status(words)), *buttons, said, shown], words)
    times = sorted(changed, key=_since)
    places = _places(times, row_seconds, chart, drawn, lambda number: show(times[number]), times.index(changed[0]))
    return Worded([beside, places, text(_HOW), *buttons, said, shown], words)


def _places(
    times: Sequence[SummaryRow],
    row_seconds: int,
    chart: "Chart",
    drawn: str | bytes | None,
    chosen: Callable[[int], object],
    opens_at: int,
) -> Places:
    from kafkaviz.metadata_log.summary_chart import places_in

    across, area = places_in(chart, [row.since_ms / 1000 + row_seconds / 2 for row in times])
    labels = [(x, _label(row)) for x, row in zip(across, times, strict=True)]
    image, label = chart.as_address(drawn), "A time to see on film"
    return Places(image, chart.alt_text, labels, area, chosen, label=label, opens_at=opens_at)


def _label(row: SummaryRow) -> str:
    return f"{row.since}: {row.words}"


def _since(row: SummaryRow) -> int:
    return row.since_ms
