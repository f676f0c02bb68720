"""Clients as a graph: whom they write to and read from, what they routed, and what each believes and holds."""

from collections.abc import Iterable, Set
from typing import NamedTuple

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import (
    batch_id,
    broker_id,
    consumer_id,
    member_id,
    partition_id,
    producer_id,
    read_id,
    replica_id,
    routing_id,
    waiting_id,
)
from kafkaviz.model.core.clients import Batch
from kafkaviz.model.core.cluster import Cluster

MOST_READ = 3


class Held(NamedTuple):
    """A record that a producer has not been promised yet: its name, its value, and whether it is under way."""

    name: str
    value: bytes | None
    sent: bool


def add_clients(graph: nx.MultiDiGraph, cluster: Cluster, tps: Iterable[TopicPartition]) -> None:
    """Adds producers and consumers, with what they hold of some partitions, and edges to and from their leaders."""
    shown = set(tps)
    others = cluster.partitions.keys() - shown
    for name, producer in cluster.producers.items():
        graph.add_node(
            producer_id(name),
            kind="producer",
            name=name,
            held=[
                Held(waiting_id(name, batch.number, n), value, batch.sent_to is not None)
                for batch in producer.batches
                if batch.tp not in others
                for n, (_, value) in enumerate(batch.records)
            ],
            believes={tp: leader for tp, leader in producer.leaders.items() if tp in shown},
            outdated=[
                tp for tp, leader in producer.leaders.items() if tp in shown and cluster.partitions[tp].leader != leader
            ],
        )
        for tp, leader in producer.leaders.items():
            if leader is not None and tp in shown and leader in cluster.replicas[tp]:
                graph.add_edge(producer_id(name), replica_id(tp, leader), key=f"writes {tp}", kind="writes")
    for name, consumer in cluster.consumers.items():
        graph.add_node(
            consumer_id(name),
            kind="consumer",
            name=name,
            positions=dict(consumer.positions),
            read=_newest_read(cluster, name, others),
        )
        for tp in consumer.positions:
            leader = cluster.partitions[tp].leader if tp in shown else None
            if leader is not None:
                graph.add_edge(replica_id(tp, leader), consumer_id(name), key=f"feeds {tp}", kind="feeds")


def _newest_read(cluster: Cluster, consumer: str, others: Set[TopicPartition]) -> dict[str, bytes | None]:
    """Returns the names and values of the last records that a consumer was handed, as far as a log still holds them.

    Those of the `others`, which are not shown, are left out.
    """
    newest = [read for read in cluster.consumed if read.consumer == consumer and read.tp not in others][-MOST_READ:]
    values = {
        (read.tp, record.offset, record.leader_epoch): record.value
        for read in newest
        for replica in cluster.replicas.get(read.tp, {}).values()
        for record in replica.log
    }
    return {
        read_id(consumer, read.tp, read.offset): values[at]
        for read in newest
        if (at := (read.tp, read.offset, read.leader_epoch)) in values
    }


def add_routings(graph: nx.MultiDiGraph, cluster: Cluster, topic: str) -> None:
    """Adds what each producer routed lately, between the producer and the partitions, and what those still lack.

    Of a partition is said how many of its records are `unstored`, in batches that no leader has written yet, and how
    many are `unanswered`, written but not acknowledged.
    """
    batches = [batch for producer in cluster.producers.values() for batch in producer.batches]
    for tp in cluster.partitions_of(topic):
        sizes = [(batch.base_offset is None, len(batch.records)) for batch in batches if batch.tp == tp]
        graph.nodes[partition_id(tp)].update(
            unstored=sum(count for is_new, count in sizes if is_new),
            unanswered=sum(count for is_new, count in sizes if not is_new),
        )
    for name, producer in cluster.producers.items():
        stays = producer.routed.get(topic)
        graph.add_node(
            producer_id(name),
            kind="producer",
            name=name,
            knows=producer.metadata.get(topic),
            sticks_to=None if stays is None else stays.partition,
            sent_bytes=0 if stays is None else stays.bytes,
        )
        for routing in producer.latest:
            if routing.tp.topic != topic:
                continue
            node = routing_id(name, routing.number)
            graph.add_node(
                node,
                kind="routing",
                producer=name,
                number=routing.number,
                tp=routing.tp,
                key=routing.key,
                value=routing.value,
                partitions=routing.partitions,
            )
            graph.add_edge(producer_id(name), node, key="sends", kind="sends")
            graph.add_edge(node, partition_id(routing.tp), key="goes to", kind="goes to")


def add_beliefs(graph: nx.MultiDiGraph, cluster: Cluster) -> None:
    """Adds producers with their batches, and an edge to each broker that a producer believes leads a partition.

    An edge is `right` while that broker is the leader; a partition for which a producer knows nobody has no edge.
    """
    for name, producer in cluster.producers.items():
        node = producer_id(name)
        graph.add_node(node, kind="producer", name=name, beliefs=dict(producer.leaders))
        for tp, leader in producer.leaders.items():
            if leader is not None and broker_id(leader) in graph:
                right = tp in cluster.partitions and cluster.partitions[tp].leader == leader
                graph.add_edge(
                    node, broker_id(leader), key=f"believes {tp}", kind="believes", tp=tp, leader=leader, right=right
                )
        for batch in producer.batches:
            batch_node = batch_id(name, batch.number)
            graph.add_node(
                batch_node,
                kind="batch",
                producer=name,
                number=batch.number,
                tp=batch.tp,
                records=[value for _, value in batch.records],
                state=state_of(batch),
                attempts=batch.attempts,
                error=batch.error,
                sent_to=batch.sent_to,
            )
            graph.add_edge(node, batch_node, key="holds", kind="holds")
            if batch.sent_to is not None and broker_id(batch.sent_to) in graph:
                graph.add_edge(batch_node, broker_id(batch.sent_to), key="sent to", kind="sent to")


def state_of(batch: Batch) -> str:
    """Returns where a batch is: waiting, refused (it waits for another try), sent, or stored and not acknowledged."""
    if batch.sent_to is None:
        return "refused" if batch.error else "waiting"
    return "sent" if batch.base_offset is None else "stored"


def add_readers(graph: nx.MultiDiGraph, cluster: Cluster) -> None:
    """Adds consumers without a group, with the offsets they read next, and an edge from each leader they read."""
    for name, consumer in cluster.consumers.items():
        graph.add_node(consumer_id(name), kind="consumer", name=name, positions=dict(consumer.positions))
        for tp in consumer.positions:
            leader = cluster.partitions[tp].leader if tp in cluster.partitions else None
            if leader is not None and broker_id(leader) in graph:
                graph.add_edge(broker_id(leader), consumer_id(name), key=f"feeds {tp}", kind="feeds", tp=tp)


def add_members(graph: nx.MultiDiGraph, cluster: Cluster) -> None:
    """Adds the members of groups, with an edge to the broker that each believes coordinates its group.

    An edge is `right` while that broker does; a member that knows no coordinator has none.
    """
    for name, group in cluster.groups.items():
        for member, known in group.members.items():
            node, at = member_id(name, member), known.coordinator
            right = at == group.coordinator
            graph.add_node(
                node,
                kind="member",
                group=name,
                name=member,
                up=known.up,
                coordinator=at,
                right=right,
                positions=dict(known.positions),
                committing=None if known.committing is None else dict(known.committing),
            )
            if at is not None and broker_id(at) in graph:
                graph.add_edge(node, broker_id(at), key="believes", kind="believes", coordinator=at, right=right)


def add_leadership(graph: nx.MultiDiGraph, cluster: Cluster) -> None:
    """Notes at each broker what it leads in truth, what it believes that it leads, and which groups it coordinates.

    Of what it leads the `isr` is noted as well, partition by partition. It coordinates groups because it leads their
    partitions of __consumer_offsets, whose numbers are its `offsets`.
    """
    leads: dict[int, list[TopicPartition]] = {b: [] for b in cluster.brokers}
    thinks: dict[int, list[TopicPartition]] = {b: [] for b in cluster.brokers}
    for tp, partition in cluster.partitions.items():
        if partition.leader is not None:
            leads[partition.leader].append(tp)
        for b in cluster.replicas[tp]:
            if cluster.leads(tp, b):
                thinks[b].append(tp)
    for b in cluster.brokers:
        groups = {name: group.partition for name, group in cluster.groups.items() if group.coordinator == b}
        offsets = sorted({*groups.values()})
        isr = {tp: cluster.partitions[tp].isr for tp in leads[b]}
        led = {"leads": leads[b], "isr": isr, "thinks": thinks[b]}
        graph.nodes[broker_id(b)].update(led, coordinates=[*groups], offsets=offsets)
