"""How a lab begins: which policies hold, which brokers there are, who decides first."""

from collections.abc import Mapping
from typing import Final

from kafkaviz.decisions.config_values import configured
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import ERAS, Policies
from kafkaviz.decisions.wording import meant, short
from kafkaviz.model.core.brokers import Broker
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum, ZooKeeper
from kafkaviz.model.core.kinds import NodeId, Rack, checked

FIRST_CONTROLLER: Final = 101
MOST_BROKERS: Final = 100


def policies_of(kafka: str, configs: Mapping[str, object] | None, changes: Mapping[str, object]) -> Policies:
    """Returns the policies of a release with changes; raises InvalidArgumentError for a name that nobody knows."""
    if not isinstance(kafka, str) or kafka not in ERAS:
        raise InvalidArgumentError(f"There is no Kafka {short(kafka)} here; {meant(kafka, ERAS)}")
    return configured(ERAS[kafka], merged(configs, changes), beside=("brokers", "kafka", "seed", "settle", "configs"))


def merged(configs: Mapping[str, object] | None, changes: Mapping[str, object]) -> dict[str, object]:
    """Returns configs from a mapping and from keywords as one; raises InvalidArgumentError for a name in both."""
    given: Mapping[str, object] = checked("configs", Mapping[str, object] | None, configs) or {}
    twice = [name for name in changes if name in given]
    if twice:
        raise InvalidArgumentError(f"The config {twice[0]} is given twice; give it once.")
    return {**given, **changes}


def racks_of(brokers: int | Mapping[int, str | None]) -> Mapping[int, str | None]:
    """Returns each broker's rack, for a count or for such a mapping itself."""
    if isinstance(brokers, Mapping):
        racks: Mapping[int, str | None] = checked("brokers", Mapping[NodeId, Rack], brokers)
        count = len(racks)
    else:
        count = checked("brokers", int, brokers)
        racks = dict.fromkeys(range(1, min(count, MOST_BROKERS) + 1))
    if not 1 <= count <= MOST_BROKERS:
        raise InvalidArgumentError(f"A lab has 1 to {MOST_BROKERS} brokers, not {count}.")
    return racks


def first_cluster(racks: Mapping[int, str | None], policies: Policies, seed: int | None) -> Cluster:
    """Returns the cluster that a lab starts with: all brokers up, and a controller in office."""
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
