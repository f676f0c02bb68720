"""What many requests need: an active controller, a topic, a partition."""

from typing import Any

from kafkaviz.decisions.errors import NotControllerError, UnknownTopicOrPartitionError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import meant, short
from kafkaviz.model.core.cluster import Cluster


def require_controller(cluster: Cluster) -> int:
    """Returns the node that decides now. Raises NotControllerError (41) while there is none."""
    active = cluster.active_controller
    if active is None:
        raise NotControllerError("There is no active controller now; wait until one is elected.")
    return active


def require_topic(cluster: Cluster, topic: str) -> None:
    """Refuses a topic that is not there. Raises UnknownTopicOrPartitionError (3)."""
    if topic not in cluster.topics:
        raise UnknownTopicOrPartitionError(f"There is no topic {short(topic)}; {meant(topic, cluster.topics)}")


def require_partition(cluster: Cluster, tp: TopicPartition) -> None:
    """Refuses a partition that is not there. Raises UnknownTopicOrPartitionError (3)."""
    require_topic(cluster, tp.topic)
    if tp not in cluster.partitions:
        last = cluster.topics[tp.topic].partitions - 1
        raise UnknownTopicOrPartitionError(f"{tp} does not exist; {tp.topic} has partitions 0 to {last}.")


def partition_of(asked: Any) -> TopicPartition:
    """Returns the partition a request is about."""
    return TopicPartition(asked.topic, asked.partition)
