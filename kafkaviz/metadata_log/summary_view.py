"""The time line of a metadata log in a notebook: below the chart its worst times, each a button to a film."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from ipywidgets import HTML, VBox

from kafkaviz.decisions.errors import OneSentence
from kafkaviz.lab.widgets import Worded, button, status
from kafkaviz.metadata_log.summary_rows import SummaryRow
from kafkaviz.player.widget import Player

_MOST: Final = 12
_SHOWS: Final = "Show the film of the minute that begins then"


def summary_view(worst: Sequence[SummaryRow], chart: str, film: Callable[[int], Player], words: str) -> Worded:
    """Returns the chart, and a button for each time in which something changed, to the film that begins then.

    `chart` is an element of HTML. Of many times the worst are there, in their order; `worst` begins with the worst one.

    Kafka: nothing; who is on call goes from a chart to the log lines of a minute.
    """
    parts = [HTML(chart)]
    changed = [row for row in worst if any(row.changes)][:_MOST]
    if not changed:
        return Worded(parts, words)
    times = sorted(changed, key=lambda row: row.since_ms)
    said, shown = HTML(), VBox()

    def show(row: SummaryRow) -> None:
        said.value = ""
        try:
            shown.children = (film(row.since_ms),)
        except OneSentence as refused:
            said.value = status(str(refused))

    # A notebook takes the arrow keys for itself, so each time is a button of its own. A page plays the worst alone.
    buttons = [
        button(
            f"{row.since}: {row.words}", partial(show, row), icon="play" if row is changed[0] else "", tooltip=_SHOWS
        )
        for row in times
    ]
    return Worded([*parts, *buttons, said, shown], words)
