"""A hint gives a little, and a little more when it is asked for again."""

import pytest

from kafkaviz.course import hint as module
from kafkaviz.course.hint import hint
from kafkaviz.decisions.errors import InvalidArgumentError


@pytest.fixture(autouse=True)
def a_new_session(monkeypatch):
    monkeypatch.setattr(module, "_given", {})


def test_each_call_gives_the_next_hint_and_the_last_is_repeated():
    assert [hint("E03.1")[:11] for _ in range(4)] == ["Hint 1 of 3", "Hint 2 of 3", "Hint 3 of 3", "Hint 3 of 3"]


def test_a_number_gives_that_hint_and_changes_nothing():
    assert hint("E03.2", 3).startswith("Hint 3 of 3")
    assert hint("E03.2").startswith("Hint 1 of 3")


@pytest.mark.parametrize("number", [0, 4, -1, "two"])
def test_a_hint_that_does_not_exist_says_which_do(number):
    with pytest.raises(ValueError, match=r"E03\.1 has hints 1 to 3, not"):
        hint("E03.1", number)


def test_an_unknown_exercise_says_which_there_are():
    with pytest.raises(ValueError, match=r"There is no exercise 'E99\.1'; there are E01\.1"):
        hint("E99.1")


def test_a_hint_shows_as_text_without_quotes():
    assert repr(hint("E03.1", 2)).startswith("Hint 2 of 3 for E03.1: ")


def test_a_hint_has_a_whole_number():
    with pytest.raises(InvalidArgumentError, match=r"E03\.1 has hints 1 to 3, not 1\.0\."):
        hint("E03.1", 1.0)
