"""glossary: what a term means, what it is called in Kafka, and the film that shows it."""

import re
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from kafkaviz.course.glossary import every_term
from kafkaviz.course.glossary.term import Term
from kafkaviz.decisions.errors import UnknownNameError
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.lab.tables import Section, Table, in_columns

if TYPE_CHECKING:
    from kafkaviz.player.widget import Player


class TermRow(NamedTuple):
    """One term, what else it is called, what it means, its name in Kafka, and the notebook that shows it."""

    term: str
    also: tuple[str, ...]
    meaning: str
    kafka: str
    notebook: str


class Entry:
    """A term of the glossary; `film()` opens the film that shows it, on the step that does."""

    def __init__(self, term: Term) -> None:
        self.term = term

    def film(self) -> "Player":
        """Returns the film that shows the term, open on the first step of its event."""
        shown = self.term.shown
        lab = shown.story(**shown.knobs)
        step = next(n for n, taken in enumerate(lab.history.steps, 1) if type(taken.event).__name__ == shown.event)
        return lab.film(lens=shown.lens, title=self.term.name, opens_at=step)

    def __repr__(self) -> str:
        term = self.term
        also = f" (also: {', '.join(term.also)})" if term.also else ""
        code = "\n".join(f"    {line}" for line in term.shown.code.splitlines() if line)
        return "\n".join(
            [
                f"{term.name}{also}",
                term.meaning,
                f"In Kafka: {term.kafka}",
                f"Shown in notebook {term.shown.notebook}, {quote_heading(term.shown.section)}",
                f"glossary({term.name!r}).film() opens its film, which is",
                code,
            ]
        )

    def _repr_html_(self) -> str:
        name, meaning, kafka, shown, opens, *code = map(escape, repr(self).splitlines())
        lines = "\n".join(line.strip() for line in code)
        return f"<p><b>{name}</b><br>{meaning}<br>{kafka}<br>{shown}<br>{opens}</p><pre>{lines}</pre>"


def glossary(term: str | None = None) -> Entry | Table[TermRow]:
    """Returns what one of Kafka's terms means and where it is shown, or a table of all terms.

    Synonyms, configs and abbreviations are understood; case, hyphens and dots do not count. Raises UnknownNameError
    for a term that is not there, with the one that was probably meant.

    >>> glossary("leo").term.name
    'log end offset'
    >>> glossary("partitioner")
    partitioner (also: partitioner.class)
    The function of a producer that chooses the partition of a record. Not an assignor: that one gives partitions to consumers.
    In Kafka: Partitioner, BuiltInPartitioner; partitioner.class (none: the built-in rule)
    Shown in notebook 04, “Decide it yourself”
    glossary('partitioner').film() opens its film, which is
        from kafkaviz.scenarios.nb04 import news
        news().film(lens="partitioner")
    """  # noqa: E501
    if term is None:
        return _all()
    by_name = {fold_name(name): term for term in every_term() for name in (*term.also, term.name)}
    found = by_name.get(fold_name(term)) if isinstance(term, str) else None
    if found is None:
        known = [name for term in every_term() for name in (term.name, *term.also)]
        raise UnknownNameError(
            f"The glossary has no {short(term)}; {suggestion(term, known, 'glossary() shows all terms.')}"
        )
    return Entry(found)


def fold_name(name: str) -> str:
    """Returns a name in small letters, with one space in place of dashes, dots and underscores.

    >>> fold_name("Min.ISR") == fold_name("min isr")
    True
    """
    return re.sub(r"[\s_.-]+", " ", name).strip().casefold()


def quote_heading(section: str) -> str:
    """Returns a section's heading in quotation marks, unless it brings its own.

    >>> quote_heading("Who is in sync?")
    '“Who is in sync?”'
    """
    return section if section.startswith('"') else f"“{section}”"


def _all() -> Table[TermRow]:
    rows = [TermRow(term.name, term.also, term.meaning, term.kafka, term.shown.notebook) for term in every_term()]
    lines = [("TERM", "NB", "MEANING"), *((row.term, row.notebook, row.meaning) for row in rows)]
    return Table(in_columns(lines, gap="  "), TermRow, [Section(f"{len(rows)} terms", rows)])
