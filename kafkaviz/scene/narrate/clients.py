"""What is said about producers and consumers."""

from kafkaviz.model.clients.events import (
    AcknowledgementLost,
    BatchExpired,
    BatchRejected,
    BatchReturned,
    LeadersLearned,
    ProduceAcknowledged,
    RecordQueued,
    RecordsAppended,
    RecordsPolled,
)
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.scene.canvas import label_of
from kafkaviz.scene.narrate.sentence import Said, sentence
from kafkaviz.scene.narrate.words import listed, values_of


@sentence.register
def _record_queued(event: RecordQueued, before: Cluster, after: Cluster) -> Said:
    what = f"{label_of(event.value, 24)}" + (f" with key {label_of(event.key, 24)}" if event.key is not None else "")
    return (
        f"The producer takes {what} for {event.tp}.",
        "Its partitioner chose the partition; the record waits in a batch.",
    )


@sentence.register
def _leaders_learned(event: LeadersLearned, before: Cluster, after: Cluster) -> Said:
    known = ", ".join(f"{tp} → {'nobody' if b is None else b}" for tp, b in list(event.leaders.items())[:6])
    return "The producer asks a broker who leads.", f"Metadata: {known}."


@sentence.register
def _records_appended(event: RecordsAppended, before: Cluster, after: Cluster) -> Said:
    if event.duplicate:
        return (
            f"{event.tp}: broker {event.leader} has {values_of(event.records)} already.",
            "The sequence number gives the repetition away; nothing is written twice.",
        )
    first, last = event.records[0].offset, event.records[-1].offset
    at = f"offset {first}" if first == last else f"offsets {first} to {last}"
    return (
        f"{event.tp}: the leader, broker {event.leader}, writes {values_of(event.records)} at {at}.",
        "A producer writes to the leader, never to a follower.",
    )


@sentence.register
def _batch_rejected(event: BatchRejected, before: Cluster, after: Cluster) -> Said:
    return f"Broker {event.broker} refuses the batch for {event.tp}: {event.error} ({event.code}).", event.message


@sentence.register
def _batch_returned(event: BatchReturned, before: Cluster, after: Cluster) -> Said:
    return f"No answer from broker {event.broker} for {event.tp}: the producer will try again.", event.error


@sentence.register
def _batch_expired(event: BatchExpired, before: Cluster, after: Cluster) -> Said:
    return f"The producer gives up on a batch for {event.tp}.", event.error


@sentence.register
def _produce_acknowledged(event: ProduceAcknowledged, before: Cluster, after: Cluster) -> Said:
    promised = after.acknowledged[len(before.acknowledged) :]
    acks = promised[0].acks if promised else -1
    why = {
        -1: "acks=all: everybody in the ISR has them.",
        1: "acks=1: the leader has them; a follower may not.",
        0: "acks=0: the producer does not wait for an answer.",
    }[acks]
    return f"{event.tp}: {values_of(promised)} acknowledged to the producer.", why


@sentence.register
def _acknowledgement_lost(event: AcknowledgementLost, before: Cluster, after: Cluster) -> Said:
    return f"The acknowledgement for {event.tp} is lost on its way.", "The producer cannot know, and will send again."


@sentence.register
def _records_polled(event: RecordsPolled, before: Cluster, after: Cluster) -> Said:
    parts = [f"{values_of(records)} from broker {b}" for _, b, _, records in event.fetched if records]
    asked = sorted({b for _, b, _, _ in event.fetched})
    if not parts:
        return f"{event.consumer} polls and gets nothing new.", f"It asked {listed(asked)}." if asked else ""
    return (
        f"{event.consumer} polls: {'; '.join(parts)}.",
        f"It fetched from each leader ({listed(asked)}), below the high watermark.",
    )
