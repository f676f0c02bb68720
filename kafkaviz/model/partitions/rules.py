"""What happens to one partition by itself, in the order in which it is asked."""

from collections.abc import Iterator

from kafkaviz.decisions.errors import LearnerError
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.replication import diverging_epoch, high_watermark_fault
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import short
from kafkaviz.model.core.brokers import SILENT
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.election_context import effective_min_isr
from kafkaviz.model.core.learner import call_policy, call_text
from kafkaviz.model.core.replicas import FetchAnswer, Follower, Replica, View
from kafkaviz.model.core.rule import rule
from kafkaviz.model.core.segments import index_of
from kafkaviz.model.partitions import isr_rules
from kafkaviz.model.partitions.events import HighWatermarkAdvanced, LogTruncated, MetadataDelivered
from kafkaviz.model.partitions.fetch_events import FetchReceived, FetchServed
from kafkaviz.model.partitions.log_events import SegmentRolled
from kafkaviz.model.partitions.log_rules import rolled_segment
from kafkaviz.model.partitions.truncation import is_by_fetch, is_by_high_watermark, truncation_offset


@rule("partitions", "views", "processes", "fences", "links", "controller")
def deliver_metadata(cluster: Cluster, tp: TopicPartition, policies: Policies) -> Iterator[MetadataDelivered]:
    """Every broker that hears the controller learns what it decided.

    One that comes back is registered first, which ends what it led and takes it out of the ISR.

    Kafka: BrokerMetadataPublisher. Up to 0.10 who follows the same leader in a new epoch goes on as before
    (Partition.makeFollower). Simplified: all who can hear it hear it at one moment.
    """
    ignorant: list[int] = []
    partition = cluster.partitions[tp]
    newest = partition.partition_epoch
    for b, replica in cluster.replicas[tp].items():
        if replica.view.partition_epoch < newest:
            broker = cluster.brokers[b]
            if broker.state in SILENT or broker.cut_off:
                continue
            if not broker.fenced or (b not in partition.isr and cluster.active_controller is not None):
                ignorant.append(b)
    if ignorant:
        view = View(partition.leader, partition.leader_epoch, partition.isr, partition.partition_epoch)
        yield MetadataDelivered(tp, tuple(ignorant), view, keeps_following=is_by_high_watermark(policies))


@rule("views", "incoming", "logs", "processes")
def truncate(cluster: Cluster, tp: TopicPartition, policies: Policies) -> Iterator[LogTruncated]:
    """A follower cuts its log back to where it may trust it.

    Kafka: AbstractFetcherThread.truncateToEpochEndOffsets, truncateOnFetchResponse, truncateToHighWatermark.
    """
    with_fetch = is_by_fetch(policies)
    for broker, replica in cluster.replicas[tp].items():
        is_told = with_fetch and (replica.epochs or not replica.log_end_offset)
        if is_told and (replica.incoming is None or replica.incoming.diverging is None):
            continue  # The answer to its next fetch will tell, or has told that nothing is to be cut.
        offset = truncation_offset(cluster, tp, broker, policies)
        if offset is not None:
            yield LogTruncated(tp, broker, offset)


@rule("incoming", "processes")
def receive_fetch(cluster: Cluster, tp: TopicPartition, policies: Policies) -> Iterator[FetchReceived | SegmentRolled]:
    """A follower takes in the answer that is on its way. Kafka: ReplicaFetcherThread.processPartitionData."""
    for broker, replica in cluster.replicas[tp].items():
        answer = replica.incoming
        if answer is not None and answer.diverging is None and cluster.brokers[broker].is_up:
            roll = rolled_segment(cluster, tp, broker, answer.records, policies) if answer.records else None
            yield roll or FetchReceived(tp, broker)


@rule(
    "logs",
    "views",
    "followers",
    "isr_proposals",
    "high_watermarks",
    "processes",
    "fetchers",
    "fences",
    "partitions",
    "topics",
    "now_ms",
)
def advance_high_watermark(cluster: Cluster, tp: TopicPartition, policies: Policies) -> Iterator[HighWatermarkAdvanced]:
    """A leader commits what every replica it must count on has. Kafka: Partition.maybeIncrementLeaderHW."""
    for broker, leader in cluster.replicas[tp].items():
        if leader.view.leader != broker or leader.high_watermark == (end := leader.log_end_offset):
            continue  # All there is has been committed.
        if cluster.brokers[broker].state in SILENT:
            continue
        if policies.hw_needs_min_isr and len(leader.view.isr) < effective_min_isr(cluster, tp, policies):
            continue
        lag, isr = policies.replica_lag_time_max_ms, leader.maximal_isr
        fetched: list[int] = []
        for b, seen in leader.followers.items():
            if b in isr or _is_about_to_join(cluster, b, seen, lag):
                fetched.append(max(0, seen.fetch_offset))  # One that has not fetched yet has nothing, for all it knows.
        offset = _high_watermark(end, fetched, policies)
        if offset > leader.high_watermark:
            yield HighWatermarkAdvanced(tp, broker, offset)


def _high_watermark(leader_end: int, isr_ends: list[int], policies: Policies) -> int:
    answer = call_policy(policies.high_watermark, leader_end, isr_ends)
    if high_watermark_fault(answer, leader_end):
        call = call_text(policies.high_watermark, leader_end, isr_ends)
        raise LearnerError(f"{call} gave {short(answer)}; a high watermark is a whole number from 0 to {leader_end}.")
    return int(answer)


def _is_about_to_join(cluster: Cluster, broker: int, seen: Follower, lag_ms: int) -> bool:
    caught_up = seen.fetch_offset >= 0 and cluster.now_ms - seen.caught_up_ms <= lag_ms
    return caught_up and cluster.brokers[broker].is_active and cluster.brokers[broker].is_fetching


@rule("logs", "views", "followers", "incoming", "high_watermarks", "processes", "fetchers", "incarnations", "now_ms")
def serve_fetch(cluster: Cluster, tp: TopicPartition, policies: Policies) -> Iterator[FetchServed]:
    """A leader answers the follower that is furthest behind, if any; a fetch that finds no record waits.

    So a follower learns the high watermark with the next record, or after replica.fetch.wait.max.ms.

    Kafka: ReplicaManager.fetchMessages, DelayedFetch. Simplified: a fetch is about one partition and has no limit in
    bytes; one that brings no news is not shown, and one that has waited is answered when time stops next. In 2.4 and
    2.5 alone a high watermark that moved was answered at once.
    """
    waiting: list[tuple[int, int, int]] = []
    for broker, replica in cluster.replicas[tp].items():
        if replica.incoming is None and replica.view.leader not in (None, broker):
            waiting.append((replica.log_end_offset, len(waiting), broker))
    waiting.sort()
    for _, _, broker in waiting:
        served = served_fetch(cluster, tp, broker, policies)
        if served is not None:
            yield served


def served_fetch(
    cluster: Cluster, tp: TopicPartition, follower: int, policies: Policies, *, idle: bool = False
) -> FetchServed | None:
    """Returns the answer to one follower's fetch; one that would change nothing only counts when `idle`."""
    held = cluster.replicas[tp]
    replica = held.get(follower)
    if replica is None or replica.incoming is not None:
        return None
    at, fetcher = replica.view.leader, cluster.brokers[follower]
    if at is None or at == follower or fetcher.state in SILENT or fetcher.stalled_since_ms is not None:
        return None
    leader = held.get(at)
    seen = None if leader is None else leader.followers.get(follower)
    if leader is None or seen is None:
        return None
    known, end = seen.broker_epoch == fetcher.epoch, replica.log_end_offset
    waited_ms = cluster.now_ms - seen.fetched_ms if seen.fetch_offset == end else 0
    has_waited = idle or waited_ms >= policies.replica_fetch_wait_max_ms
    if not idle and known and seen.fetch_offset == end and _has_everything(leader, replica, has_waited):
        return None
    if leader.view.leader != at or cluster.brokers[at].state in SILENT:
        return None
    if policies.fetches_are_fenced and leader.view.leader_epoch != replica.view.leader_epoch:
        return None
    is_told = bool(replica.epochs) and is_by_fetch(policies)
    if not is_told and truncation_offset(cluster, tp, follower, policies) is not None:
        return None
    answer = _answer(at, leader, replica, end, has_waited, is_told)
    if not idle and known and not _brings_news(answer, seen, replica):
        return None
    return FetchServed(tp, follower, answer)


def _has_everything(leader: Replica, replica: Replica, has_waited: bool) -> bool:
    """Tells at a glance what most fetches come to: the same log, known to both ends, and all of it told that may be."""
    return (
        replica.log is leader.log
        and (replica.high_watermark == leader.high_watermark or not has_waited)
        and replica.epochs == leader.epochs
        and replica.log_start_offset == leader.log_start_offset
    )


def _answer(at: int, leader: Replica, follower: Replica, offset: int, has_waited: bool, is_told: bool) -> FetchAnswer:
    diverging = None
    if is_told:
        diverging = diverging_epoch(leader.epochs, leader.log_end_offset, follower.epochs[-1][0], offset)
    records = () if diverging else leader.log[index_of(leader.log, offset) :]
    # An empty answer tells nothing before it has waited: it stands for a fetch that the leader holds back.
    known = leader.high_watermark if records or diverging or has_waited else follower.high_watermark
    return FetchAnswer(at, leader.view.leader_epoch, offset, records, known, leader.log_start_offset, diverging)


def _brings_news(answer: FetchAnswer, seen: Follower, replica: Replica) -> bool:
    end = answer.fetch_offset
    return bool(
        answer.records
        or answer.diverging
        or seen.fetch_offset != end
        or replica.high_watermark != max(replica.log_start_offset, min(answer.high_watermark, end))
        or answer.log_start_offset > replica.log_start_offset
    )


RULES = (truncate, receive_fetch, advance_high_watermark, serve_fetch, *isr_rules.RULES)
