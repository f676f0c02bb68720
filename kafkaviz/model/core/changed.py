"""What differs between two states, found by identity: what an event did not touch is shared."""

from itertools import compress
from operator import is_not

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.rule import ALL_OF_REPLICA, CLUSTER_BITS, REPLICA_BITS


def changed(before: Cluster, after: Cluster, tp: TopicPartition | None) -> int:
    """Returns which fields differ, as bits; `tp` is the only partition whose replicas may, if there is such a one.

    >>> from kafkaviz.model.core.controllers import Quorum
    >>> from kafkaviz.model.core.rule import bits_of
    >>> start = Cluster(0, Quorum.of(101), {})
    >>> changed(start, start._replace(now_ms=9_000), None) == bits_of("now_ms")
    True

    Kafka: nothing of its own.
    """
    bits = sum(compress(CLUSTER_BITS, map(is_not, before, after)))
    if before.replicas is after.replicas:
        return bits
    return bits | (ALL_OF_REPLICA if tp is None else _replicas_changed(before, after, tp))


def _replicas_changed(before: Cluster, after: Cluster, tp: TopicPartition) -> int:
    old, new = before.replicas.get(tp, {}), after.replicas.get(tp, {})
    if old.keys() != new.keys():
        return ALL_OF_REPLICA
    bits = 0
    for broker, replica in new.items():
        if replica is not old[broker]:
            bits |= sum(compress(REPLICA_BITS, map(is_not, old[broker], replica)))
    return bits
