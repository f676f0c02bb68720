"""A term of the glossary is explained in a notebook before it is used, or in one that the notebook builds on.

A use is a term's name in prose, in a question or in a caption. An explanation is Markdown in which a name of the term
stands in bold or italics, begins a row of a table, is linked to its entry, or is followed by what it is.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Final, NamedTuple

import pytest

from kafkaviz.course.glossary import Term, every_term
from tests.read_once import notebook
from tools.course_notebooks import LESSONS
from tools.notebook_files import NOTEBOOKS

PLAIN: Final = frozenset(
    {"cluster", "consumer", "log", "member", "order", "poll", "position", "producer", "record", "retry"}
)
"""Terms that are also English words, and understood as such."""
NEEDED: Final = re.compile(r"(?m)^\*\*What you'll need:\*\*[^⏱\n]*")
NUMBER: Final = re.compile(r"\b(?:0\d|1[0-2])\b")
CODE: Final = re.compile(r"(?s)```.*?```|https?://\S+|\]\([^)]*\)")


def as_pattern(name: str) -> str:
    """Returns what finds a name, or its plural, as a word by itself."""
    return rf"(?<![\w.]){re.escape(name)}(?:s|es)?(?![\w]|[.=]\w)"


def use_of(term: Term) -> re.Pattern[str]:
    return re.compile(as_pattern(term.name), re.IGNORECASE)


def explanation_of(term: Term) -> re.Pattern[str]:
    names = "|".join(as_pattern(name) for name in (term.name, *term.also))
    marked = rf"(?:\*\*|\*|_)(?! )[^*_\n]*?(?:{names})[^*_\n]*?(?<! )(?:\*\*|\*|_)"
    in_a_table = rf"(?m:^\| *[^|\n]*?(?:{names}))"
    linked = rf"\[[^\]\n]*(?:{names})[^\]\n]*\]\([^)]*glossary"
    followed = rf"(?:{names})`?(?:\*\*|\*)?(?: \([^)]*\))?(?:,| \(| is| are|: )(?: that is| a | an | the )"
    return re.compile("|".join((marked, in_a_table, linked, followed)), re.IGNORECASE)


class Said(NamedTuple):
    """What a cell says to its reader, and the Markdown of it alone."""

    all: str
    markdown: str


@cache
def cells(stem: str) -> tuple[Said, ...]:
    """Returns what is said in each Markdown cell, and in the films and questions above it, which its text explains."""
    found, shown = [], []
    for cell in notebook(NOTEBOOKS / f"{stem}.ipynb").cells:
        shown += [output.get("data", {}).get("text/plain", "") for output in cell.get("outputs", ())]
        if cell.cell_type == "markdown":
            found.append(Said("\n".join([CODE.sub(" ", cell.source), *shown]), cell.source))
            shown = []
    return tuple(found)


@cache
def builds_on(stem: str) -> frozenset[str]:
    """Returns the notebooks that this one names as needed, and those that they need."""
    needed = NEEDED.search(cells(stem)[0].markdown)
    named = (
        [path.stem for number in NUMBER.findall(needed[0]) for path in NOTEBOOKS.glob(f"{number}_*")] if needed else []
    )
    return frozenset(chain(named, *map(builds_on, named)))


def first(pattern: re.Pattern[str], texts: Iterable[str]) -> int | None:
    return next((n for n, text in enumerate(texts) if pattern.search(text)), None)


@cache
def explained(stem: str) -> Mapping[str, int]:
    """Returns the cell in which a notebook explains a term, of all that it explains."""
    texts = [cell.markdown for cell in cells(stem)]
    said, found = [text.casefold() for text in texts], {}
    for term in every_term():
        names = [name.casefold() for name in (term.name, *term.also)]
        # A pattern is tried only where it can match.
        named = [n for n, text in enumerate(said) if any(name in text for name in names)]
        told = first(explanation_of(term), (texts[n] for n in named)) if named else None
        if told is not None:
            found[term.name] = named[told]
    return found


def unexplained(stem: str) -> Iterator[str]:
    """Yields the terms that a notebook uses before it explains them; its first cell only announces what is to come."""
    known = PLAIN.union(*map(explained, builds_on(stem)))
    texts = ["", *(cell.all for cell in cells(stem)[1:])]
    said = "\n".join(texts).casefold()
    for term in (term for term in every_term() if term.name not in known and term.name.casefold() in said):
        used = first(use_of(term), texts)
        if used is not None and used < explained(stem).get(term.name, len(cells(stem))):
            yield term.name


@pytest.mark.parametrize("stem", [lesson.stem for lesson in LESSONS])
def test_a_term_is_explained_before_it_is_used(stem):
    assert sorted(unexplained(stem)) == []


@pytest.mark.parametrize(
    ("text", "explains"),
    [
        ("The **high watermark** rises.", True),
        ("the offset below which all have it, the *high watermark*", True),
        ("| high watermark | what everybody has |", True),
        ("| now | the high watermark waits |", False),
        ("the high watermark, that is, the offset below which", True),
        ("see [high watermark](../docs/glossary.md#high-watermark)", True),
        ("A consumer reads below the high watermark.", False),
        ("**Predict.** Where is the high watermark? **Why?**", False),
    ],
)
def test_what_an_explanation_is(text, explains):
    (term,) = (term for term in every_term() if term.name == "high watermark")
    assert bool(explanation_of(term).search(text)) == explains
