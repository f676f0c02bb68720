"""What happened to topics: created, deleted, configured, grown."""

from collections.abc import Mapping
from typing import ClassVar, Final

from kafkaviz.decisions.elections import apply_change
from kafkaviz.decisions.values import Partition, PartitionChange, TopicPartition
from kafkaviz.model.core.chance import PLACEMENT
from kafkaviz.model.core.cluster import Cluster, Topic
from kafkaviz.model.core.controllers import Forwarded
from kafkaviz.model.core.event import Duty, MetadataEvent, event, forwarded_field
from kafkaviz.model.core.replicas import Replica

NO_ELR: Final = PartitionChange(elr=(), last_known_elr=())


@event
class TopicCreated(MetadataEvent):
    """The controller placed a topic's replicas and named the first leaders. Kafka: TopicRecord, PartitionRecord.

    `path` is the way the request took, as in ("client", "broker:2", "controller:101").
    """

    duty: ClassVar[Duty] = "controller"
    topic: str
    partitions: tuple[Partition, ...]
    configs: Mapping[str, object]
    drawn: int = 0
    path: tuple[str, ...] = ()
    forwarded: Forwarded | None = forwarded_field()

    def replay(self, cluster: Cluster) -> Cluster:
        tps = [TopicPartition(self.topic, n) for n in range(len(self.partitions))]
        made = dict(zip(tps, self.partitions, strict=True))
        topic = Topic(len(made), len(self.partitions[0].replicas), self.configs)
        return cluster._replace(
            topics={**cluster.topics, self.topic: topic},
            partitions={**cluster.partitions, **made},
            replicas={**cluster.replicas, **{tp: {b: Replica() for b in p.replicas} for tp, p in made.items()}},
            draws={**cluster.draws, PLACEMENT: cluster.draws.get(PLACEMENT, 0) + self.drawn},
        )


@event
class TopicDeleted(MetadataEvent):
    """The controller forgot a topic and its replicas were deleted. Kafka: RemoveTopicRecord."""

    duty: ClassVar[Duty] = "controller"
    topic: str
    forwarded: Forwarded | None = forwarded_field()

    def replay(self, cluster: Cluster) -> Cluster:
        gone = self.topic
        return cluster._replace(
            groups={name: group.without_topic(gone) for name, group in cluster.groups.items()},
            topics={name: topic for name, topic in cluster.topics.items() if name != gone},
            partitions={tp: p for tp, p in cluster.partitions.items() if tp.topic != gone},
            replicas={tp: r for tp, r in cluster.replicas.items() if tp.topic != gone},
            acknowledged=tuple(promise for promise in cluster.acknowledged if promise.tp.topic != gone),
        )


@event
class TopicConfigured(MetadataEvent):
    """A topic's own settings changed; one that is None is not its own any more.

    Of the partitions in `cleared` the eligible leader replicas are forgotten: they were eligible by another
    `min.insync.replicas`.

    Kafka: ConfigRecord, and ClearElrRecord behind it. Simplified: both make one record of the metadata log.
    """

    duty: ClassVar[Duty] = "controller"
    topic: str
    configs: Mapping[str, object]
    cleared: tuple[TopicPartition, ...] = ()
    forwarded: Forwarded | None = forwarded_field()

    def replay(self, cluster: Cluster) -> Cluster:
        topic = cluster.topics[self.topic]
        own = {name: value for name, value in {**topic.configs, **self.configs}.items() if value is not None}
        changed = topic._replace(configs=own)
        known = cluster.partitions
        if self.cleared:
            known = {**known, **{tp: apply_change(known[tp], NO_ELR) for tp in self.cleared}}
        return cluster._replace(topics={**cluster.topics, self.topic: changed}, partitions=known)


@event
class PartitionsAdded(MetadataEvent):
    """The controller placed more partitions of a topic; `first` is the number of the first new one."""

    duty: ClassVar[Duty] = "controller"
    topic: str
    first: int
    partitions: tuple[Partition, ...]
    drawn: int = 0
    forwarded: Forwarded | None = forwarded_field()

    def replay(self, cluster: Cluster) -> Cluster:
        made = {TopicPartition(self.topic, self.first + n): p for n, p in enumerate(self.partitions)}
        topic = cluster.topics[self.topic]
        return cluster._replace(
            topics={**cluster.topics, self.topic: topic._replace(partitions=topic.partitions + len(made))},
            partitions={**cluster.partitions, **made},
            replicas={**cluster.replicas, **{tp: {b: Replica() for b in p.replicas} for tp, p in made.items()}},
            draws={**cluster.draws, PLACEMENT: cluster.draws.get(PLACEMENT, 0) + self.drawn},
        )
