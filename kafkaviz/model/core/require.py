"""What many requests need: an active controller, a topic, a partition."""

from kafkaviz.decisions.errors import RequestTimedOutError, UnknownTopicOrPartitionError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.model.core.cluster import Cluster


def require_controller(cluster: Cluster) -> int:
    """Returns the node that decides now. Raises RequestTimedOutError (7) while there is none.

    Kafka: NOT_CONTROLLER is retriable, so KafkaAdminClient throws a TimeoutException after default.api.timeout.ms.
    Simplified: it fails at once, and no time passes.
    """
    active = cluster.active_controller
    if active is None:
        raise RequestTimedOutError(
            "There is no active controller now: a client tries again for default.api.timeout.ms, and gives up."
        )
    return active


def require_topic(cluster: Cluster, topic: str) -> None:
    """Refuses a topic that is not there. Raises UnknownTopicOrPartitionError (3)."""
    if topic not in cluster.topics:
        raise UnknownTopicOrPartitionError(f"There is no topic {short(topic)}; {suggestion(topic, cluster.topics)}")


def require_partition(cluster: Cluster, topic: str, partition: int) -> TopicPartition:
    """Returns the partition of a topic with this number. Raises UnknownTopicOrPartitionError (3)."""
    require_topic(cluster, topic)
    tp = TopicPartition(topic, partition)
    if tp not in cluster.partitions:
        last = cluster.topics[topic].partitions - 1
        raise UnknownTopicOrPartitionError(f"{tp} does not exist; {topic} has partitions 0 to {last}.")
    return tp
