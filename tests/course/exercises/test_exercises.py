"""Every exercise is whole, other forms of a right answer are right, and each promise has its sentence."""

from itertools import pairwise
from random import Random

import pytest

from kafkaviz.course.answers import plain
from kafkaviz.course.check import SEEDED_CASES, check
from kafkaviz.course.exercises import every_exercise, exercise
from tests.course.exercises import (
    answers_m1,
    answers_m2,
    answers_m3,
    answers_m4,
    answers_nb03,
    answers_nb04,
    answers_nb05,
    answers_nb07,
    answers_nb09,
)

EXERCISES = every_exercise()
ANSWERS = (answers_nb03, answers_nb04, answers_nb05, answers_nb07, answers_nb09)
MEASURED = (answers_m1, answers_m2, answers_m3, answers_m4)
RIGHT = [
    pytest.param(*case, id=f"{case[0]} {words}")
    for answers in (*ANSWERS, *MEASURED)
    for words, case in answers.RIGHT.items()
]
SAID = [(function, *case) for answers in ANSWERS for function, case in answers.SAID.items()]
WRONG = [
    pytest.param(id, function, id=f"{id} {place}")
    for answers in MEASURED
    for id, functions in answers.WRONG.items()
    for place, function in enumerate(functions)
]
IN_CLUSTER = answers_nb03.IN_CLUSTER | answers_nb07.IN_CLUSTER | answers_nb09.IN_CLUSTER
COMPLAINTS = [*answers_nb04.COMPLAINTS, *answers_nb05.COMPLAINTS]
each = pytest.mark.parametrize("one", EXERCISES, ids=lambda one: one.id)


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
    assert len(one.wrong) >= 2 and len(one.examples) >= 3
    assert one.matters.endswith(".")


@each
def test_the_reference_agrees_with_what_was_recorded_and_keeps_its_promise(one):
    for arguments, expected in one.examples:
        answer = plain(one.reference(*arguments))
        assert answer == plain(expected)
        assert one.promise(*arguments, answer) is None


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


def test_every_exercise_has_answers_of_both_kinds():
    ids = {one.id for one in EXERCISES}
    assert {case.values[0] for case in RIGHT} == ids
    assert {id for _, id, _ in SAID} | {case.values[0] for case in WRONG} == ids
    assert {*IN_CLUSTER, *(id for id, *_ in COMPLAINTS)} <= {one.id for one in EXERCISES if one.in_cluster}


@pytest.mark.parametrize(("id", "function"), RIGHT)
def test_another_form_of_a_right_answer_is_right(id, function):
    verdict = check(id, function)
    assert verdict.state == "correct", verdict


@pytest.mark.parametrize(("id", "function"), WRONG)
def test_what_looks_right_is_not_correct_and_gets_a_sentence(id, function):
    verdict = check(id, function)
    assert verdict.state in ("incorrect", "error"), verdict
    assert all("built in another way" not in line for line in verdict.lines), verdict


@pytest.mark.parametrize(("function", "id", "sentence"), SAID, ids=[function.__name__ for function, *_ in SAID])
def test_every_promise_has_its_sentence(function, id, sentence):
    verdict = check(id, function)
    assert verdict.state == "incorrect"
    assert sentence in verdict.lines, verdict


@pytest.mark.parametrize(("id", "function", "complaint"), COMPLAINTS)
def test_the_cluster_itself_shows_what_is_wrong(id, function, complaint):
    """Whatever the cases let through, the cluster would say."""
    assert exercise(id).in_cluster(function).complaint == complaint


@pytest.mark.parametrize("id", IN_CLUSTER)
def test_what_fails_only_in_the_cluster_is_told_where(id):
    """Right on paper is not enough: what remembers its answers is caught where leaders have moved."""
    right, other, right_in_cluster, sentence = IN_CLUSTER[id]
    calls_left = [len(exercise(id).examples) + SEEDED_CASES + right_in_cluster]

    def my_tired(*arguments):
        calls_left[0] -= 1
        return (right if calls_left[0] >= 0 else other)(*arguments)

    verdict = check(id, my_tired)
    assert verdict.state == "incorrect"
    assert verdict.lines[0].startswith(sentence)
    assert verdict.film().text()
