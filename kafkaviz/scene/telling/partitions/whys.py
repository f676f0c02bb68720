"""Marks why a leader is chosen, who may count as in sync, how far records are safe, and where a log is cut."""

from collections.abc import Iterator

from kafkaviz.decisions.elections import elect_leader
from kafkaviz.decisions.values import Partition, TopicPartition
from kafkaviz.decisions.wording import name_of
from kafkaviz.graph.ids import broker_id, partition_id, replica_id
from kafkaviz.model.core.brokers import SHUTTING_DOWN
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.partitions.balance_rules import balance_leaders
from kafkaviz.model.partitions.events import (
    HighWatermarkAdvanced,
    IsrChangeProposed,
    LogTruncated,
    MetadataDelivered,
    PartitionChanged,
)
from kafkaviz.scene.telling.cue import Cue
from kafkaviz.scene.telling.telling import Cause
from kafkaviz.scene.telling.whys import why, whys


def copy_of(tp: TopicPartition, broker: int) -> tuple[str, str]:
    """Returns where the cause is marked that lies in a copy of a partition: there, or at its broker."""
    return replica_id(tp, broker), broker_id(broker)


@whys(PartitionChanged)
def _changed(event: PartitionChanged, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    was, now, tp = before.partitions[event.tp], after.partitions[event.tp], event.tp
    if now.leader != was.leader and now.leader is not None:
        yield why(_chosen(event, was, now, cause), *copy_of(tp, now.leader))
    for broker in was.isr:
        if broker not in now.isr:
            yield why(_left(broker, after), *copy_of(tp, broker))
    if now.leader is None and was.leader is not None:
        yield why("nobody in ISR is alive", *copy_of(tp, was.leader), partition_id(tp))
    if now.leader == was.leader:
        yield from (why("has caught up", *copy_of(tp, broker)) for broker in now.isr if broker not in was.isr)


def _chosen(event: PartitionChanged, was: Partition, now: Partition, cause: Cause) -> str:
    """Says in few words by which rule a leader was chosen."""
    if cause.policies.elect_leader is not elect_leader:
        return name_of(cause.policies.elect_leader)
    if not event.clean:
        return "unclean: no ISR alive" if was.isr or was.elr else "unclean: last known"
    if now.leader not in was.isr and now.leader in was.elr:
        return "eligible (ELR)"
    if cause.is_rule(balance_leaders) or (now.leader == now.replicas[0] and was.leader is not None):
        return "preferred leader"
    return "first alive in ISR"


def _left(broker: int, after: Cluster) -> str:
    """Says in few words why a broker left an ISR."""
    there = after.brokers.get(broker)
    if there is None or not there.registered:
        return "unregistered"
    if there.is_active:
        return "lagged too long"
    if there.state == SHUTTING_DOWN:
        return "shuts down"
    if there.is_up and there.unclean_shutdown:
        return "unclean shutdown"
    return "fenced" if isinstance(after.controller, Quorum) else "no session"


@whys(IsrChangeProposed)
def _proposed(event: IsrChangeProposed, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    known = before.replicas[event.tp][event.leader].view.isr
    yield from (why("lagged too long", *copy_of(event.tp, b)) for b in known if b not in event.isr)
    yield from (why("has caught up", *copy_of(event.tp, b)) for b in event.isr if b not in known)


@whys(MetadataDelivered)
def _heard(event: MetadataDelivered, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    leader = event.view.leader
    if event.view.leader_epoch and leader in event.brokers and before.replicas[event.tp][leader].view.leader != leader:
        yield why(f"hears: leads epoch {event.view.leader_epoch}", *copy_of(event.tp, leader))


@whys(HighWatermarkAdvanced)
def _committed(event: HighWatermarkAdvanced, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    yield why("whole ISR has it", replica_id(event.tp, event.leader))


@whys(LogTruncated)
def _cut_back(event: LogTruncated, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    if event.offset == before.replicas[event.tp][event.broker].log_end_offset:
        return
    words = "epoch ended here"
    if cause.policies.truncation_offset is not None:
        words = name_of(cause.policies.truncation_offset)
    elif cause.policies.truncation == "high_watermark":
        words = "back to its HW"
    elif cause.policies.truncation == "fetch":
        words = "logs part here"
    yield why(words, replica_id(event.tp, event.broker))
