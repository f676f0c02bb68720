"""The clusters that rules are tried in: small enough for every history of a few requests to be looked at."""

from collections.abc import Callable
from typing import Any

from kafkaviz.lab import Lab

TOPIC = "letters"


def three_brokers(field: str, **configs: object) -> Callable[[Any], Lab]:
    """Returns what makes a lab of three brokers and a partition of three replicas; `field` is where a rule goes.

    >>> three_brokers("elect_leader")(None)
    <Lab: 3 brokers, Kafka 4.4, topic letters, t = 0 s>
    """
    return lambda rule: _lab(3, field, rule, configs).create_topic(TOPIC, 1, 3)


def two_brokers(field: str, **configs: object) -> Callable[[Any], Lab]:
    """Returns what makes a lab of two brokers and a partition of two replicas, led by broker 1.

    >>> two_brokers("truncation_offset")(None).cluster.partitions["letters", 0].leader
    1
    """
    return lambda rule: _lab(2, field, rule, configs).create_topic(TOPIC, 1, 2)


def three_partitions(field: str, **configs: object) -> Callable[[Any], Lab]:
    """Returns what makes a lab of three brokers and three partitions, each led by another one.

    >>> three_partitions("partitioner")(None).cluster.topics["letters"].partitions
    3
    """
    return lambda rule: _lab(3, field, rule, configs).create_topic(TOPIC, 3, 1)


def no_topic(field: str, **configs: object) -> Callable[[Any], Lab]:
    """Returns what makes a lab of three brokers without a topic.

    >>> no_topic("placer")(None)
    <Lab: 3 brokers, Kafka 4.4, t = 0 s>
    """
    return lambda rule: _lab(3, field, rule, configs)


def _lab(brokers: int, field: str, rule: object, configs: dict[str, object]) -> Lab:
    mine = {} if rule is None else {field: rule}
    return Lab(brokers, controllers=1, configs={**configs, **mine})
