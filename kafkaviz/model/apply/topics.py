"""What changes when topics get more partitions and clusters more brokers, or fewer."""

from collections.abc import Callable
from typing import Any

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model import events as e
from kafkaviz.model.chance import PLACEMENT
from kafkaviz.model.values import Broker, Cluster, Replica


def _partitions_added(cluster: Cluster, event: e.PartitionsAdded) -> Cluster:
    made = {TopicPartition(event.topic, event.first + n): p for n, p in enumerate(event.partitions)}
    topic = cluster.topics[event.topic]
    return cluster._replace(
        topics={**cluster.topics, event.topic: topic._replace(partitions=topic.partitions + len(made))},
        partitions={**cluster.partitions, **made},
        replicas={**cluster.replicas, **{tp: {b: Replica() for b in p.replicas} for tp, p in made.items()}},
        draws={**cluster.draws, PLACEMENT: cluster.draws.get(PLACEMENT, 0) + event.drawn},
    )


def _broker_added(cluster: Cluster, event: e.BrokerAdded) -> Cluster:
    broker = Broker(event.broker, event.rack, fenced=True, started_ms=cluster.now_ms)
    return cluster._replace(brokers={**cluster.brokers, event.broker: broker})


def _broker_removed(cluster: Cluster, event: e.BrokerRemoved) -> Cluster:
    gone = event.broker
    offsets = {
        number: p._replace(replicas=_without(p.replicas, gone) or p.replicas, isr=_without(p.isr, gone) or p.isr)
        for number, p in cluster.offsets.items()
    }
    brokers = {b: broker for b, broker in cluster.brokers.items() if b != gone}
    return cluster._replace(brokers=brokers, offsets=offsets)


def _without(replicas: tuple[int, ...], gone: int) -> tuple[int, ...]:
    return tuple(b for b in replicas if b != gone)


BY_EVENT: dict[type, Callable[[Cluster, Any], Cluster]] = {
    e.PartitionsAdded: _partitions_added,
    e.BrokerAdded: _broker_added,
    e.BrokerRemoved: _broker_removed,
}
