"""A story's film says how it was played, as long as it is that story, and no other film says so."""

import pytest

from kafkaviz import Lab, compare, knobs, then_and_now
from kafkaviz.lab.base import footnote_of
from kafkaviz.scenarios import nb06, nb07, nb08
from kafkaviz.scenarios.story import footnote, performances, story
from tests.real_course.stories import SCENARIOS


def words(lab):
    note = footnote_of(lab)
    return note and note.words.partition(" ·")[0]


@pytest.mark.parametrize(
    ("play", "said"),
    [
        (nb07.failover, "Played on Kafka 4.4.0"),
        (lambda: nb07.failover(brokers=3), "Played on Kafka 4.4.0"),
        (lambda: nb07.failover(kafka="0.10"), "Played on Kafka 0.10.2.2"),
        (lambda: nb06.crash("all", "copied"), "Played on Kafka 4.4.0"),
        (lambda: nb06.leader_change("KIP-101"), "Played on Kafka 2.3.1"),
        (lambda: nb07.failover().fork(), "Played on Kafka 4.4.0"),
    ],
)
def test_a_story_says_on_which_release_it_was_played(play, said):
    assert words(play()) == said


def my_cut(*asked):
    return nb06.RULES and 0


@pytest.mark.parametrize(
    "play",
    [
        lambda: nb07.failover(brokers=5),
        lambda: nb06.crash(linger_ms=6),
        lambda: nb06.leader_change(my_cut),
        lambda: nb08.comes_back(kept=4),
        nb06.power_cut,
        lambda: nb07.failover().tick(1),
        lambda: nb07.failover().fork().restart(1),
        lambda: nb07.failover().undo(),
        lambda: nb07.failover().at(3),
        lambda: Lab().create_topic("letters", 1, 3).kill(1),
        lambda: Lab.from_json(nb07.failover().to_json()),
    ],
    ids=["knob", "config", "rule", "another", "unplayable", "time", "fork", "undo", "at", "own", "file"],
)
def test_what_was_not_played_says_nothing(play):
    assert words(play()) is None


def test_a_story_made_of_another_speaks_for_itself():
    @story
    def another(kafka="4.4"):
        return nb07.failover(kafka=kafka)

    assert words(nb07.failover()) and words(another()) is None


def test_an_act_in_a_film_takes_the_words_away_and_going_back_brings_them_again():
    player = nb07.failover().film()
    acts = player.answer({"ask": "menu", "step": player.reach, "id": "broker:1"})["menu"]
    restart = next(n for n, act in enumerate(acts) if act["label"] == "restart")
    player.answer({"do": restart, "step": player.reach, "id": "broker:1"})
    assert player.branch == "1" and player.film.footnote is None
    player.answer({"branch": "0"})
    assert player.film.footnote


def test_turned_knobs_say_what_was_played_so():
    turned = knobs(nb07.failover, kafka=["4.4", "2.3"], brokers=(3, 5))
    said = []
    for name, value in [("kafka", "4.4"), ("kafka", "2.3"), ("brokers", 5)]:
        turned.knobs[name].value = value
        said.append(turned.player.film.footnote and turned.player.film.footnote.words.split()[3])
    assert said == ["4.4.0", "2.3.1", None]


def test_a_film_has_the_words_of_its_lab():
    assert nb07.failover().film().film.footnote == footnote_of(nb07.failover())
    assert Lab().create_topic("letters", 1, 3).film().film.footnote is None


def test_a_box_says_it_of_both_sides():
    films = then_and_now("F29").film().films
    assert [film.footnote.words.split()[3] for film in films] == ["2.3.1", "4.4.0"]
    assert [footnote_of(lab) for lab in then_and_now("F32").labs] == [None, None]
    pair = compare(nb07.failover(), Lab().kill(1))
    assert [bool(film.footnote) for film in pair.films] == [True, False]


def test_the_text_says_it_last_and_what_a_notebook_keeps_does_not_change_with_a_date():
    player = nb07.failover().film()
    assert player.text().splitlines()[-1].startswith("Played on Kafka 4.4.0 · ")
    assert "Played on" not in player._repr_mimebundle_()[0]["text/plain"]


def test_each_play_says_what_was_compared():
    assert {play.acts > 0 for play in performances()} == {True}
    for play in performances():
        note = footnote(play)
        assert play.release in note.words and play.date in note.words
        assert ("after its act" in note.details) == (play.acts == 1)


def test_every_scenario_that_is_played_is_a_story():
    assert [scenario.__name__ for scenario, _ in SCENARIOS if not hasattr(scenario, "__wrapped__")] == []
