"""Histories that once went wrong, each with the state that Kafka comes to."""

import pytest

from kafkaviz.decisions.elections import apply_change, change_partition
from kafkaviz.decisions.errors import (
    CoordinatorNotAvailableError,
    ElectionNotNeededError,
    PolicyViolationError,
    RequestTimedOutError,
)
from kafkaviz.decisions.policies import ERAS
from kafkaviz.decisions.values import ElectionContext, Partition, PartitionRequest
from kafkaviz.model.brokers.requests import CutOff, Freeze, Kill, Pause, Reconnect, RemoveBroker, Restart, Resume, Stop
from kafkaviz.model.clients.consumer_events import RecordsPolled
from kafkaviz.model.clients.consumer_requests import Poll
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.history import History
from kafkaviz.model.core.replicas import Record, Replica
from kafkaviz.model.core.request import Tick
from kafkaviz.model.core.segments import with_log
from kafkaviz.model.groups.common.member_requests import Join
from kafkaviz.model.partitions.changes import truncate
from kafkaviz.model.partitions.events import ElectionSkipped, PartitionChanged
from kafkaviz.model.partitions.leader_requests import Elect, Reassign
from kafkaviz.model.partitions.log_requests import DeleteRecords
from kafkaviz.model.partitions.topic_requests import Configure, CreateTopic
from kafkaviz.model.properties import first_breach
from kafkaviz.model.quorum.requests import KillController, RestartController
from tests.model.histories import P0, HistoryBuilder


def moved_to_one() -> HistoryBuilder:
    """Returns the partition whose two former replicas still stand in for its ISR."""
    builder = HistoryBuilder(min_insync_replicas=2).ask(CreateTopic("letters", 1, 3), Send("letters", b"m0"))
    return builder.ask(Reassign("letters", 0, (1,)))


def test_an_elr_goes_on_naming_who_lost_its_copy_to_a_reassignment_as_kafka_4_4_does() -> None:
    builder = moved_to_one()
    partition = builder.now.partitions[P0]
    assert (partition.replicas, partition.isr, partition.elr, partition.leader_epoch) == ((1,), (1,), (2, 3), 1)
    assert first_breach(builder.history) is None


def test_stale_stand_ins_keep_the_only_replica_from_leading_as_in_kafka_4_4() -> None:
    """PartitionChangeBuilder was asked: after an unclean shutdown of the only replica it makes no change."""
    partition = Partition((2,), 2, (2,), elr=(1, 3))
    for wanted, alive in ((PartitionRequest(target_isr=()), (1, 3)), (PartitionRequest(unclean_shutdown=(2,)), (1, 3))):
        change = change_partition(partition, wanted, ElectionContext(alive))
        assert change is not None
        partition = apply_change(partition, change)
    assert (partition.isr, partition.elr, partition.last_known_elr, partition.leader) == ((), (1, 3), (2,), None)
    assert change_partition(partition, PartitionRequest(), ElectionContext((1, 2, 3))) is None


def test_a_stand_in_without_a_copy_comes_back_from_an_unclean_shutdown() -> None:
    builder = moved_to_one().ask(Kill(2), Tick(9_000), Restart(2))
    assert not builder.now.brokers[2].fenced, "it is taken out of the ELR, and then counted on"
    assert builder.now.partitions[P0].elr == ()


def test_the_only_voter_elects_itself_at_once_when_it_comes_back() -> None:
    builder = HistoryBuilder()
    builder.history = History(builder.now._replace(controller=Quorum.of(101)))
    builder.ask(KillController(101))
    assert builder.now.controller.active is None
    builder.ask(RestartController(101))
    assert (builder.now.controller.active, builder.now.controller.epoch) == (101, 2)
    assert builder.ask(CreateTopic("letters", 1, 1)).now.partitions[P0].leader == 1


@pytest.mark.parametrize("era", ERAS)
def test_a_log_is_cut_below_its_start_when_an_older_one_is_elected(era: str) -> None:
    builder = HistoryBuilder(era, replica_lag_time_max_ms=10_000, auto_leader_rebalance_enable=False)
    builder.ask(CreateTopic("letters", assignment=((1, 2),)), Pause(2))
    builder.ask(Send("letters", b"m0", acks=1), Tick(20_000), DeleteRecords("letters", 0), Kill(1))
    builder.ask(Tick(20_000))
    if builder.now.partitions[P0].leader is None:
        builder.ask(Elect("letters", 0, "UNCLEAN"))
    builder.ask(Resume(2), Restart(1), Tick(60_000))
    assert builder.now.partitions[P0].leader == 2 and set(builder.now.partitions[P0].isr) == {1, 2}
    assert [(builder.replica(b).log_start_offset, builder.replica(b).log_end_offset) for b in (1, 2)] == [
        (0, 0),
        (0, 0),
    ]
    assert first_breach(builder.history) is None


def test_a_log_that_compaction_has_thinned_is_cut_to_its_last_record() -> None:
    log = tuple(Record(n, b"k", b"v", 0, 0) for n in (0, 4))
    cut = truncate(with_log(Replica(high_watermark=5, epochs=((0, 0),)), log), 3)
    assert [record.offset for record in cut.log] == [0]
    assert cut.high_watermark == cut.log_end_offset == 1


def test_a_stopped_controller_of_zookeepers_time_is_not_removed_before_another_is_elected() -> None:
    builder = HistoryBuilder("3.9").hold(Stop(1)).go_on(1)
    assert builder.now.brokers[1].state == "dead" and builder.now.controller.active == 1
    with pytest.raises(RequestTimedOutError):
        builder.hold(RemoveBroker(1))
    builder.go_on().ask(RemoveBroker(1))
    assert builder.now.controller.active == 2


def test_a_node_that_names_a_broker_nobody_knows_is_given_up() -> None:
    builder = HistoryBuilder("3.9")
    known = {b: broker for b, broker in builder.now.brokers.items() if b != 1}
    builder.history = History(builder.now._replace(brokers=known))
    assert builder.go_on().now.controller.active == 2


def test_a_consumer_reads_on_while_its_leader_has_not_heard_of_a_reassignment() -> None:
    builder = (
        HistoryBuilder().ask(CreateTopic("letters", 1, 3), Send("letters", b"m0")).hold(Reassign("letters", 0, (1,)))
    )
    assert builder.replica(1).view.isr == (1, 2, 3) and set(builder.now.replicas[P0]) == {1}
    builder.hold(Poll("letters", rack="r1"))
    assert [record.offset for _, _, _, records in builder.events(RecordsPolled)[-1].fetched for record in records] == [
        0
    ]


@pytest.mark.parametrize("power_lost", [False, True])
@pytest.mark.parametrize("elr", [False, True])
def test_who_restarts_while_nobody_is_controller_leaves_the_isr_before_it_is_counted_on(
    power_lost: bool, elr: bool
) -> None:
    builder = HistoryBuilder(eligible_leader_replicas_enable=elr).ask(
        CreateTopic("letters", 1, 3), Send("letters", b"m0")
    )
    builder.ask(KillController(101), Tick(10), KillController(102), Kill(1, power_lost), Restart(1))
    assert builder.now.partitions[P0].leader == 1 and not builder.now.leads(P0, 1), (
        "it is not registered, and leads nothing"
    )
    known = len(builder.history.steps)
    builder.ask(RestartController(101), Tick(20_000))
    changes = [step.cluster.partitions[P0].isr for step in builder.history.steps[known:] if _changes(step.event)]
    assert changes[0] == (2, 3) and 1 in changes[-1]
    assert builder.values(1) == builder.values(2) == ["m0"]
    assert first_breach(builder.history) is None


def _changes(event: object) -> bool:
    return isinstance(event, PartitionChanged)


def test_a_leader_that_lost_its_tail_does_not_lead_the_same_epoch_again() -> None:
    builder = HistoryBuilder("2.3", brokers=2).ask(CreateTopic("letters", assignment=((2, 1),)))
    builder.ask(Send("letters", b"m0", acks=1)).hold(Kill(1)).hold(Kill(2, power_lost=True)).ask(Tick(6_000))
    assert builder.now.partitions[P0].leader == 2, "nobody is left who could miss it"
    builder.ask(Restart(2), Send("letters", b"m1", acks=1))
    assert [(record.leader_epoch > 0, record.value) for record in builder.replica(2).log] == [(True, b"m1")]
    assert builder.ask(Restart(1)).replica(1).log == builder.replica(2).log


def test_a_broker_that_lost_power_is_not_in_sync_by_what_it_fetched_before() -> None:
    builder = HistoryBuilder().ask(CreateTopic("letters", assignment=((2, 3),)), Kill(3), Tick(9_000))
    builder.ask(Send("letters", b"m0")).hold(Restart(3))
    builder.go_on(until=lambda now: now.replicas[P0][2].followers[3].fetch_offset == 1)
    builder.hold(Kill(3, power_lost=True)).ask(Tick(9_000)).hold(Restart(3)).hold(Pause(3)).go_on()
    assert not builder.now.brokers[3].fenced
    assert builder.now.partitions[P0].isr == (2,) and builder.values(3) == []
    assert first_breach(builder.history) is None


@pytest.mark.parametrize("era", ERAS)
def test_a_leader_that_misses_a_move_away_and_back_commits_nothing_by_itself(era: str) -> None:
    builder = HistoryBuilder(era, brokers=4, acks="all").ask(CreateTopic("letters", assignment=((2, 1, 3),)))
    builder.ask(Send("letters", b"m0"), Tick(500), CutOff(2))
    builder.ask(Reassign("letters", 0, (2, 1)), Reassign("letters", 0, (2, 1, 3)))
    truth, deaf = builder.now.partitions[P0], builder.replica(2)
    assert (truth.adding, deaf.view.isr, deaf.view.leader_epoch) == ((3,), (2, 1, 3), 0) and truth.leader_epoch > 0
    builder.ask(Send("letters", b"m1"))
    promised = [promise.value for promise in builder.now.acknowledged]
    assert promised == ([b"m0", b"m1"] if era == "0.10" else [b"m0"]), (
        "followers of a later epoch fetch nothing from it"
    )
    builder.ask(Reconnect(2), Tick(60_000))
    assert builder.values(1) == builder.values(2) == builder.values(3) == ["m0", "m1"]
    assert set(builder.now.partitions[P0].isr) == {1, 2, 3}
    assert first_breach(builder.history) is None


@pytest.mark.parametrize("era", ["4.4", "3.9"])
def test_a_move_ends_with_a_clean_election_also_of_who_joins_in_its_last_step(era: str) -> None:
    builder = HistoryBuilder(era).ask(CreateTopic("letters", assignment=((1,),)), Send("letters", b"m0"))
    builder.ask(Reassign("letters", 0, (2,)))
    assert (builder.now.partitions[P0].leader, builder.values(2)) == (2, ["m0"])
    assert all(event.clean for event in builder.events(PartitionChanged)), "it is in the ISR that it is elected from"


def shrunk(**configs: object) -> HistoryBuilder:
    """Returns a partition whose second replica has left an ISR of two, and stands in as an eligible leader."""
    builder = HistoryBuilder(auto_leader_rebalance_enable=False)
    topic = CreateTopic("letters", assignment=((1, 2),), configs={"min_insync_replicas": 2, **configs})
    builder.ask(topic, Send("letters", b"old"), Stop(2), Tick(20_000))
    assert builder.now.partitions[P0].elr == (2,)
    return builder


def test_another_min_isr_clears_who_was_eligible_by_the_former_one_as_clear_elr_record_does() -> None:
    builder = shrunk().ask(Configure("letters", {"min_insync_replicas": 1}))
    partition = builder.now.partitions[P0]
    assert (partition.elr, partition.partition_epoch, partition.leader_epoch) == ((), 2, 0)
    # What min ISR 1 lets be acknowledged is on broker 1 alone, so broker 2 must not lead without it.
    builder.ask(Send("letters", b"alone"), Kill(1), Tick(20_000), Restart(2), Tick(20_000))
    assert builder.now.partitions[P0].leader is None
    assert first_breach(builder.history) is None
    builder.ask(Restart(1), Tick(20_000))
    assert [record.value for record in builder.now.replicas[P0][1].log] == [b"old", b"alone"]


def test_only_a_config_record_for_min_isr_clears_the_eligible_leader_replicas() -> None:
    for unchanged in ({"min_insync_replicas": 2}, {"retention_ms": 1_000}):
        assert shrunk().ask(Configure("letters", unchanged)).now.partitions[P0].elr == (2,)
    # Kafka compares what is written down and not what holds: a topic's first config of its own is another record.
    builder = HistoryBuilder(min_insync_replicas=2).ask(CreateTopic("letters", assignment=((1, 2),)), Stop(2))
    assert builder.now.partitions[P0].elr == (2,)
    assert builder.ask(Configure("letters", {"min_insync_replicas": 2})).now.partitions[P0].elr == ()


def test_a_move_to_where_a_partition_lies_is_no_error_and_changes_nothing() -> None:
    builder = HistoryBuilder().ask(CreateTopic("letters", assignment=((1, 2, 3),)))
    before = builder.now
    assert builder.ask(Reassign("letters", 0, (1, 2, 3))).now == before


def test_a_partition_that_nobody_leads_can_be_moved_as_on_a_real_cluster() -> None:
    builder = HistoryBuilder().ask(CreateTopic("letters", assignment=((1, 2),)), Kill(2), Tick(9_000), Kill(1))
    builder.ask(Tick(9_000))
    assert (builder.now.partitions[P0].leader, builder.now.partitions[P0].isr) == (None, ())
    moving = builder.ask(Reassign("letters", 0, (3, 2))).now.partitions[P0]
    assert (moving.replicas, moving.adding, moving.removing, moving.leader) == ((3, 2, 1), (3,), (1,), None)
    builder.ask(Restart(1), Tick(60_000), Restart(2), Tick(60_000))
    assert builder.now.partitions[P0].replicas == (3, 2)
    assert first_breach(builder.history) is None


def test_records_of_a_log_that_is_only_compacted_are_not_deleted() -> None:
    builder = HistoryBuilder().ask(CreateTopic("letters", configs={"cleanup_policy": "compact"}))
    with pytest.raises(PolicyViolationError, match="letters-0 can not be deleted due to the configured policy"):
        DeleteRecords("letters", 0).handle(builder.now, builder.policies)
    builder.ask(Configure("letters", {"cleanup_policy": "compact,delete"}), DeleteRecords("letters", 0))


@pytest.mark.parametrize("era", ["0.10", "2.3"])
def test_before_2_4_an_election_of_who_leads_already_is_no_error(era):
    # A real 2.3.1 answers NONE; ELECTION_NOT_NEEDED came with 2.4.
    builder = HistoryBuilder(era).ask(CreateTopic("letters", 1, 3))
    before = builder.now
    builder.ask(Elect("letters", 0))
    assert builder.now.partitions == before.partitions
    assert isinstance(builder.history.events()[-1], ElectionSkipped)


@pytest.mark.parametrize("era", ["2.4", "3.9", "4.4"])
def test_since_2_4_it_is_one(era):
    with pytest.raises(ElectionNotNeededError):
        HistoryBuilder(era).ask(CreateTopic("letters", 1, 3), Elect("letters", 0))


@pytest.mark.parametrize("era", ["2.3", "4.4"])
def test_records_of_a_partition_that_nobody_leads_are_deleted_in_vain_until_the_client_gives_up(era):
    # A real client of 3.9.1 threw TimeoutException.
    builder = HistoryBuilder(era).ask(CreateTopic("letters", 1, 1), Kill(1), Tick(20_000))
    with pytest.raises(RequestTimedOutError, match="Nobody leads letters-0 now"):
        builder.ask(DeleteRecords("letters", 0))


def test_before_kip_115_offsets_are_kept_by_the_brokers_there_are():
    # A real 0.10.2.2 with two brokers let a consumer in; 2.3.1 answers COORDINATOR_NOT_AVAILABLE.
    builder = HistoryBuilder("0.10", brokers=2).ask(CreateTopic("letters", 1, 1), Join("app", ("C0",), ("letters",)))
    assert [len(partition.replicas) for partition in builder.now.offsets.values()] == [2]
    with pytest.raises(CoordinatorNotAvailableError):
        HistoryBuilder("2.3", brokers=2).ask(CreateTopic("letters", 1, 1), Join("app", ("C0",), ("letters",)))


@pytest.mark.parametrize("away", [Kill(1), Stop(1), Freeze(1)])
def test_a_quorum_places_offsets_on_fenced_brokers_last_as_of_any_topic(away):
    # Real clusters of 4.4.0 and 3.9.1 with two of three brokers let a consumer in.
    builder = HistoryBuilder("4.4").ask(CreateTopic("letters", 1, 1), away, Tick(9_000))
    builder.ask(Join("app", ("C0",), ("letters",)))
    (partition,) = builder.now.offsets.values()
    assert sorted(partition.replicas) == [1, 2, 3] and partition.replicas[-1] == 1
    assert builder.now.groups["app"].coordinator == partition.replicas[0]


def test_zookeepers_controller_wants_as_many_live_brokers_as_there_are_copies_of_offsets():
    builder = HistoryBuilder("2.3").ask(CreateTopic("letters", 1, 1), Kill(1), Tick(20_000))
    with pytest.raises(CoordinatorNotAvailableError, match="needs 3 live brokers"):
        builder.ask(Join("app", ("C0",), ("letters",)))


def test_where_no_broker_is_alive_or_too_few_are_registered_nobody_keeps_offsets():
    silent = HistoryBuilder("4.4").ask(Kill(1), Kill(2), Kill(3), Tick(9_000))
    for builder in (HistoryBuilder("4.4", brokers=2), silent):
        with pytest.raises(CoordinatorNotAvailableError, match="needs 3 brokers, one of them alive"):
            builder.ask(Join("app", ("C0",), ("letters",)))
