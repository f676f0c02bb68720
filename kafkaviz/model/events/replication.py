"""Partitions and their replicas: what was decided, told, fetched, committed and cut."""

from typing import ClassVar

from kafkaviz.decisions.values import PartitionChange, TopicPartition
from kafkaviz.model.events.base import Duty, event
from kafkaviz.model.values import FetchAnswer, View


@event
class PartitionChanged:
    """The controller changed a partition: leader, ISR, replicas, all in one. Kafka: PartitionChangeRecord."""

    duty: ClassVar[Duty] = "controller"
    tp: TopicPartition
    change: PartitionChange
    clean: bool = True


@event
class MetadataDelivered:
    """Brokers learned what the controller decided. Kafka: a metadata fetch, or LeaderAndIsr before KRaft."""

    duty: ClassVar[Duty] = "broker"
    tp: TopicPartition
    brokers: tuple[int, ...]
    view: View


@event
class IsrChangeProposed:
    """A leader asked the controller to change the ISR. Kafka: AlterPartitionRequest."""

    duty: ClassVar[Duty] = "broker"
    tp: TopicPartition
    leader: int
    isr: tuple[int, ...]


@event
class IsrChangeRefused:
    """The controller turned a proposal down; the leader forgets it. Kafka: AlterPartitionResponse."""

    duty: ClassVar[Duty] = "controller"
    tp: TopicPartition
    leader: int
    error: str


@event
class FetchServed:
    """A leader answered a follower's fetch and noted how far that follower is; the answer is on its way."""

    duty: ClassVar[Duty] = "broker"
    tp: TopicPartition
    follower: int
    answer: FetchAnswer


@event
class FetchReceived:
    """A follower appended what it fetched and took over the high watermark it was told."""

    duty: ClassVar[Duty] = "broker"
    tp: TopicPartition
    follower: int


@event
class FetchLost:
    """A fetch answer never arrived."""

    duty: ClassVar[Duty] = "person"
    tp: TopicPartition
    follower: int


@event
class HighWatermarkAdvanced:
    """A leader saw that enough replicas have more records. Kafka: Partition.maybeIncrementLeaderHW."""

    duty: ClassVar[Duty] = "broker"
    tp: TopicPartition
    leader: int
    offset: int


@event
class LogTruncated:
    """A follower cut its log back to where it agrees with the leader."""

    duty: ClassVar[Duty] = "broker"
    tp: TopicPartition
    broker: int
    offset: int
