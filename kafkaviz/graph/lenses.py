"""Which part of a cluster answers which question: one function per lens, and a focus where a lens needs one."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import networkx as nx

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph import build, clients, logs
from kafkaviz.graph.groups import add_group, add_members, note_partitions
from kafkaviz.graph.metadata_log import Entry
from kafkaviz.graph.share import add_share_group, share_group_of
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import ZooKeeper

RECORDS_IN_CLUSTER: Final = 6
RECORDS_IN_REPLICATION: Final = 12
MOST_REPLICAS_WITH_RECORDS: Final = 6

KEPT: Final = ("cleanup_policy", "retention_ms", "retention_bytes")
"""The configs of a topic that say what its logs keep."""

Attributes = Mapping[str, Any]
"""What is known of a node or an edge; networkx keeps it as it was given and knows no types."""


class Focus(NamedTuple):
    """What a lens looks at: a topic, one of its partitions, a group."""

    topic: str | None = None
    partition: int = 0
    group: str | None = None

    @property
    def tp(self) -> TopicPartition | None:
        """The partition in focus, if there is one."""
        return None if self.topic is None else TopicPartition(self.topic, self.partition)


Facts = Callable[[Cluster, Focus], nx.MultiDiGraph]
"""Chooses what of a cluster is a node and what an edge, for one question."""


def cluster_lens(cluster: Cluster, focus: Focus) -> nx.MultiDiGraph:
    """Shows everybody: controllers, brokers with their replicas and newest records, producers, consumers."""
    graph = nx.MultiDiGraph(lens="cluster")
    build.add_control(graph, cluster)
    build.add_brokers(graph, cluster)
    build.add_controls(graph, cluster)
    build.add_replicas(graph, cluster, cluster.partitions)
    build.add_hosts(graph, cluster)
    if most_replicas_on_a_broker(cluster) <= MOST_REPLICAS_WITH_RECORDS:
        for tp in cluster.partitions:
            build.add_records(graph, cluster, tp, first_shown(cluster, tp, RECORDS_IN_CLUSTER))
    clients.add_clients(graph, cluster, cluster.partitions)
    return graph


def partition_lens(cluster: Cluster, focus: Focus) -> nx.MultiDiGraph:
    """Shows one partition and everybody who has to do with it."""
    graph = nx.MultiDiGraph(lens="partition")
    build.add_control(graph, cluster)
    build.add_brokers(graph, cluster)
    tps = [tp for tp in (focus.tp,) if tp is not None and tp in cluster.partitions]
    build.add_replicas(graph, cluster, tps)
    for tp in tps:
        build.add_records(graph, cluster, tp, first_shown(cluster, tp, RECORDS_IN_CLUSTER))
    clients.add_clients(graph, cluster, tps)
    return graph


def replication_lens(cluster: Cluster, focus: Focus) -> nx.MultiDiGraph:
    """Shows the copies of one partition: each log, its end, its high watermark, who is in sync; and its clients.

    Where ZooKeeper keeps who leads and who is in sync, it is shown too, with the brokers that have sessions there.
    """
    graph = nx.MultiDiGraph(lens="replication")
    tp = focus.tp
    if tp is None or tp not in cluster.partitions:
        return graph
    build.add_replicas(graph, cluster, [tp])
    build.add_records(graph, cluster, tp, first_shown(cluster, tp, RECORDS_IN_REPLICATION))
    clients.add_clients(graph, cluster, [tp])
    if isinstance(cluster.controller, ZooKeeper):
        build.add_control(graph, cluster)
        build.add_brokers(graph, cluster)
    return graph


def partitioner_lens(cluster: Cluster, focus: Focus) -> nx.MultiDiGraph:
    """Shows how a topic's records were routed: the latest ones, and how full each partition is."""
    graph = nx.MultiDiGraph(lens="partitioner")
    if focus.topic is None or focus.topic not in cluster.topics:
        return graph
    build.add_partitions(graph, cluster, cluster.partitions_of(focus.topic))
    clients.add_routings(graph, cluster, focus.topic)
    return graph


def assignment_lens(cluster: Cluster, focus: Focus) -> nx.MultiDiGraph:
    """Shows a group: who holds which partition, who gives one up, who waits for one, and how far behind it is."""
    graph = nx.MultiDiGraph(lens="assignment")
    name = focus.group or next(iter(cluster.groups), None)
    if name is not None and name in cluster.groups:
        add_group(graph, cluster, name)
    else:
        note_partitions(graph, cluster)
    return graph


def share_lens(cluster: Cluster, focus: Focus) -> nx.MultiDiGraph:
    """Shows a share group: each record of its partitions, its state, how often it was delivered, and who has it."""
    graph = nx.MultiDiGraph(lens="share")
    name = share_group_of(cluster, focus.group)
    if name is not None:
        add_share_group(graph, cluster, name)
    else:
        note_partitions(graph, cluster)
    return graph


def controller_lens(cluster: Cluster, focus: Focus) -> nx.MultiDiGraph:
    """Shows who decides and how that was found: voters and their votes, or brokers around ZooKeeper."""
    graph = nx.MultiDiGraph(lens="controller")
    build.add_control(graph, cluster)
    build.add_brokers(graph, cluster)
    build.add_votes(graph, cluster)
    return graph


def client_lens(cluster: Cluster, focus: Focus) -> nx.MultiDiGraph:
    """Shows clients and whom they would ask: what each believes and holds, and who leads and coordinates in truth."""
    graph = nx.MultiDiGraph(lens="client")
    build.add_brokers(graph, cluster)
    clients.add_leadership(graph, cluster)
    clients.add_beliefs(graph, cluster)
    clients.add_readers(graph, cluster)
    clients.add_members(graph, cluster)
    return graph


def log_lens(cluster: Cluster, focus: Focus) -> nx.MultiDiGraph:
    """Shows the files of one partition: segments and records of each copy, and the offsets of those who read it."""
    graph = nx.MultiDiGraph(lens="log")
    tp = focus.tp
    if tp is not None and tp in cluster.partitions:
        build.add_replicas(graph, cluster, [tp])
        build.add_records(graph, cluster, tp, 0)
        logs.add_segments(graph, cluster, tp)
        logs.add_offsets(graph, cluster, tp)
    return graph


def plain_lens(cluster: Cluster, focus: Focus) -> nx.MultiDiGraph:
    """Shows everybody and every tie between them, but no records: who controls, hosts, copies, writes, reads, owns."""
    graph = nx.MultiDiGraph(lens="graph")
    build.add_control(graph, cluster)
    build.add_brokers(graph, cluster)
    build.add_controls(graph, cluster)
    build.add_replicas(graph, cluster, cluster.partitions)
    build.add_hosts(graph, cluster)
    clients.add_clients(graph, cluster, cluster.partitions)
    for name in cluster.groups:
        add_members(graph, cluster, name)
    return graph


def lens_graph(
    cluster: Cluster,
    facts: Facts,
    focus: Focus | None = None,
    *,
    entries: Sequence[Entry] = (),
    policies: Policies | None = None,
) -> nx.MultiDiGraph:
    """Returns the facts of a cluster as a graph, chosen by one of the functions here.

    What a cluster alone does not know stands in the graph's own attributes: `metadata_log`, the entries written so
    far, and from the policies (those of Kafka 4.4, if none are given) how long others are waited for:
    `session_timeout_ms` for a silent broker, `replica_lag_time_max_ms` for a follower that lacks something,
    `group_session_timeout_ms` for a silent member, `record_lock_duration_ms` for a member of a share group; and
    `delivery_count_limit`, how often it lends a record, and `batch_size`, of how many bytes a producer
    makes a batch. What the logs of the topic in focus keep stands there as well.

    >>> from kafkaviz.model.core.brokers import Broker
    >>> from kafkaviz.model.core.controllers import Quorum
    >>> sorted(lens_graph(Cluster(0, Quorum.of(101), {1: Broker(1)}), cluster_lens))
    ['broker:1', 'controller:101']

    The graph is how this package shows one.
    """
    seen, in_force = focus or default_focus([cluster]), policies or Policies()
    graph = facts(cluster, seen)
    graph.graph |= {
        "metadata_log": tuple(entries),
        "session_timeout_ms": in_force.session_timeout_ms,
        "replica_lag_time_max_ms": in_force.replica_lag_time_max_ms,
        "group_session_timeout_ms": in_force.group_session_timeout_ms,
        "record_lock_duration_ms": in_force.group_share_record_lock_duration_ms,
        "delivery_count_limit": in_force.group_share_delivery_count_limit,
        "batch_size": in_force.batch_size,
    }
    if seen.topic in cluster.topics:
        graph.graph |= {name: cluster.config(str(seen.topic), name, in_force) for name in KEPT}
    return graph


def default_focus(clusters: Iterable[Cluster]) -> Focus:
    """Returns the first partition of the first topic there is."""
    for cluster in clusters:
        for topic in cluster.topics:
            return Focus(topic)
    return Focus()


def first_shown(cluster: Cluster, tp: TopicPartition, window: int) -> int:
    """Returns the first offset of the window that all replicas of a partition share; the newest end is its end."""
    ends = [replica.log_end_offset for replica in cluster.replicas[tp].values()]
    return max(0, max(ends, default=0) - window)


def most_replicas_on_a_broker(cluster: Cluster) -> int:
    """Returns how many replicas the fullest broker has."""
    hosted = Counter(b for replicas in cluster.replicas.values() for b in replicas)
    return max((hosted[b] for b in cluster.brokers), default=0)
