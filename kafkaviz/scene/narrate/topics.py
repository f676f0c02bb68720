"""What is said about topics and clusters that grow."""

from kafkaviz.model.brokers.events import BrokerAdded, BrokerRemoved
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.partitions.events import PartitionChanged
from kafkaviz.model.partitions.topic_events import PartitionsAdded
from kafkaviz.scene.narrate.sentence import Said, sentence
from kafkaviz.scene.narrate.words import listed


@sentence.register
def _partitions_added(event: PartitionsAdded, before: Cluster, after: Cluster) -> Said:
    count = len(event.partitions)
    leaders = ", ".join(f"p{event.first + n} → broker {p.leader}" for n, p in enumerate(event.partitions[:6]))
    return (
        f"Topic {event.topic} gets {count} more partition{'s' * (count > 1)}: {leaders}.",
        "No record moves; a key may go elsewhere from now on, because the hash is divided by another number.",
    )


@sentence.register
def _broker_added(event: BrokerAdded, before: Cluster, after: Cluster) -> Said:
    return f"Broker {event.broker} joins the cluster.", "It holds nothing: no partition moves by itself."


@sentence.register
def _broker_removed(event: BrokerRemoved, before: Cluster, after: Cluster) -> Said:
    return f"Broker {event.broker} leaves the cluster for good.", "It held nothing any more."


def moved(before: Cluster, event: PartitionChanged, after: Cluster) -> Said | None:
    """Says what a reassignment did to a partition, or returns None where none begins or ends."""
    was, now, tp = before.partitions[event.tp], after.partitions[event.tp], event.tp
    if now.adding != was.adding and now.adding:
        return (
            f"{tp} is to move: {listed(now.adding)} will hold it too.",
            "Old and new replicas hold it together until every new one is in sync; readers and writers go on.",
        )
    if now.replicas == was.replicas:
        return None
    led = f", led by broker {now.leader}" if now.leader is not None else ""
    if set(was.adding) <= set(now.replicas):
        return f"{tp} is now on brokers {list(now.replicas)}{led}.", "Every new replica is in sync; the rest may go."
    return f"The move of {tp} is called off; it stays on brokers {list(now.replicas)}{led}.", ""
