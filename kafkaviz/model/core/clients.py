"""Producers and consumers without a group: what they know, hold back and have under way."""

from collections.abc import Mapping
from typing import NamedTuple

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.copying import fast_replace
from kafkaviz.model.core.replicas import Key


@fast_replace
class Batch(NamedTuple):
    """Records of one partition that travel together; `sent_to` and `base_offset` are set on the way.

    Its number counts the batches that its producer has opened, so that an event can name it.

    Kafka: ProducerBatch.
    """

    number: int
    tp: TopicPartition
    records: tuple[tuple[Key, bytes | None], ...]
    bytes: int
    created_ms: int
    acks: int = -1
    ready: bool = False
    sequence: int = -1
    attempts: int = 0
    retry_ms: int = 0
    sent_to: int | None = None
    sent_ms: int = 0
    leader_epoch: int = -1
    base_offset: int | None = None
    error: str = ""


class Routed(NamedTuple):
    """How far one producer has got with one topic: what its partitioner is told next time."""

    records: int = 0
    partition: int | None = None
    bytes: int = 0


class Routing(NamedTuple):
    """One choice of a partitioner, kept for a while so that it can be shown."""

    number: int
    tp: TopicPartition
    key: Key
    value: bytes | None
    partitions: int


@fast_replace
class Producer(NamedTuple):
    """One producer: its cached leaders, its waiting and flying batches, its sequence numbers.

    `epochs` rise partition by partition, where numbering had to start again because a batch was given up. `metadata` is
    how many partitions it knows each topic to have; it had its first at `metadata_ms`.

    Kafka: KafkaProducer with RecordAccumulator, Sender and TransactionManager (its epoch is the whole producer's).
    """

    producer_id: int = -1
    batches: tuple[Batch, ...] = ()
    routed: Mapping[str, Routed] = {}
    sequences: Mapping[TopicPartition, int] = {}
    epochs: Mapping[TopicPartition, int] = {}
    leaders: Mapping[TopicPartition, int | None] = {}
    metadata: Mapping[str, int] = {}
    metadata_ms: int = 0
    latest: tuple[Routing, ...] = ()
    batches_opened: int = 0


class Consumer(NamedTuple):
    """A consumer without a group: the next offset it reads, partition by partition. Kafka: KafkaConsumer.assign."""

    positions: Mapping[TopicPartition, int] = {}


class Acknowledged(NamedTuple):
    """A promise made to a producer; only properties look at it."""

    tp: TopicPartition
    offset: int
    value: bytes | None
    acks: int


class Consumed(NamedTuple):
    """A record handed to a consumer; only properties look at it."""

    consumer: str
    tp: TopicPartition
    offset: int
    leader_epoch: int
