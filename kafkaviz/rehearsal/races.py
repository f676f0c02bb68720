"""Where a real cluster went another way than the model: what both say of each step, and of each act on the way."""

from collections.abc import Hashable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import listing
from kafkaviz.graph.ids import broker_id, replica_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.scene.values import Caption

State = tuple[int | None, tuple[int, ...]]
"""Who leads a partition, and who is in sync with it, in the order of their ids."""


class Race(NamedTuple):
    """A partition that went another way in an act, counted from 1, and came to the same end.

    `model` and `real` are what it was one after the other: who led, and who was in sync.
    """

    act: int
    tp: TopicPartition
    model: tuple[State, ...]
    real: tuple[State, ...]

    def __str__(self) -> str:
        """Says what the real partition was and the model's was not, or the other way round."""
        only_real = next((state for state in self.real if state not in self.model), None)
        if only_real is not None:
            return f"{self.tp} was {_said(only_real)} for a moment, which the model's never was"
        only_model = next((state for state in self.model if state not in self.real), None)
        if only_model is not None:
            return f"{self.tp} was never {_said(only_model)}, as the model's was for a moment"
        return f"{self.tp} went the same ways in another order"


def facts_of(cluster: Cluster) -> dict[str, Hashable]:
    """Returns what a metadata log tells of a cluster, by the nodes of its graph.

    Of a broker this is whether it is fenced; of a replica, whether it leads, whether it is in sync, and in which leader
    epoch. Left out are how many controllers there are and what no log tells, such as offsets; with ZooKeeper also
    epochs, and the ISR where nobody leads.
    """
    facts: dict[str, Hashable] = {broker_id(id): broker.fenced for id, broker in cluster.brokers.items()}
    is_quorum = isinstance(cluster.controller, Quorum)
    for tp, partition in cluster.partitions.items():
        in_sync = partition.isr if is_quorum or partition.leader is not None else ()
        epoch = partition.leader_epoch if is_quorum else None
        for id in partition.replicas:
            facts[replica_id(tp, id)] = id == partition.leader, id in in_sync, epoch
    return facts


def apart_in(model: Cluster, real: Cluster) -> list[str]:
    """Returns the nodes of the graph of which a metadata log says something else than the model."""
    mine, theirs = facts_of(model), facts_of(real)
    return [id for id in {**mine, **theirs} if mine.get(id) != theirs.get(id)]


def moments_of(captions: Sequence[Caption], clusters: Sequence[Cluster]) -> list[Cluster]:
    """Returns the cluster that each frame of a film shows; `clusters` are those before and after each step."""
    return [clusters[n] for n in accumulate((max(caption.steps, default=0) for caption in captions), max)]


def races(model: Sequence[Sequence[Cluster]], real: Sequence[Sequence[Cluster]]) -> Iterator[Race]:
    """Yields the partitions that went another way to the same end, given the clusters of each act in their order.

    The first cluster of an act is the one with which it begins.
    """
    for act, (mine, theirs) in enumerate(zip(model, real, strict=True), 1):
        if not mine or not theirs:
            continue
        for tp in mine[-1].partitions:
            ways = _way(mine, tp), _way(theirs, tp)
            if ways[0] != ways[1] and ways[0][-1:] == ways[1][-1:]:
                yield Race(act, tp, *ways)


def _way(clusters: Sequence[Cluster], tp: TopicPartition) -> tuple[State, ...]:
    found = list[State]()
    for cluster in clusters:
        if (partition := cluster.partitions.get(tp)) is not None:
            state = partition.leader, tuple(sorted(partition.isr))
            if found[-1:] != [state]:
                found.append(state)
    return tuple(found)


def _said(state: State) -> str:
    leader, isr = state
    led = "without a leader" if leader is None else f"led by broker {leader}"
    return f"{led} with {listing(isr, 'broker') if isr else 'nobody'} in sync"


def became(clusters: Sequence[Cluster]) -> list[Hashable]:
    """Returns for each frame what its cluster became in it, None where it did not change."""
    facts = [facts_of(cluster) for cluster in clusters]
    return [None, *(frozenset(now.items()) if now != was else None for was, now in pairwise(facts))]
