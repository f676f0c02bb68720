"""Clusters that note what is read of them: the facets on which a rule's silence depends."""

from collections.abc import Mapping
from typing import Any

from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.facets import OF_REPLICAS
from kafkaviz.model.core.replicas import Replica
from kafkaviz.model.core.rule import Rule

FACET_OF = {field: facet for facet, fields in OF_REPLICAS.items() for field in fields}
WHICH_REPLICAS = "replicas"
"""Which brokers hold a copy: it shows as a difference in every facet of replicas, so any one of these covers it."""


class Watch:
    """Notes what is read of the clusters it has wrapped; what no event shows as a difference is noted by its field."""

    def __init__(self) -> None:
        self.seen = set[str]()
        self._cluster = _noting(Cluster, self.seen, {})
        self._replica = _noting(Replica, self.seen, FACET_OF)

    def over(self, cluster: Cluster) -> Cluster:
        """Returns an equal cluster that tells this watch what is read of it."""
        replicas = {
            tp: {broker: self._replica(*replica) for broker, replica in held.items()}
            for tp, held in cluster.replicas.items()
        }
        return self._cluster(*cluster._replace(replicas=replicas))  # type: ignore[no-any-return]


def _noting(kind: type[Any], seen: set[str], named: Mapping[str, str]) -> type[Any]:
    def field(index: int, name: str) -> property:
        def read(value: Any) -> Any:
            seen.add(named.get(name, name))
            return tuple.__getitem__(value, index)

        return property(read)

    fields = {name: field(index, name) for index, name in enumerate(kind._fields)}
    return type(kind.__name__, (kind,), {"__slots__": (), **fields})


def undeclared(rule: Rule[Any], seen: set[str]) -> set[str]:
    """Returns what was read and is not among the facets of a rule."""
    declared: set[str] = set(rule.facets)
    covered = {WHICH_REPLICAS} if declared & OF_REPLICAS.keys() else set()
    return seen - declared - covered
