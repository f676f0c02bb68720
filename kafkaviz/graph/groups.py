"""A group as a graph: its members, the partitions they want, and who holds, gives up or is promised what."""

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import ZOOKEEPER_ID, broker_id, group_id, member_id, partition_id, replica_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.groups import Group
from kafkaviz.model.core.replicas import UNKNOWN_OFFSET


def wanted_partitions(cluster: Cluster, group: Group) -> list[TopicPartition]:
    """Returns the partitions of the topics a group subscribes to, in order."""
    topics = sorted({topic for member in group.members.values() for topic in member.topics})
    return [tp for topic in topics if topic in cluster.topics for tp in cluster.partitions_of(topic)]


def note_partitions(graph: nx.MultiDiGraph, cluster: Cluster) -> None:
    """Notes in a graph which partitions there are, who leads each and where its committed records end.

    They are no nodes: before a group is there nobody knows which of them it will read.
    """
    graph.graph["waiting"] = {
        partition_id(tp): {"tp": tp, "leader": leader, "end_offset": replica.high_watermark if replica else 0}
        for tp, partition in cluster.partitions.items()
        for leader in (partition.leader,)
        for replica in (cluster.replicas[tp].get(-1 if leader is None else leader),)
    }


def add_group(graph: nx.MultiDiGraph, cluster: Cluster, name: str) -> None:
    """Adds a group, its members, the partitions with their lag, and an edge for each hold on a partition.

    An edge's `state` is kept (owned, and meant to stay), revoking (to be given up) or promised (still to come).
    ZooKeeper is there as well where it keeps the group's offsets.
    """
    group = cluster.groups[name]
    graph.add_node(
        group_id(name),
        kind="group",
        name=name,
        state=group.state,
        protocol=group.protocol,
        generation=group.generation,
        leader=group.leader,
        coordinator=group.coordinator,
    )
    if group.stored_in == "zookeeper":
        nodes = {f"/consumers/{name}/offsets/{tp.topic}/{tp.partition}": at for tp, at in group.committed.items()}
        graph.add_node(ZOOKEEPER_ID, kind="zookeeper", nodes=nodes)
    ids = {tp: partition_id(tp) for tp in wanted_partitions(cluster, group)}
    for tp, node in ids.items():
        lag, committed = lag_of(cluster, group, tp), group.committed.get(tp)
        graph.add_node(node, kind="partition", group=name, tp=tp, lag=lag, committed=committed)
    idle, home = set(group.idle()), group_id(name)
    for member, known in group.members.items():
        node = member_id(name, member)
        graph.add_node(
            node,
            kind="member",
            group=name,
            name=member,
            state=known.state,
            up=known.up,
            stalled=known.stalled_since_ms is not None,
            owned=known.owned,
            revoking=known.revoking,
            leads=member == group.leader,
            idle=member in idle,
            stopped_since_ms=known.stopped_since_ms,
            quiet_since_ms=known.quiet_since_ms,
        )
        graph.add_edge(home, node, key="has", kind="has")
        for tp, state in _holds(group, member):
            held = ids.get(tp) or partition_id(tp)
            if held in graph:
                graph.add_edge(held, node, key=f"{state} {tp}", kind="assigned", state=state)


def add_members(graph: nx.MultiDiGraph, cluster: Cluster, name: str) -> None:
    """Adds a group and its members, with an edge to each member from the leader of every partition that it owns."""
    group = cluster.groups[name]
    graph.add_node(group_id(name), kind="group", name=name, state=group.state, generation=group.generation)
    if group.coordinator is not None and broker_id(group.coordinator) in graph:
        graph.add_edge(broker_id(group.coordinator), group_id(name), key="coordinates", kind="coordinates")
    for member, known in group.members.items():
        node = member_id(name, member)
        graph.add_node(node, kind="member", group=name, name=member, up=known.up, owned=known.owned)
        graph.add_edge(group_id(name), node, key="has", kind="has")
        for tp in known.owned:
            leader = cluster.partitions[tp].leader if tp in cluster.partitions else None
            if leader is not None:
                graph.add_edge(replica_id(tp, leader), node, key=f"feeds {tp}", kind="feeds")


def _holds(group: Group, member: str) -> list[tuple[TopicPartition, str]]:
    known = group.members[member]
    target = group.target.get(member, known.owned)
    if known.owned == target and not known.revoking:
        return [(tp, "kept") for tp in target]
    holds = [(tp, "revoking" if tp in known.revoking or tp not in target else "kept") for tp in known.owned]
    holds += [(tp, "revoking") for tp in known.revoking if tp not in known.owned]
    if group.state in ("PreparingRebalance", "CompletingRebalance"):
        return holds  # The target is the last generation's; what comes next has not been decided.
    return holds + [(tp, "promised") for tp in target if tp not in known.owned and tp not in known.revoking]


def lag_of(cluster: Cluster, group: Group, tp: TopicPartition) -> int | None:
    """Returns how many committed records the group has not committed yet, or None where that is not known.

    It is not before its first commit, nor where nobody leads, or tells where the records end.

    It is None, too, where a real cluster's log does not tell the high watermark.

    Kafka: kafka-consumer-groups computes LAG from the high watermark, not from the log's end.
    """
    if tp not in group.committed or (leader := cluster.partitions[tp].leader) is None:
        return None
    end = cluster.replicas[tp][leader].high_watermark
    return None if end == UNKNOWN_OFFSET else max(0, end - group.committed[tp])
