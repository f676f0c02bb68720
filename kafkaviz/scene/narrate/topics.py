"""What is said about topics and clusters that grow."""

from collections.abc import Callable
from typing import Any

from kafkaviz.model import events as e
from kafkaviz.model.values import Cluster
from kafkaviz.scene.narrate.words import Said


def _partitions_added(before: Cluster, event: e.PartitionsAdded, after: Cluster) -> Said:
    count = len(event.partitions)
    leaders = ", ".join(f"p{event.first + n} → broker {p.leader}" for n, p in enumerate(event.partitions[:6]))
    return (
        f"Topic {event.topic} gets {count} more partition{'s' * (count > 1)}: {leaders}.",
        "No record moves; a key may go elsewhere from now on, because the hash is divided by another number.",
    )


def _broker_added(before: Cluster, event: e.BrokerAdded, after: Cluster) -> Said:
    return f"Broker {event.broker} joins the cluster.", "It holds nothing: no partition moves by itself."


def _broker_removed(before: Cluster, event: e.BrokerRemoved, after: Cluster) -> Said:
    return f"Broker {event.broker} leaves the cluster for good.", "It held nothing any more."


SAID: dict[type, Callable[[Cluster, Any, Cluster], Said]] = {
    e.PartitionsAdded: _partitions_added,
    e.BrokerAdded: _broker_added,
    e.BrokerRemoved: _broker_removed,
}
