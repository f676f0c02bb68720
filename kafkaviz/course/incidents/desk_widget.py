"""The desk as a widget: tables and log to look through, the diagnoses to choose from, and the film once it is known."""

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any, Protocol

from kafkaviz.course.incidents.diagnoses import DIAGNOSES
from kafkaviz.course.incidents.metrics import Metrics
from kafkaviz.course.incidents.tables import PARTS, in_html

if TYPE_CHECKING:
    from ipywidgets import Widget

    from kafkaviz.player.widget import Player

TEXT = "line-height: 1.4"


class Said(Protocol):
    """What is said of a diagnosis."""

    @property
    def words(self) -> str: ...


class Told(Protocol):
    """What the desk needs of an incident."""

    @property
    def complaint(self) -> str: ...
    @property
    def where(self) -> str: ...
    @property
    def metrics(self) -> Metrics: ...
    @property
    def log(self) -> str: ...
    @property
    def is_open(self) -> bool: ...
    def diagnose(self, name: str) -> Said: ...
    def give_up(self) -> Said: ...
    def film(self) -> "Player": ...


def desk(told: Told) -> "Widget":
    """Returns an incident as a widget of standard parts, which the keyboard reaches as well.

    Kafka: nothing of its own.
    """
    from ipywidgets import HTML, Button, RadioButtons, Tab, VBox

    class Desk(VBox):  # type: ignore[misc]
        def __repr__(self) -> str:
            return repr(told)

        def _repr_mimebundle_(self, **kwargs: object) -> dict[str, object]:
            return {**super()._repr_mimebundle_(**kwargs), "text/plain": repr(self)}

    shown = [
        HTML(value=f'<div style="overflow-x: auto">{in_html(told.metrics, names, part)}</div>')
        for part, names in PARTS.items()
    ]
    log = HTML(value=f'<pre style="{TEXT}; overflow-x: auto">{escape(told.log)}</pre>')
    tab = Tab(children=[*shown, log], titles=[*PARTS, "log"])
    titles = [one.title for one in DIAGNOSES.values()]
    choice = RadioButtons(options=titles, value=None, layout={"width": "max-content"})
    said, give_up = HTML(value=""), Button(description="give up", layout={"width": "max-content"})
    film = VBox()

    def says(words: str) -> None:
        lines = "<br>".join(map(escape, words.split("\n")))
        said.value = f'<div role="status" style="{TEXT}">{lines}</div>'
        if told.is_open and not film.children:
            film.children = (told.film(),)

    def chosen(change: Mapping[str, Any]) -> None:
        if change["new"] is not None:
            says(told.diagnose(change["new"]).words)

    choice.observe(chosen, names="value")
    give_up.on_click(lambda _: says(told.give_up().words))
    head = f'<div style="{TEXT}"><b>{escape(told.complaint)}</b><br>{escape(told.where)}</div>'
    return Desk(
        [
            HTML(value=head),
            tab,
            HTML(value=f'<div style="{TEXT}"><b>What is it?</b></div>'),
            choice,
            give_up,
            said,
            film,
        ]
    )
