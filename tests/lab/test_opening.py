"""A film opens on the step that is asked for, by its number or by the promise that it breaks."""

import re
from functools import cache

import pytest

from kafkaviz import Lab
from kafkaviz.decisions.elections import Election
from kafkaviz.model.clients.properties import acknowledged_records_survive
from kafkaviz.model.partitions.properties import leader_in_isr
from kafkaviz.model.properties import first_breach
from kafkaviz.player.wire import wire
from tests.sampling import every


def ignores_the_isr(replicas, isr, eligible, **_):  # type: ignore[no-untyped-def]
    """Elects the first replica that is up, in sync or not."""
    return Election(next((broker for broker in replicas if broker in eligible), None), True)


@cache
def losing_lab() -> Lab:
    """A lab whose election puts a broker in charge that has not what was acknowledged."""
    lab = Lab(elect_leader=ignores_the_isr, min_insync_replicas=2).create_topic("letters", assignment=[[1, 3, 2]])
    return lab.send("letters", "ABC").pause(3).send("letters", "DEF").tick(50_000).kill(1)


@pytest.mark.parametrize("detail", every(2, [True, False]))
def test_a_film_opens_on_the_frame_that_tells_of_the_step(detail):
    lab = losing_lab()
    for step in (1, 5, len(lab.history.steps)):
        player = lab.film(opens_at=step, detail=detail)
        assert step in player.film.captions[player.index].steps
        assert player.film.captions[player.index].key or not player.index
    assert lab.film(detail=detail).index == lab.film(opens_at=0, detail=detail).index == 0


def test_a_film_opens_on_the_frame_that_breaks_a_promise():
    lab = losing_lab()
    breach = first_breach(lab.history, [leader_in_isr])
    assert breach is not None
    player = lab.film(opens_at=leader_in_isr)
    assert breach[0] in player.film.captions[player.index].steps
    assert wire(player.film, "cluster")["opens_at"] == player.index
    with pytest.raises(ValueError, match="No step of this lab breaks acknowledged_records_survive"):
        Lab().film(opens_at=acknowledged_records_survive)


def test_a_part_of_a_film_counts_its_steps_as_the_lab_does():
    lab = losing_lab()
    since = lab.history.clusters[6]
    step = len(lab.history.steps) - 1
    player = lab.film(since=since, opens_at=step)
    assert step - 6 in player.film.captions[player.index].steps
    assert lab.film(since=since, opens_at=3).index == 0


def test_a_future_begins_where_its_act_does_and_not_where_the_film_opens():
    player = Lab().create_topic("letters", 1, 3).kill(1).film(opens_at=8)
    assert player.index
    acted = player.answer({"ask": "menu", "step": 0, "id": "broker:2"})
    player.answer({"do": 0, "step": 0, "id": "broker:2"})
    assert acted["menu"] and player.film.opens_at == 0


@pytest.mark.parametrize("wrong", [-1, 99, "3", 1.5, True, [1]])
def test_a_step_that_is_not_there_is_named(wrong):
    with pytest.raises((ValueError, TypeError), match=re.escape(str(wrong)) + "|opens_at"):
        Lab().kill(1).film(opens_at=wrong)
