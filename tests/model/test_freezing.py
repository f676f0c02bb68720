"""A process that hangs: silent to everybody, it loses nothing, and goes on where it was."""

from typing import Any

import pytest

from kafkaviz.model.brokers.events import BrokerFenced
from kafkaviz.model.brokers.requests import CutOff, Freeze, Kill, Pause, Restart, Resume, Stop, Thaw
from kafkaviz.model.clients.events import BatchReturned, ProduceAcknowledged
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.request import Tick
from kafkaviz.model.partitions.topic_requests import CreateTopic
from kafkaviz.model.properties import first_breach
from kafkaviz.model.quorum.events import ElectionStarted
from tests.model.histories import P0, HistoryBuilder

TOPIC = CreateTopic("letters", assignment=((1, 2, 3),))


def combined(**changes: Any) -> HistoryBuilder:
    """Returns three nodes, each a broker and a controller."""
    tale = HistoryBuilder(**changes)
    first = tale.now._replace(controller=Quorum.of(1, 2, 3))
    tale.history = tale.history._replace(first=first)
    return tale


@pytest.mark.parametrize("era", ["4.4", "3.9", "2.3"])
def test_a_frozen_leader_is_replaced_and_comes_back_as_a_follower_with_its_log_cut(era: str) -> None:
    tale = HistoryBuilder(era).ask(TOPIC, Send("letters", b"m0"), Freeze(1), Tick(20_000))
    truth = tale.now.partitions[P0]
    assert (truth.leader, truth.isr, truth.leader_epoch >= 1) == (2, (2, 3), True)
    assert tale.values(1) == ["m0"] and tale.replica(1).view.leader == 1
    tale.ask(Send("letters", b"m1"), Thaw(1))
    truth = tale.now.partitions[P0]
    assert truth.leader == 2 and set(truth.isr) == {1, 2, 3}
    assert tale.values(1) == ["m0", "m1"]
    assert first_breach(tale.history) is None


def test_a_broker_that_thaws_in_time_is_missed_by_nobody() -> None:
    tale = HistoryBuilder().ask(TOPIC, Freeze(1), Tick(8_999), Thaw(1), Tick(30_000))
    assert tale.now.partitions[P0] == HistoryBuilder().ask(TOPIC).now.partitions[P0]
    assert not tale.events(BrokerFenced)


def test_no_message_of_a_frozen_follower_reaches_the_leader() -> None:
    tale = HistoryBuilder().ask(TOPIC, Freeze(3), Send("letters", b"m0"))
    assert tale.values(3) == []
    assert tale.replica(1).high_watermark == 0
    tale.ask(Thaw(3))
    assert tale.values(3) == ["m0"]
    assert tale.replica(1).high_watermark == 1


def test_a_producer_waits_for_a_frozen_leader_as_long_as_for_any_answer() -> None:
    tale = HistoryBuilder().ask(TOPIC, Pause(2), Send("letters", b"m0"), Freeze(1), Tick(8_000))
    assert not tale.events(BatchReturned)
    tale.ask(Thaw(1), Resume(2))
    assert len(tale.events(ProduceAcknowledged)) == 1
    assert not tale.events(BatchReturned)


def test_a_combined_node_hangs_with_its_controller_and_the_quorum_goes_on_in_a_new_epoch() -> None:
    tale = combined().ask(TOPIC, Freeze(1), Tick(15_000))
    quorum = tale.now.controller
    assert (quorum.active, quorum.epoch) == (2, 2)
    assert tale.now.partitions[P0].leader == 2
    asked = [event.pre_vote for event in tale.events(ElectionStarted)]
    assert asked[-2:] == [True, False], "a pre-vote precedes each candidacy"
    tale.ask(Thaw(1), Tick(15_000))
    quorum = tale.now.controller
    assert isinstance(quorum, Quorum)
    assert (quorum.active, quorum.epoch, quorum.voters[1].state) == (2, 2, "follower")
    assert tale.now.partitions[P0].isr == (1, 2, 3)
    assert first_breach(tale.history) is None


def test_a_controller_that_thaws_before_anybody_lost_patience_goes_on_leading() -> None:
    tale = combined().ask(TOPIC, Freeze(1), Tick(1_000), Thaw(1), Tick(15_000))
    assert (tale.now.controller.active, tale.now.controller.epoch) == (1, 1)
    assert not tale.events(ElectionStarted)


def test_a_quorum_without_a_majority_decides_again_once_one_thaws() -> None:
    tale = combined().ask(TOPIC, Freeze(1), Freeze(2), Tick(30_000))
    assert tale.now.controller.active is None
    tale.ask(Thaw(2), Tick(15_000))
    assert tale.now.controller.active in (2, 3)
    assert tale.now.partitions[P0].leader == 2
    assert first_breach(tale.history) is None


def test_the_controller_of_zookeepers_time_loses_its_node_when_it_freezes() -> None:
    tale = HistoryBuilder("3.9").ask(TOPIC, Freeze(1), Tick(18_000))
    assert (tale.now.controller.active, tale.now.controller.epoch) == (2, 2)
    assert tale.ask(Thaw(1)).now.controller.active == 2


def test_a_frozen_broker_can_be_killed_and_nothing_else() -> None:
    tale = HistoryBuilder().ask(TOPIC, Freeze(1))
    for request in (Freeze(1), Pause(1), Stop(1), Restart(1), CutOff(1)):
        with pytest.raises(ValueError, match="Broker 1 is frozen"):
            tale.ask(request)
    with pytest.raises(ValueError, match="Broker 2 is running"):
        tale.ask(Thaw(2))
    assert tale.ask(Kill(1)).now.brokers[1].state == "dead"
