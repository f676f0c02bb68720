"""What the controller wrote down about brokers: they are registered, fenced, unfenced and unregistered."""

from typing import ClassVar

from kafkaviz.model.core.brokers import Broker
from kafkaviz.model.core.cluster import Cluster, put_broker
from kafkaviz.model.core.controllers import Forwarded
from kafkaviz.model.core.event import Duty, MetadataEvent, event, forwarded_field
from kafkaviz.model.core.facets import bits_of


@event
class BrokerFenced(MetadataEvent):
    """The controller fenced a broker that was silent too long. Kafka: BrokerRegistrationChangeRecord."""

    duty: ClassVar[Duty] = "controller"
    changes: ClassVar[int] = bits_of("fences", "metadata_log")
    broker: int

    def replay(self, cluster: Cluster) -> Cluster:
        return put_broker(cluster, cluster.brokers[self.broker]._replace(fenced=True))


@event
class BrokerUnfenced(MetadataEvent):
    """The controller unfenced a broker: it may lead again."""

    duty: ClassVar[Duty] = "controller"
    changes: ClassVar[int] = bits_of("fences", "shutdowns", "metadata_log")
    broker: int

    def replay(self, cluster: Cluster) -> Cluster:
        return put_broker(cluster, cluster.brokers[self.broker]._replace(fenced=False, unclean_shutdown=False))


@event
class BrokerAdded(MetadataEvent):
    """A broker that nobody knew registered; it owns nothing. Kafka: RegisterBrokerRecord."""

    duty: ClassVar[Duty] = "broker"
    broker: int
    rack: str | None = None

    def replay(self, cluster: Cluster) -> Cluster:
        return put_broker(cluster, Broker(self.broker, self.rack, fenced=True, started_ms=cluster.now_ms))


@event
class BrokerRemoved(MetadataEvent):
    """A broker was unregistered; it `remains` in sight where its process runs on, or replicas are assigned to it.

    Then it is fenced, so that it leaves every ISR and leads nothing; its heartbeats are refused (STALE_BROKER_EPOCH).

    Kafka: UnregisterBrokerRecord, ReplicationControlManager.handleBrokerUnregistered.
    """

    duty: ClassVar[Duty] = "controller"
    broker: int
    remains: bool = False
    forwarded: Forwarded | None = forwarded_field()

    def replay(self, cluster: Cluster) -> Cluster:
        gone = self.broker
        if self.remains:
            return put_broker(cluster, cluster.brokers[gone]._replace(fenced=True, registered=False))
        offsets = {
            number: p._replace(replicas=_without(p.replicas, gone) or p.replicas, isr=_without(p.isr, gone) or p.isr)
            for number, p in cluster.offsets.items()
        }
        brokers = {b: broker for b, broker in cluster.brokers.items() if b != gone}
        return cluster._replace(brokers=brokers, offsets=offsets)


def _without(replicas: tuple[int, ...], gone: int) -> tuple[int, ...]:
    return tuple(b for b in replicas if b != gone)
