"""The cluster as one value: what everybody holds, believes and has under way at one moment.

Truths are local. A `Partition` is what the controller decided; each `Replica` carries what its own broker has on
disk and believes; a fetch answer on its way is kept with the follower that will receive it. Nothing here is ever
changed in place: `apply` makes the next `Cluster` and shares what stayed the same."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import Partition, TopicPartition
from kafkaviz.model.core.brokers import SILENT, Broker
from kafkaviz.model.core.clients import Acknowledged, Consumed, Consumer, Producer
from kafkaviz.model.core.controllers import Forwarded, Quorum, ZooKeeper
from kafkaviz.model.core.copying import fast_replace
from kafkaviz.model.core.groups import Group
from kafkaviz.model.core.replicas import Record, Replica


class Topic(NamedTuple):
    """A topic's shape and its own configs, by Kafka's names in snake_case."""

    partitions: int
    replication_factor: int
    configs: Mapping[str, object] = {}


@fast_replace
class Cluster(NamedTuple):
    """Everything at one moment; `offsets` holds those partitions of `__consumer_offsets` that groups use.

    `forwarded` are the requests that wait for a controller.
    """

    now_ms: int
    controller: Quorum | ZooKeeper
    brokers: Mapping[int, Broker]
    seed: int | None = None
    topics: Mapping[str, Topic] = {}
    partitions: Mapping[TopicPartition, Partition] = {}
    replicas: Mapping[TopicPartition, Mapping[int, Replica]] = {}
    producers: Mapping[str, Producer] = {}
    consumers: Mapping[str, Consumer] = {}
    groups: Mapping[str, Group] = {}
    offsets: Mapping[int, Partition] = {}
    draws: Mapping[str, int] = {}
    acknowledged: tuple[Acknowledged, ...] = ()
    consumed: tuple[Consumed, ...] = ()
    forwarded: tuple[Forwarded, ...] = ()

    @property
    def active_controller(self) -> int | None:
        """The node that decides now; a dead broker still holds ZooKeeper's node for a while, and decides nothing."""
        active = self.controller.active
        if isinstance(self.controller, Quorum) or active is None:
            return active
        return active if self.is_up(active) and not self.brokers[active].cut_off else None

    def partitions_of(self, topic: str) -> list[TopicPartition]:
        """The partitions of a topic in order."""
        return [TopicPartition(topic, n) for n in range(self.topics[topic].partitions)]

    def config(self, topic: str, name: str, policies: Policies) -> Any:
        """The value of a config that holds for a topic: its own, or else the cluster's.

        >>> topics = {"letters": Topic(1, 3, {"min_insync_replicas": 2})}
        >>> Cluster(0, Quorum.of(101), {}, topics=topics).config("letters", "min_insync_replicas", Policies())
        2

        Kafka: LogConfig, where a topic's config overrides the broker's.
        """
        own = self.topics[topic].configs
        return own[name] if name in own else getattr(policies, name)

    def own_min_isr(self, topic: str, otherwise: int) -> int:
        """The `min.insync.replicas` that a topic has of its own, or another number where it has none."""
        least = self.topics[topic].configs.get("min_insync_replicas", otherwise)
        assert isinstance(least, int), "topic_configs has read it"
        return least

    @property
    def registered_brokers(self) -> list[int]:
        """The brokers that the controller knows."""
        return [broker.id for broker in self.brokers.values() if broker.registered]

    def is_up(self, broker: int | None) -> bool:
        """Tells whether a broker is in the cluster and its process runs."""
        return broker is not None and broker in self.brokers and self.brokers[broker].state not in SILENT

    def leads(self, tp: TopicPartition, broker: int) -> bool:
        """Tells whether this broker is up and believes it leads this partition; two may, for a while."""
        held = self.replicas[tp].get(broker)
        return held is not None and held.view.leader == broker and self.brokers[broker].state not in SILENT

    def log(self, topic: str, partition: int) -> tuple[Record, ...]:
        """The leader's log of one partition; empty while nobody leads."""
        tp = TopicPartition(topic, partition)
        leader = self.partitions[tp].leader
        return () if leader is None else self.replicas[tp][leader].log


def put_broker(cluster: Cluster, broker: Broker) -> Cluster:
    """Returns the cluster with one broker put in the place of the one with its id, or added."""
    return cluster._replace(brokers={**cluster.brokers, broker.id: broker})
