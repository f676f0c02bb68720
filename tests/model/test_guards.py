"""Rules asked alone, in a state where another rule is usually asked first: each guard must hold by itself."""

from kafkaviz.decisions.values import PartitionChange, TopicPartition
from kafkaviz.model.brokers.requests import Kill, Pause, Restart, Stop
from kafkaviz.model.clients import rules as producers
from kafkaviz.model.clients.events import BatchRejected, RecordsAppended
from kafkaviz.model.clients.metadata_rules import learn_leaders
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.groups import GroupName
from kafkaviz.model.core.replicas import FetchAnswer
from kafkaviz.model.core.request import Tick
from kafkaviz.model.core.subjects import ProducerName
from kafkaviz.model.groups.common.member_requests import Join
from kafkaviz.model.groups.consumer_protocol import rules as consumer_protocol
from kafkaviz.model.partitions import isr_rules as isr
from kafkaviz.model.partitions import rules as partitions
from kafkaviz.model.partitions.events import LogTruncated, PartitionChanged
from kafkaviz.model.partitions.topic_requests import Configure, CreateTopic
from kafkaviz.model.protocol import settling
from kafkaviz.model.quorum.requests import KillController
from kafkaviz.model.zookeeper import rules as zookeeper
from tests.model.histories import P0, HistoryBuilder, first

P1 = TopicPartition("letters", 1)
PRODUCER = ProducerName("producer")


def a_topic(era: str = "4.4", *replicas: int, **policies: object) -> HistoryBuilder:
    return HistoryBuilder(era, **policies).ask(CreateTopic("letters", assignment=(replicas or (1, 2, 3),)))


def test_a_batch_that_is_replicated_in_time_is_not_returned_whoever_is_asked_first() -> None:
    builder = a_topic().hold(Send("letters", b"m0")).go_on(until=lambda now: now.replicas[P0][1].high_watermark == 1)
    assert builder.now.producers["producer"].batches, "it waits for its answer"
    assert first(producers.break_connection(builder.now, PRODUCER, builder.policies)) is None
    assert first(producers.acknowledge(builder.now, PRODUCER, builder.policies)) is not None


def test_a_batch_that_is_replicated_while_too_few_are_in_sync_is_returned() -> None:
    builder = a_topic(acks="all", enable_idempotence=False).hold(Send("letters", b"m0"))
    builder.go_on(until=lambda now: now.replicas[P0][1].high_watermark == 1).hold(
        Configure("letters", {"min_insync_replicas": 3})
    )
    leader = builder.replica(1)
    small = leader._replace(view=leader.view._replace(isr=(1,)))
    cluster = builder.now._replace(replicas={P0: {**builder.now.replicas[P0], 1: small}})
    returned = first(producers.break_connection(cluster, PRODUCER, builder.policies))
    assert returned is not None and returned.error == "NOT_ENOUGH_REPLICAS_AFTER_APPEND"
    assert first(producers.acknowledge(cluster, PRODUCER, builder.policies)) is None


def test_an_answer_that_says_where_logs_part_is_never_appended() -> None:
    builder = a_topic().ask(Send("letters", b"m0"))
    told = builder.replica(2)._replace(incoming=FetchAnswer(1, 0, 1, diverging=(0, 0)))
    cluster = builder.now._replace(replicas={P0: {**builder.now.replicas[P0], 2: told}})
    assert first(partitions.receive_fetch(cluster, P0, builder.policies)) is None
    assert first(partitions.truncate(cluster, P0, builder.policies)) == LogTruncated(P0, 2, 0)


def test_a_follower_fetches_nothing_before_it_has_truncated() -> None:
    builder = a_topic("2.4").hold(Send("letters", b"m0")).go_on(until=lambda now: bool(now.replicas[P0][1].log))
    untrusted = builder.replica(2)._replace(must_truncate=True)
    cluster = builder.now._replace(replicas={P0: {**builder.now.replicas[P0], 2: untrusted}})
    assert partitions.served_fetch(builder.now, P0, 2, builder.policies) is not None
    assert partitions.served_fetch(cluster, P0, 2, builder.policies) is None


def test_a_refused_batch_is_not_sent_again_before_its_producer_has_asked_who_leads() -> None:
    builder = a_topic().ask(Send("letters", b"m0")).hold(Send("letters", b"m1")).hold(Stop(1))
    builder.go_on(until=lambda now: now.partitions[P0].leader != 1).fire(partitions.deliver_metadata)
    builder.fire(producers.send_batch, PRODUCER)
    assert builder.events(BatchRejected)[-1].error == "NOT_LEADER_OR_FOLLOWER"
    assert first(producers.send_batch(builder.now, PRODUCER, builder.policies)) is None
    builder.fire(learn_leaders, PRODUCER).fire(producers.send_batch, PRODUCER)
    assert builder.events(RecordsAppended)[-1].leader == builder.now.partitions[P0].leader


def test_a_dead_controller_decides_nothing_before_zookeeper_has_ended_its_session() -> None:
    builder = a_topic("3.9").hold(Kill(1)).hold(Stop(2))
    fenced = builder.now.brokers[3]._replace(fenced=True)
    cluster = builder.now._replace(brokers={**builder.now.brokers, 3: fenced})
    assert cluster.controller.active == 1 and cluster.active_controller is None
    assert first(zookeeper.move_leadership(cluster, P0, builder.policies)) is None


def test_who_asks_for_one_leader_is_told_all_of_the_topic_also_when_another_one_changes() -> None:
    builder = HistoryBuilder().ask(
        CreateTopic("letters", assignment=((1, 2), (2, 3))), Send("letters", b"m0", partition=0)
    )
    builder.ask(Send("letters", b"m1", partition=1), Kill(1), Send("letters", b"m2", partition=0))
    changed = builder.now.partitions[P1]._replace(leader=3, leader_epoch=1, partition_epoch=1)
    cluster = builder.now._replace(partitions={**builder.now.partitions, P1: changed})
    assert first(learn_leaders(cluster, PRODUCER, builder.policies)) is not None
    event = PartitionChanged(P1, PartitionChange(leader=3))
    assert PRODUCER in event.touches(cluster)
    steps = list(settling(cluster, builder.policies, event.touches(cluster)))
    assert first(learn_leaders(steps[-1].cluster, PRODUCER, builder.policies)) is None


def test_a_broker_that_comes_back_hears_nothing_of_an_isr_that_still_counts_on_it() -> None:
    builder = a_topic().ask(KillController(101), Tick(10), KillController(102)).hold(Kill(1)).hold(Restart(1))
    assert 1 in builder.now.partitions[P0].isr and builder.now.controller.active is None
    assert first(partitions.deliver_metadata(builder.now, P0, builder.policies)) is None


def test_a_leader_asks_for_no_other_isr_before_it_is_registered_again() -> None:
    builder = a_topic().ask(Pause(3), Send("letters", b"m0"))
    builder.history = builder.history.then([])
    later = builder.now._replace(now_ms=120_000)
    assert first(isr.shrink_isr(later, P0, builder.policies)) is not None
    unregistered = later._replace(brokers={**later.brokers, 1: later.brokers[1]._replace(fenced=True)})
    assert first(isr.shrink_isr(unregistered, P0, builder.policies)) is None


def test_what_a_broker_fetched_before_it_restarted_does_not_bring_it_into_the_isr() -> None:
    builder = a_topic().ask(Send("letters", b"m0"))
    leader = builder.replica(1)
    without = leader._replace(view=leader.view._replace(isr=(1, 2)))
    cluster = builder.now._replace(replicas={P0: {**builder.now.replicas[P0], 1: without}})
    assert first(isr.expand_isr(cluster, P0, builder.policies)) is not None
    again = cluster._replace(brokers={**cluster.brokers, 3: cluster.brokers[3]._replace(epoch=1)})
    assert first(isr.expand_isr(again, P0, builder.policies)) is None


def test_a_member_reaches_no_other_epoch_before_it_has_given_up_what_it_must() -> None:
    joined = (CreateTopic("t", 3, 1), Join("app", ("A", "B"), ("t",)), Tick(10_000), Join("app", ("C",), ("t",)))
    builder = HistoryBuilder("4.4", group_protocol="consumer").ask(*joined, Tick(10_000))
    app = GroupName("app")
    asked = (
        (c, first(consumer_protocol.ask_to_revoke(c, app, builder.policies)))
        for c in builder.history.clusters
        if "app" in c.groups
    )
    cluster, event = next((cluster, event) for cluster, event in asked if event is not None)
    reconciled = [other.member for other in consumer_protocol.reconcile_member(cluster, app, builder.policies)]
    assert event.member not in reconciled
