"""Which rules were silent in a cluster: in one much like it only rules that read what differs need be asked."""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.changed import differing_beside_replicas, replicas_differing
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.copying import unshared_keys
from kafkaviz.model.core.facets import ALL_OF_REPLICA
from kafkaviz.model.core.rule import Schedule
from kafkaviz.model.core.subjects import Subject

Spoke = Mapping[Subject, tuple[Schedule[Any], int]]


class Silence:
    """A cluster whose rules are all asked, and the rules of each subject that `spoke`; all others were silent.

    With what is known of another cluster, a rule is asked again only if it spoke there or reads what differs: what it
    says may depend on more than its silence does.
    """

    __slots__ = ("_all", "_known", "_others", "_replicas", "cluster", "spoke")

    def __init__(self, cluster: Cluster, before: "Silence | None" = None) -> None:
        self.cluster = cluster
        self.spoke: dict[Subject, tuple[Schedule[Any], int]] = {}
        self._known: Spoke = before.spoke if before is not None else {}
        was = before.cluster if before is not None else cluster
        self._others = differing_beside_replicas(was, cluster)
        old, new = was.replicas, cluster.replicas
        self._replicas = {tp: replicas_differing(was, cluster, tp) for tp in unshared_keys(old, new)}
        self._all = reduce(or_, self._replicas.values(), 0) if len(old) == len(new) else ALL_OF_REPLICA

    def awake(self, subject: Subject, schedule: Schedule[Any]) -> int:
        """Returns the rules of a subject that may have something to say, as bits."""
        known = self._known.get(subject)
        if known is None or known[0] is not schedule:
            return schedule.everybody
        of_replicas = self._replicas.get(subject, 0) if isinstance(subject, TopicPartition) else self._all
        return known[1] | schedule.woken[None, self._others | of_replicas]
