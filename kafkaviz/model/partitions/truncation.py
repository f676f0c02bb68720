"""Where a follower cuts its log before it fetches, by the rule of its time."""

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.replication import end_offset_for, truncation_offset_by_epoch
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.replicas import Replica


def truncation_offset(cluster: Cluster, tp: TopicPartition, broker: int, policies: Policies) -> int | None:
    """Returns the offset to cut back to, or None when there is nothing to decide now.

    Kafka: high watermark up to 0.10, KIP-101 in 0.11, KIP-279 in 2.0, by the fetch itself since 2.7.
    """
    replica = cluster.replicas[tp][broker]
    if is_told_by_fetch(replica, policies) or (policies.truncation == "fetch" and replica.incoming is not None):
        if replica.incoming is None or replica.incoming.diverging is None or not cluster.brokers[broker].is_up:
            return None
        return truncation_offset_by_epoch(replica.epochs, replica.log_end_offset, *replica.incoming.diverging).offset
    if not cluster.brokers[broker].is_up:
        return None
    at = replica.view.leader
    if at is None or at == broker or not (cluster.leads(tp, at) or replica.must_truncate):
        return None
    if at not in cluster.replicas[tp]:
        return None
    leader, end = cluster.replicas[tp][at], replica.log_end_offset
    if policies.truncation == "fetch" or not replica.must_truncate:
        # Its next fetch is out of range: it starts at the leader's end instead.
        return leader.log_end_offset if end > leader.log_end_offset and replica.incoming is None else None
    if policies.truncation == "high_watermark":
        return min(replica.high_watermark, end)
    return _by_question(replica, leader, policies) if cluster.leads(tp, at) else None


def is_told_by_fetch(replica: Replica, policies: Policies) -> bool:
    """Tells whether a follower hears of its last epoch in the answer to its fetch, and need not ask before."""
    return policies.truncation == "fetch" and bool(replica.epochs)


def _by_question(replica: Replica, leader: Replica, policies: Policies) -> int:
    """Asks the leader where our latest epoch ended; since KIP-279 ask again about an older one if need be."""
    epochs, end = replica.epochs, replica.log_end_offset
    if not epochs:
        return min(replica.high_watermark, end)
    while True:
        epoch, leader_end = end_offset_for(leader.epochs, epochs[-1][0], leader.log_end_offset)
        if epoch is None:
            return min(replica.high_watermark, end)
        if policies.truncation == "kip_101":
            return min(leader_end, end)
        cut = truncation_offset_by_epoch(epochs, end, epoch, leader_end)
        if cut.is_final:
            return cut.offset
        end = cut.offset
        epochs = tuple(entry for entry in epochs if entry[1] < end)
