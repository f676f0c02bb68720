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
class SegmentRolled:
    """A replica's log goes on in a new file, named by its base offset. Kafka: UnifiedLog.roll."""

    duty: ClassVar[Duty] = "broker"
    tp: TopicPartition
    broker: int
    base_offset: int


@event
class SegmentsDeleted:
    """A broker deleted the oldest files of a log; it starts later now. Kafka: UnifiedLog.deleteOldSegments."""

    duty: ClassVar[Duty] = "broker"
    tp: TopicPartition
    broker: int
    base_offsets: tuple[int, ...]
    log_start_offset: int


@event
class RecordsDeleted:
    """A leader moved its log's start, because somebody asked for it. Kafka: DeleteRecordsRequest."""

    duty: ClassVar[Duty] = "person"
    tp: TopicPartition
    leader: int
    log_start_offset: int


@event
class LogCompacted:
    """A broker's cleaner removed records with a later one of the same key. Kafka: Cleaner."""

    duty: ClassVar[Duty] = "broker"
    tp: TopicPartition
    broker: int
    removed: tuple[int, ...]
    cleaned_offset: int


@event
class LogsFlushed:
    """A broker's machine wrote to disk what it held in memory. Kafka leaves that to the operating system."""

    duty: ClassVar[Duty] = "broker"
    broker: int


@event
class LogTruncated:
    """A follower cut its log back to where it agrees with the leader."""

    duty: ClassVar[Duty] = "broker"
    tp: TopicPartition
    broker: int
    offset: int
