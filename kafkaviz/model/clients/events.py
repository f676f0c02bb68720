"""What producers and consumers did, and what they were told."""

from collections.abc import Mapping
from typing import ClassVar

from kafkaviz.decisions.errors import NetworkError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.clients.changes import (
    batch_of,
    known_partitions,
    put_batch,
    put_producer,
    with_metadata,
    without_batch,
)
from kafkaviz.model.core.chance import PARTITIONER
from kafkaviz.model.core.clients import Acknowledged, Batch, Consumed, Consumer, Producer, Routed, Routing
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import BatchEvent, Duty, Event, event
from kafkaviz.model.core.facets import bits_of
from kafkaviz.model.core.replicas import Key, Record
from kafkaviz.model.partitions.changes import appended

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
        producer = cluster.producers.get(self.producer) or Producer(
            producer_id=len(cluster.producers) + 1, metadata_ms=cluster.now_ms
        )
        if self.tp.partition >= producer.metadata.get(self.tp.topic, 0):
            # It asks before it chooses: a topic that is new to it, or a partition that the application has named.
            there = cluster.topics[self.tp.topic].partitions
            producer = producer._replace(metadata={**producer.metadata, self.tp.topic: there})
        record = (self.key, self.value)
        batches = producer.batches
        opens = self.batch == producer.batches_opened
        if opens:
            # A batch with another behind it waits no longer.
            batches = tuple(batch._replace(ready=True) if batch.tp == self.tp else batch for batch in batches)
            batches = (*batches, Batch(self.batch, self.tp, (record,), self.bytes, cluster.now_ms, self.acks))
        else:
            batches = tuple(
                batch._replace(records=(*batch.records, record), bytes=batch.bytes + self.bytes)
                if batch.number == self.batch
                else batch
                for batch in batches
            )
        if self.flush:
            batches = tuple(batch._replace(ready=True) for batch in batches)
        routed = _routed(producer.routed.get(self.tp.topic, Routed()), self)
        return put_producer(
            cluster._replace(draws={**cluster.draws, PARTITIONER: cluster.draws.get(PARTITIONER, 0) + self.drawn}),
            self.producer,
            producer._replace(
                batches=batches,
                routed={**producer.routed, self.tp.topic: routed},
                latest=(*producer.latest, _routing(cluster, producer, self))[-ROUTINGS_KEPT:],
                batches_opened=producer.batches_opened + opens,
            ),
        )


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
    """A producer refreshed what it knows of partitions and their leaders. Kafka: MetadataResponse."""

    duty: ClassVar[Duty] = "producer"
    producer: str
    leaders: Mapping[TopicPartition, int | None]

    def apply(self, cluster: Cluster) -> Cluster:
        producer = cluster.producers[self.producer]
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
        is_numbered = batch.sequence < 0 <= first.sequence
        after = put_batch(cluster, self.producer, sent, first.sequence + len(self.records) if is_numbered else None)
        if batch.acks == 0:
            after = without_batch(after, self.producer, self.batch)
        return after if self.duplicate else appended(after, self.tp, self.leader, self.records)


@event
class BatchRejected(BatchEvent):
    """A broker refused a batch; the producer keeps it and may try again."""

    duty: ClassVar[Duty] = "broker"
    broker: int
    error: str
    code: int
    message: str
    retry_ms: int

    def apply(self, cluster: Cluster) -> Cluster:
        batch = batch_of(cluster, self.producer, self.batch)
        refused = batch._replace(error=self.error, retry_ms=self.retry_ms, attempts=batch.attempts + 1)
        return put_batch(cluster, self.producer, refused)


@event
class BatchReturned(BatchEvent):
    """A batch under way got no answer: the connection broke, or the request's time was up."""

    duty: ClassVar[Duty] = "producer"
    broker: int
    error: str
    retry_ms: int

    def apply(self, cluster: Cluster) -> Cluster:
        return _returned(cluster, self, self.error, self.retry_ms)


def _returned(cluster: Cluster, event: BatchEvent, error: str, retry_ms: int) -> Cluster:
    """Returns the cluster after a producer took back a batch that waits for no answer any more."""
    batch = batch_of(cluster, event.producer, event.batch)
    back = batch._replace(sent_to=None, base_offset=None, error=error, retry_ms=retry_ms)
    return put_batch(cluster, event.producer, back)


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


@event
class RequestLost(BatchEvent):
    """A produce request never arrived; its producer waits for the answer until the request's time is up.

    With acks=0 it waits for none: what it has sent is done with, arrived or not.
    """

    duty: ClassVar[Duty] = "person"
    broker: int
    sequence: int = -1

    def apply(self, cluster: Cluster) -> Cluster:
        batch = batch_of(cluster, self.producer, self.batch)
        if batch.acks == 0:
            return without_batch(cluster, self.producer, self.batch)
        sent = batch._replace(
            attempts=batch.attempts + 1, sent_to=self.broker, sent_ms=cluster.now_ms, sequence=self.sequence
        )
        is_numbered = batch.sequence < 0 <= self.sequence
        return put_batch(cluster, self.producer, sent, self.sequence + len(batch.records) if is_numbered else None)


@event
class AcknowledgementLost(BatchEvent):
    """The answer to a produce request never arrived."""

    duty: ClassVar[Duty] = "person"
    retry_ms: int

    def apply(self, cluster: Cluster) -> Cluster:
        return _returned(cluster, self, NETWORK_EXCEPTION, self.retry_ms)


@event
class PositionMoved(Event):
    """A consumer was told where to read next. Kafka: KafkaConsumer.seek."""

    duty: ClassVar[Duty] = "consumer"
    consumer: str
    tp: TopicPartition
    offset: int

    def apply(self, cluster: Cluster) -> Cluster:
        consumer = cluster.consumers.get(self.consumer, Consumer())
        moved = consumer._replace(positions={**consumer.positions, self.tp: self.offset})
        return cluster._replace(consumers={**cluster.consumers, self.consumer: moved})


@event
class RecordsPolled(Event):
    """A consumer fetched what lies below the high watermark of the replica it reads from. Kafka: KafkaConsumer.poll.

    Each entry is (partition, broker read from, next position, records).
    """

    duty: ClassVar[Duty] = "consumer"
    consumer: str
    fetched: tuple[tuple[TopicPartition, int, int, tuple[Record, ...]], ...]

    def apply(self, cluster: Cluster) -> Cluster:
        consumer = cluster.consumers.get(self.consumer, Consumer())
        positions = dict(consumer.positions)
        read: list[Consumed] = []
        for tp, _, position, records in self.fetched:
            positions[tp] = position
            read += [Consumed(self.consumer, tp, record.offset, record.leader_epoch) for record in records]
        return cluster._replace(
            consumers={**cluster.consumers, self.consumer: consumer._replace(positions=positions)},
            consumed=cluster.consumed + tuple(read),
        )
