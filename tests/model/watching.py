"""Clusters that note what is read of them: the fields on which a rule's silence depends."""

from typing import Any

from kafkaviz.model.core.brokers import Broker
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum, Voter
from kafkaviz.model.core.facets import (
    ALL_OF_BROKER,
    ALL_OF_REPLICA,
    BROKER_BITS,
    CLUSTER_BITS,
    CONTROLLER,
    METADATA_LOG,
    REPLICA_BITS,
    VOTER_BITS,
)
from kafkaviz.model.core.replicas import Replica
from kafkaviz.model.core.rule import Rule

BITS = dict(zip((*Cluster._fields, *Replica._fields), (*CLUSTER_BITS, *REPLICA_BITS), strict=True))
BITS |= {f"broker.{name}": bit for name, bit in zip(Broker._fields, BROKER_BITS, strict=True)}
BITS |= dict(zip(Voter._fields, VOTER_BITS, strict=True)) | {"voters": CONTROLLER, "committed": METADATA_LOG}


class Watch:
    """Notes which fields are read of the clusters it has wrapped, of their brokers, their replicas and their voters."""

    def __init__(self) -> None:
        self.seen = set[str]()
        self._cluster = _noting(Cluster, self.seen)
        self._replica = _noting(Replica, self.seen)
        self._broker = _noting(Broker, self.seen, "broker.")
        self._quorum, self._voter = _noting(Quorum, self.seen), _noting(Voter, self.seen)

    def over(self, cluster: Cluster) -> Cluster:
        """Returns an equal cluster that tells this watch what is read of it."""
        replicas = {
            tp: {broker: self._replica(*replica) for broker, replica in held.items()}
            for tp, held in cluster.replicas.items()
        }
        controller = cluster.controller
        if isinstance(controller, Quorum):
            voters = {node: self._voter(*voter) for node, voter in controller.voters.items()}
            controller = self._quorum(voters, controller.committed)
        brokers = {b: self._broker(*broker) for b, broker in cluster.brokers.items()}
        return self._cluster(*cluster._replace(replicas=replicas, brokers=brokers, controller=controller))  # type: ignore[no-any-return]


def _noting(kind: type[Any], seen: set[str], owner: str = "") -> type[Any]:
    def field(index: int, name: str) -> property:
        def read(value: Any) -> Any:
            seen.add(owner + name)
            return tuple.__getitem__(value, index)

        return property(read)

    fields = {name: field(index, name) for index, name in enumerate(kind._fields)}
    return type(kind.__name__, (kind,), {"__slots__": (), **fields})


def undeclared(rule: Rule[Any], seen: set[str]) -> set[str]:
    """Returns the fields that were read and that a rule does not say it reads.

    Which brokers there are shows as a difference in everything of brokers, who holds a copy as one in everything of
    replicas, so any facet of theirs covers it. Nobody changes the id of a broker.
    """
    covered = {"broker.id"} | ({"replicas"} if rule.reads & ALL_OF_REPLICA else set())
    covered |= {"brokers"} if rule.reads & ALL_OF_BROKER else set()
    return {name for name in seen if not rule.reads & BITS[name]} - covered
