"""What happened to the files of a log: new ones, deleted ones, compacted ones, and what has reached the disk."""

from typing import ClassVar

from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Duty, Event, ReplicasEvent, event
from kafkaviz.model.core.segments import with_log
from kafkaviz.model.partitions.changes import put_replica, without_start


@event
class SegmentRolled(ReplicasEvent):
    """A replica's log goes on in a new file, named by its base offset. Kafka: UnifiedLog.roll."""

    duty: ClassVar[Duty] = "broker"
    broker: int
    base_offset: int

    def apply(self, cluster: Cluster) -> Cluster:
        replica = cluster.replicas[self.tp][self.broker]
        # A finished file is written to disk; only the active one may be lost in a power cut.
        rolled = replica._replace(
            segments=(*replica.segments, self.base_offset),
            active_bytes=0,
            flushed_offset=max(replica.flushed_offset, self.base_offset),
        )
        return put_replica(cluster, self.tp, self.broker, rolled)


@event
class SegmentsDeleted(ReplicasEvent):
    """A broker deleted the oldest files of a log; it starts later now. Kafka: UnifiedLog.deleteOldSegments."""

    duty: ClassVar[Duty] = "broker"
    broker: int
    base_offsets: tuple[int, ...]
    log_start_offset: int

    def apply(self, cluster: Cluster) -> Cluster:
        replica = cluster.replicas[self.tp][self.broker]
        start = max(replica.log_start_offset, self.log_start_offset)
        left = tuple(base for base in replica.segments if base not in self.base_offsets) or (self.log_start_offset,)
        shorter = without_start(replica._replace(segments=left), start)
        return put_replica(cluster, self.tp, self.broker, shorter)


@event
class RecordsDeleted(ReplicasEvent):
    """A leader moved its log's start, because somebody asked for it. Kafka: DeleteRecordsRequest."""

    duty: ClassVar[Duty] = "person"
    leader: int
    log_start_offset: int

    def apply(self, cluster: Cluster) -> Cluster:
        replica = without_start(cluster.replicas[self.tp][self.leader], self.log_start_offset)
        return put_replica(cluster, self.tp, self.leader, replica)


@event
class LogCompacted(ReplicasEvent):
    """A broker's cleaner removed records with a later one of the same key. Kafka: Cleaner."""

    duty: ClassVar[Duty] = "broker"
    broker: int
    removed: tuple[int, ...]
    cleaned_offset: int

    def apply(self, cluster: Cluster) -> Cluster:
        replica = cluster.replicas[self.tp][self.broker]
        gone = set(self.removed)
        left = with_log(replica, tuple(record for record in replica.log if record.offset not in gone))
        return put_replica(cluster, self.tp, self.broker, left._replace(cleaned_offset=self.cleaned_offset))


@event
class LogsFlushed(Event):
    """A broker's machine wrote to disk what it held in memory. Kafka leaves that to the operating system."""

    duty: ClassVar[Duty] = "broker"
    broker: int

    def apply(self, cluster: Cluster) -> Cluster:
        flushed = {
            tp: {b: r._replace(flushed_offset=r.log_end_offset) if b == self.broker else r for b, r in replicas.items()}
            for tp, replicas in cluster.replicas.items()
        }
        return cluster._replace(replicas=flushed)
