"""What the controller of ZooKeeper's time does by itself, and how one is found when it is gone."""

from collections.abc import Iterator

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import PartitionChange, TopicPartition
from kafkaviz.model.brokers.registration_events import BrokerFenced, BrokerUnfenced
from kafkaviz.model.brokers.rules import session_timer
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import ZooKeeper
from kafkaviz.model.core.election_context import elector
from kafkaviz.model.core.rule import rule
from kafkaviz.model.core.timer import is_over
from kafkaviz.model.partitions.events import PartitionChanged
from kafkaviz.model.quorum.controller_rules import answer_isr_proposal
from kafkaviz.model.quorum.events import ControllerElected
from kafkaviz.model.zookeeper.events import ControllerLoaded, ControllerLost, ControllerRaceBegan, ControllerRaceLost


@rule("controller", "brokers", "now_ms")
def end_session(cluster: Cluster, subject: object, policies: Policies) -> Iterator[BrokerFenced]:
    """ZooKeeper ends the session of a silent broker, and its node is gone. Kafka: zookeeper.session.timeout.ms."""
    for broker in cluster.brokers.values():
        if is_over(session_timer(cluster, broker, policies), cluster.now_ms):
            yield BrokerFenced(broker.id)


@rule("controller", "brokers")
def lose_controller(cluster: Cluster, subject: object, policies: Policies) -> Iterator[ControllerLost]:
    """The controller's node disappears with its session. Kafka: the ephemeral node /controller."""
    held_by = _node(cluster).controller
    if held_by is None:
        return
    holder = cluster.brokers.get(held_by)
    gone = holder is None or (holder.fenced and (not holder.is_up or holder.cut_off))
    if gone:
        yield ControllerLost(held_by)


@rule("controller", "brokers")
def begin_race(cluster: Cluster, subject: object, policies: Policies) -> Iterator[ControllerRaceBegan]:
    """Every live broker learns that there is no /controller node.

    Kafka: a broker's watch on /controller, or its own start. Simplified: who makes the node is a race in Kafka, here
    the brokers arrive in the order in which they came up.
    """
    node = _node(cluster)
    if node.controller is not None or any(map(cluster.is_up, node.racing)):
        return
    live = [b for b in cluster.brokers.values() if b.is_up and not b.cut_off]
    live.sort(key=lambda broker: (broker.started_ms, broker.id))
    if live:
        yield ControllerRaceBegan(tuple(broker.id for broker in live))


@rule("controller", "brokers")
def win_race(cluster: Cluster, subject: object, policies: Policies) -> Iterator[ControllerElected]:
    """The first live broker to arrive makes the node, and the controller epoch rises. Kafka: KafkaController.elect."""
    node = _node(cluster)
    running = [b for b in node.racing if cluster.is_up(b)]
    if node.controller is not None or not running:
        return
    yield ControllerElected(running[0], node.epoch + 1)


@rule("controller")
def lose_race(cluster: Cluster, subject: object, policies: Policies) -> Iterator[ControllerRaceLost]:
    """The others find the node there, and watch it. Kafka: NodeExistsException in KafkaController.elect."""
    node = _node(cluster)
    if node.controller is None or not node.racing:
        return
    yield ControllerRaceLost(node.racing, node.controller)


@rule("controller")
def load_controller(cluster: Cluster, subject: object, policies: Policies) -> Iterator[ControllerLoaded]:
    """A new controller reads the whole state from ZooKeeper before it decides anything.

    Kafka: KafkaController.onControllerFailover. Simplified: it takes no time, in Kafka the longer the more partitions,
    seconds to minutes.
    """
    node = _node(cluster)
    if node.controller is None or node.loaded:
        return
    live = tuple(b.id for b in cluster.brokers.values() if not b.fenced)
    yield ControllerLoaded(node.controller, live, len(cluster.topics), len(cluster.partitions))


def _node(cluster: Cluster) -> ZooKeeper:
    assert isinstance(cluster.controller, ZooKeeper)
    return cluster.controller


@rule("brokers", "partitions")
def register_returned(cluster: Cluster, subject: object, policies: Policies) -> Iterator[BrokerUnfenced]:
    """A broker that is up again registers and is live at once. Kafka: the ephemeral node /brokers/ids/N.

    One that restarted so fast that nobody missed it still gives up what it led, since its log may have lost its
    tail; what it only followed it goes on following.
    """
    for broker in cluster.brokers.values():
        returned = broker.fenced and broker.is_up and not broker.cut_off
        if returned and not any(p.leader == broker.id for p in cluster.partitions.values()):
            yield BrokerUnfenced(broker.id)


@rule("controller", "partitions", "brokers", "topics")
def move_leadership(cluster: Cluster, tp: TopicPartition, policies: Policies) -> Iterator[PartitionChanged]:
    """Brokers that are not live leave the ISR, and somebody else leads; the leader epoch rises either way.

    Kafka: PartitionStateMachine and ReplicaStateMachine. Simplified: their two writes are one.
    """
    if cluster.active_controller is None:
        return
    partition = cluster.partitions[tp]
    eligible = tuple(b for b in partition.replicas if cluster.brokers[b].is_active)
    isr = tuple(b for b in partition.isr if b in eligible)
    if partition.leader in isr:
        change = None if isr == partition.isr else PartitionChange(partition.leader, isr)
        if change is not None:
            yield PartitionChanged(tp, change)
        return
    unclean = cluster.config(tp.topic, "unclean_leader_election_enable", policies)
    won = elector(policies)(partition.replicas, partition.isr, eligible, unclean=unclean)
    if won.leader is None:
        if partition.leader is not None:
            yield PartitionChanged(tp, PartitionChange(None, isr or None))
        return
    kept = isr if won.leader in isr else (won.leader,)
    yield PartitionChanged(tp, PartitionChange(won.leader, kept), won.clean)


CONTROL_RULES = (end_session, lose_controller, begin_race, win_race, lose_race, load_controller, register_returned)
PARTITION_RULES = (move_leadership, answer_isr_proposal)
