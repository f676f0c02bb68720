"""What happens to a broker by itself, whoever the controller is."""

from collections.abc import Iterator

from kafkaviz.decisions.policies import Policies
from kafkaviz.model.brokers.events import BrokerStopped
from kafkaviz.model.core.brokers import SHUTTING_DOWN
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.rule import rule


@rule("brokers", "partitions")
def stop_relieved(cluster: Cluster, subject: object, policies: Policies) -> Iterator[BrokerStopped]:
    """A broker that asked to stop ends once it leads nothing.

    Kafka: controlled shutdown, BrokerHeartbeatManager.calculateNextBrokerState. Simplified: Kafka waits as well until
    the other brokers have heard of the last move.
    """
    for broker in cluster.brokers.values():
        if broker.state == SHUTTING_DOWN and not any(p.leader == broker.id for p in cluster.partitions.values()):
            yield BrokerStopped(broker.id)


def session_deadlines(cluster: Cluster, policies: Policies) -> Iterator[int]:
    """Yields when silent brokers will be given up. Kafka: broker.session.timeout.ms, zookeeper.session.timeout.ms."""
    for broker in cluster.brokers.values():
        if broker.quiet_since_ms is not None and not broker.fenced:
            yield broker.quiet_since_ms + policies.session_timeout_ms


RULES = (stop_relieved,)
