"""What producers did, and what they were told."""

from collections.abc import Mapping
from typing import ClassVar

from kafkaviz.decisions.errors import NetworkError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.clients.changes import (
    batch_of,
    known_partitions,
    producer_named,
    put_batch,
    put_producer,
    reenqueue_batch,
    with_metadata,
    without_batch,
)
from kafkaviz.model.core.chance import PARTITIONER
from kafkaviz.model.core.clients import Acknowledged, Batch, Producer, Routed, Routing
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import BatchEvent, Duty, Event, event
from kafkaviz.model.core.facets import bits_of
from kafkaviz.model.core.replicas import Key, Record
from kafkaviz.model.partitions.changes import append_records

ROUTINGS_KEPT = 8
NETWORK_EXCEPTION = NetworkError.name


@event
class RecordQueued(BatchEvent):
    """A producer's partitioner chose, and the record waits in a batch, which it may open. Kafka: KafkaProducer.send."""

    duty: ClassVar[Duty] = "producer"
    changes: ClassVar[int] = bits_of("producers")
    key: Key
    value: bytes | None
    bytes: int
    acks: int
    flush: bool = True
    keyed: bool = False
    drawn: int = 0

    def apply(self, cluster: Cluster) -> Cluster:
        producer = producer_named(cluster, self.producer)
        record = (self.key, self.value)
        opens = self.batch == producer.batches_opened
        if opens:
            # A batch with another behind it waits no longer.
            batches = [batch._replace(ready=True) if batch.tp == self.tp else batch for batch in producer.batches]
            batches.append(Batch(self.batch, self.tp, (record,), self.bytes, cluster.now_ms, self.acks))
        else:
            batches = [
                batch._replace(records=(*batch.records, record), bytes=batch.bytes + self.bytes)
                if batch.number == self.batch
                else batch
                for batch in producer.batches
            ]
        if self.flush:
            batches = [batch if batch.ready else batch._replace(ready=True) for batch in batches]
        routed = _routed(producer.routed.get(self.tp.topic, Routed()), self)
        queued = producer._replace(
            batches=tuple(batches),
            routed={**producer.routed, self.tp.topic: routed},
            latest=(*producer.latest, _routing(cluster, producer, self))[-ROUTINGS_KEPT:],
            batches_opened=producer.batches_opened + opens,
        )
        draws = {**cluster.draws, PARTITIONER: cluster.draws.get(PARTITIONER, 0) + self.drawn}
        return cluster._replace(producers={**cluster.producers, self.producer: queued}, draws=draws)


def _routing(cluster: Cluster, producer: Producer, event: RecordQueued) -> Routing:
    number = producer.latest[-1].number + 1 if producer.latest else 0
    partitions = known_partitions(cluster, producer, event.tp.topic)
    return Routing(number, event.tp, event.key, event.value, partitions)


def _routed(before: Routed, event: RecordQueued) -> Routed:
    if event.keyed:
        return before._replace(records=before.records + 1)
    # A stay that chance begins anew on the same partition is a new one.
    stayed = before.bytes if before.partition == event.tp.partition and not event.drawn else 0
    return Routed(before.records + 1, event.tp.partition, stayed + event.bytes)


@event
class LeadersLearned(Event):
    """A producer heard which partitions there are and who leads them. Kafka: MetadataResponse."""

    duty: ClassVar[Duty] = "producer"
    producer: str
    leaders: Mapping[TopicPartition, int | None]

    def apply(self, cluster: Cluster) -> Cluster:
        producer = producer_named(cluster, self.producer)
        return put_producer(cluster, self.producer, with_metadata(producer, self.leaders))


@event
class RecordsAppended(BatchEvent):
    """A leader wrote a batch to its log; with acks=0 its producer has let it go, since no answer will come.

    Kafka: Partition.appendRecordsToLeader; Sender.handleProduceResponse, which completes a batch with acks=0 when it is
    sent, with offset -1.
    """

    duty: ClassVar[Duty] = "broker"
    changes: ClassVar[int] = bits_of("producers", "logs", "followers")
    leader: int
    records: tuple[Record, ...]
    duplicate: bool = False

    def apply(self, cluster: Cluster) -> Cluster:
        batch = batch_of(cluster, self.producer, self.batch)
        first = self.records[0]
        sent = batch._replace(
            sequence=first.sequence,
            attempts=batch.attempts + 1,
            sent_to=self.leader,
            sent_ms=cluster.now_ms,
            leader_epoch=first.leader_epoch,
            base_offset=first.offset,
            error="",
        )
        after = put_batch(cluster, self.producer, sent)
        if batch.acks == 0:
            after = without_batch(after, self.producer, self.batch)
        return after if self.duplicate else append_records(after, self.tp, self.leader, self.records)


@event
class BatchRejected(BatchEvent):
    """A producer heard that a broker refused a batch; it keeps it and may try again."""

    duty: ClassVar[Duty] = "broker"
    broker: int
    error: str
    code: int
    message: str
    retry_ms: int

    def apply(self, cluster: Cluster) -> Cluster:
        batch = batch_of(cluster, self.producer, self.batch)
        tried = batch if batch.sent_to is not None else batch._replace(attempts=batch.attempts + 1)
        return reenqueue_batch(cluster, self.producer, tried, self.error, self.retry_ms)


@event
class BatchReturned(BatchEvent):
    """A batch under way got no answer: the connection broke, or the request's time was up."""

    duty: ClassVar[Duty] = "producer"
    broker: int
    error: str
    retry_ms: int

    def apply(self, cluster: Cluster) -> Cluster:
        batch = batch_of(cluster, self.producer, self.batch)
        return reenqueue_batch(cluster, self.producer, batch, self.error, self.retry_ms)


@event
class BatchExpired(BatchEvent):
    """A producer gave a batch up: `delivery.timeout.ms` is over, or with acks=0 a broker refused it unheard."""

    duty: ClassVar[Duty] = "producer"
    error: str

    def apply(self, cluster: Cluster) -> Cluster:
        """A number that was given out and may never arrive leaves a gap, so numbering starts again in a new epoch."""
        tp, numbered = self.tp, batch_of(cluster, self.producer, self.batch).sequence >= 0
        after = without_batch(cluster, self.producer, self.batch)
        producer = after.producers[self.producer]
        producer = producer._replace(leaders={**producer.leaders, tp: None})
        if numbered:
            producer = producer._replace(
                batches=tuple(b._replace(sequence=-1) if b.tp == tp else b for b in producer.batches),
                sequences={**producer.sequences, tp: 0},
                epochs={**producer.epochs, tp: producer.epochs.get(tp, 0) + 1},
            )
        return put_producer(after, self.producer, producer)


@event
class ProduceAcknowledged(BatchEvent):
    """A producer was told that its records are as safe as it asked for."""

    duty: ClassVar[Duty] = "broker"
    changes: ClassVar[int] = bits_of("producers")
    broker: int
    base_offset: int

    def apply(self, cluster: Cluster) -> Cluster:
        batch = batch_of(cluster, self.producer, self.batch)
        promised = tuple(
            Acknowledged(self.tp, self.base_offset + n, value, batch.acks) for n, (_, value) in enumerate(batch.records)
        )
        after = without_batch(cluster, self.producer, self.batch)
        return after._replace(acknowledged=after.acknowledged + promised)
