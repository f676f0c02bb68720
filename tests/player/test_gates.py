"""A question holds a film up, and its answer is kept."""

import base64
import json

import pytest

from kafkaviz.player.page import page
from kafkaviz.player.strip import strip
from kafkaviz.player.widget import Player
from kafkaviz.scene.values import Gate

FIRST = Gate(2, "Who fetches?", ("broker 1", "broker 3"), 0)
SECOND = Gate(4, "Who leads letters-1?", ("broker 1", "broker 3", "nobody"), 0, "It comes first.")


@pytest.fixture
def gated(film):
    """The demo film with two questions."""
    return film._replace(gates=(FIRST, SECOND))


def test_a_film_goes_no_further_than_its_open_question(gated):
    player = Player(gated, index=-1)
    assert player.index == 1
    player.answers = {0: 1}
    player.index = 4
    assert player.index == 3


def test_an_answer_given_in_the_browser_opens_the_way_at_once(gated):
    player = Player(gated)
    player.set_state({"index": 2, "answers": {"0": 1}})
    assert (player.index, player.answers) == (2, {0: 1})
    assert player.get_state()["answers"] == {"0": 1}


def test_an_instructor_shows_without_answering(gated):
    player = Player(gated)
    player.answers = {0: None, 1: None}
    player.index = -1
    assert player.index == 8


def test_answers_that_nobody_could_give_are_refused(gated):
    player = Player(gated)
    with pytest.raises(ValueError, match="ask 2 questions, counted from 0, so 2 is none"):
        player.answers = {2: 0}
    with pytest.raises(ValueError, match="An answer to question 1 is 0 to 2, or None for unanswered, not 3"):
        player.answers = {1: 3}
    assert player.answers == {}


def test_the_story_asks_before_it_tells(gated):
    lines = Player(gated).text().splitlines()
    asked = lines.index("   ? Who leads letters-1? (broker 1 | broker 3 | nobody)")
    assert lines[asked + 1].startswith("5. ") and "It comes first." not in "\n".join(lines)


@pytest.mark.slow
def test_the_picture_in_its_place_stops_in_front_of_the_question(gated):
    player = Player(gated)
    assert base64.b64decode(player._repr_mimebundle_()[0]["image/png"]) == strip([gated])
    player.answers = {0: 0, 1: 0}
    assert base64.b64decode(player._repr_mimebundle_()[0]["image/png"]) == strip([gated], answers=player.answers)
    assert strip([gated]) != strip([gated], answers=player.answers)


def test_a_saved_page_asks_again(gated, tmp_path):
    player = Player(gated)
    player.answers = {0: 0, 1: 0}
    player.index = 4
    html = player.save(tmp_path / "film.html").read_text("utf-8")
    assert '"index":1,"lens"' in html and '"answers":' not in html
    assert json.dumps(SECOND.question) in page(gated)


def test_another_film_with_the_same_questions_keeps_the_answers(gated):
    player = Player(gated)
    player.answers = {0: 1}
    player.film = gated._replace(title="again")
    assert player.answers == {0: 1}
    player.film = gated._replace(gates=(SECOND,))
    assert player.answers == {}
