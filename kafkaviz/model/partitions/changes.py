"""How a replica's log and offsets change; the events about a partition are made of these."""

from collections.abc import Mapping
from typing import Final

from kafkaviz.decisions.replication import truncate_epochs
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.copying import put_item
from kafkaviz.model.core.replicas import Follower, Record, Replica
from kafkaviz.model.core.segments import bytes_of, with_log

CHECKPOINT_INTERVAL_MS: Final = 5_000
"""How often high watermarks go to disk. Kafka: replica.high.watermark.checkpoint.interval.ms, its default."""


def put_replica(cluster: Cluster, tp: TopicPartition, broker: int, replica: Replica) -> Cluster:
    """Returns the cluster with one broker's copy of one partition replaced."""
    replicas = {**cluster.replicas[tp], broker: replica}
    return cluster._replace(replicas=put_item(cluster.replicas, tp, replicas))


def put_replicas(cluster: Cluster, tp: TopicPartition, replicas: Mapping[int, Replica]) -> Cluster:
    """Returns the cluster with all copies of one partition replaced."""
    return cluster._replace(replicas=put_item(cluster.replicas, tp, replicas))


def with_high_watermark(replica: Replica, offset: int, now_ms: int) -> Replica:
    """Moves a high watermark, and keeps the value the last checkpoint on disk must have seen."""
    if now_ms // CHECKPOINT_INTERVAL_MS <= replica.checkpointed_ms // CHECKPOINT_INTERVAL_MS:
        return replica._replace(high_watermark=offset)
    return replica._replace(
        high_watermark=offset, checkpointed_high_watermark=replica.high_watermark, checkpointed_ms=now_ms
    )


def truncate(replica: Replica, offset: int) -> Replica:
    """Returns a replica cut back to `offset`, with the epochs that start beyond it forgotten.

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
    """Extends an epoch cache by the first offset of each newer epoch among appended records."""
    newest = epochs[-1][0] if epochs else -1
    for record in records:
        if record.leader_epoch > newest:
            newest = record.leader_epoch
            epochs = (*epochs, (newest, record.offset))
    return epochs


def without_start(replica: Replica, log_start_offset: int) -> Replica:
    """Returns a replica whose log begins at `log_start_offset`; one that ended before it begins anew there."""
    log = tuple(record for record in replica.log if record.offset >= log_start_offset)
    return with_log(replica, log, log_start_offset)._replace(
        high_watermark=max(replica.high_watermark, log_start_offset),
        epochs=truncate_epochs(replica.epochs, start=log_start_offset),
    )


def append_records(cluster: Cluster, tp: TopicPartition, leader: int, records: tuple[Record, ...]) -> Cluster:
    """Returns the cluster after a leader wrote records; followers that had everything fall behind from now on."""
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
