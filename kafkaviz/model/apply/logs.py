"""What changes in the replicas: beliefs, logs, high watermarks, and what a leader remembers of its followers."""

from collections.abc import Callable
from typing import Any, Final

from kafkaviz.decisions.replication import assign_epoch, truncate_epochs
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model import events as e
from kafkaviz.model.segments import bytes_of, with_log
from kafkaviz.model.values import UNKNOWN_OFFSET, Cluster, Follower, Record, Replica, View

CHECKPOINT_INTERVAL_MS: Final = 5_000
"""How often high watermarks go to disk. Kafka: replica.high.watermark.checkpoint.interval.ms, its default."""


def put_replica(cluster: Cluster, tp: TopicPartition, broker: int, replica: Replica) -> Cluster:
    """Give the cluster with one broker's copy of one partition replaced."""
    held = {**cluster.replicas[tp], broker: replica}
    return cluster._replace(replicas={**cluster.replicas, tp: held})


def with_high_watermark(replica: Replica, offset: int, now_ms: int) -> Replica:
    """Move a high watermark, and keep the value the last checkpoint on disk must have seen."""
    if now_ms // CHECKPOINT_INTERVAL_MS > replica.checkpointed_ms // CHECKPOINT_INTERVAL_MS:
        replica = replica._replace(checkpointed_high_watermark=replica.high_watermark, checkpointed_ms=now_ms)
    return replica._replace(high_watermark=offset)


def truncated(replica: Replica, offset: int) -> Replica:
    """Give a replica cut back to `offset`, with the epochs that start beyond it forgotten.

    A former leader that wrote nothing notes its epoch at the log's end; that goes even when no record does.
    Below its start it begins anew: what an unclean election brought may be older than what was deleted here.

    Kafka: UnifiedLog.truncateTo.
    """
    shorter = replica
    if offset < replica.log_end_offset:
        start = min(offset, replica.log_start_offset)
        shorter = with_log(replica, tuple(record for record in replica.log if record.offset < offset), start)
    # Compaction may have taken the records just below the offset: the log ends behind the last one that is left.
    start, end = shorter.log_start_offset, shorter.log_end_offset
    return shorter._replace(
        epochs=truncate_epochs(replica.epochs, start=start, end=end),
        high_watermark=min(replica.high_watermark, end),
        checkpointed_high_watermark=min(replica.checkpointed_high_watermark, end),
        flushed_offset=min(replica.flushed_offset, end),
        cleaned_offset=min(replica.cleaned_offset, end),
    )


def with_epochs_of(epochs: tuple[tuple[int, int], ...], records: tuple[Record, ...]) -> tuple[tuple[int, int], ...]:
    """Extend an epoch cache by the first offset of each newer epoch among appended records."""
    newest = epochs[-1][0] if epochs else -1
    for record in records:
        if record.leader_epoch > newest:
            newest = record.leader_epoch
            epochs = (*epochs, (newest, record.offset))
    return epochs


def _metadata_delivered(cluster: Cluster, event: e.MetadataDelivered) -> Cluster:
    held = dict(cluster.replicas[event.tp])
    for broker in event.brokers:
        held[broker] = _learned(held[broker], broker, event.view, tuple(held), cluster.now_ms)
    return cluster._replace(replicas={**cluster.replicas, event.tp: held})


def _learned(replica: Replica, broker: int, view: View, replicas: tuple[int, ...], now_ms: int) -> Replica:
    learned = replica._replace(view=view, pending_isr=None)
    new_epoch = view.leader_epoch > replica.view.leader_epoch
    if view.leader != broker:
        if not new_epoch and replica.view.leader == view.leader:
            return learned
        return learned._replace(followers={}, incoming=None, must_truncate=True)
    followers = replica.followers
    if new_epoch:
        learned = learned._replace(
            epochs=assign_epoch(replica.epochs, view.leader_epoch, replica.log_end_offset),
            incoming=None,
            must_truncate=False,
        )
        followers = {}
    fresh = Follower(end_offset_then=replica.log_end_offset)
    known = {
        b: followers.get(b) or (fresh._replace(caught_up_ms=now_ms) if b in view.isr else fresh)
        for b in replicas
        if b != broker
    }
    return learned._replace(followers=known)


def _isr_change_proposed(cluster: Cluster, event: e.IsrChangeProposed) -> Cluster:
    replica = cluster.replicas[event.tp][event.leader]
    return put_replica(cluster, event.tp, event.leader, replica._replace(pending_isr=event.isr))


def _isr_change_refused(cluster: Cluster, event: e.IsrChangeRefused) -> Cluster:
    replica = cluster.replicas[event.tp][event.leader]
    return put_replica(cluster, event.tp, event.leader, replica._replace(pending_isr=None))


def _fetch_served(cluster: Cluster, event: e.FetchServed) -> Cluster:
    answer, now = event.answer, cluster.now_ms
    held = cluster.replicas[event.tp]
    leader = held[answer.leader]
    follower = held[event.follower]._replace(incoming=answer)
    if answer.diverging is None:
        seen = _fetched(leader.followers[event.follower], answer.fetch_offset, leader.log_end_offset, now)
        seen = seen._replace(broker_epoch=cluster.brokers[event.follower].epoch)
        leader = leader._replace(followers={**leader.followers, event.follower: seen})
    both = {**held, answer.leader: leader, event.follower: follower}
    return cluster._replace(replicas={**cluster.replicas, event.tp: both})


def _fetched(seen: Follower, fetch_offset: int, end_offset: int, now_ms: int) -> Follower:
    """Note a follower's fetch; it was caught up then if it asks for what was the end at its previous fetch."""
    caught_up = seen.caught_up_ms
    if fetch_offset >= end_offset:
        caught_up = max(caught_up, now_ms)
    elif seen.fetch_offset != UNKNOWN_OFFSET and fetch_offset >= seen.end_offset_then:
        caught_up = max(caught_up, seen.fetched_ms)
    return Follower(fetch_offset, caught_up, now_ms, end_offset, seen.behind_since_ms)


def _fetch_received(cluster: Cluster, event: e.FetchReceived) -> Cluster:
    replica = cluster.replicas[event.tp][event.follower]
    answer = replica.incoming
    assert answer is not None, "only an answer on its way can be received"
    log = replica.log + answer.records
    leader_log = cluster.replicas[event.tp][answer.leader].log
    # Equal logs share one tuple: a replica that has caught up costs no memory.
    grown = replica._replace(
        log=leader_log if log == leader_log else log,
        epochs=with_epochs_of(replica.epochs, answer.records),
        incoming=None,
        active_bytes=replica.active_bytes + bytes_of(answer.records),
    )
    if answer.log_start_offset > replica.log_start_offset:
        grown = without_start(grown, answer.log_start_offset)
    high_watermark = max(grown.log_start_offset, min(answer.high_watermark, grown.log_end_offset))
    if high_watermark != grown.high_watermark:
        grown = with_high_watermark(grown, high_watermark, cluster.now_ms)
    return put_replica(cluster, event.tp, event.follower, grown)


def without_start(replica: Replica, log_start_offset: int) -> Replica:
    """Give a replica whose log begins at `log_start_offset`; one that ended before it begins anew there."""
    log = tuple(record for record in replica.log if record.offset >= log_start_offset)
    return with_log(replica, log, log_start_offset)._replace(
        high_watermark=max(replica.high_watermark, log_start_offset),
        epochs=truncate_epochs(replica.epochs, start=log_start_offset),
    )


def _fetch_lost(cluster: Cluster, event: e.FetchLost) -> Cluster:
    replica = cluster.replicas[event.tp][event.follower]
    return put_replica(cluster, event.tp, event.follower, replica._replace(incoming=None))


def _high_watermark_advanced(cluster: Cluster, event: e.HighWatermarkAdvanced) -> Cluster:
    replica = cluster.replicas[event.tp][event.leader]
    return put_replica(cluster, event.tp, event.leader, with_high_watermark(replica, event.offset, cluster.now_ms))


def _log_truncated(cluster: Cluster, event: e.LogTruncated) -> Cluster:
    replica = truncated(cluster.replicas[event.tp][event.broker], event.offset)
    return put_replica(cluster, event.tp, event.broker, replica._replace(incoming=None, must_truncate=False))


def appended(cluster: Cluster, tp: TopicPartition, leader: int, records: tuple[Record, ...]) -> Cluster:
    """Give the cluster after a leader wrote records; followers that had everything fall behind from now on."""
    replica = cluster.replicas[tp][leader]
    end = replica.log_end_offset
    followers = {
        b: _fell_behind(seen, cluster.brokers[b].stalled_since_ms, cluster.now_ms) if seen.fetch_offset >= end else seen
        for b, seen in replica.followers.items()
    }
    grown = replica._replace(
        log=replica.log + records,
        epochs=with_epochs_of(replica.epochs, records),
        followers=followers,
        active_bytes=replica.active_bytes + bytes_of(records),
    )
    return put_replica(cluster, tp, leader, grown)


def _fell_behind(seen: Follower, stalled_since_ms: int | None, now_ms: int) -> Follower:
    """An idle follower's empty fetches are no events of ours, but they count: it was caught up until now."""
    until = now_ms if stalled_since_ms is None else stalled_since_ms
    latest = max(seen.caught_up_ms, until)
    return seen._replace(caught_up_ms=latest, fetched_ms=max(seen.fetched_ms, until), behind_since_ms=now_ms)


BY_EVENT: dict[type, Callable[[Cluster, Any], Cluster]] = {
    e.MetadataDelivered: _metadata_delivered,
    e.IsrChangeProposed: _isr_change_proposed,
    e.IsrChangeRefused: _isr_change_refused,
    e.FetchServed: _fetch_served,
    e.FetchReceived: _fetch_received,
    e.FetchLost: _fetch_lost,
    e.HighWatermarkAdvanced: _high_watermark_advanced,
    e.LogTruncated: _log_truncated,
}
