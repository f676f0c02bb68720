"""What is told of a batch: it is written and acknowledged, refused, sent again or given up."""

from kafkaviz.decisions.wording import listing, quantity
from kafkaviz.graph.ids import producer_id, replica_id, waiting_id
from kafkaviz.model.clients.changes import batch_of
from kafkaviz.model.clients.events import (
    NETWORK_EXCEPTION,
    AcknowledgementLost,
    BatchExpired,
    BatchRejected,
    BatchReturned,
    ProduceAcknowledged,
    RecordsAppended,
    RequestCorrupted,
    RequestLost,
)
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import BatchEvent
from kafkaviz.model.partitions.events import HighWatermarkAdvanced
from kafkaviz.scene.telling.cue import Cue, record_ids, values_in
from kafkaviz.scene.telling.partitions.replication import copied_by
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Said, telling
from kafkaviz.scene.telling.together import Together
from kafkaviz.scene.telling.words import braces, limit, seconds, values_of


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
    followers = copied_by(joint)
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


@telling(RecordsAppended, Tag.WRITE, cues=_appended_cues, together={Tag.GO_ON: _go_on})
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
        f"{_departure(event, before, cause)} It goes to the leader{_elected(event)}, never to a follower."
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


def _departure(event: RecordsAppended, before: Cluster, cause: Cause) -> str:
    """Says why a batch leaves now: nothing more is to come, it is full, it lingered, or it is tried again."""
    batch, policies = batch_of(before, event.producer, event.batch), cause.policies
    if batch.attempts:
        return f"Attempt {batch.attempts + 1}, after {batch.error or 'no answer'}."
    if batch.bytes >= policies.batch_size:
        return f"Its batch is full: {batch.bytes:,} bytes of batch.size {policies.batch_size:,}."
    if batch.ready:
        return f"Its batch of {quantity(len(batch.records), 'record')} leaves at once: the program has no more to send."
    return f"Its batch waited {limit('linger.ms', policies.linger_ms)}."


def _refused_cues(event: BatchRejected, before: Cluster, after: Cluster) -> list[Cue]:
    producer, broker = producer_id(event.producer), replica_id(event.tp, event.broker)
    answer = Cue("refuse", broker, producer, event.error.lower())
    is_under_way = batch_of(before, event.producer, event.batch).sent_to is not None
    return [answer] if is_under_way else [Cue("send", producer, broker, _batch(event, before)), answer]


@telling(BatchRejected, Tag.REFUSED, cues=_refused_cues)
def _batch_rejected(event: BatchRejected, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"Broker {event.broker} refuses the batch for {event.tp}: {event.error} ({event.code}).", _refusal(
        event, before
    )


def _refusal(event: BatchRejected, before: Cluster) -> str:
    """Says why a broker refused: who leads, where that is the reason; else Kafka's own message."""
    partition = before.partitions.get(event.tp)
    if event.error == "NOT_LEADER_OR_FOLLOWER" and partition is not None:
        leads = "nobody leads it" if partition.leader is None else f"broker {partition.leader} does"
        return f"{event.message.removesuffix('.')}; {leads} in epoch {partition.leader_epoch}."
    return event.message


def _not_answered_cues(
    event: BatchReturned | RequestLost | RequestCorrupted, before: Cluster, after: Cluster
) -> list[Cue]:
    return [Cue("refuse", producer_id(event.producer), replica_id(event.tp, event.broker), _batch(event, before))]


def _batch(event: BatchEvent, cluster: Cluster) -> str:
    batches = cluster.producers[event.producer].batches if event.producer in cluster.producers else ()
    return values_in(value for batch in batches if batch.number == event.batch for _, value in batch.records)


@telling(BatchReturned, Tag.NO_ANSWER, cues=_not_answered_cues)
def _batch_returned(event: BatchReturned, before: Cluster, after: Cluster, cause: Cause) -> Said:
    pause = seconds(event.retry_ms - before.now_ms)
    why = f"{_meaning(event.error, event.broker, cause)} It waits {pause} (retry.backoff.ms) before it tries again."
    return f"No answer from broker {event.broker} for {event.tp}: the producer will try again.", why


def _meaning(error: str, broker: int, cause: Cause) -> str:
    over = limit("request.timeout.ms", cause.policies.request_timeout_ms)
    return {
        NETWORK_EXCEPTION: f"{error}: the connection to broker {broker} broke.",
        "REQUEST_TIMED_OUT": f"{error}: {over} is over.",
        "NOT_LEADER_OR_FOLLOWER": f"{error}: broker {broker} does not lead any more, or not what it wrote.",
    }.get(error, f"{error}: the ISR fell below min.insync.replicas.")


def _given_up_cues(event: BatchExpired, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("flip", cells=(producer_id(event.producer),))]


@telling(BatchExpired, Tag.GIVEN_UP, cues=_given_up_cues)
def _batch_expired(event: BatchExpired, before: Cluster, after: Cluster, cause: Cause) -> Said:
    batch, policies = batch_of(before, event.producer, event.batch), cause.policies
    if before.now_ms >= batch.created_ms + policies.delivery_timeout_ms:
        over = limit("delivery.timeout.ms", policies.delivery_timeout_ms)
        refused = f"; the last error was {batch.error}" if batch.error else ""
        why = f"{over} is over since the batch was opened{refused}. Its callback is told {event.error}."
        if policies.advertised_listeners == "localhost":
            why = f"{why} It never left: localhost is the producer's own machine, and no broker runs there."
    elif batch.acks == 0:
        return (
            f"The batch for {event.tp} is refused, and its producer never hears of it.",
            f"{event.error}. acks=0: the producer counted it as sent when it left; the broker closes the connection.",
        )
    else:
        why = f"{event.error} is an error that no retry can mend."
    return f"The producer gives up on a batch for {event.tp}.", why


def _acknowledged_cues(event: ProduceAcknowledged, before: Cluster, after: Cluster) -> list[Cue]:
    producer, broker = producer_id(event.producer), replica_id(event.tp, event.broker)
    return [Cue("ack", broker, producer, "✓ stored", patient=True)]


@telling(ProduceAcknowledged, Tag.ACK, cues=_acknowledged_cues)
def _produce_acknowledged(event: ProduceAcknowledged, before: Cluster, after: Cluster, cause: Cause) -> Said:
    promised = after.acknowledged[len(before.acknowledged) :]
    acks = promised[0].acks if promised else -1
    isr = braces(before.replicas[event.tp][event.broker].maximal_isr)
    end = event.base_offset + len(promised)
    why = {
        -1: f"acks=all: the high watermark has reached {end}, so all of the ISR {isr} have the batch.",
        1: f"acks=1: broker {event.broker}, the leader, has written the batch; a follower may not have it yet.",
    }[acks]
    return f"{event.tp}: {values_of(promised)} acknowledged to the producer.", why


def _acknowledgement_lost_cues(event: AcknowledgementLost, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("refuse", replica_id(event.tp, event.broker), producer_id(event.producer), "connection lost")]


@telling(AcknowledgementLost, Tag.LOST, cues=_acknowledgement_lost_cues)
def _acknowledgement_lost(event: AcknowledgementLost, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        f"The connection to broker {event.broker} breaks: no answer for {event.tp} will arrive.",
        f"{NETWORK_EXCEPTION}: the producer cannot know whether the batch was written, and will send it again.",
    )


@telling(RequestLost, Tag.LOST, cues=_not_answered_cues)
def _request_lost(event: RequestLost, before: Cluster, after: Cluster, cause: Cause) -> Said:
    lost = f"The connection to broker {event.broker} breaks, and the request for {event.tp} never arrives."
    if not _is_held(event, after):
        return lost, "acks=0: the producer counted it as sent when it left, and sends nothing again."
    waits = limit("retry.backoff.ms", cause.policies.retry_backoff_ms)
    return lost, f"{NETWORK_EXCEPTION}: the producer waits {waits}, and sends again what was under way."


@telling(RequestCorrupted, Tag.LOST, cues=_not_answered_cues)
def _request_corrupted(event: RequestCorrupted, before: Cluster, after: Cluster, cause: Cause) -> Said:
    damaged = f"The request for {event.tp} is damaged on its way to broker {event.broker}."
    if not _is_held(event, after):
        return damaged, "acks=0: its checksum does not fit, and the producer never hears of it."
    most = cause.policies.max_in_flight_requests_per_connection
    return damaged, (
        "Its checksum does not fit: it will be refused. Until the producer hears that, others may leave behind it, up "
        f"to max.in.flight.requests.per.connection ({most})."
    )


def _is_held(event: BatchEvent, after: Cluster) -> bool:
    return any(batch.number == event.batch for batch in after.producers[event.producer].batches)
