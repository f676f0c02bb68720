"""Clusters that begin as a case of an exercise says, whether or not any history leads there."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kafkaviz.decisions.values import Partition, TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.model.core.brokers import DEAD, PAUSED
from kafkaviz.model.core.cluster import Cluster, put_broker
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.history import History, Step
from kafkaviz.model.core.replicas import Follower, Record, Replica, View

FEW = 6
"""Up to how many brokers those are shown as well that a case does not name."""


def lab_with(name: str, replicas_of: Mapping[int, Sequence[int]], others: Sequence[int] = (), **how: Any) -> Lab:
    """Returns a lab that begins with partitions of these numbers on these brokers, and `others` that hold nothing.

    Partitions 0, 1, 2 and so on are those of one topic; of any other numbers each is a topic's only one, as P7-0.

    >>> lab_with("letters", {0: [1, 2], 1: [2, 1]}).cluster.partitions.keys()
    dict_keys([TopicPartition(topic='letters', partition=0), TopicPartition(topic='letters', partition=1)])
    >>> [str(tp) for tp in lab_with("letters", {7: [1]}).cluster.partitions]
    ['P7-0']

    A topic's partitions are numbered from 0.
    """
    brokers = sorted({*others, *(broker for replicas in replicas_of.values() for broker in replicas)})
    lab = Lab(brokers=dict.fromkeys(brokers or (1,)), auto_leader_rebalance_enable=False, **how)
    for topic, numbers in topics_of(name, replicas_of).items():
        lab.create_topic(topic, assignment=[list(replicas_of[number]) for number in numbers])
    return begin_with(lab, lab.cluster)


def topics_of(name: str, numbers: Mapping[int, object]) -> dict[str, list[int]]:
    """Returns for each topic the numbers of its partitions, as `lab_with` makes them.

    >>> topics_of("letters", {1: "", 0: ""}), topics_of("letters", {1: ""})
    ({'letters': [0, 1]}, {'P1': [1]})
    """
    if sorted(numbers) == [*range(len(numbers))]:
        return {name: sorted(numbers)} if numbers else {}
    return {f"P{number}": [number] for number in sorted(numbers)}


def partitions_by_number(name: str, numbers: Mapping[int, object]) -> dict[int, TopicPartition]:
    """Returns which partition of the cluster has which number in the case.

    >>> [str(tp) for tp in partitions_by_number("letters", {4: "", 2: ""}).values()]
    ['P2-0', 'P4-0']
    """
    topics = topics_of(name, numbers)
    return {number: TopicPartition(topic, at) for topic, of in topics.items() for at, number in enumerate(of)}


def few_brokers(ids: Iterable[int]) -> set[int]:
    """Returns brokers 1, 2 and so on up to the highest that is named, as long as these are few.

    >>> few_brokers([3]), few_brokers([12])
    ({1, 2, 3}, set())
    """
    highest = max(ids, default=1)
    return {*range(1, highest + 1)} if highest <= FEW else set()


def begin_with(lab: Lab, cluster: Cluster) -> Lab:
    """Returns a lab like another, whose history begins with a cluster."""
    other = lab.fork()
    other.history = History(cluster)
    return other


def let_happen(lab: Lab, *events: Event) -> Lab:
    """Returns a lab in which one event after the other has happened, and nothing else came of them."""
    other = lab.fork()
    for event in events:
        other.history = other.history.then([Step(None, None, event, event.apply(other.cluster))])
    return other


def announce(cluster: Cluster, tp: TopicPartition, partition: Partition) -> Cluster:
    """Returns a cluster in which the controller has decided this about a partition, and all who live know it."""
    view = view_of(partition)
    replicas = {b: _believing(replica, b, view, partition) for b, replica in cluster.replicas[tp].items()}
    return cluster._replace(
        partitions={**cluster.partitions, tp: partition}, replicas={**cluster.replicas, tp: {**replicas}}
    )


def view_of(partition: Partition) -> View:
    """Returns what a broker believes of a partition once it has heard what the controller decided."""
    return View(partition.leader, partition.leader_epoch, partition.isr, partition.partition_epoch)


def _believing(replica: Replica, broker: int, view: View, partition: Partition) -> Replica:
    followers = {b: Follower() for b in partition.replicas if b != broker} if view.leader == broker else {}
    return replica._replace(view=view, followers=followers)


def dead(cluster: Cluster, *brokers: int) -> Cluster:
    """Returns a cluster in which these brokers are dead, as the controller knows."""
    for broker in brokers:
        gone = cluster.brokers[broker]._replace(
            state=DEAD, fenced=True, quiet_since_ms=cluster.now_ms, stalled_since_ms=cluster.now_ms
        )
        cluster = put_broker(cluster, gone)
    return cluster


def stall_fetchers(cluster: Cluster, *brokers: int) -> Cluster:
    """Returns a cluster in which the replica fetchers of these brokers stand still."""
    for broker in brokers:
        waiting = cluster.brokers[broker]._replace(state=PAUSED, stalled_since_ms=cluster.now_ms)
        cluster = put_broker(cluster, waiting)
    return cluster


def replica_holding(values: Sequence[bytes | None], start: int = 0, epochs: Sequence[int] = ()) -> Replica:
    """Returns a copy whose log holds these values from an offset on, each of its leader epoch or of 0.

    >>> replica_holding([b"ABC", b"DEF"], 7).log_end_offset
    9
    """
    written = epochs or [0] * len(values)
    log = tuple(
        Record(start + index, None, value, 0, epoch)
        for index, (value, epoch) in enumerate(zip(values, written, strict=True))
    )
    first = {record.leader_epoch: record.offset for record in reversed(log)}
    return Replica(log=log, log_start_offset=start, high_watermark=start, epochs=tuple(sorted(first.items())))


def holding(cluster: Cluster, tp: TopicPartition, copies: Mapping[int, Replica]) -> Cluster:
    """Returns a cluster in which brokers hold these copies, and each leader has seen how far its followers are."""
    replicas = {}
    for broker, replica in cluster.replicas[tp].items():
        copy = copies.get(broker, replica)
        seen = {b: _seen(cluster, f, copies.get(b, Replica())) for b, f in replica.followers.items()}
        replicas[broker] = copy._replace(view=replica.view, followers=seen)
    return cluster._replace(replicas={**cluster.replicas, tp: replicas})


def _seen(cluster: Cluster, follower: Follower, copy: Replica) -> Follower:
    return follower._replace(fetch_offset=copy.log_end_offset, caught_up_ms=cluster.now_ms, fetched_ms=cluster.now_ms)
