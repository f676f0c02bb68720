"""What somebody answers to a film is kept like an answer to a quiz, however it was given."""

from pathlib import Path

import pytest

from kafkaviz import Lab, compare, knobs, records
from kafkaviz.records.answers import Answer, answers_in
from kafkaviz.scene.questions import Option, Question
from kafkaviz.scene.values import Gate

WHO = Question("Q00.1", "Who leads?", (Option("2", "So."), Option("3", "No.", "MC13")), 0, "PartitionChanged")
UNNAMED = ("Who leads?", ["2", "3"], 0, "PartitionChanged")


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KAFKAVIZ_PROGRESS", str(tmp_path / "progress.json"))
    return tmp_path / "progress.json"


def story() -> Lab:
    return Lab(brokers=3).create_topic("letters", 1, 3).kill(1)


def answers() -> dict[str, tuple[Answer, ...]]:
    return answers_in(records.read()["answers"])


def test_an_answer_from_python_is_kept_and_so_is_the_next():
    film = story().film(ask=WHO)
    film.answers = {0: 1}
    film.answers = {0: 1}
    assert answers() == {"Q00.1": (Answer(1, False),)}
    story().film(ask=WHO).answers = {0: 0}
    assert answers() == {"Q00.1": (Answer(1, False), Answer(0, True))}


def test_an_answer_from_a_browser_is_kept():
    film = story().film(ask=[WHO, WHO._replace(id="Q00.2", before="TimeAdvanced")])
    first = [gate.id for gate in film.film.gates].index("Q00.1")
    film.set_state({"answers": {"0": 0, "1": 1}, "index": 3})
    assert answers() == {"Q00.1": (Answer(first, first == 0),), "Q00.2": (Answer(1 - first, first == 1),)}


def test_who_wanted_to_see_it_has_not_answered():
    story().film(ask=WHO).answers = {0: None}
    assert answers() == {"Q00.1": (Answer(None),)}


@pytest.mark.parametrize("ask", [UNNAMED, Gate(1, "Who?", ("2", "3"), 0)], ids=["tuple", "gate"])
def test_a_question_without_a_name_is_not_kept(ask: object, kept: Path):
    story().film(ask=ask).answers = {0: 1}
    assert not kept.exists()


def test_an_answer_that_is_refused_is_not_kept(kept: Path):
    with pytest.raises(ValueError, match="An answer to question 0 is 0 to 1"):
        story().film(ask=WHO).answers = {0: 2}
    assert not kept.exists()


def test_questions_in_two_films_and_under_knobs_are_kept():
    compare(story().film(ask=WHO), story()).answers = {0: 1}
    turned = knobs(lambda brokers=3: Lab(brokers=brokers).create_topic("l", 1, 3).kill(1).film(ask=WHO), brokers=(3, 5))
    turned.player.answers = {0: 0}
    turned.knobs["brokers"].value = 4
    assert answers() == {"Q00.1": (Answer(1, False), Answer(0, True))}


def test_what_a_person_does_in_a_film_answers_nothing(kept: Path):
    film = story().film(ask=WHO)
    film.answer({"ask": "menu", "step": 0, "id": "broker:2"})
    film.answer({"do": 0, "step": 0, "id": "broker:2"})
    assert not kept.exists()


def test_where_nothing_can_be_kept_a_film_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("KAFKAVIZ_PROGRESS", str(tmp_path / "no" / "such" / "folder"))
    film = story().film(ask=WHO)
    film.answers = {0: 1}
    film.index = -1
    assert film.index == len(film.film.captions) - 1


def test_the_name_of_a_question_does_not_travel():
    assert "id" not in story().film(ask=WHO).film.to_json()["gates"][0]
