"""The cases of an exercise meet each of its conditions both ways, so that no answer can overlook one."""

import pytest

from kafkaviz.course.check import cases
from kafkaviz.course.exercises import every_exercise
from tests.course.exercises.kept import conditions
from tests.sampling import together

AT_LEAST = 5
each = together(every_exercise(), lambda one: one.id)


@pytest.mark.slow
@each
def test_a_condition_holds_several_times_and_fails_several_times(one):
    given = [arguments for arguments, _ in cases(one)]
    for text, holds in conditions(one.id):
        held = [bool(holds(*arguments)) for arguments in given]
        few = min(held.count(True), held.count(False))
        assert few >= AT_LEAST, f"{text}: {held.count(True)} of {len(held)}"


@each
def test_the_conditions_of_an_exercise_are_its_own_and_told_once(one):
    texts = [text for text, _ in conditions(one.id)]
    assert len(texts) >= 5 and len(texts) == len(set(texts))
    assert not any(text.endswith(".") for text in texts)
