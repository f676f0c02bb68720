"""Marks why a producer asks, waits, sends again or is refused, and why a batch counts as stored."""

from collections.abc import Iterator

from kafkaviz.graph.ids import broker_id, producer_id, replica_id
from kafkaviz.model.clients.changes import batch_of
from kafkaviz.model.clients.events import (
    NETWORK_EXCEPTION,
    AcknowledgementLost,
    BatchExpired,
    BatchRejected,
    BatchReturned,
    LeadersLearned,
    ProduceAcknowledged,
    RecordsAppended,
    RequestCorrupted,
    RequestLost,
)
from kafkaviz.model.clients.metadata_rules import refresh_metadata
from kafkaviz.model.core.clients import Producer
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.configs import config
from kafkaviz.scene.telling.cue import Cue, partition_name
from kafkaviz.scene.telling.partitions.whys import copy_of
from kafkaviz.scene.telling.telling import Cause
from kafkaviz.scene.telling.whys import why, whys


@whys(LeadersLearned)
def _asked(event: LeadersLearned, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    producer = before.producers.get(event.producer, Producer())
    if any(tp.topic not in producer.metadata for tp in event.leaders):
        words = "knew no leader"
    elif cause.is_rule(refresh_metadata):
        words = "metadata.max.age.ms"
    elif any(batch.error and batch.tp in event.leaders for batch in producer.batches):
        words = "was refused"
    else:
        words = "its leader is gone"
    yield why(words, producer_id(event.producer))


@whys(BatchRejected)
def _refused(event: BatchRejected, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    partition = before.partitions.get(event.tp)
    words = ""
    if event.error == "NOT_LEADER_OR_FOLLOWER":
        words = f"does not lead {partition_name(event.tp, before)}"
    elif event.error == "NOT_ENOUGH_REPLICAS" and partition is not None:
        least = config(before, event.tp.topic, "min_insync_replicas", cause.policies)
        words = f"ISR {len(partition.isr)} < min {least}"
    elif "SEQUENCE" in event.error:
        words = "a batch is missing"
    if words:
        yield why(words, *copy_of(event.tp, event.broker))


@whys(BatchReturned)
def _returned(event: BatchReturned, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    words = {NETWORK_EXCEPTION: "connection broke", "REQUEST_TIMED_OUT": "request timed out"}
    yield why(words.get(event.error, "no ack came"), producer_id(event.producer))


@whys(BatchExpired)
def _given_up(event: BatchExpired, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    batch = batch_of(before, event.producer, event.batch)
    is_over = before.now_ms >= batch.created_ms + cause.policies.delivery_timeout_ms
    yield why("delivery.timeout.ms" if is_over else "no retry mends it", producer_id(event.producer))


@whys(RecordsAppended)
def _written(event: RecordsAppended, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    batch = batch_of(before, event.producer, event.batch)
    if event.duplicate:
        yield why(f"has sequence {event.records[0].sequence}", *copy_of(event.tp, event.leader))
    elif batch.attempts:
        yield why(f"retry: attempt {batch.attempts + 1}", producer_id(event.producer))


@whys(ProduceAcknowledged)
def _stored(event: ProduceAcknowledged, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    promised = after.acknowledged[len(before.acknowledged) :]
    words = "acks=1: leader has it" if promised and promised[0].acks == 1 else "acks=all: ISR has it"
    yield why(words, *copy_of(event.tp, event.broker))


@whys(AcknowledgementLost)
def _unanswered(event: AcknowledgementLost, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    yield why("no ack: sends again", producer_id(event.producer))


@whys(RequestLost, RequestCorrupted)
def _on_its_way(event: RequestLost | RequestCorrupted, before: Cluster, after: Cluster, cause: Cause) -> Iterator[Cue]:
    words = "connection broke" if isinstance(event, RequestLost) else "wrong checksum"
    yield why(words, replica_id(event.tp, event.broker), broker_id(event.broker))
