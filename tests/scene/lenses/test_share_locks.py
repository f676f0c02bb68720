"""The lens share says why a record changes its owner: a member asks for it, or its lock is over."""

from kafkaviz.scenarios import nb11
from kafkaviz.scene.canvas import CAUSE
from kafkaviz.scene.values import Film
from tests.scene.appearing import played
from tests.scene.filmed import film_through, once
from tests.scene.lenses.test_lenses import texts


def test_state_and_owner_of_a_record_change_with_the_answer_that_lends_it() -> None:
    film = film_through(once(nb11.acknowledged), "share")
    at = next(n for n, caption in enumerate(film.captions) if "is lent" in caption.cap)
    ask, flip, answer = played(film.tracks["share"].frames[at])
    assert [effect["k"] for effect in (ask, flip, answer)] == ["ask", "flip", "answer"]
    assert ask["at"] + ask["ms"] <= flip["at"] <= answer["at"]
    assert [name.rpartition("/")[2] for name in flip["m"]] == ["to", "to", "about"]


def test_the_picture_says_that_a_lock_runs_and_who_works_on_without_one() -> None:
    film = nb11.acknowledged(late=True).film(lens="share").film
    frames = film.tracks["share"].frames
    lent, expired = (
        next(n for n, caption in enumerate(film.captions) if words in caption.cap)
        for words in ("is lent", "are available again")
    )
    assert "lock" in texts(frames[lent]) and "delivery 1 of 5" in texts(frames[expired])
    assert "works on 2 records without a lock" in texts(frames[expired])
    assert {f.marks[n]["t"] for f in frames for n in f.marks if "/lock " in n and n.endswith("/said")} == {"lock"}


def test_a_record_that_comes_back_too_often_is_archived_by_the_count_of_its_deliveries() -> None:
    film = film_through(once(nb11.bad_record), "share")
    archived = next(n for n, caption in enumerate(film.captions) if "is archived" in caption.cap)
    for frame in (layout.frames[archived] for layout in (film.tracks["share"], *film.tracks["share"].others.values())):
        tags = {n.removeprefix(CAUSE) for n, m in frame.marks.items() if n.startswith(CAUSE) and m["k"] == "g"}
        assert tags == {"member:sorting/C2 lock over, no ack", "partition:parcels-0 5 of 5 deliveries"}


def test_it_names_the_coordinator_of_the_group_and_the_leader_that_lends() -> None:
    film = film_through(once(nb11.bad_record), "share")
    wide, narrow = (layout.frames[-1] for layout in (film.tracks["share"], *film.tracks["share"].others.values()))
    assert {
        "share group sorting · group coordinator: broker 1",
        "parcels-0 · leader: broker 1, lends its records",
    } <= set(texts(wide))
    assert "share group sorting · broker 1" in texts(narrow)


def tags_of(film: Film, words: str) -> set[str]:
    """Returns the tags of the share lens in the first frame of which the caption has some words."""
    step = next(n for n, caption in enumerate(film.captions) if words in caption.cap)
    marks = film.tracks["share"].frames[step].marks
    return {name.removeprefix(CAUSE) for name, mark in marks.items() if name.startswith(CAUSE) and mark["k"] == "g"}


def test_a_tag_says_why_a_member_is_lent_so_many_and_what_its_application_made_of_them() -> None:
    assert tags_of(film_through(once(nb11.bad_record), "share"), "C1 is lent") == {
        "member:sorting/C1 asks for 1 at most"
    }
    words = {"accept": "app: processed", "release": "app: not now, try again", "reject": "app: can never do it"}
    for outcome, said in words.items():
        film = nb11.acknowledged(outcome).film(lens="share").film  # type: ignore[arg-type]
        does = {"accept": "has processed", "release": "gives back", "reject": "refuses"}[outcome]
        assert tags_of(film, f"C1 {does}") == {f"member:sorting/C1 {said}"}
    late = nb11.acknowledged("accept", late=True).film(lens="share").film
    assert "member:sorting/C1 lock over, no ack" in tags_of(late, "acknowledges too late")


def test_a_member_says_which_partition_it_reads() -> None:
    film = film_through(once(nb11.bad_record), "share")
    step = next(n for n, caption in enumerate(film.captions) if "C1 reaches epoch" in caption.cap)
    assert "reads parcels-0 · has no record" in texts(film.tracks["share"].frames[step])
