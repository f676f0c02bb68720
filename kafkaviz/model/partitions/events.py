"""What the controller decided about a partition, and what brokers that hold it learned and did about that."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import ClassVar

from kafkaviz.decisions.elections import apply_change
from kafkaviz.decisions.replication import assign_epoch
from kafkaviz.decisions.values import Partition, PartitionChange
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Forwarded
from kafkaviz.model.core.copying import put_item
from kafkaviz.model.core.event import (
    Duty,
    MetadataEvent,
    PartitionEvent,
    ReplicasEvent,
    drop_forwarded,
    event,
    forwarded_field,
)
from kafkaviz.model.core.facets import bits_of
from kafkaviz.model.core.replicas import NO_FOLLOWERS, Follower, Replica, View
from kafkaviz.model.core.subjects import CONTROL, Subject, the_producer
from kafkaviz.model.partitions.changes import put_replica, put_replicas, truncate, with_high_watermark


@event
class PartitionChanged(PartitionEvent, MetadataEvent):
    """The controller changed a partition: leader, ISR, replicas, all in one. Kafka: PartitionChangeRecord."""

    duty: ClassVar[Duty] = "controller"
    change: PartitionChange
    clean: bool = True
    forwarded: Forwarded | None = forwarded_field()

    def touches(self, cluster: Cluster) -> list[Subject]:
        # A producer learns the leaders of a whole topic together; a broker that shuts down waits for its last one.
        producers = [
            the_producer(name)
            for name, producer in cluster.producers.items()
            if self.tp.topic in producer.metadata or any(batch.tp.topic == self.tp.topic for batch in producer.batches)
        ]
        return [self.tp, *producers, CONTROL]

    def replay(self, cluster: Cluster) -> Cluster:
        partition = _changed(apply_change, cluster.partitions[self.tp], self.change)
        decided = cluster._replace(partitions=put_item(cluster.partitions, self.tp, partition))
        if self.change.replicas is None:
            return decided
        held = cluster.replicas[self.tp]
        return put_replicas(decided, self.tp, {b: held.get(b, Replica()) for b in partition.replicas})


@lru_cache(maxsize=1_000)
def _changed(
    apply: Callable[[Partition, PartitionChange], Partition], partition: Partition, change: PartitionChange
) -> Partition:
    """Applies a change that may have been made before: a search makes the same few again and again."""
    return apply(partition, change)


@event
class ElectionSkipped(PartitionEvent):
    """The controller was asked for an election of who leads already, and wrote nothing down.

    Kafka: ElectPreferredLeadersResponse with NONE, before 2.4.
    """

    duty: ClassVar[Duty] = "controller"
    forwarded: Forwarded | None = forwarded_field()

    def apply(self, cluster: Cluster) -> Cluster:
        return drop_forwarded(cluster, self.forwarded)


@event
class ReassignmentSkipped(PartitionEvent):
    """The controller found a partition where it was to be moved, and wrote nothing down.

    Kafka: AlterPartitionReassignmentsResponse with NONE.
    """

    duty: ClassVar[Duty] = "controller"
    forwarded: Forwarded | None = forwarded_field()

    def apply(self, cluster: Cluster) -> Cluster:
        return drop_forwarded(cluster, self.forwarded)


@event
class MetadataDelivered(ReplicasEvent):
    """Brokers learned what the controller decided; with `keeps_following` a new epoch of the same leader is no news.

    Kafka: a metadata fetch, or LeaderAndIsr before KRaft; Partition.makeFollower.
    """

    duty: ClassVar[Duty] = "broker"
    brokers: tuple[int, ...]
    view: View
    keeps_following: bool = False

    def apply(self, cluster: Cluster) -> Cluster:
        held = {**cluster.replicas[self.tp]}
        for broker in self.brokers:
            replica, view = held[broker], self.view
            if self.keeps_following and broker != view.leader == replica.view.leader:
                held[broker] = replica._replace(view=view, pending_isr=None)
            else:
                held[broker] = _learned(replica, broker, view, held, cluster.now_ms)
        return put_replicas(cluster, self.tp, held)

    def touches(self, cluster: Cluster) -> list[Subject]:
        touched = PartitionEvent.touches(self, cluster)
        for broker in self.brokers:
            if cluster.brokers[broker].fenced:
                return [*touched, CONTROL]
        return touched


def _learned(replica: Replica, broker: int, view: View, replicas: Iterable[int], now_ms: int) -> Replica:
    was = replica.view
    new_epoch = view.leader_epoch > was.leader_epoch
    if view.leader != broker:
        if not new_epoch and was.leader == view.leader:
            return replica._replace(view=view, pending_isr=None)
        return replica._replace(view=view, pending_isr=None, followers=NO_FOLLOWERS, incoming=None, must_truncate=True)
    others = [b for b in replicas if b != broker]
    followers = NO_FOLLOWERS if new_epoch else replica.followers
    if [*followers] != others:
        fresh, known = Follower(end_offset_then=replica.log_end_offset), followers
        caught_up = fresh._replace(caught_up_ms=now_ms)
        followers = {b: known.get(b) or (caught_up if b in view.isr else fresh) for b in others}
    learned = replica._replace(view=view, pending_isr=None, followers=followers)
    if not new_epoch:
        return learned
    epochs = assign_epoch(replica.epochs, view.leader_epoch, replica.log_end_offset)
    return learned._replace(epochs=epochs, incoming=None, must_truncate=False)


@event
class IsrChangeProposed(ReplicasEvent):
    """A leader asked the controller to change the ISR. Kafka: AlterPartitionRequest."""

    duty: ClassVar[Duty] = "broker"
    changes: ClassVar[int] = bits_of("isr_proposals")
    leader: int
    isr: tuple[int, ...]

    def apply(self, cluster: Cluster) -> Cluster:
        replica = cluster.replicas[self.tp][self.leader]
        return put_replica(cluster, self.tp, self.leader, replica._replace(pending_isr=self.isr))


@event
class IsrChangeRefused(ReplicasEvent):
    """The controller turned a proposal down; the leader forgets it. Kafka: AlterPartitionResponse."""

    duty: ClassVar[Duty] = "controller"
    leader: int
    error: str

    def apply(self, cluster: Cluster) -> Cluster:
        replica = cluster.replicas[self.tp][self.leader]
        return put_replica(cluster, self.tp, self.leader, replica._replace(pending_isr=None))


@event
class HighWatermarkAdvanced(ReplicasEvent):
    """A leader saw that enough replicas have more records. Kafka: Partition.maybeIncrementLeaderHW."""

    duty: ClassVar[Duty] = "broker"
    changes: ClassVar[int] = bits_of("high_watermarks")
    is_urgent: ClassVar[bool] = True
    leader: int
    offset: int

    def apply(self, cluster: Cluster) -> Cluster:
        replica = cluster.replicas[self.tp][self.leader]
        return put_replica(cluster, self.tp, self.leader, with_high_watermark(replica, self.offset, cluster.now_ms))


@event
class LogTruncated(ReplicasEvent):
    """A follower cut its log back to where it agrees with the leader."""

    duty: ClassVar[Duty] = "broker"
    broker: int
    offset: int

    def apply(self, cluster: Cluster) -> Cluster:
        replica = truncate(cluster.replicas[self.tp][self.broker], self.offset)
        return put_replica(cluster, self.tp, self.broker, replica._replace(incoming=None, must_truncate=False))
