"""One partition's files as a graph: its copies, the segments and records of each, and how far each group has read."""

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import consumer_id, group_id, member_id, producer_id, record_id, replica_id, segment_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.replicas import unlike
from kafkaviz.model.core.segments import segments_of


def add_segments(graph: nx.MultiDiGraph, cluster: Cluster, tp: TopicPartition) -> None:
    """Adds the files of each replica in the graph, the active one last, and an edge to each record in them.

    Of a record is said whether it is `flushed`, or still in memory alone, and whom it `differs` from: the leader that
    holds another one at its offset, or of a leader's record a broker that is up and does.
    """
    leader = cluster.partitions[tp].leader
    differing = {
        (holder, offset): other
        for broker in cluster.replicas[tp]
        if leader is not None
        for offset in unlike(cluster.replicas[tp][broker], cluster.replicas[tp][leader])
        for holder, other in ((broker, leader), (leader, broker))
        if holder != leader or cluster.brokers[broker].is_up
    }
    for b, replica in cluster.replicas[tp].items():
        files = segments_of(replica)
        graph.nodes[replica_id(tp, b)]["cleaned_offset"] = replica.cleaned_offset
        for segment in files:
            node = segment_id(tp, b, segment.base_offset)
            graph.add_node(
                node,
                kind="segment",
                tp=tp,
                broker=b,
                base_offset=segment.base_offset,
                end_offset=segment.end_offset,
                size_bytes=segment.size_bytes,
                largest_timestamp_ms=segment.largest_timestamp_ms,
                active=segment is files[-1],
                up=cluster.brokers[b].is_up,
            )
            graph.add_edge(replica_id(tp, b), node, key="file", kind="file")
        for record in replica.log:
            node = record_id(tp, b, record)
            graph.nodes[node]["flushed"] = record.offset < replica.flushed_offset
            graph.nodes[node]["differs"] = differing.get((b, record.offset))
            base = max(segment.base_offset for segment in files if segment.base_offset <= record.offset)
            graph.add_edge(segment_id(tp, b, base), node, key="holds", kind="holds")


def add_offsets(graph: nx.MultiDiGraph, cluster: Cluster, tp: TopicPartition) -> None:
    """Adds who writes, the groups that committed an offset of a partition, and who reads it: members and consumers.

    A group's `coordinator` is the broker that keeps what it committed; a member `waits` for the answer to what it
    commits.
    """
    for name, group in cluster.groups.items():
        if tp in group.committed:
            offset = group.committed[tp]
            graph.add_node(group_id(name), kind="group", name=name, offset=offset, coordinator=group.coordinator)
        for member, known in group.members.items():
            if known.up and tp in known.owned and tp in known.positions:
                node = member_id(name, member)
                waits = None if known.committing is None else known.committing.get(tp)
                graph.add_node(node, kind="member", group=name, name=member, offset=known.positions[tp], waits=waits)
    for name, consumer in cluster.consumers.items():
        if tp in consumer.positions:
            graph.add_node(consumer_id(name), kind="consumer", name=name, offset=consumer.positions[tp])
    for name in cluster.producers:
        graph.add_node(producer_id(name), kind="producer", name=name)
