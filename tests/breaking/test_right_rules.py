"""Unusual but right rules are accepted: no promise broken, every goal reached, and two films of what they do."""

import pytest

from kafkaviz import break_it
from kafkaviz.breaking.table import RULES
from kafkaviz.decisions.wording import name_of
from tests.breaking.right_rules import RIGHT
from tests.sampling import every

# Three thousand states each.
LONG = ("elect_leader", "truncation")
QUICK = [case for case in RIGHT if case[0] not in LONG][::2]
MARKED = [pytest.param(*case, marks=() if case in QUICK else pytest.mark.slow, id=name_of(case[1])) for case in RIGHT]


@pytest.mark.parametrize(("name", "rule"), MARKED)
def test_an_unusual_rule_that_is_right_is_accepted(name, rule):
    verdict = break_it(name, rule)
    assert verdict.state == "held", verdict
    assert verdict.sentence.startswith("Closed: ")
    assert verdict.sentence.endswith("no promise broken, every goal reached.")
    assert verdict.states > 60 and verdict.lost == verdict.judge == verdict.call == ""


def test_there_are_twelve_at_least_and_one_for_each_rule():
    assert len(RIGHT) >= 12
    assert {name for name, _ in RIGHT} == {rule.name for rule in RULES}


@pytest.mark.parametrize("rule", every(3, [one for one in RULES if one.name not in LONG]), ids=lambda rule: rule.name)
def test_kafkas_own_rule_is_accepted_and_shown_in_two_films(rule):
    verdict = break_it(rule.name, rule.reference)
    assert verdict.state == "held", verdict
    films = verdict.films()
    assert len(films) == len(rule.samples) == 2
    assert all(len(film.film.captions) > 1 and rule.reference.__name__ in film.film.title for film in films)
