"""How a lab begins: which policies hold, which brokers there are, who decides first."""

from collections.abc import Mapping
from typing import Any

from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.model.values import Broker, Cluster, Quorum, ZooKeeper

FIRST_CONTROLLER = 101


def policies_of(kafka: str, changes: Mapping[str, Any]) -> Policies:
    """Give the policies of a release with changes; raises ValueError for a name that nobody knows."""
    if kafka not in ERAS:
        raise ValueError(f"There is no Kafka {kafka!r} here; choose one of {', '.join(ERAS)}.")
    unknown = [name for name in changes if name not in Policies._fields]
    if unknown:
        allowed = ", ".join(Policies._fields)
        raise ValueError(f"Lab does not know {', '.join(unknown)}. What can be set: brokers, kafka, seed, {allowed}.")
    return ERAS[kafka]._replace(**changes)


def racks_of(brokers: int | Mapping[int, str | None]) -> Mapping[int, str | None]:
    """Give each broker's rack, for a count or for such a mapping itself."""
    racks = brokers if isinstance(brokers, Mapping) else dict.fromkeys(range(1, brokers + 1))
    if not 1 <= len(racks) <= 100:
        raise ValueError(f"A lab has 1 to 100 brokers, not {len(racks)}.")
    return racks


def first_cluster(racks: Mapping[int, str | None], policies: Policies, seed: int | None) -> Cluster:
    """Give the cluster that a lab starts with: all brokers up, and a controller in office."""
    brokers = {b: Broker(b, rack) for b, rack in racks.items()}
    if policies.controller == "zookeeper":
        # The broker that starts first makes the node /controller first.
        return Cluster(0, ZooKeeper(next(iter(brokers))), brokers, seed)
    voters = range(FIRST_CONTROLLER, FIRST_CONTROLLER + policies.controllers)
    nodes = list(brokers)[: policies.controllers] if policies.process_roles == "combined" else voters
    return Cluster(0, Quorum.of(*nodes), brokers, seed)
