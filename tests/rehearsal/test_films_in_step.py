"""The film of a real cluster beside the model's: recorded rehearsals, which say the same things in the same places."""

import gzip
import json
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from kafkaviz import compare
from kafkaviz.lab import Lab
from kafkaviz.player.pair import PairPlayer
from kafkaviz.rehearsal.play import Play
from kafkaviz.rehearsal.rehearsed import Rehearsal
from kafkaviz.scenarios.story import scenario_named
from kafkaviz.scene.values import Marks
from tests.sampling import every

FOLDER = Path(__file__).parents[1] / "vectors" / "rehearsed"
ROWS = {row["story"]: row for row in map(json.loads, (FOLDER / "ends.jsonl").read_text("utf-8").splitlines())}
SHOWN = ("broker:", "replica:")


@cache
def lab_of(story: str) -> Lab:
    return scenario_named(story)()


def rehearsal_of(story: str) -> Rehearsal:
    """Returns a rehearsal as it was recorded."""
    lab, row = lab_of(story), ROWS[story]
    data = gzip.decompress((FOLDER / f"{story}.log.gz").read_bytes())
    played = Play("", "4.4", len(lab.history.acts), seconds=row["seconds"])
    return Rehearsal(lab, played, row["release"], data, row["ends"])


@cache
def pair_of(story: str) -> PairPlayer:
    return compare(lab_of(story), rehearsal_of(story))


def frames(pair: PairPlayer, layout: str, i: int, j: int) -> tuple[Marks, Marks]:
    """Returns what both films show at a step."""
    tracks = [film.tracks["cluster"] for film in pair.films]
    shown = [track.frames if layout == "wide" else track.narrow.frames for track in tracks]
    return shown[0][i].marks, shown[1][j].marks


def together(pair: PairPlayer) -> list[tuple[int, int]]:
    return [(i, j) for i, j in pair.pairs if i is not None and j is not None]


@pytest.mark.parametrize(("story", "layout"), every(3, product(ROWS, ("wide", "narrow")), whole=1))
def test_what_both_films_show_stands_in_the_same_place_under_the_same_name(story, layout):
    pair, compared = pair_of(story), 0
    for i, j in together(pair):
        mine, real = frames(pair, layout, i, j)
        for id in mine.keys() & real.keys():
            if id.startswith(SHOWN) and mine[id]["k"] == "g":
                assert place(mine, id) == place(real, id), id
            elif id.startswith(SHOWN) and id.endswith("/name"):
                assert mine[id]["t"] == real[id]["t"], id
                compared += 1
    assert compared > 10


def place(marks: Marks, id: str) -> tuple[Any, ...]:
    box = marks[f"{id}/box"]
    return marks[id]["x"], marks[id]["y"], box["w"], box["h"]


@pytest.mark.parametrize("story", ROWS)
def test_both_films_begin_with_the_first_act(story):
    pair = pair_of(story)
    assert pair.pairs[0] == (0, 0)
    first = [film.captions[0] for film in pair.films]
    assert first[0].chapter == first[1].chapter == rehearsal_of(story).acts[0]
    assert all(caption.cap.startswith("Topic ") and " is created: " in caption.cap for caption in first)
    mine, real = frames(pair, "wide", 0, 0)
    assert not any(id.startswith("differs:") for id in (*mine, *real))


@pytest.mark.parametrize("story", ROWS)
def test_each_step_is_shown_once_on_its_side_and_acts_go_together(story):
    pair = pair_of(story)
    for side, film in enumerate(pair.films):
        assert [step[side] for step in pair.pairs if step[side] is not None] == [*range(len(film.captions))]
    for i, j in together(pair):
        assert pair.films[0].captions[i].chapter == pair.films[1].captions[j].chapter
    assert rehearsal_of(story).races == ()


def test_alone_the_film_of_a_rehearsal_says_what_came_before_and_uses_all_the_width():
    alone = rehearsal_of("nb07.failover").film().film
    beside = pair_of("nb07.failover").films[1]
    assert "3 brokers and 0 topics, as of offset" in alone.captions[0].cap
    assert len(alone.captions) == len(beside.captions) + 1
    widths = [film.tracks["cluster"].frames[-1].marks["broker:1/box"]["w"] for film in (alone, beside)]
    assert widths[0] > widths[1]


def test_who_left_an_isr_because_it_was_fenced_did_not_lag():
    pair = pair_of("nb07.failover")
    fenced = next(n for n, caption in enumerate(pair.films[1].captions) if caption.cap.startswith("Broker 1 is fenced"))
    words = {mark.get("t") for mark in pair.films[1].tracks["cluster"].frames[fenced].marks.values()}
    assert {"fenced", "session timed out", "first alive in ISR"} <= words and "lagged too long" not in words


def test_who_is_fenced_at_the_end_of_a_controlled_shutdown_has_shut_down():
    film = pair_of("nb02.rolling_restart").films[1]
    at = next(n for n, caption in enumerate(film.captions) if caption.cap == "Broker 1 is fenced.")
    words = {mark.get("t") for mark in film.tracks["cluster"].frames[at].marks.values()}
    assert "has shut down" in words and "session timed out" not in words
