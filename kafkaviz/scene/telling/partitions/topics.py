"""What is told of topics: they are created, grow, are configured and go."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from kafkaviz.decisions.placement import place_striped, place_zookeeper
from kafkaviz.decisions.policies import Placer
from kafkaviz.decisions.values import Partition
from kafkaviz.decisions.wording import name_of, quantity
from kafkaviz.graph.ids import broker_id, partition_id, replica_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Forwarded
from kafkaviz.model.partitions.topic_events import PartitionsAdded, TopicConfigured, TopicCreated, TopicDeleted
from kafkaviz.model.partitions.topic_requests import CreateTopic
from kafkaviz.scene.telling.cue import Cue, log_entry, seat_of, why
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Reason, Said, asking, telling
from kafkaviz.scene.telling.words import and_more

asking(CreateTopic, chapter=lambda request: f"create {request.topic}")


def _topic_created_cues(event: TopicCreated | PartitionsAdded, before: Cluster, after: Cluster) -> list[Cue]:
    path = event.path if isinstance(event, TopicCreated) else ()
    if event.forwarded is not None and path:
        path = (broker_id(event.forwarded.broker), path[-1])  # It comes from the broker that kept it.
    asked = [(start, end) for start, end in pairwise(path) if start != "client"]
    about = tuple(
        replica_id(tp, b) for tp in after.partitions if tp not in before.partitions for b in after.replicas[tp]
    )
    return [*(Cue("ask", start, end, f"create {event.topic}") for start, end in asked), *log_entry(after, about)]


def _why_there(event: TopicCreated | PartitionsAdded, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    """Marks by which rule the new replicas were placed: at the controller, or at the first that a lens draws."""
    words = rule_of_places(cause, event.forwarded).words
    new = [tp for tp in after.partitions if tp not in before.partitions]
    copies = (replica_id(tp, broker) for tp in new for broker in after.replicas[tp])
    return [why(words, seat_of(after), *copies, *map(partition_id, new))]


@telling(TopicCreated, Tag.CREATE, rank=9, cues=_topic_created_cues, why=_why_there)
def _topic_created(event: TopicCreated, before: Cluster, after: Cluster, cause: Cause) -> Said:
    copies = len(event.partitions[0].replicas)
    what = f"{quantity(len(event.partitions), 'partition')}, {quantity(copies, 'copy')} each"
    return f"Topic {event.topic} is created: {what}.", who_placed(event.partitions, 0, before, cause, event.forwarded)


@telling(PartitionsAdded, Tag.CREATE, cues=_topic_created_cues, why=_why_there)
def _partitions_added(event: PartitionsAdded, before: Cluster, after: Cluster, cause: Cause) -> Said:
    count, was, now = len(event.partitions), event.first, event.first + len(event.partitions)
    return (
        f"Topic {event.topic} gets {quantity(count, 'more partition')}.",
        f"{who_placed(event.partitions, was, before, cause)} No record moves; a key is taken mod {now}, not mod {was}, "
        "once a producer has heard of it.",
    )


SHOWN: Final = 3


PLACERS: Final[tuple[tuple[Placer, Reason], ...]] = (
    (place_striped, Reason("replicas striped", "striped over the brokers")),
    (place_zookeeper, Reason("replicas in turn", "in turn over the brokers")),
)


def rule_of_places(cause: Cause, kept: Forwarded | None) -> Reason:
    """Says by which rule replicas were placed: as the request names them, or as a placer answers."""
    asked = cause.request.assignment if isinstance(cause.request, CreateTopic) else None
    if asked is not None or (kept is not None and kept.asked.get("assignment") is not None):
        return Reason("as assigned", "as the request names them")
    placer = cause.policies.placer
    own = Reason(name_of(placer), f"as {name_of(placer)} answers")
    return next((reason for known, reason in PLACERS if known is placer), own)


def who_placed(
    partitions: Sequence[Partition], first: int, before: Cluster, cause: Cause, kept: Forwarded | None = None
) -> str:
    """Says who placed the replicas of partitions, by which rule, and who leads them."""
    controller = before.active_controller
    who = "The controller" if controller is None else f"Controller {controller}"
    leaders = ", ".join(f"p{first + n} → broker {p.leader}" for n, p in enumerate(partitions[:SHOWN]) if p.leader)
    leaders += and_more(partitions, SHOWN)
    return f"{who} places replicas {rule_of_places(cause, kept).sentence}; the first replica leads: {leaders}."


@telling(TopicDeleted)
def _topic_deleted(event: TopicDeleted, before: Cluster, after: Cluster, cause: Cause) -> Said:
    topic = before.topics[event.topic]
    copies = f"{quantity(topic.partitions, 'partition')} with {topic.replication_factor} replicas each"
    return f"Topic {event.topic} is deleted.", f"An admin client asked for it: its {copies} go, and their records."


@telling(TopicConfigured)
def _topic_configured(event: TopicConfigured, before: Cluster, after: Cluster, cause: Cause) -> Said:
    known = before.topics[event.topic].configs
    changes = ", ".join(f"{name.replace('_', '.')} = {value}" for name, value in event.configs.items())
    were = ", ".join(
        f"{name.replace('_', '.')} was {known.get(name, getattr(cause.policies, name, 'not set'))}"
        for name in event.configs
    )
    cleared = ""
    if event.cleared:
        names = ", ".join(map(str, event.cleared[:SHOWN])) + and_more(event.cleared, SHOWN)
        cleared = f" The controller forgets the eligible leader replicas of {names}: min.insync.replicas has changed."
    return f"Topic {event.topic} is configured: {changes}.", f"An admin client asked for it; {were}.{cleared}"
