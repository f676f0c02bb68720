"""Where a follower cuts its log before it fetches, by the rule of its time."""

from kafkaviz.decisions.errors import LearnerError
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.replication import truncation_offset_by_epoch
from kafkaviz.decisions.truncation import truncate_by_common_epoch, truncate_by_latest_epoch, truncation_fault
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import short
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.learner import call_policy, call_text
from kafkaviz.model.core.replicas import Replica


def truncation_offset(cluster: Cluster, tp: TopicPartition, broker: int, policies: Policies) -> int | None:
    """Returns the offset to cut back to, or None when there is nothing to decide now.

    Kafka: high watermark up to 0.10, KIP-101 in 0.11, KIP-279 in 2.0, by the fetch itself since 2.7.
    """
    replica, by_fetch = cluster.replicas[tp][broker], is_by_fetch(policies)
    if by_fetch and (replica.epochs or replica.incoming is not None):
        if replica.incoming is None or replica.incoming.diverging is None or not cluster.brokers[broker].is_up:
            return None
        return truncation_offset_by_epoch(replica.epochs, replica.log_end_offset, *replica.incoming.diverging).offset
    if not cluster.brokers[broker].is_up:
        return None
    at = replica.view.leader
    if at is None or at == broker or not (replica.must_truncate or cluster.leads(tp, at)):
        return None
    if at not in cluster.replicas[tp]:
        return None
    leader, end = cluster.replicas[tp][at], replica.log_end_offset
    if by_fetch or not replica.must_truncate:
        # Its next fetch is out of range: it starts at the leader's end instead.
        return leader.log_end_offset if end > leader.log_end_offset and replica.incoming is None else None
    if is_by_high_watermark(policies):
        return min(replica.high_watermark, end)  # The one rule that asks nobody, so it need not wait for a leader.
    return _by_question(replica, leader, policies) if cluster.leads(tp, at) else None


def is_by_fetch(policies: Policies) -> bool:
    """Tells whether followers hear where to cut in the answers to their fetches, as they do since 2.7."""
    return policies.truncation == "fetch" and policies.truncation_offset is None


def is_by_high_watermark(policies: Policies) -> bool:
    """Tells whether followers cut at their own high watermark, as they did up to 0.10."""
    return policies.truncation == "high_watermark" and policies.truncation_offset is None


def _by_question(replica: Replica, leader: Replica, policies: Policies) -> int:
    """Asks the leader about epochs, by the rule of the time or by a learner's."""
    asked = replica.epochs, replica.log_end_offset, replica.high_watermark, leader.epochs, leader.log_end_offset
    rule = policies.truncation_offset
    if rule is None:
        return (truncate_by_latest_epoch if policies.truncation == "kip_101" else truncate_by_common_epoch)(*asked)
    answer = call_policy(rule, *asked)
    if truncation_fault(answer, replica.log_end_offset):
        raise LearnerError(
            f"{call_text(rule, *asked)} gave {short(answer)}; a log is cut at a whole number "
            f"from 0 to {replica.log_end_offset}."
        )
    return int(answer)
