"""The films of the notebooks, made by their own cells, hold what shows an answer back until the frame that shows it."""

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kafkaviz.player.screen import Screen
from kafkaviz.scenarios.questions import every_question
from kafkaviz.scene.gates import add_gates
from kafkaviz.scene.questions import Option, Question, Right, question
from kafkaviz.scene.values import Caption, Film, Gate
from tests.sampling import every, together

ROOT = Path(__file__).parents[2]
ASKED_IN_FILMS = {one.id: one for one in every_question() if isinstance(one, Question) and one.before}
FEWEST_WORDS = 3
"""A shorter answer, as `broker 2` or `1`, stands in pictures before it is one."""


def cells(notebook: Path) -> list[str]:
    read = json.loads(notebook.read_text("utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in read if cell["cell_type"] == "code"]


NOTEBOOKS = [path for path in sorted((ROOT / "notebooks").glob("*.ipynb")) if "ask=" in "".join(cells(path))]


@cache
def films(notebook: Path) -> tuple[Film, ...]:
    """Returns the films with a question that the cells of a notebook show."""
    names: dict[str, Any] = {"__name__": "__main__"}
    sources = cells(notebook)
    last = max(n for n, source in enumerate(sources) if "ask=" in source)
    shown = [_value(source, names) for source in sources[: last + 1]]
    return tuple(film for one in shown if isinstance(one, Screen) for film in one.films if film.gates)


def _value(source: str, names: dict[str, Any]) -> object:
    """Runs a cell and returns what it shows."""
    body = ast.parse(source)
    last = body.body.pop() if body.body and isinstance(body.body[-1], ast.Expr) else None
    exec(compile(body, "cell", "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def spoken(film: Film, until: int) -> Iterator[str]:
    """Yields all words that a film shows, in any lens, before a frame."""
    yield film.title
    for caption in film.captions[:until]:
        yield from (caption.cap, caption.why, caption.chapter, caption.tag, caption.about_kafka, *caption.diff)
    for track in film.tracks.values():
        for frame in track.frames[:until]:
            yield from (words for mark in frame.marks.values() for words in (mark.get("t", ""), mark.get("ti", "")))
            yield from (effect.get("t", "") for effect in frame.effects)
    yield from (words for lines in film.legend.values() for _, words in lines)


def revealed(gate: Gate) -> int:
    return gate.step if gate.reveal is None else gate.reveal


@pytest.mark.parametrize("notebook", every(8, NOTEBOOKS), ids=lambda path: path.stem[:2])
def test_nothing_says_why_before_the_frame_that_shows_it(notebook: Path) -> None:
    for film in films(notebook):
        for gate in film.gates:
            said = " ".join(spoken(film, revealed(gate)))
            right = gate.options[gate.answer]
            held_back = [*gate.because, *([right] if len(right.split()) >= FEWEST_WORDS else [])]
            assert [words for words in held_back if words in said] == [], gate.question


@pytest.mark.parametrize("notebook", every(8, NOTEBOOKS, whole=4), ids=lambda path: path.stem[:2])
def test_why_is_shown_before_the_film_asks_again_and_by_the_event_that_is_named(notebook: Path) -> None:
    by_text = {one.text: one for one in ASKED_IN_FILMS.values()}
    for film in films(notebook):
        steps = [*(gate.step for gate in film.gates[1:]), len(film.captions)]
        for gate, following in zip(film.gates, steps, strict=True):
            assert gate.step <= revealed(gate) < following, gate.question
            event = by_text[gate.question].reveal.removeprefix("last ")
            names = [word for told in film.captions[revealed(gate)].events for word in (told, told.split(" ")[0])]
            assert not event or event in names, gate.question


@pytest.mark.slow
def test_each_question_that_names_an_event_is_asked_by_a_film_of_a_notebook() -> None:
    texts = {gate.question for notebook in NOTEBOOKS for film in films(notebook) for gate in film.gates}
    assert {id for id, one in ASKED_IN_FILMS.items() if one.text not in texts} == set()


KINDS = ("", "BrokerCrashed", "TimeAdvanced", "TimeAdvanced", "PartitionChanged")
FILM = Film("t", tuple(Caption(kind or "start", kind=kind) for kind in KINDS), {}, {}, "main")


@together([("", None), ("TimeAdvanced", 2), ("last TimeAdvanced", 3), ("BrokerCrashed", 1), ("BrokerFenced", 4)])
def test_an_event_that_a_film_does_not_tell_of_is_over_with_its_last_frame(reveal: str, step: int | None) -> None:
    asked = question("Q99.1", "Who?", Option("1", "No."), Right("2", "Yes."), before="BrokerCrashed", reveal=reveal)
    [gate] = add_gates(FILM, asked).gates
    assert gate.reveal == step
    assert gate.to_json().get("reveal") == step
