"""What happens to a broker by itself, whoever the controller is."""

from collections.abc import Iterator

from kafkaviz.decisions.policies import Policies
from kafkaviz.model.brokers.events import BrokerStopped
from kafkaviz.model.core.brokers import SHUTTING_DOWN, Broker
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.rule import rule
from kafkaviz.model.core.timer import Timer


@rule("processes", "partitions")
def stop_relieved(cluster: Cluster, subject: object, policies: Policies) -> Iterator[BrokerStopped]:
    """A broker that asked to stop ends once it leads nothing.

    Kafka: controlled shutdown, BrokerHeartbeatManager.calculateNextBrokerState. Simplified: Kafka waits as well until
    the other brokers have heard of the last move.
    """
    for broker in cluster.brokers.values():
        if broker.state == SHUTTING_DOWN and not any(p.leader == broker.id for p in cluster.partitions.values()):
            yield BrokerStopped(broker.id)


def session_deadlines(cluster: Cluster, policies: Policies) -> Iterator[Timer]:
    """Yields the sessions of silent brokers."""
    for broker in cluster.brokers.values():
        timer = session_timer(cluster, broker, policies)
        if timer is not None:
            yield timer


def session_timer(cluster: Cluster, broker: Broker, policies: Policies) -> Timer | None:
    """Returns when a silent broker will be given up, None for one that is heard, or was given up already."""
    if broker.quiet_since_ms is None or broker.fenced:
        return None
    timeout_ms = policies.session_timeout_ms
    config = cluster.controller.session_config
    return Timer(broker.quiet_since_ms + timeout_ms, config, timeout_ms, f"broker {broker.id}")


RULES = (stop_relieved,)
