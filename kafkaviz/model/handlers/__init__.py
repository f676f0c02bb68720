"""Each request is turned into its first event here, or refused with Kafka's error; nothing has changed yet."""

from collections.abc import Callable
from typing import Any

from kafkaviz.decisions.policies import Policies
from kafkaviz.model.handlers import admin, brokers, consumers, groups, producers, quorum, topics
from kafkaviz.model.values import Cluster

_BY_REQUEST: dict[type, Callable[[Cluster, Any, Policies], Any]] = {
    **admin.BY_REQUEST,
    **brokers.BY_REQUEST,
    **quorum.BY_REQUEST,
    **groups.BY_REQUEST,
    **topics.BY_REQUEST,
    **producers.BY_REQUEST,
    **consumers.BY_REQUEST,
}


def handle(cluster: Cluster, request: Any, policies: Policies) -> Any:
    """Give the first event a request makes.

    Raises KafkaError where a broker or the controller refuses, ValueError where the request makes no sense in
    this state, and LearnerError where a replaced decision answers what cannot be used.

    >>> from kafkaviz.model.requests import Kill
    >>> from kafkaviz.model.values import Broker, Quorum
    >>> handle(Cluster(0, Quorum.of(101), {1: Broker(1)}), Kill(1), Policies())
    BrokerCrashed(broker=1, power_lost=False)

    Kafka: kafka.server.ApiKeys handlers, QuorumController.
    """
    return _BY_REQUEST[type(request)](cluster, request, policies)
