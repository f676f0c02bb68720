"""A controller whose process is stopped in order hands over at once; one that dies is missed by a timeout."""

import pytest

from kafkaviz import Lab
from kafkaviz.model.brokers.events import BrokerStopped
from kafkaviz.model.properties import first_breach
from kafkaviz.model.quorum.events import ControllerElected, ElectionStarted, LeaderResigned


def combined(brokers: int = 3, **how) -> Lab:
    return Lab(brokers, process_roles="combined", controllers=min(brokers, 3), **how).create_topic("letters", 1, 1)


def of(lab: Lab, *kinds: type) -> list:
    return [event for event in lab.history.events() if isinstance(event, kinds)]


@pytest.mark.parametrize("how", [{}, {"quorum_pre_vote": False}, {"kafka": "3.9", "controller": "quorum"}])
def test_a_stop_in_order_hands_over_before_the_process_ends(how):
    lab = combined(**how).stop(1)
    assert lab.cluster.now_ms == 0 and (lab.cluster.controller.active, lab.cluster.controller.epoch) == (2, 2)
    resigned, elected, stopped = of(lab, LeaderResigned, ControllerElected, BrokerStopped)
    assert (resigned, elected, stopped) == (LeaderResigned(1, 1), ControllerElected(2, 2), BrokerStopped(1))
    assert {event.node for event in of(lab, ElectionStarted)} == {2}, "the voter that was not named waits"
    assert first_breach(lab.history) is None


def test_a_process_that_dies_is_missed_for_the_fetch_timeout():
    lab = combined().kill(1, detect=False)
    assert lab.cluster.controller.active is None and not of(lab, LeaderResigned)
    assert lab.tick(lab.policies.controller_quorum_fetch_timeout_ms).cluster.controller.active == 2


def test_whom_nobody_follows_names_nobody():
    alone = combined(1).stop(1)
    assert [type(event) for event in of(alone, LeaderResigned, BrokerStopped)] == [BrokerStopped]
    last = combined().stop(1).stop(2)
    assert last.cluster.controller.voters[3].state == "leader" and last.cluster.controller.is_stuck
    assert [type(event) for event in of(last.stop(3), LeaderResigned)] == [LeaderResigned] * 2


def test_who_is_dead_is_not_named():
    lab = combined().kill(2).stop(1)
    assert [event.controller for event in of(lab, ControllerElected)] == [3]


def test_a_stop_of_who_only_votes_changes_no_office():
    lab = combined().stop(3)
    assert lab.cluster.controller.active == 1 and not of(lab, LeaderResigned, ElectionStarted)
