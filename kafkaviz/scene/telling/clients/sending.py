"""What is told of a producer before its records leave: which partition they go to, and who leads it."""

from typing import Final

from kafkaviz.decisions.wording import listing
from kafkaviz.graph.ids import broker_id, partition_id, producer_id, replica_id, routing_id
from kafkaviz.model.clients.events import LeadersLearned, RecordQueued
from kafkaviz.model.clients.metadata_rules import refresh_metadata
from kafkaviz.model.clients.producer_requests import Send
from kafkaviz.model.core.clients import Producer
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.scene.canvas import label_of
from kafkaviz.scene.telling.clients.partitioning import rule_there, why_all_there, why_there
from kafkaviz.scene.telling.cue import LETTERS, Cue, partition_name, tie_id, why
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Reason, Said, asking, telling
from kafkaviz.scene.telling.together import Together
from kafkaviz.scene.telling.words import limit, values_of

KNEW_NO_PARTITION: Final = "knew no partition yet"
"""What is marked at a producer that asks for the first time."""
asking(Send, chapter=lambda request: f"send to {request.topic}")


def _queued_cues(event: RecordQueued, before: Cluster, after: Cluster) -> list[Cue]:
    latest = after.producers[event.producer].latest[-1]
    sent, producer = routing_id(event.producer, latest.number), producer_id(event.producer)
    text = label_of(event.value, LETTERS)
    return [Cue("send", sent, partition_id(event.tp), text, about=(producer,))]


def _keys(joint: Together) -> Said | None:
    queued = [
        (before, step.event, Cause.of(step, joint.policies))
        for before, step in joint.steps
        if isinstance(step.event, RecordQueued)
    ]
    if len(queued) < 2:
        return None
    events = [event for _, event, _ in queued]
    where = listing(dict.fromkeys(event.tp for event in events), "")
    return f"The producer takes {values_of(events)} for {where}.", why_all_there(queued)


def _why_queued(event: RecordQueued, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    rule = rule_there(event, before, cause)
    return [] if rule is None else [why(rule.words, producer_id(event.producer))]


@telling(
    RecordQueued,
    Tag.KEYS,
    cues=_queued_cues,
    why=_why_queued,
    together=_keys,
    common=lambda event: (event.producer, event.batch),
)
def _record_queued(event: RecordQueued, before: Cluster, after: Cluster, cause: Cause) -> Said:
    what = f"{label_of(event.value, 24)}" + (f" with key {label_of(event.key, 24)}" if event.key is not None else "")
    return f"The producer takes {what} for {event.tp}.", why_there(event, before, cause)


def _leaders_learned_cues(event: LeadersLearned, before: Cluster, after: Cluster) -> list[Cue]:
    asked = next((broker_id(b.id) for b in after.brokers.values() if b.is_up and not b.fenced), "")
    known = [f"{partition_name(tp, after)} → {'nobody' if b is None else b}" for tp, b in event.leaders.items()]
    text = known[0] if len(known) == 1 else ", ".join(known[:2]) + (" …" if len(known) > 2 else "")
    producer = producer_id(event.producer)
    led = ((tp, b) for tp, b in event.leaders.items() if b is not None)
    ties = (tie_id(producer, f"writes {tp}", replica_id(tp, b)) for tp, b in led)
    learns = Cue("flip", end=producer, cells=(producer, *ties), patient=True)
    return [Cue("ask", producer, asked, "who leads?"), Cue("answer", asked, producer, text), learns]


def _why_asked(event: LeadersLearned, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    _, reason = _asked(event, before, after, cause)
    return [why(reason.words, producer_id(event.producer))]


@telling(LeadersLearned, Tag.WHO_LEADS, rank=1, cues=_leaders_learned_cues, why=_why_asked)
def _leaders_learned(event: LeadersLearned, before: Cluster, after: Cluster, cause: Cause) -> Said:
    cap, reason = _asked(event, before, after, cause)
    return cap, reason.sentence


def _asked(event: LeadersLearned, before: Cluster, after: Cluster, cause: Cause) -> tuple[str, Reason]:
    """Says what a producer asks a broker, and why it does."""
    known = ", ".join(f"{tp} → {'nobody' if b is None else b}" for tp, b in list(event.leaders.items())[:6])
    producer = before.producers.get(event.producer, Producer())
    new = next((tp.topic for tp in event.leaders if tp.topic not in producer.metadata), None)
    if new is not None:
        why = f"It knows nothing of {new} yet, and chooses no partition before it does. Metadata: {known}."
        if cause.policies.advertised_listeners == "localhost":
            why = f"{why} The brokers are at localhost, it hears (advertised.listeners)."
        cap = "The producer asks a broker which partitions there are, and who leads."
        return cap, Reason(KNEW_NO_PARTITION, why)
    if cause.rule is refresh_metadata:
        age = limit("metadata.max.age.ms", cause.policies.metadata_max_age_ms)
        why = f"{age} is over, and nobody has refused it. {_grown(event.producer, before, after)}Metadata: {known}."
        return "The producer refreshes its metadata.", Reason("metadata.max.age.ms", why)
    cap = "The producer asks a broker who leads."
    failed = [b for b in producer.batches if b.error and b.tp in event.leaders]
    if failed:
        why = f"{failed[0].error} for {failed[0].tp}, so it refreshes its metadata. Metadata: {known}."
        return cap, Reason("was refused", why)
    return cap, Reason("its leader is gone", f"Its metadata named no leader that is up. Metadata: {known}.")


def _grown(producer: str, before: Cluster, after: Cluster) -> str:
    """Says of which topics a producer knows more partitions now."""
    known, now = before.producers[producer].metadata, after.producers[producer].metadata
    more = [
        f"{topic} has {count} partitions, not {known[topic]}" for topic, count in now.items() if count > known[topic]
    ]
    return f"It hears that {', '.join(more)}. " if more else ""
