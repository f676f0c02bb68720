"""What is told of a batch: it is written and acknowledged, or refused."""

from typing import Final

from kafkaviz.decisions.wording import listing, quantity
from kafkaviz.graph.ids import producer_id, replica_id, waiting_id
from kafkaviz.model.clients.changes import batch_of
from kafkaviz.model.clients.events import BatchRejected, ProduceAcknowledged, RecordsAppended
from kafkaviz.model.core.clients import Acknowledged
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import BatchEvent
from kafkaviz.model.partitions.events import HighWatermarkAdvanced
from kafkaviz.scene.telling.cue import Cue, copy_of, partition_name, record_ids, values_in, why
from kafkaviz.scene.telling.partitions.replication import copying_followers
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Reason, Said, telling
from kafkaviz.scene.telling.together import Together
from kafkaviz.scene.telling.words import braces, limit, values_of

LEADER_HAS_IT: Final = "acks=1: leader has it"
"""What is marked of an acknowledgement that waits for nobody but the leader."""


def _appended_cues(event: RecordsAppended, before: Cluster, after: Cluster) -> list[Cue]:
    producer = producer_id(event.producer)
    sources = tuple(waiting_id(event.producer, event.batch, n) for n in range(len(event.records)))
    cells = () if event.duplicate else record_ids(event.tp, event.leader, event.records)
    to = replica_id(event.tp, event.leader)
    text = values_in(record.value for record in event.records) + (" again" if event.duplicate else "")
    return [Cue("send", producer, to, text, cells, sources if cells else (), patient=True)]


def _go_on(joint: Together) -> Said | None:
    written = joint.of(RecordsAppended)
    if not written:
        return None
    first = written[0]
    followers = copying_followers(joint)
    moved, acknowledged = joint.of(HighWatermarkAdvanced), joint.of(ProduceAcknowledged)
    steps = [
        "written",
        *([f"fetched by {listing(followers)}"] if followers else []),
        *(["committed"] if moved else []),
        *(["acknowledged"] if acknowledged else []),
    ]
    mark = f", high watermark {moved[-1].offset}" if moved else ""
    return (
        f"{first.tp}: {values_of(first.records)} goes to broker {first.leader}: {', '.join(steps)}.",
        f"The same steps as before, at once: offset {first.records[0].offset}{mark}.",
    )


def _why_written(event: RecordsAppended, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    if event.duplicate:
        return [why(f"has sequence {event.records[0].sequence}: not twice", *copy_of(event.tp, event.leader))]
    return [why(_departure(event, before, cause).words, producer_id(event.producer))]


@telling(RecordsAppended, Tag.WRITE, cues=_appended_cues, why=_why_written, together={Tag.GO_ON: _go_on})
def _records_appended(event: RecordsAppended, before: Cluster, after: Cluster, cause: Cause) -> Said:
    if event.duplicate:
        return (
            f"{event.tp}: broker {event.leader} has {values_of(event.records)} already.",
            f"Sequence {event.records[0].sequence} of producer id {event.records[0].producer_id} is in its log: "
            "nothing is written twice.",
        )
    first, last = event.records[0].offset, event.records[-1].offset
    at = f"offset {first}" if first == last else f"offsets {first} to {last}"
    return (
        f"{event.tp}: the leader, broker {event.leader}, writes {values_of(event.records)} at {at}.",
        f"{_departure(event, before, cause).sentence} It goes to the leader{_elected(event)}, never to a follower."
        f"{_unanswered(event, before)}",
    )


def _elected(event: RecordsAppended) -> str:
    """Says of which epoch a leader is that was elected after another one."""
    epoch = event.records[0].leader_epoch
    return f" of epoch {epoch}" if epoch else ""


def _unanswered(event: RecordsAppended, before: Cluster) -> str:
    if batch_of(before, event.producer, event.batch).acks != 0:
        return ""
    return " acks=0: no answer comes back, and the producer counted it as sent when it left."


def _departure(event: RecordsAppended, before: Cluster, cause: Cause) -> Reason:
    """Says why a batch leaves now: nothing more is to come, it is full, it lingered, or it is tried again."""
    batch, policies = batch_of(before, event.producer, event.batch), cause.policies
    if batch.attempts:
        attempt = f"attempt {batch.attempts + 1}"
        return Reason(f"retry: {attempt}", f"{attempt.capitalize()}, after {batch.error or 'no answer'}.")
    if batch.bytes >= policies.batch_size:
        full = f"Its batch is full: {batch.bytes:,} bytes of batch.size {policies.batch_size:,}."
        return Reason("batch is full", full)
    if batch.ready:
        size = quantity(len(batch.records), "record")
        return Reason("no more to send", f"Its batch of {size} leaves at once: the program has no more to send.")
    words = f"linger.ms={policies.linger_ms} is over" if policies.linger_ms else "linger.ms=0: at once"
    return Reason(words, f"Its batch waited {limit('linger.ms', policies.linger_ms)}.")


def values_of_batch(event: BatchEvent, cluster: Cluster) -> str:
    """Returns what the batch of an event carries, in few letters."""
    batches = cluster.producers[event.producer].batches if event.producer in cluster.producers else ()
    return values_in(value for batch in batches if batch.number == event.batch for _, value in batch.records)


def _refused_cues(event: BatchRejected, before: Cluster, after: Cluster) -> list[Cue]:
    producer, broker = producer_id(event.producer), replica_id(event.tp, event.broker)
    answer = Cue("refuse", broker, producer, event.error.lower())
    is_under_way = batch_of(before, event.producer, event.batch).sent_to is not None
    return [answer] if is_under_way else [Cue("send", producer, broker, values_of_batch(event, before)), answer]


def _why_refused(event: BatchRejected, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    words = _refusal(event, before, cause).words
    return [why(words, *copy_of(event.tp, event.broker))] if words else []


@telling(BatchRejected, Tag.REFUSED, cues=_refused_cues, why=_why_refused)
def _batch_rejected(event: BatchRejected, before: Cluster, after: Cluster, cause: Cause) -> Said:
    cap = f"Broker {event.broker} refuses the batch for {event.tp}: {event.error} ({event.code})."
    return cap, _refusal(event, before, cause).sentence


def _refusal(event: BatchRejected, before: Cluster, cause: Cause) -> Reason:
    """Says why a broker refused: who leads, where that is the reason; else Kafka's own message, some in few words."""
    partition = before.partitions.get(event.tp)
    if event.error == "NOT_LEADER_OR_FOLLOWER":
        words, leads = f"does not lead {partition_name(event.tp, before)}", event.message
        if partition is not None:
            now = "nobody leads it" if partition.leader is None else f"broker {partition.leader} does"
            leads = f"{event.message.removesuffix('.')}; {now} in epoch {partition.leader_epoch}."
        return Reason(words, leads)
    if event.error == "NOT_ENOUGH_REPLICAS" and partition is not None:
        least = before.config(event.tp.topic, "min_insync_replicas", cause.policies)
        return Reason(f"ISR {len(partition.isr)} < min {least}", event.message)
    if event.error == "CORRUPT_MESSAGE":
        is_damaged = batch_of(before, event.producer, event.batch).sent_to is not None
        return Reason("wrong checksum" if is_damaged else "a key is missing", event.message)
    known = {"OUT_OF_ORDER_SEQUENCE_NUMBER": "a batch is missing"}
    return Reason(known.get(event.error, ""), event.message)


def _acknowledged_cues(event: ProduceAcknowledged, before: Cluster, after: Cluster) -> list[Cue]:
    producer, broker = producer_id(event.producer), replica_id(event.tp, event.broker)
    return [Cue("ack", broker, producer, "✓ stored", patient=True)]


def _why_acknowledged(event: ProduceAcknowledged, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    words = _promise(event, before, after).words
    return [why(words, *copy_of(event.tp, event.broker), producer_id(event.producer))]


@telling(ProduceAcknowledged, Tag.ACK, cues=_acknowledged_cues, why=_why_acknowledged)
def _produce_acknowledged(event: ProduceAcknowledged, before: Cluster, after: Cluster, cause: Cause) -> Said:
    promised = _promised(before, after)
    return f"{event.tp}: {values_of(promised)} acknowledged to the producer.", _promise(event, before, after).sentence


def _promise(event: ProduceAcknowledged, before: Cluster, after: Cluster) -> Reason:
    """Says what an acknowledgement promises: that the leader has a batch, or all of the ISR."""
    promised = _promised(before, after)
    if promised and promised[0].acks == 1:
        why = f"acks=1: broker {event.broker}, the leader, has written the batch; a follower may not have it yet."
        return Reason(LEADER_HAS_IT, why)
    isr = braces(before.replicas[event.tp][event.broker].maximal_isr)
    end = event.base_offset + len(promised)
    why = f"acks=all: the high watermark has reached {end}, so all of the ISR {isr} have the batch."
    return Reason("acks=all: ISR has it", why)


def _promised(before: Cluster, after: Cluster) -> tuple[Acknowledged, ...]:
    return after.acknowledged[len(before.acknowledged) :]
