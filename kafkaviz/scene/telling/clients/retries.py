"""What is told of a batch that no answer came for: it is lost on its way, sent again or given up."""

from typing import Any

from kafkaviz.graph.ids import producer_id, replica_id
from kafkaviz.model.clients.changes import batch_of
from kafkaviz.model.clients.events import NETWORK_EXCEPTION, BatchExpired, BatchReturned
from kafkaviz.model.clients.network_events import AcknowledgementLost, RequestCorrupted, RequestLost
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import BatchEvent
from kafkaviz.scene.telling.clients.batches import values_of_batch
from kafkaviz.scene.telling.cue import Cue, copy_of, why
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Reason, Said, Why, telling
from kafkaviz.scene.telling.words import limit, seconds


def _not_answered_cues(
    event: BatchReturned | RequestLost | RequestCorrupted, before: Cluster, after: Cluster
) -> list[Cue]:
    text = values_of_batch(event, before)
    return [Cue("refuse", producer_id(event.producer), replica_id(event.tp, event.broker), text)]


def _why_returned(event: BatchReturned, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    return [why(_meaning(event, cause).words, producer_id(event.producer))]


@telling(BatchReturned, Tag.NO_ANSWER, cues=_not_answered_cues, why=_why_returned)
def _batch_returned(event: BatchReturned, before: Cluster, after: Cluster, cause: Cause) -> Said:
    pause = seconds(event.retry_ms - before.now_ms)
    why = f"{_meaning(event, cause).sentence} It waits {pause} (retry.backoff.ms) before it tries again."
    return f"No answer from broker {event.broker} for {event.tp}: the producer will try again.", why


def _meaning(event: BatchReturned, cause: Cause) -> Reason:
    """Says what an error means that stands for an answer which did not come."""
    error, over = event.error, limit("request.timeout.ms", cause.policies.request_timeout_ms)
    if error == NETWORK_EXCEPTION:
        return Reason("connection broke", f"{error}: the connection to broker {event.broker} broke.")
    if error == "REQUEST_TIMED_OUT":
        return Reason("request timed out", f"{error}: {over} is over.")
    lost = "the ISR fell below min.insync.replicas."
    if error == "NOT_LEADER_OR_FOLLOWER":
        lost = f"broker {event.broker} does not lead any more, or not what it wrote."
    return Reason("no ack came", f"{error}: {lost}")


def _given_up_cues(event: BatchExpired, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("flip", cells=(producer_id(event.producer),))]


def _why_given_up(event: BatchExpired, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    _, reason = _given_up(event, before, cause)
    return [why(reason.words, producer_id(event.producer))]


@telling(BatchExpired, Tag.GIVEN_UP, cues=_given_up_cues, why=_why_given_up)
def _batch_expired(event: BatchExpired, before: Cluster, after: Cluster, cause: Cause) -> Said:
    cap, reason = _given_up(event, before, cause)
    return cap, reason.sentence


def _given_up(event: BatchExpired, before: Cluster, cause: Cause) -> tuple[str, Reason]:
    """Says that a batch is given up, and why: its time is over, or no retry helps."""
    batch, policies = batch_of(before, event.producer, event.batch), cause.policies
    cap, words = f"The producer gives up on a batch for {event.tp}.", f"no retry helps: {event.error}"
    if before.now_ms >= batch.created_ms + policies.delivery_timeout_ms:
        over = limit("delivery.timeout.ms", policies.delivery_timeout_ms)
        refused = f"; the last error was {batch.error}" if batch.error else ""
        why = f"{over} is over since the batch was opened{refused}. Its callback is told {event.error}."
        if policies.advertised_listeners == "localhost":
            why = f"{why} It never left: localhost is the producer's own machine, and no broker runs there."
        return cap, Reason(f"delivery.timeout.ms: {event.error}", why)
    if batch.acks == 0:
        cap = f"The batch for {event.tp} is refused, and its producer never hears of it."
        closes = "acks=0: the producer counted it as sent when it left; the broker closes the connection."
        return cap, Reason(words, f"{event.error}. {closes}")
    return cap, Reason(words, f"{event.error} is an error that no retry can mend.")


def _acknowledgement_lost_cues(event: AcknowledgementLost, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("refuse", replica_id(event.tp, event.broker), producer_id(event.producer), "ack: lost")]


def _why_unanswered(event: AcknowledgementLost, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    return [why("connection lost: sends again", producer_id(event.producer))]


@telling(AcknowledgementLost, Tag.LOST, cues=_acknowledgement_lost_cues, why=_why_unanswered)
def _acknowledgement_lost(event: AcknowledgementLost, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        f"The connection to broker {event.broker} breaks: no answer for {event.tp} will arrive.",
        f"{NETWORK_EXCEPTION}: the producer cannot know whether the batch was written, and will send it again.",
    )


def _why_on_its_way(words: str) -> Why[Any]:
    """Returns what marks, at the copy it was for, why a request did not arrive as it was sent."""
    return lambda event, before, after, cause: [why(words, *copy_of(event.tp, event.broker))]


@telling(RequestLost, Tag.LOST, cues=_not_answered_cues, why=_why_on_its_way("connection broke"))
def _request_lost(event: RequestLost, before: Cluster, after: Cluster, cause: Cause) -> Said:
    lost = f"The connection to broker {event.broker} breaks, and the request for {event.tp} never arrives."
    if not _is_held(event, after):
        return lost, "acks=0: the producer counted it as sent when it left, and sends nothing again."
    waits = limit("retry.backoff.ms", cause.policies.retry_backoff_ms)
    return lost, f"{NETWORK_EXCEPTION}: the producer waits {waits}, and sends again what was under way."


@telling(RequestCorrupted, Tag.LOST, cues=_not_answered_cues, why=_why_on_its_way("wrong checksum"))
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
