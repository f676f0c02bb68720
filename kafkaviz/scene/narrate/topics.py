"""What is said about topics and clusters that grow."""

from collections.abc import Sequence
from typing import Final

from kafkaviz.decisions.placement import place_striped, place_zookeeper
from kafkaviz.decisions.policies import Placer
from kafkaviz.decisions.values import Partition
from kafkaviz.decisions.wording import counted, name_of, verb
from kafkaviz.model.brokers.events import BrokerAdded, BrokerRemoved
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.partitions.events import PartitionChanged
from kafkaviz.model.partitions.topic_events import PartitionsAdded
from kafkaviz.model.partitions.topic_requests import CreateTopic
from kafkaviz.scene.narrate.sentence import Cause, Said, sentence
from kafkaviz.scene.narrate.words import and_more, braces, listed


@sentence.register
def _partitions_added(event: PartitionsAdded, before: Cluster, after: Cluster, cause: Cause) -> Said:
    count, was, now = len(event.partitions), event.first, event.first + len(event.partitions)
    return (
        f"Topic {event.topic} gets {counted(count, 'more partition')}.",
        f"{placed(event.partitions, was, before, cause)} No record moves; a key is taken mod {now}, not mod {was}, "
        "once a producer has heard of it.",
    )


SHOWN: Final = 3


def placed(partitions: Sequence[Partition], first: int, before: Cluster, cause: Cause) -> str:
    """Says who placed the replicas of partitions, by which rule, and who leads them."""
    controller = before.active_controller
    who = "The controller" if controller is None else f"Controller {controller}"
    placer = cause.policies.placer
    by = next((words for known, words in PLACERS if known is placer), f"as {name_of(placer)} answers")
    if isinstance(cause.request, CreateTopic) and cause.request.assignment is not None:
        by = "as the request names them"
    leaders = ", ".join(f"p{first + n} → broker {p.leader}" for n, p in enumerate(partitions[:SHOWN]) if p.leader)
    leaders += and_more(partitions, SHOWN)
    return f"{who} places replicas {by}; the first replica leads: {leaders}."


PLACERS: Final[tuple[tuple[Placer, str], ...]] = (
    (place_striped, "striped over the brokers (StripedReplicaPlacer)"),
    (place_zookeeper, "in turn over the brokers (AdminUtils)"),
)


@sentence.register
def _broker_added(event: BrokerAdded, before: Cluster, after: Cluster, cause: Cause) -> Said:
    rack = f" in rack {event.rack}" if event.rack else ""
    why = f"It registers as broker {event.broker}{rack} and holds 0 replicas: no partition moves by itself."
    return f"Broker {event.broker} joins the cluster.", why


@sentence.register
def _broker_removed(event: BrokerRemoved, before: Cluster, after: Cluster, cause: Cause) -> Said:
    why = "An admin client asked to unregister it: it is down and holds 0 replicas."
    return f"Broker {event.broker} leaves the cluster for good.", why


def moved(before: Cluster, event: PartitionChanged, after: Cluster) -> Said | None:
    """Says what a reassignment did to a partition, or returns None where none begins or ends."""
    was, now, tp = before.partitions[event.tp], after.partitions[event.tp], event.tp
    if now.adding != was.adding and now.adding:
        until = f"{listed(now.adding)} {verb(len(now.adding), 'are')} in sync"
        if not now.removing:
            why = f"A reassignment was asked for: nobody is to go, and it is done as soon as {until}."
            return f"{tp} gets more replicas: {listed(now.adding)} will hold it too.", why
        why = f"A reassignment was asked for: old and new replicas {braces(now.replicas)} hold it until {until}."
        return f"{tp} is to move: {listed(now.adding)} will hold it too.", why
    if now.replicas == was.replicas:
        return None
    led = f", led by broker {now.leader}" if now.leader is not None else ""
    if set(was.adding) <= set(now.replicas):
        gone = [b for b in was.replicas if b not in now.replicas]
        why = f"Only the order is new: broker {now.replicas[0]} is the preferred leader now."
        if gone:
            why = f"The ISR {braces(now.isr)} has what the new assignment needs, so {listed(gone)} may go."
        elif was.adding:
            why = f"{listed(was.adding).capitalize()} joined the ISR {braces(now.isr)}, so the move is done."
        return f"{tp} is now on brokers {list(now.replicas)}{led}.", why
    return f"The move of {tp} is called off; it stays on brokers {list(now.replicas)}{led}.", (
        f"The reassignment was cancelled before {listed(was.adding)} had caught up."
    )
