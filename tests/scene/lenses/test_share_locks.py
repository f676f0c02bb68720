"""The lens share says why a record changes its owner: a member asks for it, or its lock is over."""

from kafkaviz.scenarios import nb11
from tests.scene.appearing import played
from tests.scene.lenses.test_lenses import texts


def test_state_and_owner_of_a_record_change_with_the_answer_that_lends_it() -> None:
    film = nb11.acknowledged().film(lens="share").film
    at = next(n for n, caption in enumerate(film.captions) if "is lent" in caption.cap)
    ask, flip, answer = played(film.tracks["share"].frames[at])
    assert [effect["k"] for effect in (ask, flip, answer)] == ["ask", "flip", "answer"]
    assert ask["at"] + ask["ms"] <= flip["at"] <= answer["at"]
    assert [name.rpartition("/")[2] for name in flip["m"]] == ["to", "to", "about"]


def test_the_picture_says_that_a_lock_runs_and_that_it_is_over() -> None:
    film = nb11.acknowledged(late=True).film(lens="share").film
    frames = film.tracks["share"].frames
    lent, expired = (
        next(n for n, caption in enumerate(film.captions) if words in caption.cap)
        for words in ("is lent", "are available again")
    )
    assert "lock" in texts(frames[lent]) and "delivery 1 of 5" in texts(frames[expired])
    assert "lock over: 2 records taken back" in texts(frames[expired])
