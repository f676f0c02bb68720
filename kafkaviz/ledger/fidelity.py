"""fidelity: what of Kafka a rule, decision or request mirrors, on which evidence, and what is simplified."""

import re
from itertools import zip_longest
from textwrap import TextWrapper
from typing import Final

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.lab.tables import Section, Table
from kafkaviz.ledger.rows import Row, rows
from kafkaviz.model.core.kinds import check_kind

_WIDTHS: Final = (26, 52, 34)
_SHOWN: Final = ("name", "kafka", "simplified", "evidence", "played")


def fidelity(word: str = "") -> Table[Row]:
    """Shows what the model mirrors of Kafka and how that is known, for all of it or the rows in which a word occurs.

    A word may be the name of a rule, decision or request, an event, a config, a class of Kafka, a KIP, or a kind of
    evidence such as "read only". Raises InvalidArgumentError where the word occurs in no row.

    >>> fidelity("expand_isr").rows[0].kafka
    'Partition.maybeExpandIsr'
    >>> fidelity("maybeExpandIsr").rows[0].events
    ('IsrChangeProposed',)
    """
    wanted = _folded(check_kind("word", str, word))
    found = [row for row in rows() if wanted in _folded(" ".join(map(str, row)))]
    if not found:
        known = dict.fromkeys(name for row in rows() for name in (row.name, *row.events, *row.configs))
        raise InvalidArgumentError(
            f"Nothing in the ledger speaks of {short(word)}; {suggestion(word, known, 'fidelity() shows all.')}"
        )
    return Table(_text(found), Row, [Section(f"{len(found)} of {len(rows())} rows", found, shown=_SHOWN)])


def _folded(text: str) -> str:
    return re.sub(r"[\s_.-]+", " ", text).casefold()


def _text(found: list[Row]) -> str:
    lines = [_line("NAME", "KAFKA", "EVIDENCE")]
    for row in found:
        kafka = f"{row.kafka}\nsimplified: {row.simplified}" if row.simplified else row.kafka
        evidence = f"{row.evidence}\nplayed in stories: {row.played}" if row.played else row.evidence
        wrapped = map(_wrapped, (f"{row.name} ({row.kind})", kafka, evidence), _WIDTHS)
        lines += [_line(*cells) for cells in zip_longest(*wrapped, fillvalue="")]
    return "\n".join(lines)


def _wrapped(text: str, width: int) -> list[str]:
    wrapper = TextWrapper(width, break_long_words=False, break_on_hyphens=False)
    return [line for paragraph in text.splitlines() for line in wrapper.wrap(paragraph)]


def _line(*cells: str) -> str:
    return "  ".join(map(str.ljust, cells, _WIDTHS)).rstrip()
