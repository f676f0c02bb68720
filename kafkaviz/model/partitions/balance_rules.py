"""The preferred leader is elected again: the controller checks every five minutes."""

from collections.abc import Iterator
from functools import lru_cache

from kafkaviz.decisions.elections import change_partition
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import PartitionRequest, TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import ZooKeeper
from kafkaviz.model.core.election_context import election_context, elector
from kafkaviz.model.core.rule import rule
from kafkaviz.model.core.timer import Timer
from kafkaviz.model.partitions.events import PartitionChanged


@rule("controller", "processes", "fences", "links", "partitions", "topics", "now_ms")
def balance_leaders(cluster: Cluster, subject: object, policies: Policies) -> Iterator[PartitionChanged]:
    """The controller moves one partition's leadership back to the first replica, if that one is in the ISR.

    Kafka: ReplicationControlManager.maybeBalancePartitionLeaders, auto.leader.rebalance.enable; with ZooKeeper
    KafkaController, which leaves a broker alone that misses no more than leader.imbalance.per.broker.percentage.
    Simplified: checks fall at fixed times, in Kafka the first comes sooner after an election.
    """
    if cluster.now_ms == 0 or balance_timer(cluster.now_ms - 1, policies).due_ms > cluster.now_ms:
        return
    for tp in movable(cluster, policies):
        wish = election_context(cluster, tp, policies, election="PREFERRED")
        change = change_partition(cluster.partitions[tp], PartitionRequest(), wish, elect=elector(policies))
        if change is not None:
            yield PartitionChanged(tp, change)


def balance_deadlines(cluster: Cluster, policies: Policies) -> Iterator[Timer]:
    """Yields the time until the next check, if it would find something to move."""
    if next(movable(cluster, policies), None) is not None:
        yield balance_timer(cluster.now_ms, policies)


def balance_timer(after_ms: int, policies: Policies) -> Timer:
    """Returns when the controller checks next after a moment."""
    return _balance_timer(after_ms, policies.leader_imbalance_check_interval_seconds * 1000)


@lru_cache(maxsize=1_000)
def _balance_timer(after_ms: int, check_ms: int) -> Timer:
    return Timer((after_ms // check_ms + 1) * check_ms, "leader.imbalance.check.interval.seconds", check_ms)


def movable(cluster: Cluster, policies: Policies) -> Iterator[TopicPartition]:
    """Yields the partitions that would be led by another replica after a check."""
    if not policies.auto_leader_rebalance_enable or cluster.active_controller is None:
        return
    for tp, partition in cluster.partitions.items():
        first = partition.replicas[0]
        if partition.leader in (None, first) or first not in partition.isr or not cluster.brokers[first].is_active:
            continue
        if not isinstance(cluster.controller, ZooKeeper) or _misses_much(cluster, first, policies):
            yield tp


def _misses_much(cluster: Cluster, broker: int, policies: Policies) -> bool:
    preferring = [p for p in cluster.partitions.values() if p.replicas[0] == broker]
    elsewhere = sum(p.leader != broker for p in preferring)
    return elsewhere * 100 > len(preferring) * policies.leader_imbalance_per_broker_percentage


RULES = (balance_leaders,)
