"""Producers and consumers: what they did and what they were told."""

from collections.abc import Mapping
from typing import ClassVar

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.events.base import Duty, event
from kafkaviz.model.values import Key, Record


@event
class RecordQueued:
    """A producer's partitioner chose, and the record waits in a batch. Kafka: KafkaProducer.send."""

    duty: ClassVar[Duty] = "producer"
    producer: str
    tp: TopicPartition
    key: Key
    value: bytes | None
    bytes: int
    acks: int
    flush: bool = True
    keyed: bool = False
    new_batch: bool = False
    drawn: int = 0


@event
class LeadersLearned:
    """A producer refreshed what it knows of the leaders. Kafka: MetadataResponse."""

    duty: ClassVar[Duty] = "producer"
    producer: str
    leaders: Mapping[TopicPartition, int | None]


@event
class RecordsAppended:
    """A leader wrote a batch to its log. Kafka: Partition.appendRecordsToLeader."""

    duty: ClassVar[Duty] = "broker"
    producer: str
    tp: TopicPartition
    leader: int
    records: tuple[Record, ...]
    duplicate: bool = False


@event
class BatchRejected:
    """A broker refused a batch; the producer keeps it and may try again."""

    duty: ClassVar[Duty] = "broker"
    producer: str
    tp: TopicPartition
    broker: int
    error: str
    code: int
    message: str
    retry_ms: int


@event
class BatchReturned:
    """A batch under way got no answer: the connection broke, or the request's time was up."""

    duty: ClassVar[Duty] = "producer"
    producer: str
    tp: TopicPartition
    broker: int
    error: str
    retry_ms: int


@event
class BatchExpired:
    """A producer gave a batch up: `delivery.timeout.ms` is over, or with acks=0 a broker refused it unheard."""

    duty: ClassVar[Duty] = "producer"
    producer: str
    tp: TopicPartition
    error: str


@event
class ProduceAcknowledged:
    """A producer was told that its records are as safe as it asked for."""

    duty: ClassVar[Duty] = "broker"
    producer: str
    tp: TopicPartition
    broker: int
    base_offset: int


@event
class RequestLost:
    """A produce request never arrived; its producer waits for the answer until the request's time is up."""

    duty: ClassVar[Duty] = "person"
    producer: str
    tp: TopicPartition
    broker: int
    sequence: int = -1


@event
class AcknowledgementLost:
    """The answer to a produce request never arrived."""

    duty: ClassVar[Duty] = "person"
    producer: str
    tp: TopicPartition
    retry_ms: int


@event
class PositionMoved:
    """A consumer was told where to read next. Kafka: KafkaConsumer.seek."""

    duty: ClassVar[Duty] = "consumer"
    consumer: str
    tp: TopicPartition
    offset: int


@event
class RecordsPolled:
    """A consumer fetched what lies below the high watermark of the replica it reads from. Kafka: KafkaConsumer.poll.

    Each entry is (partition, broker read from, next position, records).
    """

    duty: ClassVar[Duty] = "consumer"
    consumer: str
    fetched: tuple[tuple[TopicPartition, int, int, tuple[Record, ...]], ...]
