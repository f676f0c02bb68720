"""The first notebook gives each word before a film needs it, and its stories begin small and go on."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from kafkaviz.course.glossary import every_term
from kafkaviz.decisions.configs import CONFIGS
from kafkaviz.player.widget import Player
from kafkaviz.scene.values import Film

NOTEBOOK: Final = Path(__file__).parents[2] / "notebooks" / "00_start_here.ipynb"
OTHERS: Final = {
    "batch",
    "sticky",
    "acks",
    "isr",
    "elr",
    "epoch",
    "metadata",
    "offset",
    "fenced",
    "heartbeat",
    "replica",
}
CLASSES: Final = re.compile(r"\b[A-Z][a-z]+[A-Z]\w+")


def filmed() -> Iterator[tuple[Film, str]]:
    """Yields the films of the notebook's own cells, each with all that a reader was told by the text below it."""
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {}
    for number, cell in enumerate(cells):
        source = "".join(cell["source"])
        if cell["cell_type"] != "code" or not re.search(r"import |Lab\(|film\(|^def by_count", source):
            continue
        below = next((n for n in range(number, len(cells)) if cells[n]["cell_type"] == "markdown"), len(cells))
        given = " ".join("".join(one["source"]) for one in cells[: below + 1])
        *before, last = ast.parse(source).body
        exec(compile(ast.Module(before, []), NOTEBOOK.name, "exec"), names)
        if not isinstance(last, ast.Expr):
            exec(compile(ast.Module([last], []), NOTEBOOK.name, "exec"), names)
            continue
        shown = eval(compile(ast.Expression(last.value), NOTEBOOK.name, "eval"), names)
        if isinstance(shown, Player):
            yield shown.film, given


@pytest.fixture(scope="module")
def films() -> list[tuple[Film, str]]:
    return [*filmed()]


def terms_in(said: str) -> set[str]:
    words = said.casefold()
    known = OTHERS | {term.name.casefold() for term in every_term()} | {config.casefold() for config in CONFIGS}
    named = {term for term in known if re.search(rf"\b{re.escape(term)}s?\b", words.replace("_", "."))}
    return named | {found.casefold() for found in CLASSES.findall(said)}


def test_no_film_of_the_first_notebook_uses_a_word_that_its_text_has_not_given(films: list[tuple[Film, str]]) -> None:
    assert len(films) == 6
    for film, given in films:
        for caption in film.captions:
            missing = {term for term in terms_in(f"{caption.cap} {caption.why}") if term not in given.casefold()}
            assert not missing, (caption.cap, caption.why, missing)


def test_the_first_film_begins_with_one_message_and_the_others_follow(films: list[tuple[Film, str]]) -> None:
    film, _ = films[0]
    assert film.opens_at == 0 and not film.tracks["cluster"].frames[0].effects
    loads = [e["m"] for frame in film.tracks["cluster"].frames for e in frame.effects if e["k"] == "send"]
    assert [len(load) for load in loads] == [1, 2]
    assert "StripedReplicaPlacer" not in "".join(f"{c.cap}{c.why}" for f, _ in films for c in f.captions)


def test_after_the_crash_the_producer_goes_on(films: list[tuple[Film, str]]) -> None:
    film, _ = films[1]
    assert film.gates[0].step == 1 and film.captions[-1].cap == "letters-0: JKL acknowledged to the producer."
