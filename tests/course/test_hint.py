"""A hint gives a little, and a little more when it is asked for again."""

import pytest

from kafkaviz.course import hint as module
from kafkaviz.course.check import check
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


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("E99.1", "did you mean 'E09.1'?"),
        ("e03.1", "notebook 03 has E03.1 to E03.5."),
        ("E03.99", "notebook 03 has E03.1 to E03.5."),
        ("X1", "notebook m1 has X1.1 to X1.4."),
        ("letters", "they are called E01.1 to X5.1, and progress() lists them."),
        (3, "they are called E01.1 to X5.1, and progress() lists them."),
    ],
)
def test_an_unknown_exercise_names_the_nearest(id, said):
    with pytest.raises(ValueError, match="There is no exercise") as refused:
        hint(id)
    assert str(refused.value) == f"There is no exercise {id!r}; {said}"
    assert check(id, len).lines == (str(refused.value),)


def test_a_hint_shows_as_text_without_quotes():
    assert repr(hint("E03.1", 2)).startswith("Hint 2 of 3 for E03.1: ")


def test_a_hint_has_a_whole_number():
    with pytest.raises(InvalidArgumentError, match=r"E03\.1 has hints 1 to 3, not 1\.0\."):
        hint("E03.1", 1.0)
