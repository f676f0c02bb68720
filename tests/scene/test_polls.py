"""Whoever polls is seen to ask, and to get what the poll brings: records by name, or word that there is nothing new."""

from collections.abc import Iterator

import pytest

from kafkaviz.scenarios import nb03, nb08
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.lenses import LENSES
from kafkaviz.scene.telling.cue import MOST_CARRIED, NOTHING, Cue, carry, loose
from kafkaviz.scene.values import Effect, Film
from tests.sampling import every
from tests.scene.filmed import film_through, once


def polls(film: Film) -> Iterator[tuple[str, str, list[Effect]]]:
    """Yields what each step with a poll says, each lens that draws it, and the answers that it draws."""
    for number, caption in enumerate(film.captions):
        if " polls" in caption.cap:
            for name, track in film.tracks.items():
                effects = track.frames[number].effects
                if any(effect["k"] == "ask" for effect in effects):
                    yield caption.cap, name, [effect for effect in effects if effect["k"] == "answer"]


@pytest.mark.parametrize(
    ("story", "lenses"),
    every(
        2,
        [
            (lambda: nb03.nearby().poll("letters", rack="east").poll("letters"), {"cluster", "replication", "log"}),
            (nb08.two_groups, {"log"}),
            (nb08.coordinator_dies, {"log", "client"}),
            (nb08.begins, {"log"}),
        ],
        whole=1,
    ),
)
def test_every_lens_that_draws_a_poll_draws_what_it_brings(story, lenses) -> None:
    lab = story()
    seen = set()
    for cap, lens, answers in polls(film_of(lab.history, lenses=[*LENSES], policies=lab.policies)):
        seen.add(lens)
        assert answers, (lens, cap)
        for answer in answers:
            if "nothing" in cap:
                assert answer["t"] == NOTHING and not answer.get("load")
            else:
                carries = len(answer.get("load", ())) + len(answer.get("m", ()))
                assert carries == len(answer["src"]) > 0, (lens, cap)
                assert all(name in cap for name in answer.get("load", ())[:3]), (lens, cap)
    assert lenses <= seen


def test_of_many_records_that_land_in_nothing_the_first_are_carried_and_the_others_are_counted() -> None:
    records = {f"record:t-0@1#{n}e0": f"r{n}".encode() for n in range(MOST_CARRIED + 4)}
    cue = loose(carry(Cue("answer", "a", "b"), records), [])
    assert cue.load == (*(f"r{n}" for n in range(MOST_CARRIED - 1)), "+5")
    assert cue.sources == tuple(records)[:MOST_CARRIED]


def test_blocks_leave_the_log_where_their_records_lie() -> None:
    film = film_through(once(nb08.two_groups), "log")
    track = film.tracks["log"]
    number = next(n for n, caption in enumerate(film.captions) if " polls" in caption.cap)
    answer = next(effect for effect in track.frames[number].effects if effect["k"] == "answer")
    assert [name in track.frames[number].marks for name in answer["src"]] == [True, True]
