"""Which value of a config holds for a topic: its own, or the cluster's."""

from collections.abc import Mapping
from typing import Any

from kafkaviz.decisions.errors import InvalidConfigError
from kafkaviz.decisions.policies import Policies
from kafkaviz.model.values import Cluster

TOPIC_CONFIGS = ("min_insync_replicas", "unclean_leader_election_enable")


def config(cluster: Cluster, topic: str, name: str, policies: Policies) -> Any:
    """Give a config's value for a topic.

    >>> from kafkaviz.model.values import Quorum, Topic
    >>> topics = {"letters": Topic(1, 3, {"min_insync_replicas": 2})}
    >>> config(Cluster(0, Quorum((101,), 101), {}, topics=topics), "letters", "min_insync_replicas", Policies())
    2

    Kafka: LogConfig, where a topic's config overrides the broker's.
    """
    own = cluster.topics[topic].configs
    return own[name] if name in own else getattr(policies, name)


def validate_topic_configs(configs: Mapping[str, object]) -> None:
    """Refuse a config that topics do not have. Raises InvalidConfigError (40). Kafka: LogConfig.validate."""
    for name in configs:
        if name not in TOPIC_CONFIGS:
            allowed = ", ".join(TOPIC_CONFIGS)
            raise InvalidConfigError(f"Unknown topic config name: {name}. Topics here have {allowed}.")
    least = configs.get("min_insync_replicas", 1)
    if not isinstance(least, int) or least < 1:
        raise InvalidConfigError(f"Invalid value {least!r} for configuration min.insync.replicas: at least 1.")
