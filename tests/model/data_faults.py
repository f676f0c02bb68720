"""Faults of data and controllers, and how they are planted in policies, rules and events of the model."""

from collections.abc import Callable
from typing import Any

import pytest

from kafkaviz.decisions.elections import apply_change
from kafkaviz.decisions.values import Election
from kafkaviz.model.brokers.events import BrokerCrashed
from kafkaviz.model.clients.events import RecordsAppended
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.partitions import isr_rules
from kafkaviz.model.partitions import rules as partitions
from kafkaviz.model.partitions.changes import put_replica, without_start
from kafkaviz.model.partitions.events import MetadataDelivered
from kafkaviz.model.partitions.fetch_events import FetchServed
from kafkaviz.model.partitions.log_events import SegmentsDeleted
from kafkaviz.model.quorum import controller_rules as quorum
from kafkaviz.model.quorum.events import ControllerElected

MODEL = "kafkaviz.model."
Plant = Callable[[pytest.MonkeyPatch], object]


def instead(path: str, function: Callable[..., Any]) -> Plant:
    """Plants another function where the model has one."""
    return lambda patch: patch.setattr(MODEL + path, function)


def after(kind: type[Event], spoil: Callable[[Cluster, Any], Cluster]) -> Plant:
    """Plants something that happens in addition whenever an event of a kind is applied."""
    right = kind.apply
    return lambda patch: patch.setattr(kind, "apply", lambda event, cluster: spoil(right(event, cluster), event))


def policy(patch: pytest.MonkeyPatch) -> None:
    """Plants nothing: the fault is a policy."""


def changing(spoil: Callable[[Any, Any], Any]) -> Plant:
    """Plants a controller that spoils every change it decides on."""
    right = quorum.change_partition

    def wrong(partition: Any, *given: Any, **named: Any) -> Any:
        change = right(partition, *given, **named)
        return change and spoil(partition, change)

    return instead("quorum.controller_rules.change_partition", wrong)


def too_early(patch: pytest.MonkeyPatch) -> None:
    right = partitions.served_fetch
    patch.setattr(isr_rules, "may_join_isr", lambda *given: True)
    patch.setattr(
        partitions,
        "served_fetch",
        lambda cluster, tp, b, *given, **named: (
            right(cluster, tp, b, *given, **named) if b in cluster.partitions[tp].isr else None
        ),
    )


def everybody_leads(cluster: Cluster, event: MetadataDelivered) -> Cluster:
    for broker in event.brokers:
        replica = cluster.replicas[event.tp][broker]
        believing = replica._replace(view=replica.view._replace(leader=broker))
        cluster = put_replica(cluster, event.tp, broker, believing)
    return cluster


def garbled(cluster: Cluster, event: FetchServed) -> Cluster:
    replica = cluster.replicas[event.tp][event.follower]
    records = tuple(record._replace(value=b"#") for record in event.answer.records)
    return put_replica(
        cluster, event.tp, event.follower, replica._replace(incoming=event.answer._replace(records=records))
    )


def high_watermark_slips(cluster: Cluster, event: RecordsAppended) -> Cluster:
    replica = cluster.replicas[event.tp][event.leader]
    lower = max(replica.log_start_offset, replica.high_watermark - 1)
    return put_replica(cluster, event.tp, event.leader, replica._replace(high_watermark=lower))


def log_start_forgotten(cluster: Cluster, event: BrokerCrashed) -> Cluster:
    for tp, held in cluster.replicas.items():
        if event.broker in held:
            cluster = put_replica(cluster, tp, event.broker, held[event.broker]._replace(log_start_offset=0))
    return cluster


def one_record_too_many(cluster: Cluster, event: SegmentsDeleted) -> Cluster:
    replica = cluster.replicas[event.tp][event.broker]
    return put_replica(cluster, event.tp, event.broker, without_start(replica, event.log_start_offset + 1))


def same_epoch(partition: Any, change: Any) -> Any:
    return apply_change(partition, change)._replace(leader_epoch=partition.leader_epoch)


def first_alive(replicas: Any, isr: Any, eligible: Any, **named: Any) -> Election:
    return Election(next((replica for replica in replicas if replica in eligible), None))


def epoch_forgotten(cluster: Cluster, event: ControllerElected) -> Cluster:
    return cluster._replace(controller=cluster.controller._replace(epoch=0))
