"""What happened around the node /controller: lost, raced for, found taken, loaded."""

from typing import ClassVar

from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import ZooKeeper
from kafkaviz.model.core.event import Duty, Event, event


@event
class ControllerLost(Event):
    """The node /controller disappeared: there is no controller."""

    duty: ClassVar[Duty] = "controller"
    controller: int

    def apply(self, cluster: Cluster) -> Cluster:
        return cluster._replace(controller=ZooKeeper(None, cluster.controller.epoch))


@event
class ControllerRaceBegan(Event):
    """Live brokers saw that there is no node /controller, and each tries to make it. Kafka: ControllerChangeHandler."""

    duty: ClassVar[Duty] = "broker"
    brokers: tuple[int, ...]

    def apply(self, cluster: Cluster) -> Cluster:
        assert isinstance(cluster.controller, ZooKeeper)
        return cluster._replace(controller=cluster.controller._replace(racing=self.brokers))


@event
class ControllerRaceLost(Event):
    """Brokers found the node /controller made already, and set a watch on it."""

    duty: ClassVar[Duty] = "broker"
    brokers: tuple[int, ...]
    controller: int

    def apply(self, cluster: Cluster) -> Cluster:
        assert isinstance(cluster.controller, ZooKeeper)
        return cluster._replace(controller=cluster.controller._replace(racing=()))


@event
class ControllerLoaded(Event):
    """A new controller has read brokers, topics and partition states from ZooKeeper, and told the live brokers.

    Kafka: KafkaController.onControllerFailover, then UpdateMetadata.
    """

    duty: ClassVar[Duty] = "controller"
    controller: int
    brokers: tuple[int, ...]
    topics: int
    partitions: int

    def apply(self, cluster: Cluster) -> Cluster:
        assert isinstance(cluster.controller, ZooKeeper)
        return cluster._replace(controller=cluster.controller._replace(loaded=True))
