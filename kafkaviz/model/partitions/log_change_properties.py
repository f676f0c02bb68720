"""What single changes must leave alone: joining the ISR, truncation, retention and compaction."""

from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.promise import promise
from kafkaviz.model.partitions.events import LogTruncated, PartitionChanged
from kafkaviz.model.partitions.log_events import LogCompacted, SegmentsDeleted


@promise("Who joins the ISR has every committed record", PartitionChanged)
def joins_with_all_that_is_committed(before: Cluster, event: Event, after: Cluster) -> str | None:
    """Who joins the ISR has reached the high watermark and the start of the leader's epoch, and is counted on."""
    if not isinstance(event, PartitionChanged) or event.change.isr is None or event.change.leader != "keep":
        return None
    tp, p = event.tp, before.partitions[event.tp]
    joining = {*event.change.isr} - {*p.isr}
    if not joining or p.leader is None or not before.leads(tp, p.leader):
        return None
    leader = before.replicas[tp][p.leader]
    epoch_start = leader.epochs[-1][1] if leader.epochs else 0
    for b in joining:
        end = before.replicas[tp][b].log_end_offset
        if end < max(leader.high_watermark, epoch_start):
            return f"{tp}: broker {b} joins the ISR at {end}, short of {max(leader.high_watermark, epoch_start)}."
        if not before.brokers[b].is_active:
            return f"{tp}: broker {b} joins the ISR though it is fenced or shutting down."
    return None


@promise("A member of the ISR cuts off no committed record", LogTruncated)
def in_sync_logs_are_not_cut_below_high_watermark(before: Cluster, event: Event, after: Cluster) -> str | None:
    """Nobody who stayed in the ISR throws away what it knew to be committed."""
    if not isinstance(event, LogTruncated):
        return None
    replica = before.replicas[event.tp][event.broker]
    stayed = event.broker in before.partitions[event.tp].isr
    if stayed and event.offset < min(replica.high_watermark, replica.log_end_offset):
        return (
            f"{event.tp}: broker {event.broker} is in the ISR and cut its log to {event.offset}, below its high "
            f"watermark {replica.high_watermark}."
        )
    return None


@promise("Retention deletes only whole old segments", SegmentsDeleted)
def retention_takes_whole_old_segments(before: Cluster, event: Event, after: Cluster) -> str | None:
    """Only whole files go, the oldest first, and never what is not committed yet."""
    if not isinstance(event, SegmentsDeleted):
        return None
    was, now = (cluster.replicas[event.tp][event.broker] for cluster in (before, after))
    where = f"{event.tp} on broker {event.broker}"
    if now.log_start_offset > was.high_watermark:
        return f"{where}: the log now starts at {now.log_start_offset}, above the high watermark {was.high_watermark}."
    if event.base_offsets != was.segments[: len(event.base_offsets)] or now.segments[0] > now.log_start_offset:
        return f"{where}: segments {event.base_offsets} of {was.segments} were deleted, which are not the oldest."
    if [x for x in was.log if x.offset >= now.segments[0]] != [x for x in now.log if x.offset >= now.segments[0]]:
        return f"{where}: records went that were not in a deleted segment."
    return None


@promise("Compaction keeps the last record of each key", LogCompacted)
def compaction_keeps_the_last_of_each_key(before: Cluster, event: Event, after: Cluster) -> str | None:
    """A compacted log still knows the latest value of every key, and no record changed its offset."""
    if not isinstance(event, LogCompacted):
        return None
    was, now = (cluster.replicas[event.tp][event.broker].log for cluster in (before, after))
    left = set(now)
    if not left <= set(was):
        return f"{event.tp} on broker {event.broker}: compaction changed records."
    for record in {x.key: x for x in was}.values():
        if record not in left and record.value is not None:
            return f"{event.tp} on broker {event.broker}: {record.value!r}, the latest of {record.key!r}, is gone."
    return None


PROPERTIES = (
    joins_with_all_that_is_committed,
    in_sync_logs_are_not_cut_below_high_watermark,
    retention_takes_whole_old_segments,
    compaction_keeps_the_last_of_each_key,
)
