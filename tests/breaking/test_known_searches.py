"""A rule that answers as a known one is not searched again, and is told the same.

known_searches.json is made anew by `python tools/make_known_searches.py`.
"""

import json

import pytest

from kafkaviz.breaking import searching
from kafkaviz.breaking.asking import AskedRule
from kafkaviz.breaking.break_it import break_it
from kafkaviz.breaking.known_searches import FILE, known_outcome
from kafkaviz.breaking.searching import BOUNDS
from kafkaviz.breaking.table import RULES, breakable
from kafkaviz.model.search.outcomes import Bounds, Closed, Stopped
from tests.sampling import every
from tools.make_known_searches import OTHERS, search_facts

COMMITTED = json.loads(FILE.read_text("utf-8"))
LONG = 1_000
SHORT = [facts for facts in COMMITTED if facts["states"] <= LONG]
MARKED = [
    *every(2, sorted(SHORT, key=lambda facts: facts["states"]), whole=1),
    *(pytest.param(facts, marks=pytest.mark.slow) for facts in COMMITTED if facts not in SHORT),
]


@pytest.mark.parametrize("facts", MARKED, ids=lambda facts: f"{facts['function']}-{facts['states']}")
def test_a_search_asks_and_comes_to_what_is_known_of_it(facts):
    rule = breakable(facts["rule"])
    (trial,) = (trial for trial in rule.trials if trial.words == facts["trial"])
    known = {function.__name__: function for function in (rule.reference, *OTHERS.get(rule.name, ()))}
    assert search_facts(rule, trial, known[facts["function"]]) == facts


def test_the_long_searches_are_known():
    assert {facts["rule"] for facts in COMMITTED if facts["states"] > LONG} == {"elect_leader", "truncation"}
    assert all(0 < len(facts["answers"]) < 50 for facts in COMMITTED)


def searched_alone(monkeypatch, name, rule):
    """Returns the verdict on a rule that is searched whatever is known."""
    with monkeypatch.context() as patched:
        patched.setattr(searching, "known_outcome", lambda *known: None)
        return break_it(name, rule)


@pytest.mark.parametrize("name", every(3, ["acknowledgement", "high_watermark", "is_out_of_sync"], whole=1))
def test_a_rule_that_answers_alike_is_told_what_a_search_tells(monkeypatch, name):
    mine = breakable(name).reference
    told = repr(searched_alone(monkeypatch, name, mine))
    monkeypatch.setattr(searching, "outcome_of", lambda *search: pytest.fail("it was searched"))
    assert repr(break_it(name, mine)) == told


def lets_one_wait(acks, end, high_watermark, in_sync, min_insync_replicas):
    """Answers as Kafka does, but for one question."""
    answer = breakable("acknowledgement").reference(acks, end, high_watermark, in_sync, min_insync_replicas)
    return answer and (acks, end, high_watermark, in_sync) != (-1, 1, 1, 2)


@pytest.mark.whole
def test_a_rule_with_one_other_answer_is_searched(monkeypatch):
    told = repr(searched_alone(monkeypatch, "acknowledgement", lets_one_wait))
    known = []
    real = searching.known_outcome
    monkeypatch.setattr(searching, "known_outcome", lambda *asked: known.append(real(*asked)) or known[-1])
    assert repr(break_it("acknowledgement", lets_one_wait)) == told
    assert known == [None]


def test_a_rule_that_has_no_answer_to_a_question_is_searched_for_the_way_to_it(monkeypatch):
    def has_no_answer(acks, end, high_watermark, in_sync, min_insync_replicas):
        if in_sync < 3 and high_watermark == 2:
            raise LookupError("nobody has told me")
        return breakable("acknowledgement").reference(acks, end, high_watermark, in_sync, min_insync_replicas)

    told = repr(searched_alone(monkeypatch, "acknowledgement", has_no_answer))
    assert "nobody has told me" in told
    assert repr(break_it("acknowledgement", has_no_answer)) == told


def test_smaller_bounds_are_kept():
    rule = breakable("acknowledgement")
    trial, asked = rule.trials[0], AskedRule(rule, rule.reference)
    known = known_outcome(rule, trial, asked, BOUNDS)
    assert known is not None
    for bounds in (
        Bounds(known.states),
        Bounds(transitions=known.transitions),
        Bounds(seconds=60),
        Bounds(megabytes=1),
    ):
        assert known_outcome(rule, trial, asked, bounds) is None
    (found,) = searching.search_rule(rule, asked, Bounds(states=100), None)
    assert isinstance(found.outcome, Stopped)


def test_each_trial_is_searched_up_to_the_first_that_does_not_hold(monkeypatch):
    rule = max(RULES, key=lambda rule: len(rule.trials))
    asked, closed, stopped = AskedRule(rule, rule.reference), Closed(1, 1), Stopped("", 1, 1, 1)
    monkeypatch.setattr(searching, "known_outcome", lambda *known: None)
    for outcomes, count in (([closed] * len(rule.trials), len(rule.trials)), ([stopped], 1)):
        left = iter(outcomes)
        monkeypatch.setattr(searching, "outcome_of", lambda *search, left=left: next(left))
        assert len(searching.search_rule(rule, asked, BOUNDS, None)) == count
