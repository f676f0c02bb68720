"""A film carries promises: each holds until the frame that breaks it."""

import pytest

from kafkaviz import Lab, compare
from kafkaviz.model.clients.properties import acknowledged_records_survive
from kafkaviz.model.partitions.properties import leader_in_isr
from kafkaviz.model.properties import PROPERTIES, first_breach
from kafkaviz.scene.lamps import breaches
from kafkaviz.scene.values import Lamp
from tests.lab.test_opening import losing_lab


def the_clock_stands(before, event, after):  # type: ignore[no-untyped-def]
    return "Time passed." if after.now_ms > before.now_ms else None


def test_a_promise_is_kept_until_the_frame_that_breaks_it():
    lab = losing_lab()
    film = lab.film(promises=(leader_in_isr, acknowledged_records_survive)).film
    broken, kept = film.promises
    breach = first_breach(lab.history, [leader_in_isr])
    assert breach is not None and broken.step is not None
    assert breach[0] in film.captions[broken.step].steps
    assert (broken.words, broken.why) == (leader_in_isr.words, breach[2])
    assert kept == Lamp(acknowledged_records_survive.words)
    assert [broken.is_out(n) for n in (broken.step - 1, broken.step, broken.step + 1)] == [False, True, True]


def test_each_promise_is_asked_to_the_end_and_not_only_to_the_first_breach():
    lab = losing_lab()
    found = breaches(lab.history, PROPERTIES)
    assert len(found) > 1
    for promise, (step, sentence) in found.items():
        assert first_breach(lab.history, [promise]) == (step, promise.__name__, sentence)
    for promise in set(PROPERTIES) - set(found):
        assert first_breach(lab.history, [promise]) is None


def test_what_broke_before_the_film_begins_is_broken_from_its_first_frame_on():
    lab = losing_lab()
    breach = first_breach(lab.history, [leader_in_isr])
    assert breach is not None
    after = lab.film(since=lab.history.clusters[breach[0]], promises=leader_in_isr).film
    assert after.promises == (Lamp(leader_in_isr.words, 0, breach[2]),)
    begun = lab.film(since=lab.history.clusters[breach[0] - 5], promises=leader_in_isr).film
    assert begun.promises[0].step and breach[0] - (breach[0] - 5) in begun.captions[begun.promises[0].step].steps


def test_a_promise_of_ones_own_goes_by_its_name():
    film = Lab().create_topic("letters").kill(1).film(promises=the_clock_stands).film
    assert film.promises[0].words == "The clock stands" and film.promises[0].why == "Time passed."


def test_a_film_that_carries_none_is_as_it_was():
    plain = Lab().kill(1).film()
    assert plain.film.promises == () and "promises" not in plain.film.to_json()
    lit = Lab().kill(1).film(promises=PROPERTIES)
    assert "promises" in lit.film.to_json()
    assert lit.film._replace(promises=()).to_json() == plain.film.to_json()


def test_a_future_that_somebody_begins_has_the_lamps_as_well():
    player = (
        Lab(elect_leader=losing_lab().policies.elect_leader).create_topic("letters", 1, 3).film(promises=PROPERTIES)
    )
    player.answer({"do": 0, "step": len(player.film.captions) - 1, "id": "broker:1"})
    assert player.branch == "1" and [lamp.words for lamp in player.film.promises] == [p.words for p in PROPERTIES]


def test_both_films_of_a_pair_have_lamps():
    pair = compare(losing_lab(), Lab().kill(1), promises=[leader_in_isr])
    assert [film.promises[0].step is None for film in pair.films] == [False, True]


@pytest.mark.parametrize("wrong", ["leader_in_isr", 7, [leader_in_isr, "x"], None])
def test_what_is_no_promise_is_named(wrong):
    with pytest.raises(ValueError, match="promise"):
        Lab().film(promises=wrong)
