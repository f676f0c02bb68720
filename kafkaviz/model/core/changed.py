"""What an event changed: as it declares, or found by identity, because what it did not touch is shared."""

from collections.abc import Iterable, Mapping
from itertools import compress
from operator import is_not
from typing import Final, TypeVar

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum, ZooKeeper
from kafkaviz.model.core.copying import unshared_keys
from kafkaviz.model.core.event import Event, ReplicasEvent
from kafkaviz.model.core.facets import (
    ALL_OF_BROKER,
    ALL_OF_REPLICA,
    BROKER_BITS,
    BROKERS,
    CLUSTER_BITS,
    CONTROLLER,
    METADATA_LOG,
    REPLICA_BITS,
    VOTER_BITS,
)

_CONTROLLERS: Final = dict[tuple[int, int], tuple[object, object, int]]()
_MOST_CONTROLLERS: Final = 1_000
Fields = TypeVar("Fields", bound=tuple[object, ...])


def changed_facets(before: Cluster, event: Event, after: Cluster) -> int:
    """Returns the facets that an event changed, or may have changed, as bits.

    >>> from kafkaviz.model.core.controllers import Quorum
    >>> from kafkaviz.model.core.event import TimeAdvanced
    >>> from kafkaviz.model.core.facets import bits_of
    >>> start, later = Cluster(0, Quorum.of(101), {}), TimeAdvanced(9_000)
    >>> changed_facets(start, later, later.apply(start)) == bits_of("now_ms")
    True
    """
    if event.changes:
        return event.changes
    if isinstance(event, ReplicasEvent):
        return replicas_differing(before, after, event.tp)
    return differing(before, after, event.only_partition)


def differing(before: Cluster, after: Cluster, tp: TopicPartition | None = None) -> int:
    """Returns the facets that differ, as bits; with a `tp` no other partition's replicas are looked at.

    Everything of replicas differs where the partitions are not the same, or those who hold a copy of one.
    """
    bits = differing_beside_replicas(before, after)
    old, new = before.replicas, after.replicas
    if old is new:
        return bits
    if tp is not None:
        return bits | replicas_differing(before, after, tp)
    if len(old) != len(new):
        return bits | ALL_OF_REPLICA
    for each in unshared_keys(old, new):
        bits |= replicas_differing(before, after, each)
    return bits


def differing_beside_replicas(before: Cluster, after: Cluster) -> int:
    """Returns the facets that differ, as bits, but for those of replicas."""
    bits = sum(compress(CLUSTER_BITS, map(is_not, before, after)))
    if bits & CONTROLLER:
        bits ^= CONTROLLER ^ _controller_differing(before, after)
    if bits & BROKERS:
        bits ^= BROKERS ^ _differing_by_broker(before.brokers, after.brokers, BROKER_BITS, ALL_OF_BROKER)
    return bits


def _controller_differing(before: Cluster, after: Cluster) -> int:
    """Returns the bits of the controllers' side, kept by identity: a search has the same few quorums."""
    old, new = before.controller, after.controller
    known = _CONTROLLERS.get((id(old), id(new)))
    if known is not None and known[0] is old and known[1] is new:
        return known[2]
    if len(_CONTROLLERS) >= _MOST_CONTROLLERS:
        _CONTROLLERS.clear()
    bits = _differing_controllers(old, new)
    _CONTROLLERS[id(old), id(new)] = old, new, bits
    return bits


def _differing_controllers(old: Quorum | ZooKeeper, new: Quorum | ZooKeeper) -> int:
    if not isinstance(old, Quorum) or not isinstance(new, Quorum) or old.voters.keys() != new.voters.keys():
        return CONTROLLER | METADATA_LOG
    bits = METADATA_LOG if new.committed != old.committed else 0
    for node, voter in new.voters.items():
        was = old.voters[node]
        if voter is not was:
            for bit in compress(VOTER_BITS, map(is_not, was, voter)):
                bits |= bit
    return bits


def replicas_differing(before: Cluster, after: Cluster, tp: TopicPartition) -> int:
    """Returns the facets of one partition's replicas that differ, as bits."""
    old, new = before.replicas.get(tp, {}), after.replicas.get(tp, {})
    return _differing_by_broker(old, new, REPLICA_BITS, ALL_OF_REPLICA)


def _differing_by_broker(old: Mapping[int, Fields], new: Mapping[int, Fields], each: Iterable[int], every: int) -> int:
    """Returns the bits of the fields that differ at any broker; every bit where the brokers are not the same."""
    bits = 0
    try:
        for broker, now in new.items():
            was = old[broker]
            if now is not was:
                bits |= sum(compress(each, map(is_not, was, now)))
    except KeyError:
        return every
    return bits if len(old) == len(new) else every
