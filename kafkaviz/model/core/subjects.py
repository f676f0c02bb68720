"""Whom a rule is asked about: the controller, one partition, one producer, one group.

Each says of which kind it is, so that a producer and a group of one name are never equal, as tuples otherwise are.
"""

from functools import lru_cache
from typing import Final, Literal, NamedTuple

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.groups import GroupName


class Control(NamedTuple):
    """Whoever decides about the cluster, and what is decided about all of it."""

    kind: Literal["controller"] = "controller"


class ProducerName(NamedTuple):
    """One producer."""

    producer: str
    kind: Literal["producer"] = "producer"


Subject = Control | TopicPartition | ProducerName | GroupName
CONTROL: Final = Control()


the_producer: Final = lru_cache(maxsize=1_000)(ProducerName)
"""Names a producer: nearly every event does, and there are few."""


def everything(cluster: Cluster) -> list[Subject]:
    """Returns every subject there is, the controller first."""
    return [CONTROL, *cluster.partitions, *map(the_producer, cluster.producers), *map(GroupName, cluster.groups)]
