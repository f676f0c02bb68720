"""What consumers without a group did."""

from typing import ClassVar

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.clients import Consumed, Consumer
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Duty, Event, event
from kafkaviz.model.core.replicas import Record


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
