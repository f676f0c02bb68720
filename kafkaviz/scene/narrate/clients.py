"""What is said about producers and consumers."""

from kafkaviz.decisions.wording import counted
from kafkaviz.model.clients.changes import batch_of
from kafkaviz.model.clients.events import (
    NETWORK_EXCEPTION,
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
from kafkaviz.scene.narrate.partitioning import why_there
from kafkaviz.scene.narrate.sentence import Cause, Said, sentence
from kafkaviz.scene.narrate.words import braces, limit, listed, seconds, values_of


@sentence.register
def _record_queued(event: RecordQueued, before: Cluster, after: Cluster, cause: Cause) -> Said:
    what = f"{label_of(event.value, 24)}" + (f" with key {label_of(event.key, 24)}" if event.key is not None else "")
    return (
        f"The producer takes {what} for {event.tp}.",
        why_there(event, before, cause),
    )


@sentence.register
def _leaders_learned(event: LeadersLearned, before: Cluster, after: Cluster, cause: Cause) -> Said:
    known = ", ".join(f"{tp} → {'nobody' if b is None else b}" for tp, b in list(event.leaders.items())[:6])
    failed = [b for b in before.producers[event.producer].batches if b.error and b.tp in event.leaders]
    if cause.rule == "refresh_metadata":
        age = limit("metadata.max.age.ms", cause.policies.metadata_max_age_ms)
        cap = "The producer refreshes its metadata."
        return (
            cap,
            f"{age} is over, and nobody has refused it. {_grown(event.producer, before, after)}Metadata: {known}.",
        )
    why = (
        f"{failed[0].error} for {failed[0].tp}, so it refreshes its metadata."
        if failed
        else "It knew no leader that is up."
    )
    return "The producer asks a broker who leads.", f"{why} Metadata: {known}."


def _grown(producer: str, before: Cluster, after: Cluster) -> str:
    """Says of which topics a producer knows more partitions now."""
    known, now = before.producers[producer].metadata, after.producers[producer].metadata
    more = [
        f"{topic} has {count} partitions, not {known[topic]}" for topic, count in now.items() if count > known[topic]
    ]
    return f"It hears that {', '.join(more)}. " if more else ""


@sentence.register
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
        f"{_departure(event, before, cause)} It goes to the leader of epoch {event.records[0].leader_epoch}, "
        "never to a follower.",
    )


def _departure(event: RecordsAppended, before: Cluster, cause: Cause) -> str:
    """Says why a batch leaves now: flushed, full, lingered, or tried again."""
    batch, policies = batch_of(before, event.producer, event.batch), cause.policies
    if batch.attempts:
        return f"Attempt {batch.attempts + 1}, after {batch.error or 'no answer'}."
    if batch.bytes >= policies.batch_size:
        return f"Its batch is full: {batch.bytes:,} bytes of batch.size {policies.batch_size:,}."
    if batch.ready:
        return f"Its batch of {counted(len(batch.records), 'record')} was flushed."
    return f"Its batch waited {limit('linger.ms', policies.linger_ms)}."


@sentence.register
def _batch_rejected(event: BatchRejected, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"Broker {event.broker} refuses the batch for {event.tp}: {event.error} ({event.code}).", _told_by(
        event, before
    )


def _told_by(event: BatchRejected, before: Cluster) -> str:
    """Says why a broker refused: who leads, where that is the reason; else Kafka's own message."""
    partition = before.partitions.get(event.tp)
    if event.error == "NOT_LEADER_OR_FOLLOWER" and partition is not None:
        leads = "nobody leads it" if partition.leader is None else f"broker {partition.leader} does"
        return f"{event.message.removesuffix('.')}; {leads} in epoch {partition.leader_epoch}."
    return event.message


def _meaning(error: str, broker: int, cause: Cause) -> str:
    over = limit("request.timeout.ms", cause.policies.request_timeout_ms)
    return {
        NETWORK_EXCEPTION: f"{error}: the connection to broker {broker} broke.",
        "REQUEST_TIMED_OUT": f"{error}: {over} is over.",
        "NOT_LEADER_OR_FOLLOWER": f"{error}: broker {broker} does not lead any more, or not what it wrote.",
    }.get(error, f"{error}: the ISR fell below min.insync.replicas.")


@sentence.register
def _batch_returned(event: BatchReturned, before: Cluster, after: Cluster, cause: Cause) -> Said:
    pause = seconds(event.retry_ms - before.now_ms)
    why = f"{_meaning(event.error, event.broker, cause)} It waits {pause} (retry.backoff.ms) before it tries again."
    return f"No answer from broker {event.broker} for {event.tp}: the producer will try again.", why


@sentence.register
def _batch_expired(event: BatchExpired, before: Cluster, after: Cluster, cause: Cause) -> Said:
    batch, policies = batch_of(before, event.producer, event.batch), cause.policies
    if before.now_ms >= batch.created_ms + policies.delivery_timeout_ms:
        over = limit("delivery.timeout.ms", policies.delivery_timeout_ms)
        why = f"{over} is over since the batch was opened; the last error was {event.error}."
    elif batch.acks == 0:
        why = f"{event.error}, but with acks=0 the producer never hears of it."
    else:
        why = f"{event.error} is an error that no retry can mend."
    return f"The producer gives up on a batch for {event.tp}.", why


@sentence.register
def _produce_acknowledged(event: ProduceAcknowledged, before: Cluster, after: Cluster, cause: Cause) -> Said:
    promised = after.acknowledged[len(before.acknowledged) :]
    acks = promised[0].acks if promised else -1
    isr = braces(before.replicas[event.tp][event.broker].maximal_isr)
    end = event.base_offset + len(promised)
    why = {
        -1: f"acks=all: the high watermark has reached {end}, so every member of the ISR {isr} has the batch.",
        1: f"acks=1: broker {event.broker}, the leader, has written the batch; a follower may not have it yet.",
        0: "acks=0: the producer does not wait for an answer.",
    }[acks]
    return f"{event.tp}: {values_of(promised)} acknowledged to the producer.", why


@sentence.register
def _acknowledgement_lost(event: AcknowledgementLost, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        f"The acknowledgement for {event.tp} is lost on its way.",
        f"{NETWORK_EXCEPTION}: the producer cannot know whether the batch was written, and will send it again.",
    )


@sentence.register
def _records_polled(event: RecordsPolled, before: Cluster, after: Cluster, cause: Cause) -> Said:
    parts = [f"{values_of(records)} from broker {b}" for _, b, _, records in event.fetched if records]
    asked = sorted({b for _, b, _, _ in event.fetched})
    if not asked:
        return f"{event.consumer} polls and gets nothing new.", "No partition has a leader it could ask."
    if not parts:
        at = ", ".join(f"{tp}: {position}" for tp, _, position, _ in event.fetched[:3])
        why = f"It asked {listed(asked)}, and its positions are at the high watermark ({at})."
        return f"{event.consumer} polls and gets nothing new.", why
    near = {b: tp for tp, b, _, _ in event.fetched if before.partitions[tp].leader != b}
    why = f"It fetched from each leader ({listed(asked)}), below the high watermark."
    if near:
        broker, tp = next(iter(near.items()))
        rack, leader = before.brokers[broker].rack, before.partitions[tp].leader
        why = (
            f"Broker {broker}, a follower in the ISR of {tp}, is in the consumer's rack, {rack}: the leader, broker "
            f"{leader}, named it when it was asked (replica.selector.class)."
        )
    return f"{event.consumer} polls: {'; '.join(parts)}.", why
