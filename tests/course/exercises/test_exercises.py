"""Every exercise is whole, and its reference keeps its promise."""

from itertools import pairwise
from random import Random

import pytest

from kafkaviz.breaking.plain_values import plain
from kafkaviz.course.exercises import every_exercise
from tests.sampling import together

EXERCISES = every_exercise()
each = together(EXERCISES, lambda one: one.id)


def test_ids_are_there_once_and_in_order():
    ids = [one.id for one in EXERCISES]
    assert ids == sorted(set(ids))


def test_each_exercise_leads_to_the_next_one_of_its_notebook():
    for one, after in pairwise(EXERCISES):
        leads_to = f"Next: {after.id}, " if one.id[:3] == after.id[:3] else "Next: go back to the notebook"
        assert one.next.startswith(leads_to)


@each
def test_an_exercise_has_everything_a_learner_may_ask_for(one):
    assert one.stars in (1, 2, 3) and 1 <= one.minutes <= 30
    assert len(one.hints) == 3 and all(hint[-1] in ".?" for hint in one.hints)
    assert len(one.examples) >= 3
    assert one.matters.endswith(".")


@each
def test_the_reference_agrees_with_what_was_recorded_and_keeps_its_promise(one):
    for arguments, expected in one.examples:
        answer = plain(one.reference(*arguments))
        assert answer == plain(expected)
        assert one.promise(*arguments, answer) is None


@pytest.mark.slow
@each
def test_the_reference_keeps_its_promise_in_drawn_cases(one):
    random = Random(one.id + " again")
    for _ in range(300):
        arguments = one.draw(random)
        assert one.promise(*arguments, plain(one.reference(*arguments))) is None


@each
def test_the_drawn_cases_differ_and_repeat_with_their_seed(one):
    first, second = Random("seed"), Random("seed")
    drawn = [one.draw(first) for _ in range(50)]
    assert drawn == [one.draw(second) for _ in range(50)]
    assert len({repr(case) for case in drawn}) > 20
