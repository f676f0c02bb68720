"""What the controller of ZooKeeper's time does by itself, and how one is found when it is gone."""

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import PartitionChange, TopicPartition
from kafkaviz.model import events as e
from kafkaviz.model.circumstances import elector
from kafkaviz.model.configs import config
from kafkaviz.model.rules.quorum import answer_isr_proposal, stop_relieved
from kafkaviz.model.values import Cluster


def end_session(cluster: Cluster, subject: object, policies: Policies) -> e.BrokerFenced | None:
    """ZooKeeper ends the session of a silent broker, and its node is gone. Kafka: zookeeper.session.timeout.ms."""
    for broker in cluster.brokers.values():
        quiet = broker.quiet_since_ms
        if not broker.fenced and quiet is not None and cluster.now_ms >= quiet + policies.session_timeout_ms:
            return e.BrokerFenced(broker.id)
    return None


def lose_controller(cluster: Cluster, subject: object, policies: Policies) -> e.ControllerLost | None:
    """The controller's node disappears with its session. Kafka: the ephemeral node /controller."""
    active = cluster.controller.active
    if active is None:
        return None
    holder = cluster.brokers[active]
    silent = not holder.is_up or holder.cut_off
    return e.ControllerLost(active) if holder.fenced and silent else None


def win_race(cluster: Cluster, subject: object, policies: Policies) -> e.ControllerElected | None:
    """A live broker makes the /controller node first; here it is the one that has been up longest.

    Kafka: KafkaController.elect, a race in which any live broker may win.
    """
    if cluster.controller.active is not None:
        return None
    live = [b for b in cluster.brokers.values() if b.is_up and not b.cut_off]
    if not live:
        return None
    winner = min(live, key=lambda broker: (broker.started_ms, broker.id))
    return e.ControllerElected(winner.id, cluster.controller.epoch + 1)


def register_returned(cluster: Cluster, subject: object, policies: Policies) -> e.BrokerUnfenced | None:
    """A broker that is up again registers and is live at once. Kafka: the ephemeral node /brokers/ids/N.

    One that restarted so fast that nobody missed it still gives up what it led, since its log may have lost its
    tail; what it only followed it goes on following.
    """
    for broker in cluster.brokers.values():
        returned = broker.fenced and broker.is_up and not broker.cut_off
        if returned and not any(p.leader == broker.id for p in cluster.partitions.values()):
            return e.BrokerUnfenced(broker.id)
    return None


def move_leadership(cluster: Cluster, tp: TopicPartition, policies: Policies) -> e.PartitionChanged | None:
    """Brokers that are not live leave the ISR, and somebody else leads; the leader epoch rises either way.

    Kafka: PartitionStateMachine and ReplicaStateMachine, whose two writes are one here.
    """
    if cluster.controller.active is None:
        return None
    partition = cluster.partitions[tp]
    eligible = tuple(b for b in partition.replicas if cluster.brokers[b].is_active)
    isr = tuple(b for b in partition.isr if b in eligible)
    if partition.leader in isr:
        change = None if isr == partition.isr else PartitionChange(partition.leader, isr)
        return None if change is None else e.PartitionChanged(tp, change)
    unclean = config(cluster, tp.topic, "unclean_leader_election_enable", policies)
    won = elector(policies)(partition.replicas, partition.isr, eligible, unclean=unclean)
    if won.leader is None:
        return None if partition.leader is None else e.PartitionChanged(tp, PartitionChange(None, isr or None))
    kept = isr if won.leader in isr else (won.leader,)
    return e.PartitionChanged(tp, PartitionChange(won.leader, kept), won.clean)


CONTROL_RULES = (end_session, lose_controller, win_race, register_returned, stop_relieved)
PARTITION_RULES = (move_leadership, answer_isr_proposal)
