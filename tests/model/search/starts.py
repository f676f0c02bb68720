"""Where searches of the tests begin: three brokers, a quorum and one topic, and rules that are wrong."""

from typing import Any

from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.history import History
from kafkaviz.model.core.request import Request
from kafkaviz.model.partitions.topic_requests import CreateTopic
from tests.model.histories import HistoryBuilder

SAFE = ERAS["4.4"]._replace(min_insync_replicas=2)
BUDGET = {"kill": 2, "restart": 1, "send": 2, "tick": 2}


def start(policies: Policies = SAFE) -> Cluster:
    """Returns three brokers with a topic of one partition and three replicas."""
    return HistoryBuilder(policies).ask(CreateTopic("letters", 1, 3)).now


def first_alive(replicas: Any, isr: Any, eligible: Any, **known: Any) -> int | None:
    """Elects whoever is alive first in the list, in the ISR or not."""
    return next((broker for broker in replicas if broker in eligible), None)


def lowest_alive(replicas: Any, isr: Any, eligible: Any, **known: Any) -> int | None:
    """Elects the lowest id that is alive."""
    return min((broker for broker in replicas if broker in eligible), default=None)


def nobody(*replicas: Any, **known: Any) -> None:
    """Elects nobody, ever."""


def asked(history: History) -> list[Request]:
    """Returns the requests of a history in order."""
    return [request for act in history.acts for request in act.requests]
