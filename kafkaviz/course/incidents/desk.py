"""incident: metrics and log lines first, a diagnosis of your own, and the film last."""

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ipywidgets import HTML, Tab, VBox, Widget

from kafkaviz import records
from kafkaviz.course.incidents.answers import explain_right, explain_wrong
from kafkaviz.course.incidents.case import Case, case_of
from kafkaviz.course.incidents.diagnoses import DIAGNOSES, Diagnosis
from kafkaviz.course.incidents.summary import summary_of
from kafkaviz.course.incidents.tables import PARTS, in_html, in_text
from kafkaviz.decisions.errors import InvalidArgumentError, UnknownNameError
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.lab.tables import Section, Table
from kafkaviz.lab.widgets import Worded, button, choice, status, text
from kafkaviz.lab.words import Story
from kafkaviz.player.entries import Entries

if TYPE_CHECKING:
    from kafkaviz.player.widget import Player


RECORDED: Final = "recorded"
IN_LINES: Final = "kafkaviz-in-lines"
WRAPPED: Final = f"<style>.{IN_LINES} .widget-radio-box {{ flex-wrap: wrap; height: auto; row-gap: 2px }}</style>"
"""Nine choices in a row would end out of sight."""


class IncidentRow(NamedTuple):
    """One incident by its seed, what is complained of, and after how many diagnoses it was solved here."""

    seed: int
    complaint: str
    solved_in: int | None


def incident(name: str | None = None, *, seed: int = 0) -> "Incident":
    """Returns an incident: the one that a seed picks without telling, one of a given cause, or "recorded".

    That last one happened in a real cluster.

    Raises UnknownNameError for a cause that there is not, InvalidArgumentError for what is no seed.

    >>> desk = incident("slow-follower", seed=3)
    >>> desk.diagnose("hot key").right
    False
    >>> desk.diagnose("slow follower").right
    True
    """
    if isinstance(name, str) and _plain(name) == RECORDED:
        # Only here a real cluster's metadata log is read.
        from kafkaviz.course.incidents.recorded_case import recorded_case

        return Incident(recorded_case())
    return Incident(case_of(seed, None if name is None else _diagnosis_of(name).name))


def incidents() -> Table[IncidentRow]:
    """Returns a table of the first incidents by seed: what is complained of, and how many diagnoses each took here."""
    kept = records.read()["challenges"]
    cases = [(seed, case_of(seed)) for seed in range(len(DIAGNOSES))]
    rows = [IncidentRow(seed, case.complaint, kept.get(case.id)) for seed, case in cases]
    lines = [f"{row.seed:>4}  {row.complaint}" + (f" ★ {row.solved_in}" if row.solved_in else "") for row in rows]
    return Table("\n".join(["SEED  COMPLAINT", *lines]), IncidentRow, [Section("incidents", rows)])


class Incident:
    """An incident to find the reason of: look at `metrics` and `log`, `diagnose` it, and then see the `film`."""

    def __init__(self, case: Case) -> None:
        self._case, self._tried, self._open = case, list[str](), False

    @property
    def complaint(self) -> str:
        """What somebody noticed who knows nothing of brokers."""
        return self._case.complaint

    @property
    def where(self) -> str:
        """Whose cluster it is: who writes, and who reads."""
        return self._case.where

    @property
    def metrics(self) -> dict[str, dict[str, tuple[int | None, ...]]]:
        """What was reported: of each metric and each broker, partition or client a value for each minute, from 0 on."""
        return {name: dict(rows) for name, rows in self._case.metrics.items()}

    @property
    def times(self) -> tuple[str, ...]:
        """The unit of time, and when was measured."""
        return self._case.head

    @property
    def summary(self) -> dict[str, list[int]]:
        """The metrics in a dozen numbers, as exercise E11.1 is given them."""
        return summary_of(self._case.metrics)

    @property
    def log(self) -> Story:
        """What was logged, from when the group came."""
        return Story("\n".join(map(str, self._case.lines)))

    def diagnose(self, name: str) -> "Answer":
        """Says whether a diagnosis is right, and if not, what would look different; the right one is kept.

        Raises UnknownNameError for a diagnosis that there is not.

        >>> said = incident("hot key", seed=1).diagnose("idle consumers")
        >>> said.words.partition("in this cluster ")[2].partition("; ")[0]
        'the number of members without a partition would be 2'
        """
        diagnosis, right = _diagnosis_of(name), self._case.diagnosis
        if diagnosis.name not in self._tried:
            self._tried.append(diagnosis.name)
        if diagnosis is not right:
            return Answer(False, explain_wrong(self._case, diagnosis, len(self._tried)))
        if not self._open:
            records.keep("challenges", self._case.id, len(self._tried))
        self._open = True
        return Answer(True, explain_right(self._case, "✓ Right"))

    def give_up(self) -> "Answer":
        """Tells what it was; nothing is kept of it."""
        self._open = True
        return Answer(False, explain_right(self._case, "It was"))

    def film(self) -> "Player":
        """Returns the film, opened where it began.

        Raises InvalidArgumentError before the right diagnosis was made, or given up.
        """
        if not self._open:
            raise InvalidArgumentError("The film comes last: diagnose(...) it first, or give_up().")
        return self._case.film()

    def on_a_page(self, tables: Mapping[str, str]) -> list[dict[str, Any]]:
        """Returns the incident with what is said of every diagnosis, and its film, for a page without a kernel."""
        case, known = self._case, DIAGNOSES.values()
        said = [
            explain_right(case, "✓ Right") if each is case.diagnosis else explain_wrong(case, each, 1) for each in known
        ]
        asked = {
            "text": f"{self.complaint} {self.where} What is it?",
            "shown": explain_right(case, "It was"),
            "then": "",
        }
        folds = [{"fold": name, "parts": [{"html": table}]} for name, table in tables.items()]
        film = {"fold": "The film, once you have said what it is", "parts": [case.film()]}
        return [{"quiz": asked | {"options": [each.title for each in known], "said": said}}, *folds, film]

    @property
    def is_open(self) -> bool:
        """Whether the film may be seen."""
        return self._open

    def __repr__(self) -> str:
        case = self._case
        tables = [in_text(case.metrics, names, case.head) for names in PARTS.values()]
        return "\n\n".join(filter(None, [f"{case.complaint}\n{case.where}", *tables, str(self.log), _choice()]))

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return widget_of(self)._repr_mimebundle_(**kwargs)


class Answer(NamedTuple):
    """What is said of a diagnosis; `right` tells whether it was the one."""

    right: bool
    words: str

    def __repr__(self) -> str:
        return self.words


def widget_of(shown: Incident) -> Widget:
    """Returns an incident as a widget of standard parts, which the keyboard reaches as well."""
    tables = {part: in_html(shown.metrics, names, shown.times, part) for part, names in PARTS.items()}
    pages = {part: f'<div style="overflow-x: auto">{table}</div>' for part, table in tables.items() if table}
    pages["log"] = f'<pre style="line-height: 1.4; white-space: pre-wrap; word-break: normal">{escape(shown.log)}</pre>'
    tab = Tab(children=[HTML(value=page) for page in pages.values()], titles=[*pages])
    titles, said, film = [diagnosis.title for diagnosis in DIAGNOSES.values()], HTML(value=""), VBox()
    beside = Entries(f"Incident: {shown.complaint}")

    def says(words: str) -> None:
        said.value = status(words)
        if shown.is_open and not film.children:
            with beside.works():
                film.children = (shown.film(),)

    options = choice(titles, lambda n: says(shown.diagnose(titles[n]).words), orientation="horizontal")
    options.add_class(IN_LINES).layout.width = "100%"
    parts = (
        text(f"{WRAPPED}<b>{escape(shown.complaint)}</b><br>{escape(shown.where)}<br><b>What is it?</b>"),
        options,
        button("give up", lambda: says(shown.give_up().words)),
        beside,
        said,
        film,
        tab,
    )
    return Worded(parts, repr(shown), on_a_page=lambda: shown.on_a_page(pages))


def _diagnosis_of(name: str) -> Diagnosis:
    """Returns the diagnosis that is meant, by its name or by its title, with blanks, hyphens or underscores."""
    known = {_plain(word): found for found in DIAGNOSES.values() for word in (found.name, found.title)}
    if not isinstance(name, str) or _plain(name) not in known:
        raise UnknownNameError(
            f"There is no diagnosis {short(name)}; {suggestion(name, [d.title for d in DIAGNOSES.values()])}"
        )
    return known[_plain(name)]


def _plain(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def _choice() -> str:
    titles = "\n".join(f"  ( ) {diagnosis.title}" for diagnosis in DIAGNOSES.values())
    return f"What is it? diagnose(...) takes one of:\n{titles}"
