"""What is done at a step of a film begins another future; every one stays, and its line of Python makes it again."""

import pytest

from kafkaviz import Lab
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.model.core.fingerprint import Fingerprints


def number_of(player, step, node, label):
    menu = player.answer({"ask": "menu", "step": step, "id": node})["menu"]
    return next(n for n, act in enumerate(menu) if act["label"] == label), menu


def test_an_act_at_an_earlier_step_forks_and_both_futures_stay():
    lab = Lab().create_topic("letters", 1, 3).send("letters", "ABC").kill(1)
    player = lab.film()
    first, before = player.film, lab.cluster
    step = next(n for n, caption in enumerate(first.captions) if caption.chapter.startswith("send"))
    number, menu = number_of(player, step, "broker:2", "kill")
    assert menu[number]["python"] == f"lab.at({first.captions[step].at}).fork().kill(2)"
    assert player.answer({"do": number, "step": step, "id": "broker:2"}) == {}
    assert player.film is not first and player.branch == "1" and len(player.tree) == 2
    told = [caption.cap for caption in player.film.captions]
    assert told[: player.index] == [caption.cap for caption in first.captions][: player.index]
    assert "2" in player.film.captions[player.index].cap
    assert lab.cluster is before
    player.answer({"branch": "0"})
    assert player.film is first and player.branch == "0"
    player.answer({"branch": "1"})
    assert player.tree[1].label == "kill(2)" and player.film is not first


def test_the_line_of_every_future_makes_its_lab_again_however_deep():
    lab = Lab().create_topic("letters", 1, 3)
    player = lab.film()
    for node, label in (("broker:1", "kill"), ("broker:2", "kill"), ("broker:1", "restart")):
        last = len(player.film.captions) - 1
        number, menu = number_of(player, last, node, label)
        line = menu[number]["python"]
        player.answer({"do": number, "step": last, "id": node})
    again = eval(line, {"lab": lab})
    known = Fingerprints()
    shown = player._act.__self__.lab
    assert known.of(again.cluster) == known.of(shown.cluster)
    assert [branch.parent for branch in player.tree] == [None, "0", "1", "2"]


def test_a_film_that_begins_later_forks_at_the_same_step_of_the_history():
    lab = Lab().create_topic("letters", 1, 3)
    since = lab.cluster
    player = lab.send("letters", "ABC").film(since=since)
    last = len(player.film.captions) - 1
    number, menu = number_of(player, last, "broker:3", "pause")
    assert menu[number]["python"] == f"lab.at({len(lab.history.steps)}).fork().pause(3)"
    player.answer({"do": number, "step": last, "id": "broker:3"})
    assert player.film.captions[0] == lab.film(since=since).film.captions[0]


def test_what_cannot_be_done_changes_nothing_and_is_said():
    player = Lab().create_topic("letters", 1, 3).film()
    number, menu = number_of(player, 0, "broker:1", "restart")
    assert not menu[number]["enabled"] and menu[number]["why"]
    for asked in (
        {"do": number, "step": 0, "id": "broker:1"},
        {"do": 99, "step": 0, "id": "broker:1"},
        {"do": 0, "step": 99, "id": "broker:1"},
        {"do": 0, "step": 0, "id": "<script>"},
        {"branch": "7"},
    ):
        with pytest.raises((InvalidArgumentError, ValueError)):
            player.answer(asked)
    assert player.branch in ("", "0") and len(player.tree) <= 1


def test_a_questions_film_forks_only_where_it_has_been_answered():
    lab = Lab().create_topic("letters", 1, 3).kill(1)
    player = lab.film(ask=("Who leads now?", ("2", "3"), 0, "PartitionChanged"))
    assert player.film.gates
    last = player.reach
    number, _ = number_of(player, last, "broker:3", "pause")
    player.answer({"do": number, "step": last, "id": "broker:3"})
    assert player.film.gates == ()
