"""How a session begins: which brokers there are and who decides first, before anything was asked."""

from collections.abc import Mapping
from typing import Any, Final

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.model.core.brokers import Broker
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum, ZooKeeper
from kafkaviz.model.core.history import History
from kafkaviz.model.sessions.session import Session

FIRST_CONTROLLER: Final = 101


def first_cluster(racks: Mapping[int, str | None], policies: Policies, seed: int | None) -> Cluster:
    """Returns the cluster that a session starts with: all brokers up, and an active controller.

    Raises InvalidArgumentError where a broker has the id of a controller.
    """
    brokers = {b: Broker(b, rack) for b, rack in racks.items()}
    if policies.controller == "zookeeper":
        # The broker that starts first makes the node /controller first.
        return Cluster(0, ZooKeeper(next(iter(brokers))), brokers, seed)
    voters = range(FIRST_CONTROLLER, FIRST_CONTROLLER + policies.controllers)
    combined = policies.process_roles == "combined"
    taken = [node for node in voters if node in brokers and not combined]
    if taken:
        raise InvalidArgumentError(f"Node {taken[0]} is a controller of the quorum; give that broker another id.")
    nodes = list(brokers)[: policies.controllers] if combined else voters
    return Cluster(0, Quorum.of(*nodes), brokers, seed)


def beginning_of(session: Session) -> tuple[History, Policies]:
    """Returns the history of a session before its first act, and the policies that hold in it."""
    changes: dict[str, Any] = dict(session.changes)
    policies = ERAS[session.kafka]._replace(**changes)
    return History(first_cluster(session.brokers, policies, session.seed)), policies
