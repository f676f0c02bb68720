"""Two films are paired by what happened in them, and each step of each is shown once, in its order."""

import pytest

from kafkaviz import Lab, compare
from kafkaviz.scene.aligning import align, shared_beginning
from kafkaviz.scene.values import Caption, Film, Frame, Track


def told(kafka="4.4", **policies):
    lab = Lab(kafka=kafka, **policies).create_topic("letters", 1, 3).send("letters", "ABC")
    return lab.kill(1).film().film


FILMS = {
    "two eras": (lambda: told("2.3"), lambda: told()),
    "the same": (told, told),
    "acks": (lambda: told(acks=1), lambda: told()),
    "nothing in common": (told, lambda: Lab(2).pause(2).film().film),
}


@pytest.mark.parametrize(("one", "other"), FILMS.values(), ids=FILMS)
def test_every_step_of_both_is_shown_once_and_in_order(one, other):
    first, second = one(), other()
    pairs = align(first, second)
    for n, film in enumerate((first, second)):
        assert [pair[n] for pair in pairs if pair[n] is not None] == list(range(len(film.captions)))
    assert (None, None) not in pairs


def test_the_same_is_paired_whatever_comes_in_between():
    first, second = told("2.3"), told()
    together = {
        (first.captions[i].kind, second.captions[j].kind)
        for i, j in align(first, second)
        if i is not None and j is not None
    }
    assert {("BrokerCrashed", "BrokerCrashed"), ("PartitionChanged", "PartitionChanged")} <= together
    assert all(one == other for one, other in together)


def test_what_is_the_same_on_both_sides_at_the_beginning_is_counted():
    one = told()
    pairs = align(one, told())
    assert shared_beginning(one, told(), pairs, "cluster") == len(one.captions) == len(pairs)
    by_rule = [
        Lab(assignor=rule).create_topic("t", 4, 1).join("app", "C0", "C1", topics=["t"]).film(lens="assignment")
        for rule in ("range", "roundrobin")
    ]
    player = compare(*by_rule)
    assert 1 < player.shared < len(player.align)
    before = [film.captions[player.shared - 1] for film in player.films]
    after = [film.captions[player.shared] for film in player.films]
    assert before[0].cap == before[1].cap and after[0].cap != after[1].cap


def test_films_without_events_are_paired_in_the_order_of_their_steps_or_wait():
    def film(*kinds):
        captions = tuple(Caption(kind, kind=kind) for kind in kinds)
        return Film("", captions, {"main": Track((860, 420), (Frame({}),) * len(kinds))}, {}, "main")

    assert align(film("a", "b"), film("a")) == [(0, 0), (1, None)]
    assert align(film("a"), film("b")) == [(0, 0)]
    assert align(film("a", "x", "b"), film("a", "b", "y")) == [(0, 0), (1, None), (2, 1), (None, 2)]
