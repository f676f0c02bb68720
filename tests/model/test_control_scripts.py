"""The acceptance scripts about controllers, groups and moves, by their letters; every expected value is Kafka's."""

from collections.abc import Mapping
from typing import Any

import pytest

from kafkaviz.decisions.assignors import roundrobin_assign
from kafkaviz.decisions.errors import InvalidPartitionsError, NoReassignmentInProgressError, RequestTimedOutError
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.brokers.requests import Kill, Pause, Restart
from kafkaviz.model.clients.events import RecordQueued
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.controllers import Quorum, ZooKeeper
from kafkaviz.model.core.groups import Group
from kafkaviz.model.core.history import History
from kafkaviz.model.core.request import Tick
from kafkaviz.model.groups.classic.events import AssignmentReceived, GenerationBegun, JoinRequested, PartitionsAssigned
from kafkaviz.model.groups.common.member_requests import Join, Leave
from kafkaviz.model.groups.consumer_protocol.events import PartitionsReleased
from kafkaviz.model.partitions.events import PartitionChanged
from kafkaviz.model.partitions.leader_requests import CancelReassignment, Reassign
from kafkaviz.model.partitions.topic_requests import AddPartitions, CreateTopic
from kafkaviz.model.quorum.events import ControllerElected, ElectionStarted, LeaderResigned, VoteAnswered
from kafkaviz.model.quorum.requests import KillController, RestartController
from kafkaviz.model.zookeeper.events import ControllerLoaded, ControllerLost, ControllerRaceBegan, ControllerRaceLost
from tests.model.histories import P0, HistoryBuilder

ZOOKEEPER_SESSION_MS = 18_000
FETCH_TIMEOUT_MS = 2_000


def numbers(group: Group) -> Mapping[str, list[int]]:
    """Returns the partition numbers each member owns."""
    return {name: [tp.partition for tp in member.owned] for name, member in group.members.items()}


def grouped(partitions: int, *members: str, protocol: str = "eager", **policies: Any) -> HistoryBuilder:
    """Returns a group at rest on a topic `t`."""
    builder = HistoryBuilder("4.4", group_protocol=protocol, auto_offset_reset="earliest", **policies)
    builder.ask(CreateTopic("t", partitions, 3), Join("app", members, ("t",)))
    return at_rest(builder)


def at_rest(builder: HistoryBuilder) -> HistoryBuilder:
    """Lets a minute pass, in which any rebalance ends."""
    return builder.ask(Tick(60_000))


def test_a_the_first_broker_is_controller_and_another_follows_when_its_session_ends() -> None:
    builder = HistoryBuilder("3.9")
    builder.history = History(builder.now._replace(controller=ZooKeeper(None, 0)))
    builder.go_on()
    assert builder.now.controller == ZooKeeper(1, 1)
    builder.ask(Kill(1), Tick(ZOOKEEPER_SESSION_MS - 1))
    assert builder.now.controller.active == 1, "nobody knows before the session has ended"
    builder.ask(Tick(1))
    assert builder.now.controller == ZooKeeper(2, 2)
    builder.ask(Restart(1))
    assert builder.now.controller == ZooKeeper(2, 2), "a broker that comes back is no controller"


def test_a_a_new_controller_loads_before_it_moves_any_leader() -> None:
    builder = HistoryBuilder("3.9").ask(CreateTopic("letters", 3, 3), Kill(1), Tick(ZOOKEEPER_SESSION_MS))
    kinds = [type(event) for event in builder.history.events()]
    lost, began, won, loaded = map(
        kinds.index, (ControllerLost, ControllerRaceBegan, ControllerElected, ControllerLoaded)
    )
    assert lost < began < won < loaded < kinds.index(PartitionChanged)
    assert builder.events(ControllerRaceLost)[0].brokers == (3,)


def unelected() -> HistoryBuilder:
    """Returns three controllers that have just started, with election timeouts of 1100, 1400 and 1700 ms."""
    builder = HistoryBuilder("4.4")
    builder.history = History(builder.now._replace(controller=Quorum.without_leader((101, 102, 103))))
    return builder


def test_b_the_voter_with_the_shortest_timeout_is_elected_first() -> None:
    builder = unelected().ask(Tick(1_099))
    assert builder.now.controller.active is None
    builder.ask(Tick(1))
    assert (builder.now.controller.active, builder.now.controller.epoch) == (101, 1)


def test_b_followers_wait_for_their_fetch_timeout_and_then_elect_one_of_them() -> None:
    builder = unelected().ask(Tick(2_000), KillController(101), Tick(FETCH_TIMEOUT_MS - 1))
    assert builder.now.controller.active is None
    builder.ask(Tick(1))
    assert (builder.now.controller.active, builder.now.controller.epoch) == (102, 2)
    asked = [event.node for event in builder.events(ElectionStarted) if event.pre_vote and event.epoch == 1]
    assert asked == [102, 103], "the timeouts of both end at one moment"


def test_b_without_a_majority_data_flows_and_nothing_is_decided() -> None:
    builder = HistoryBuilder().ask(CreateTopic("letters", 1, 3), KillController(101), Tick(2_000), KillController(102))
    builder.ask(Tick(20_000), Send("letters", b"m0"))
    assert builder.now.controller.active is None
    assert builder.values(1) == builder.values(2) == builder.values(3) == ["m0"]
    with pytest.raises(RequestTimedOutError):
        builder.ask(CreateTopic("other", 1, 1))
    builder.ask(Kill(1), Tick(60_000))
    assert builder.now.partitions[P0].leader == 1, "nobody is fenced, nobody is elected"
    builder.ask(RestartController(101), Tick(12_000))
    assert builder.now.controller.active == 103
    assert builder.now.partitions[P0].leader == 2


def test_b_a_voter_that_missed_metadata_is_not_elected() -> None:
    builder = HistoryBuilder().ask(KillController(102), CreateTopic("letters", 1, 3), KillController(101))
    builder.ask(RestartController(102), Tick(10_000))
    assert builder.now.controller.active == 103
    assert not any(event.granted for event in builder.events(VoteAnswered) if event.candidate == 102)
    assert builder.now.controller.voters[102].log_end == builder.now.controller.voters[103].log_end, "it has caught up"


def test_b_a_leader_without_a_majority_steps_down_after_one_and_a_half_fetch_timeouts() -> None:
    builder = HistoryBuilder().ask(KillController(102), KillController(103), Tick(2_999))
    assert not builder.events(LeaderResigned)
    builder.ask(Tick(1))
    assert builder.events(LeaderResigned) == [LeaderResigned(101, 1)]


@pytest.mark.parametrize("protocol", ["cooperative", "consumer", "eager"])
def test_c_the_death_of_a_broker_rebalances_no_group(protocol: str) -> None:
    builder = grouped(3, "C0", "C1", "C2", protocol=protocol)
    before = builder.now.groups["app"]
    builder.ask(Kill(before.coordinator or 0), Tick(10_000))
    after = builder.now.groups["app"]
    assert after.coordinator not in (None, before.coordinator)
    assert (after.generation, numbers(after)) == (before.generation, numbers(before))


def test_j_the_articles_numbers_hold_for_range_and_round_robin() -> None:
    assert numbers(grouped(6, "C1", "C2").now.groups["app"]) == {"C1": [0, 1, 2], "C2": [3, 4, 5]}
    dealt = grouped(6, "C1", "C2", assignor=roundrobin_assign).now.groups["app"]
    assert numbers(dealt) == {"C1": [0, 2, 4], "C2": [1, 3, 5]}
    assert numbers(grouped(3, "C1", "C2", "C3").now.groups["app"]) == {"C1": [0], "C2": [1], "C3": [2]}


def test_j_with_more_members_than_partitions_two_stay_idle() -> None:
    assert grouped(3, "C1", "C2", "C3", "C4", "C5").now.groups["app"].idle() == ["C4", "C5"]


def test_j_in_an_eager_rebalance_everybody_stops_and_the_generation_rises() -> None:
    builder = grouped(6, "C1", "C2")
    known = len(builder.history.steps)
    at_rest(builder.ask(Join("app", ("C3",), ("t",))))
    told = builder.history.events()[known:]
    given_up = {event.member: len(event.revoked) for event in told if isinstance(event, JoinRequested)}
    assert given_up == {"C1": 3, "C2": 3, "C3": 0}
    begun = next(event for event in told if isinstance(event, GenerationBegun))
    stopped = [told.index(event) for event in told if isinstance(event, JoinRequested)]
    assert begun.generation == 2 and max(stopped) < told.index(begun)
    assert numbers(builder.now.groups["app"]) == {"C1": [0, 1], "C2": [2, 3], "C3": [4, 5]}


def test_j_a_cooperative_rebalance_moves_two_partitions_in_two_rounds() -> None:
    builder = grouped(6, "C1", "C2", protocol="cooperative")
    assert numbers(builder.now.groups["app"]) == {"C1": [0, 2, 4], "C2": [1, 3, 5]}
    known = len(builder.history.steps)
    at_rest(builder.ask(Join("app", ("C3",), ("t",))))
    told = builder.history.events()[known:]
    rounds = [event for event in told if isinstance(event, PartitionsAssigned)]
    assert [{m: [tp.partition for tp in tps] for m, tps in made.assignment.items()} for made in rounds] == [
        {"C1": [0, 2], "C2": [1, 3], "C3": []},
        {"C1": [0, 2], "C2": [1, 3], "C3": [4, 5]},
    ]
    assert [tp.partition for tp in rounds[0].withheld["C3"]] == [4, 5]
    lost = [tp.partition for event in told if isinstance(event, AssignmentReceived) for tp in event.revoked]
    assert lost == [4, 5], "whoever keeps a partition goes on reading it"
    at_rest(builder.ask(Leave("app", "C2")))
    assert numbers(builder.now.groups["app"]) == {"C1": [0, 2, 1], "C3": [4, 5, 3]}


def test_j_the_coordinator_assigns_and_members_come_one_by_one() -> None:
    builder = grouped(6, "A", "B", protocol="consumer")
    assert numbers(builder.now.groups["app"]) == {"A": [0, 1, 2], "B": [3, 4, 5]}
    known = len(builder.history.steps)
    at_rest(builder.ask(Join("app", ("C",), ("t",))))
    assert numbers(builder.now.groups["app"]) == {"A": [0, 1], "B": [3, 4], "C": [2, 5]}
    told = builder.history.events()[known:]
    released = [(event.member, *event.partitions) for event in told if isinstance(event, PartitionsReleased)]
    assert released == [("A", TopicPartition("t", 2)), ("B", TopicPartition("t", 5))]
    assert not [event for event in told if isinstance(event, JoinRequested)], "there is no barrier"


def test_k_growth_moves_keys_and_a_second_increase_to_fewer_is_refused() -> None:
    builder = HistoryBuilder().ask(
        CreateTopic("sports", 3, 3), Send("sports", b"x", b"football"), AddPartitions("sports", 6)
    )
    builder.ask(Tick(300_000), Send("sports", b"y", b"football"))
    went = [event.tp.partition for event in builder.events(RecordQueued)]
    assert went == [0, 3] == [keyed_partition(b"football", 3), keyed_partition(b"football", 6)]
    assert builder.values(1, TopicPartition("sports", 0)) == ["x"], "what was written stays where it was"
    for fewer in (4, 6):
        with pytest.raises(InvalidPartitionsError):
            builder.ask(AddPartitions("sports", fewer))


@pytest.mark.parametrize("era", ["3.9", "4.4"])
def test_l_a_move_holds_old_and_new_together_until_all_are_in_sync(era: str) -> None:
    builder = HistoryBuilder(era, brokers=6).ask(
        CreateTopic("letters", assignment=((1, 2, 3),)), Send("letters", b"m0")
    )
    known = len(builder.history.steps)
    builder.ask(Reassign("letters", 0, (4, 5, 6)))
    changes = [step.cluster.partitions[P0] for step in builder.history.steps[known:] if is_change(step.event)]
    assert [p.isr for p in changes] == [(1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5), (4, 5, 6)]
    assert {p.replicas for p in changes[:-1]} == {(4, 5, 6, 1, 2, 3)}
    assert (changes[0].adding, changes[0].removing, changes[0].leader) == ((4, 5, 6), (1, 2, 3), 1)
    last, first_epoch = changes[-1], changes[0].leader_epoch
    assert (last.replicas, last.leader, last.adding, last.removing) == ((4, 5, 6), 4, (), ())
    assert (first_epoch, last.leader_epoch) == ((0, 1) if era == "4.4" else (1, 2))
    assert set(builder.now.replicas[P0]) == {4, 5, 6} and builder.values(4) == ["m0"]


def is_change(event: Any) -> bool:
    """Tells whether the controller changed the partition."""
    return isinstance(event, PartitionChanged)


def test_l_a_move_that_is_called_off_leaves_everything_as_it_was() -> None:
    builder = HistoryBuilder("4.4", brokers=4).ask(CreateTopic("letters", assignment=((1, 2, 3),)), Pause(4))
    builder.ask(Send("letters", b"m0"), Reassign("letters", 0, (4, 2, 3)))
    assert builder.now.partitions[P0].adding == (4,)
    builder.ask(CancelReassignment("letters", 0))
    assert set(builder.now.partitions[P0].replicas) == {1, 2, 3} and set(builder.now.replicas[P0]) == {1, 2, 3}
    with pytest.raises(
        NoReassignmentInProgressError, match=r"^NO_REAS.* \(85\): No partition reassignment is in progress\.$"
    ):
        builder.ask(CancelReassignment("letters", 0))


def test_l_a_move_waits_for_the_new_replicas_alone_while_an_old_one_is_dead() -> None:
    builder = HistoryBuilder("4.4").ask(CreateTopic("letters", assignment=((1, 2),)), Kill(2), Tick(10_000))
    builder.ask(Reassign("letters", 0, (3, 2)))
    partition = builder.now.partitions[P0]
    assert (partition.replicas, partition.isr, partition.leader) == ((3, 2), (3,), 3)
    assert partition.adding == partition.removing == ()
    builder = HistoryBuilder("4.4").ask(CreateTopic("letters", assignment=((1, 2, 3),)), Kill(2), Tick(10_000))
    builder.ask(Reassign("letters", 0, (3, 2)))
    assert builder.now.partitions[P0].removing == (1,), "fewer are added than removed, so 2 is waited for"
    builder.ask(Restart(2), Tick(10_000))
    assert builder.now.partitions[P0].replicas == (3, 2)


def test_l_more_brokers_in_the_target_raise_the_replication_factor() -> None:
    builder = HistoryBuilder("4.4").ask(CreateTopic("letters", assignment=((1,),)), Reassign("letters", 0, (1, 2, 3)))
    partition = builder.now.partitions[P0]
    assert (partition.replicas, partition.isr, partition.leader_epoch) == ((1, 2, 3), (1, 2, 3), 0)


def test_a_broker_that_returns_knows_the_metadata_and_copies_before_it_is_unfenced() -> None:
    builder = HistoryBuilder().ask(CreateTopic("letters", assignment=((1, 2, 3),)), Kill(1), Tick(9_000))
    builder.ask(Send("letters", b"m0"))
    steps = len(builder.history.steps)
    builder.ask(Restart(1))
    kinds = [type(step.event).__name__ for step in builder.history.steps[steps:]]
    unfenced = kinds.index("BrokerUnfenced")
    assert kinds.index("MetadataDelivered") < kinds.index("FetchReceived") < unfenced
    assert kinds.index("IsrChangeProposed") > unfenced, "what is fenced joins no ISR"
