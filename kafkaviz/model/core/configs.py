"""Which value of a config holds for a topic: its own, or the cluster's."""

from typing import Any

from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.cluster import Cluster


def config(cluster: Cluster, topic: str, name: str, policies: Policies) -> Any:
    """Returns a config's value for a topic.

    >>> from kafkaviz.model.core.cluster import Topic
    >>> from kafkaviz.model.core.controllers import Quorum
    >>> topics = {"letters": Topic(1, 3, {"min_insync_replicas": 2})}
    >>> config(Cluster(0, Quorum.of(101), {}, topics=topics), "letters", "min_insync_replicas", Policies())
    2

    Kafka: LogConfig, where a topic's config overrides the broker's.
    """
    own = cluster.topics[topic].configs
    return own[name] if name in own else getattr(policies, name)


def own_min_isr(cluster: Cluster, topic: str, otherwise: int) -> int:
    """Returns the `min.insync.replicas` that a topic has of its own, or another number where it has none."""
    least = cluster.topics[topic].configs.get("min_insync_replicas", otherwise)
    assert isinstance(least, int), "topic_configs has read it"
    return least
