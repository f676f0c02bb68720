"""What a leader does about its ISR by itself: it drops followers that are behind, and takes in others that are not."""

from collections.abc import Iterator

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.replication import may_join_isr
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.brokers import SILENT
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.learner import call_policy
from kafkaviz.model.core.replicas import Replica
from kafkaviz.model.core.rule import rule
from kafkaviz.model.core.timer import Timer, is_over
from kafkaviz.model.partitions.events import IsrChangeProposed

CHECKS_PER_LAG_TIME = 2
CHECKS_LOOKED_AHEAD = 8


@rule("views", "followers", "logs", "isr_proposals", "processes", "fences", "links", "now_ms")
def shrink_isr(cluster: Cluster, tp: TopicPartition, policies: Policies) -> Iterator[IsrChangeProposed]:
    """A leader drops followers that have been behind for too long.

    Kafka: Partition.maybeShrinkIsr. Simplified: a follower that has everything is taken to go on fetching.
    """
    for broker, leader in cluster.replicas[tp].items():
        if leader.view.leader != broker or not _may_propose(cluster, broker, leader):
            continue
        staying: list[int] = []
        isr, end, followers = leader.view.isr, leader.log_end_offset, leader.followers
        for b in isr:
            is_behind = b in followers and followers[b].fetch_offset != end
            if not is_behind or not is_over(lag_timer(leader, b, policies), cluster.now_ms):
                staying.append(b)
        if len(staying) < len(isr):
            yield IsrChangeProposed(tp, broker, _in_written_order(staying, policies))


def lag_timer(leader: Replica, follower: int, policies: Policies) -> Timer | None:
    """Returns when a follower leaves the ISR if it stays behind: at the first check that finds it out of sync.

    One that has everything is not asked about: it goes on fetching, which the model does not show, and so stays in.
    """
    seen = leader.followers.get(follower)
    if seen is None or seen.fetch_offset == leader.log_end_offset:
        return None
    lag_ms = policies.replica_lag_time_max_ms
    check_ms = max(1, lag_ms // CHECKS_PER_LAG_TIME)
    first = max(seen.caught_up_ms, seen.behind_since_ms) // check_ms + 1
    for check in range(first, first + CHECKS_LOOKED_AHEAD):
        times = {"caught_up_ms": seen.caught_up_ms, "now_ms": check * check_ms, "replica_lag_time_max_ms": lag_ms}
        if call_policy(policies.is_out_of_sync, seen.fetch_offset, leader.log_end_offset, **times):
            return Timer(check * check_ms, "replica.lag.time.max.ms", lag_ms, check_ms=check_ms)
    return None


@rule(
    "views",
    "followers",
    "high_watermarks",
    "logs",
    "isr_proposals",
    "processes",
    "fetchers",
    "fences",
    "links",
    "incarnations",
)
def expand_isr(cluster: Cluster, tp: TopicPartition, policies: Policies) -> Iterator[IsrChangeProposed]:
    """A leader takes in a follower that has what is committed. Kafka: Partition.maybeExpandIsr."""
    for broker, leader in cluster.replicas[tp].items():
        if leader.view.leader != broker or not _may_propose(cluster, broker, leader):
            continue
        isr = leader.view.isr
        for b, seen in leader.followers.items():
            if b in isr:
                continue
            outside = cluster.brokers[b]
            if not outside.is_active or not outside.is_fetching or seen.broker_epoch != outside.epoch:
                continue
            epoch_start = leader.epochs[-1][1] if policies.isr_join_needs_epoch_start and leader.epochs else 0
            if may_join_isr(seen.fetch_offset, leader.high_watermark, epoch_start):
                yield IsrChangeProposed(tp, broker, _in_written_order([*isr, b], policies))


def _may_propose(cluster: Cluster, broker: int, leader: Replica) -> bool:
    """Whether a leader that is up can ask the controller for another ISR now.

    Who is no longer registered is refused, Kafka: STALE_BROKER_EPOCH. Only a replaced election makes a leader from
    outside its ISR; whatever that one asked for would be refused as INVALID_REQUEST, and asked for again.
    """
    asker = cluster.brokers[broker]
    if leader.pending_isr is not None or asker.state in SILENT or asker.cut_off or asker.fenced:
        return False
    return broker in leader.view.isr


def _in_written_order(isr: list[int], policies: Policies) -> tuple[int, ...]:
    """Orders an ISR as its leader writes it down: ascending now, in order of arrival in ZooKeeper's time.

    Kafka: Partition.prepareIsrExpand and prepareIsrShrink build a hash set, which keeps ids below 8 ascending;
    larger ones may come in another order there.
    """
    return tuple(sorted(isr) if policies.isr_is_sorted else isr)


def lag_deadlines(cluster: Cluster, policies: Policies) -> Iterator[Timer]:
    """Yields how long followers may stay behind before they leave the ISR."""
    for held in cluster.replicas.values():
        for b, replica in held.items():
            if replica.view.leader == b and cluster.brokers[b].is_up:
                for follower in replica.view.isr:
                    timer = lag_timer(replica, follower, policies)
                    if timer is not None:
                        yield timer


RULES = (shrink_isr, expand_isr)
