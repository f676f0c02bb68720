"""A cluster as a networkx graph: what is there, and who leads, copies, hosts and controls."""

from collections.abc import Iterable

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import ZOOKEEPER_ID, broker_id, controller_id, partition_id, record_id, replica_id
from kafkaviz.model.clients.properties import lost_records
from kafkaviz.model.core.brokers import DEAD, FROZEN, Broker
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.replicas import Replica
from kafkaviz.model.core.request import REQUESTS


def add_control(graph: nx.MultiDiGraph, cluster: Cluster) -> None:
    """Adds the controllers, or ZooKeeper."""
    controller = cluster.controller
    if isinstance(controller, Quorum):
        for node, voter in controller.voters.items():
            graph.add_node(
                controller_id(node),
                kind="controller",
                id=node,
                active=node == controller.leader,
                epoch=voter.epoch,
                state=voter.state,
                up=voter.up,
                combined=node in cluster.brokers,
                frozen=node in cluster.brokers and cluster.brokers[node].state == FROZEN,
                votes=len(voter.granted),
                voted_for=voter.voted_for,
                log_end_offset=voter.log_end[1],
                committed=controller.committed,
            )
    else:
        graph.add_node(ZOOKEEPER_ID, kind="zookeeper", controller=controller.controller, epoch=controller.epoch)


def add_brokers(graph: nx.MultiDiGraph, cluster: Cluster) -> None:
    """Adds the brokers, the controller first, with what they do, and how one is `out` that is not counted on or dead.

    What of people's requests a broker `keeps` waits for a controller.
    """
    controller = None if isinstance(cluster.controller, Quorum) else cluster.controller.controller
    for b in sorted(cluster.brokers.values(), key=lambda broker: broker.id != controller):
        graph.add_node(
            broker_id(b.id),
            kind="broker",
            id=b.id,
            rack=b.rack,
            state=b.state,
            fenced=b.fenced,
            out=_out(cluster, b),
            registered=b.registered,
            cut_off=b.cut_off,
            keeps=[REQUESTS[kept.request].API for kept in cluster.forwarded if kept.broker == b.id],
            quiet_ms=None if b.quiet_since_ms is None else cluster.now_ms - b.quiet_since_ms,
            controller=controller == b.id,
        )


def _out(cluster: Cluster, broker: Broker) -> str:
    """Says how a broker is not counted on, or that it is dead and nobody has noticed."""
    is_quorum = isinstance(cluster.controller, Quorum)
    if broker.fenced:
        return "unregistered" if not broker.registered else "fenced" if is_quorum else "no session"
    return "" if broker.state != DEAD else "not fenced yet" if is_quorum else "unnoticed"


def add_controls(graph: nx.MultiDiGraph, cluster: Cluster) -> None:
    """Adds an edge to each broker from whoever decides now."""
    controller = cluster.controller
    if isinstance(controller, Quorum):
        source = None if controller.leader is None else controller_id(controller.leader)
    else:
        source = None if controller.controller is None else broker_id(controller.controller)
    for broker in map(broker_id, cluster.brokers):
        if source is not None and broker != source:
            graph.add_edge(source, broker, key="controls", kind="controls")


def add_votes(graph: nx.MultiDiGraph, cluster: Cluster) -> None:
    """Adds an edge from each voter to whom it gave its vote, or from each broker to the node it watches."""
    controller = cluster.controller
    if isinstance(controller, Quorum):
        for node, voter in controller.voters.items():
            if voter.voted_for is not None and voter.voted_for != node and voter.epoch == controller.epoch:
                graph.add_edge(controller_id(node), controller_id(voter.voted_for), key="voted", kind="voted")
        return
    for broker in cluster.brokers.values():
        graph.nodes[broker_id(broker.id)]["racing"] = broker.id in controller.racing
        if broker.is_up and not broker.fenced and broker.id != controller.controller:
            graph.add_edge(broker_id(broker.id), ZOOKEEPER_ID, key="watches", kind="watches")


def add_replicas(graph: nx.MultiDiGraph, cluster: Cluster, tps: Iterable[TopicPartition]) -> None:
    """Adds replicas, and an edge from each follower to the leader it copies.

    A leader whose log lacks what was acknowledged has its offsets and values as `lost`.
    """
    gone = lost_records(cluster)
    for tp in tps:
        partition = cluster.partitions[tp]
        for b, replica in cluster.replicas[tp].items():
            broker = cluster.brokers[b]
            graph.add_node(
                replica_id(tp, b),
                kind="replica",
                tp=tp,
                broker=b,
                role=_role(cluster, tp, b, replica),
                in_isr=b in partition.isr,
                isr=partition.isr,
                in_elr=b in partition.elr,
                up=broker.is_up,
                state=broker.state,
                out=_out(cluster, broker),
                behind_ms=_behind_ms(cluster, tp, b),
                log_start_offset=replica.log_start_offset,
                log_end_offset=replica.log_end_offset,
                high_watermark=replica.high_watermark,
                leader_epoch=partition.leader_epoch,
            )
            data = graph.nodes[replica_id(tp, b)]
            if gone and data["role"] == "leader" and (lost := [(g.offset, g.value) for g in gone if g.tp == tp]):
                data["lost"] = tuple(dict(lost).items())
            leader = replica.view.leader
            if leader is not None and leader != b and leader in cluster.replicas[tp] and broker.is_up:
                graph.add_edge(replica_id(tp, b), replica_id(tp, leader), key="copies", kind="copies")


def _behind_ms(cluster: Cluster, tp: TopicPartition, follower: int) -> int | None:
    """Returns for how long a follower in the ISR has lacked something, as its leader counts it, or None."""
    leader = cluster.partitions[tp].leader
    if leader is None or not cluster.leads(tp, leader) or follower not in cluster.partitions[tp].isr:
        return None
    held = cluster.replicas[tp]
    seen = held[leader].followers.get(follower)
    if seen is None or held[follower].log_end_offset >= held[leader].log_end_offset:
        return None
    return cluster.now_ms - seen.caught_up_ms


def add_hosts(graph: nx.MultiDiGraph, cluster: Cluster) -> None:
    """Adds an edge from each broker to each replica that it holds."""
    for tp in cluster.partitions:
        for b in cluster.replicas[tp]:
            graph.add_edge(broker_id(b), replica_id(tp, b), key="hosts", kind="hosts")


def _role(cluster: Cluster, tp: TopicPartition, broker: int, replica: Replica) -> str:
    """Returns what a broker takes itself for: it acts on what it has heard, not on what was decided meanwhile."""
    if cluster.brokers[broker].state == DEAD:
        return "dead"
    view = replica.view
    if view.leader == broker:
        return "leader" if cluster.partitions[tp].leader == broker else "zombie"
    if view.partition_epoch < 0:
        return "unaware"
    return "follower" if broker in view.isr else "lagging"


def add_records(graph: nx.MultiDiGraph, cluster: Cluster, tp: TopicPartition, first_offset: int) -> None:
    """Adds the records from an offset on, in every replica's log, each with whether it is committed there."""
    for b, replica in cluster.replicas[tp].items():
        for record in replica.log:
            if record.offset < first_offset:
                continue
            node = record_id(tp, b, record)
            graph.add_node(
                node,
                kind="record",
                tp=tp,
                broker=b,
                offset=record.offset,
                key=record.key,
                value=record.value,
                leader_epoch=record.leader_epoch,
                committed=record.offset < replica.high_watermark,
                up=cluster.brokers[b].is_up,
            )
            graph.add_edge(replica_id(tp, b), node, key="holds", kind="holds")


def add_partitions(graph: nx.MultiDiGraph, cluster: Cluster, tps: Iterable[TopicPartition]) -> None:
    """Adds partitions with how many records each has, waiting ones included."""
    waiting = [
        batch.tp
        for producer in cluster.producers.values()
        for batch in producer.batches
        if batch.base_offset is None
        for _ in batch.records
    ]
    for tp in tps:
        leader = cluster.partitions[tp].leader
        ends = [r.log_end_offset for r in cluster.replicas[tp].values()]
        stored = max(ends, default=0) if leader is None else cluster.replicas[tp][leader].log_end_offset
        graph.add_node(partition_id(tp), kind="partition", tp=tp, leader=leader, records=stored + waiting.count(tp))
