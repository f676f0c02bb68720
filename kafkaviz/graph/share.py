"""A share group as a graph: its members, the partitions, and each record with its state and the member that has it."""

import networkx as nx

from kafkaviz.decisions.sharing import start_offset
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.groups import add_group, wanted_partitions
from kafkaviz.graph.ids import delivery_id, group_id, member_id, partition_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.groups import NEVER_LENT, Delivery
from kafkaviz.model.core.replicas import Record
from kafkaviz.model.groups.common.fetching import leader_of, readable


def share_group_of(cluster: Cluster, name: str | None = None) -> str | None:
    """Returns the share group of a name, or the first one there is."""
    shared = [known for known, group in cluster.groups.items() if group.protocol == "share"]
    return name if name in shared else next(iter(shared), None)


def add_share_group(graph: nx.MultiDiGraph, cluster: Cluster, name: str) -> None:
    """Adds a share group with its members and partitions, and the records that it has lent or may lend.

    A partition's `start_offset` is the first one that is not done, its `end_offset` where the committed records end,
    its `leader` the broker that lends them. An edge leads from a record to the member that has it. A member's `late`
    counts the records that it holds although their lock is over.
    """
    group = cluster.groups[name]
    add_group(graph, cluster, name)
    graph.nodes[group_id(name)]["target"] = {member: tps for member, tps in group.target.items() if tps}
    for member, known in group.members.items():
        graph.nodes[member_id(name, member)]["late"] = sum(
            group.deliveries.get(tp, {}).get(offset, NEVER_LENT).member != member
            for tp, offsets in known.in_hand.items()
            for offset in offsets
        )
    for tp in wanted_partitions(cluster, group):
        records, end = _readable(cluster, tp)
        held = group.deliveries.get(tp, {})
        states = {offset: delivery.state for offset, delivery in held.items()}
        start = start_offset([record.offset for record in records], states)
        begin = end if start is None else start
        graph.nodes[partition_id(tp)].update(start_offset=begin, end_offset=end, leader=leader_of(cluster, tp))
        graph.add_edge(group_id(name), partition_id(tp), key="reads", kind="reads")
        for record in records:
            delivery = held.get(record.offset, NEVER_LENT)
            _add_record(graph, name, tp, record, delivery, cluster.now_ms)


def _readable(cluster: Cluster, tp: TopicPartition) -> tuple[tuple[Record, ...], int]:
    """Returns the committed records of a partition and where they end; while nobody leads there are none to be seen."""
    leader = leader_of(cluster, tp)
    if leader is None:
        return (), 0
    replica = cluster.replicas[tp][leader]
    return readable(replica, replica.log_start_offset), replica.high_watermark


def _add_record(
    graph: nx.MultiDiGraph, name: str, tp: TopicPartition, record: Record, delivery: Delivery, now_ms: int
) -> None:
    node = delivery_id(name, tp, record.offset)
    graph.add_node(
        node,
        kind="delivery",
        group=name,
        tp=tp,
        offset=record.offset,
        key=record.key,
        value=record.value,
        state=delivery.state,
        delivery_count=delivery.delivery_count,
        member=delivery.member,
        until_ms=delivery.until_ms,
        left_ms=max(0, delivery.until_ms - now_ms),
    )
    if delivery.member is not None and member_id(name, delivery.member) in graph:
        graph.add_edge(node, member_id(name, delivery.member), key="lent to", kind="lent to")
