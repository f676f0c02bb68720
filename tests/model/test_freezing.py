"""A process that hangs: silent to everybody, it loses nothing, and goes on where it was."""

from typing import Any

import pytest

from kafkaviz.model.brokers.registration_events import BrokerFenced
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
    builder = HistoryBuilder(**changes)
    first = builder.now._replace(controller=Quorum.of(1, 2, 3))
    builder.history = builder.history._replace(first=first)
    return builder


@pytest.mark.parametrize("era", ["4.4", "3.9", "2.3"])
def test_a_frozen_leader_is_replaced_and_comes_back_as_a_follower_with_its_log_cut(era: str) -> None:
    builder = HistoryBuilder(era).ask(TOPIC, Send("letters", b"m0"), Freeze(1), Tick(20_000))
    truth = builder.now.partitions[P0]
    assert (truth.leader, truth.isr, truth.leader_epoch >= 1) == (2, (2, 3), True)
    assert builder.values(1) == ["m0"] and builder.replica(1).view.leader == 1
    builder.ask(Send("letters", b"m1"), Thaw(1))
    truth = builder.now.partitions[P0]
    assert truth.leader == 2 and set(truth.isr) == {1, 2, 3}
    assert builder.values(1) == ["m0", "m1"]
    assert first_breach(builder.history) is None


def test_a_broker_that_thaws_in_time_is_missed_by_nobody() -> None:
    builder = HistoryBuilder().ask(TOPIC, Freeze(1), Tick(8_999), Thaw(1), Tick(30_000))
    assert builder.now.partitions[P0] == HistoryBuilder().ask(TOPIC).now.partitions[P0]
    assert not builder.events(BrokerFenced)


def test_no_message_of_a_frozen_follower_reaches_the_leader() -> None:
    builder = HistoryBuilder().ask(TOPIC, Freeze(3), Send("letters", b"m0"))
    assert builder.values(3) == []
    assert builder.replica(1).high_watermark == 0
    builder.ask(Thaw(3))
    assert builder.values(3) == ["m0"]
    assert builder.replica(1).high_watermark == 1


def test_a_producer_waits_for_a_frozen_leader_as_long_as_for_any_answer() -> None:
    builder = HistoryBuilder().ask(TOPIC, Pause(2), Send("letters", b"m0"), Freeze(1), Tick(8_000))
    assert not builder.events(BatchReturned)
    builder.ask(Thaw(1), Resume(2))
    assert len(builder.events(ProduceAcknowledged)) == 1
    assert not builder.events(BatchReturned)


def test_a_combined_node_hangs_with_its_controller_and_the_quorum_goes_on_in_a_new_epoch() -> None:
    builder = combined().ask(TOPIC, Freeze(1), Tick(15_000))
    quorum = builder.now.controller
    assert (quorum.active, quorum.epoch) == (2, 2)
    assert builder.now.partitions[P0].leader == 2
    asked = [event.pre_vote for event in builder.events(ElectionStarted)]
    assert asked[-2:] == [True, False], "a pre-vote precedes each candidacy"
    builder.ask(Thaw(1), Tick(15_000))
    quorum = builder.now.controller
    assert isinstance(quorum, Quorum)
    assert (quorum.active, quorum.epoch, quorum.voters[1].state) == (2, 2, "follower")
    assert builder.now.partitions[P0].isr == (1, 2, 3)
    assert first_breach(builder.history) is None


def test_a_controller_that_thaws_before_anybody_lost_patience_goes_on_leading() -> None:
    builder = combined().ask(TOPIC, Freeze(1), Tick(1_000), Thaw(1), Tick(15_000))
    assert (builder.now.controller.active, builder.now.controller.epoch) == (1, 1)
    assert not builder.events(ElectionStarted)


def test_a_quorum_without_a_majority_decides_again_once_one_thaws() -> None:
    builder = combined().ask(TOPIC, Freeze(1), Freeze(2), Tick(30_000))
    assert builder.now.controller.active is None
    builder.ask(Thaw(2), Tick(15_000))
    assert builder.now.controller.active in (2, 3)
    assert builder.now.partitions[P0].leader == 2
    assert first_breach(builder.history) is None


def test_the_controller_of_zookeepers_time_loses_its_node_when_it_freezes() -> None:
    builder = HistoryBuilder("3.9").ask(TOPIC, Freeze(1), Tick(18_000))
    assert (builder.now.controller.active, builder.now.controller.epoch) == (2, 2)
    assert builder.ask(Thaw(1)).now.controller.active == 2


def test_a_frozen_broker_can_be_killed_and_nothing_else() -> None:
    builder = HistoryBuilder().ask(TOPIC, Freeze(1))
    for request in (Freeze(1), Pause(1), Stop(1), Restart(1), CutOff(1)):
        with pytest.raises(ValueError, match="Broker 1 is frozen"):
            builder.ask(request)
    with pytest.raises(ValueError, match="Broker 2 is running"):
        builder.ask(Thaw(2))
    assert builder.ask(Kill(1)).now.brokers[1].state == "dead"


def test_who_thaws_behind_a_cut_has_been_silent_since_it_was_cut_off() -> None:
    builder = HistoryBuilder().ask(TOPIC, CutOff(3), Tick(4_000), Freeze(3), Tick(1_000), Thaw(3), Tick(3_999))
    assert not builder.events(BrokerFenced)
    assert builder.ask(Tick(1)).events(BrokerFenced)
