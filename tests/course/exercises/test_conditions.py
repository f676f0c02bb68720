"""The cases of an exercise meet each of its conditions both ways, so that no answer can overlook one."""

import pytest

from kafkaviz.course.check import cases
from kafkaviz.course.exercises import every_exercise

AT_LEAST = 5
CONDITIONS = [
    pytest.param(one, condition, id=f"{one.id} {condition.text}")
    for one in every_exercise()
    for condition in one.conditions
]


@pytest.mark.parametrize(("one", "condition"), CONDITIONS)
def test_a_condition_holds_several_times_and_fails_several_times(one, condition):
    held = [bool(condition.holds(*arguments)) for arguments, _ in cases(one)]
    assert held.count(True) >= AT_LEAST and held.count(False) >= AT_LEAST, f"{held.count(True)} of {len(held)}"


@pytest.mark.parametrize("one", every_exercise(), ids=lambda one: one.id)
def test_the_conditions_of_an_exercise_are_its_own_and_told_once(one):
    texts = [condition.text for condition in one.conditions]
    assert len(texts) >= 5 and len(texts) == len(set(texts))
    assert not any(text.endswith(".") for text in texts)
