"""What travels during an event, from which node to which."""

from typing import Any

from kafkaviz.graph.ids import (
    ZOOKEEPER_ID,
    broker_id,
    consumer_id,
    controller_id,
    partition_id,
    producer_id,
    replica_id,
    routing_id,
)
from kafkaviz.model import events as e
from kafkaviz.model.values import Cluster, Quorum
from kafkaviz.scene.canvas import box_of, shown
from kafkaviz.scene.values import Flight

LETTERS = 12


def flights_of(before: Cluster, event: Any, after: Cluster) -> list[Flight]:
    """Give the flights of one event for every lens; a lens drops those whose ends it does not show.

    >>> from kafkaviz.model.values import Quorum
    >>> flights_of(Cluster(0, Quorum.of(101), {}), e.TimeAdvanced(1), Cluster(1, Quorum.of(101), {}))
    []
    """
    if isinstance(event, e.RecordQueued):
        latest = after.producers[event.producer].latest[-1]
        sent, bar = box_of(routing_id(event.producer, latest.number)), box_of(partition_id(event.tp))
        return [Flight(sent, bar, _label([event.value]), "message")]
    if isinstance(event, e.RecordsAppended):
        to = box_of(replica_id(event.tp, event.leader))
        return [Flight(box_of(producer_id(event.producer)), to, _label([r.value for r in event.records]))]
    if isinstance(event, e.ProduceAcknowledged):
        start = box_of(replica_id(event.tp, event.broker))
        return [Flight(start, box_of(producer_id(event.producer)), "ack", "poll")]
    if isinstance(event, e.BatchRejected):
        start = box_of(replica_id(event.tp, event.broker))
        return [Flight(start, box_of(producer_id(event.producer)), "✕", "vote")]
    if isinstance(event, e.FetchServed):
        return [_fetch(event)]
    if isinstance(event, e.RecordsPolled):
        to = box_of(consumer_id(event.consumer))
        fetched = [(box_of(replica_id(tp, b)), records) for tp, b, _, records in event.fetched if records]
        return [Flight(start, to, _label([r.value for r in records]), "poll") for start, records in fetched]
    if isinstance(event, e.IsrChangeProposed):
        return [Flight(box_of(replica_id(event.tp, event.leader)), _seat(before), "ISR?", "vote")]
    if isinstance(event, e.PartitionChanged | e.TopicCreated):
        return _decisions(event, after)
    if isinstance(event, e.BrokerUnfenced | e.BrokerStarted):
        return [Flight(box_of(broker_id(event.broker)), _seat(after), "♥", "vote")]
    return []


def _label(values: list[bytes | None]) -> str:
    text = " ".join(shown(value, LETTERS) for value in values[:3])
    return text if len(text) <= 3 * LETTERS else text[: 3 * LETTERS - 1] + "…"


def _fetch(event: e.FetchServed) -> Flight:
    answer = event.answer
    text = _label([r.value for r in answer.records]) if answer.records else ""
    start, end = box_of(replica_id(event.tp, answer.leader)), box_of(replica_id(event.tp, event.follower))
    return Flight(start, end, text, "fetch")


def _seat(cluster: Cluster) -> str:
    active = cluster.controller.active
    if isinstance(cluster.controller, Quorum):
        return box_of(controller_id(active or -1))
    return box_of(broker_id(active) if active is not None else ZOOKEEPER_ID)


def _decisions(event: Any, after: Cluster) -> list[Flight]:
    seat = _seat(after)
    if isinstance(event, e.TopicCreated):
        leaders = sorted({p.leader for p in event.partitions if p.leader is not None})
    else:
        leader = after.partitions[event.tp].leader
        leaders = [] if leader is None else [leader]
    return [
        Flight(seat, box_of(broker_id(b)), "lead" if event.__class__ is e.PartitionChanged else "", "vote")
        for b in leaders
        if box_of(broker_id(b)) != seat
    ]
