"""A history can be cut, continued and looked into."""

import pickle
import sys
from copy import deepcopy

import pytest

from kafkaviz.model.brokers.requests import Kill
from kafkaviz.model.core.request import Tick
from kafkaviz.model.core.rule import Rule
from kafkaviz.model.partitions.rules import truncate
from kafkaviz.model.partitions.topic_events import TopicCreated
from kafkaviz.model.partitions.topic_requests import CreateTopic
from kafkaviz.model.quorum.controller_rules import move_leadership
from tests.model.histories import HistoryBuilder


def test_a_history_up_to_a_step_ends_in_that_steps_state() -> None:
    history = HistoryBuilder().ask(CreateTopic("letters", 1, 3), Kill(1)).history
    assert history.at(1).last is history.steps[0].cluster
    assert history.at(0).last is history.first
    assert history.since(history.at(1).last).steps == history.steps[1:]
    assert isinstance(history.events()[0], TopicCreated)


def test_a_step_or_a_state_that_never_was_is_refused() -> None:
    history = HistoryBuilder().ask(CreateTopic("letters", 1, 3)).history
    with pytest.raises(ValueError, match="There is no step 99"):
        history.at(99)
    with pytest.raises(ValueError, match="never went through"):
        history.since(HistoryBuilder().now)


def test_steps_are_equal_whatever_may_differ_by_them_but_for_nothing_else() -> None:
    step = HistoryBuilder().ask(CreateTopic("letters", 1, 3), Kill(1)).history.steps[-1]
    same, others = step._replace(differs=0), (step._replace(rule=truncate), step._replace(request=None), tuple(step))
    assert (step == same, step != same) == (True, False)
    assert [(step == other, step != other) for other in others] == [(False, True)] * 3


def test_a_copied_step_has_the_same_rule() -> None:
    steps = HistoryBuilder().ask(CreateTopic("letters", 1, 3), Kill(1), Tick(9_000)).history.steps
    for copied in (pickle.loads(pickle.dumps(steps)), deepcopy(steps)):
        assert [step.rule for step in copied] == [step.rule for step in steps]
        assert any(step.rule is move_leadership for step in copied)


def test_of_every_rule_there_is_one_in_a_process() -> None:
    modules = [module for name, module in sys.modules.items() if name.startswith("kafkaviz.model")]
    rules = [each for module in modules for each in vars(module).values() if isinstance(each, Rule)]
    assert len(rules) > 50 and all(pickle.loads(pickle.dumps(rule)) is rule for rule in rules)
