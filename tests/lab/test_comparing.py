"""Two labs, players or films side by side."""

import re

import pytest

from kafkaviz import Lab, compare
from kafkaviz.decisions.assignors import range_assign, roundrobin_assign
from kafkaviz.player.pair import PairPlayer

WIDGET = "application/vnd.jupyter.widget-view+json"


def shared(assignor: object, **film: object):  # type: ignore[no-untyped-def]
    lab = Lab(kafka="2.3", assignor=assignor).create_topic("a", 3).create_topic("b", 3)
    before = lab.cluster
    return lab.join("app", "C0", "C1", topics=["a", "b"]).film(since=before, lens="assignment", **film)


@pytest.fixture(scope="module")
def pair() -> PairPlayer:
    return compare(shared(range_assign), shared(roundrobin_assign), titles=("range", "round robin"))


def test_range_stands_beside_round_robin(pair):
    assert repr(pair) == "<films: range | round robin, 8 steps and 8 steps, lens assignment>"
    left, right = pair.text(-1).split("\n\n")
    assert left.startswith("8. consumer: C0 gets a-0, a-1, b-0, b-1; C1 gets a-2, b-2.\n   why: C0 assigned so")
    assert right.startswith("8. consumer: C0 gets a-0, a-2, b-1; C1 gets a-1, b-0, b-2.\n   why: C0 assigned so")


@pytest.mark.slow
def test_the_stand_in_is_small_and_the_same_each_time(pair):
    data, _ = pair._repr_mimebundle_()
    assert len(data["text/plain"].splitlines()) <= 41
    again = compare(shared(range_assign), shared(roundrobin_assign), titles=("range", "round robin"))
    assert {**data, WIDGET: ...} == {**again._repr_mimebundle_()[0], WIDGET: ...}


def test_a_shorter_film_waits_at_its_end():
    pair = compare(Lab(kafka="2.3").kill(1), Lab().kill(1), titles=("old", "new"))
    short = pair.films[1]
    assert pair.text(-1).split("\n\n")[1].startswith(f"{len(short.captions)}. ")
    pair.index = -1
    assert pair.index == len(pair.films[0].captions) - 1


def test_only_lenses_that_both_have_are_offered(pair):
    grown = Lab().create_topic("a", 1).send("a", "ABC").poll("a")
    assert compare(grown, Lab().create_topic("a", 1)).lenses == ["cluster", "replication", "graph"]
    with pytest.raises(ValueError, match="no lens 'moon' here; choose one of assignment"):
        pair.lens = "moon"


def test_what_cannot_be_shown_is_named():
    with pytest.raises(TypeError, match="A lab, a player or a film can be shown, not int"):
        compare(Lab(), 3)
    film = Lab().film().film
    with pytest.raises(ValueError, match="need a lens in common"):
        compare(film, film._replace(tracks={"moon": film.tracks["cluster"]}, lens="moon"))


def test_a_pair_opens_where_the_first_film_that_says_so_opens():
    old, new = Lab(kafka="2.3").kill(1), Lab().kill(1)
    assert compare(old, new).index == 0
    for step in (1, len(old.history.steps)):
        pair = compare(old, new, opens_at=step)
        assert step in pair.films[0].captions[pair.pairs[pair.index][0]].steps
        assert compare(old.film(opens_at=step), new).index == pair.index
        other = compare(new, old.film(opens_at=step))
        assert step in other.films[1].captions[other.pairs[other.index][1]].steps
    with pytest.raises(TypeError, match=re.escape("opens_at= is a step of a lab, not of a Player")):
        compare(old.film(), new, opens_at=1)


def test_two_films_without_titles_are_called_by_what_differs():
    plain = Lab().create_topic("letters")
    others = {
        "Kafka 2.3": Lab(kafka="2.3").create_topic("letters"),
        "acks=1, min.insync.replicas=2": Lab(acks=1, min_insync_replicas=2).create_topic("letters"),
        "kill 1": Lab().create_topic("letters").kill(1),
    }
    for name, lab in others.items():
        first, second = (film.title for film in compare(lab, plain).films)
        assert first == name != second
    assert [film.title for film in compare(Lab().kill(1), Lab().stop(1)).films] == ["kill 1", "stop 1"]
    assert [film.title for film in compare(plain, plain).films] == ["A", "B"], "nothing differs"
    told = compare(plain.film(title="mine"), plain.film(title="theirs"))
    assert [film.title for film in told.films] == ["mine", "theirs"]
