"""Which value of a config holds for a topic: its own, or the cluster's."""

from collections.abc import Mapping
from typing import Any

from kafkaviz.decisions.errors import InvalidConfigError
from kafkaviz.decisions.policies import Policies
from kafkaviz.model.values import Cluster

TOPIC_CONFIGS = (
    "cleanup_policy",
    "delete_retention_ms",
    "min_cleanable_dirty_ratio",
    "min_insync_replicas",
    "retention_bytes",
    "retention_ms",
    "segment_bytes",
    "segment_ms",
    "unclean_leader_election_enable",
)
_LEAST = {"min_insync_replicas": 1, "retention_bytes": -1, "retention_ms": -1, "segment_bytes": 14, "segment_ms": 1}


def config(cluster: Cluster, topic: str, name: str, policies: Policies) -> Any:
    """Give a config's value for a topic.

    >>> from kafkaviz.model.values import Quorum, Topic
    >>> topics = {"letters": Topic(1, 3, {"min_insync_replicas": 2})}
    >>> config(Cluster(0, Quorum.of(101), {}, topics=topics), "letters", "min_insync_replicas", Policies())
    2

    Kafka: LogConfig, where a topic's config overrides the broker's.
    """
    own = cluster.topics[topic].configs
    return own[name] if name in own else getattr(policies, name)


def validate_topic_configs(configs: Mapping[str, object]) -> None:
    """Refuse a config that topics do not have. Raises InvalidConfigError (40).

    Kafka: LogConfig.validate; here segments may be as small as they could be up to 3.9.
    """
    for name in configs:
        if name not in TOPIC_CONFIGS:
            allowed = ", ".join(TOPIC_CONFIGS)
            raise InvalidConfigError(f"Unknown topic config name: {name}. Topics here have {allowed}.")
    for name, least in _LEAST.items():
        value = configs.get(name, least)
        if not isinstance(value, int) or value < least:
            shown = name.replace("_", ".")
            raise InvalidConfigError(f"Invalid value {value!r} for configuration {shown}: at least {least}.")
    policy = configs.get("cleanup_policy", "delete")
    if policy not in ("delete", "compact", "compact,delete"):
        raise InvalidConfigError(f"Invalid value {policy!r} for configuration cleanup.policy: delete, compact or both.")
