"""What is told of segments, retention and compaction, and of what is flushed."""

from collections.abc import Iterator

from kafkaviz.decisions.retention import deletable_segments, segment_file_name
from kafkaviz.decisions.wording import quantity
from kafkaviz.graph.ids import replica_id, segment_id
from kafkaviz.model.brokers.requests import Flush
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.segments import segments_of
from kafkaviz.model.partitions.log_events import (
    LogCompacted,
    LogsFlushed,
    RecordsDeleted,
    SegmentRolled,
    SegmentsDeleted,
)
from kafkaviz.model.partitions.log_rules import delete_segments
from kafkaviz.scene.telling.cue import Cue, copy_of, record_ids, why
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Reason, Said, asking, telling, with_broker
from kafkaviz.scene.telling.words import limit

asking(Flush, chapter=with_broker)


def _rolled_cues(event: SegmentRolled, before: Cluster, after: Cluster) -> list[Cue]:
    file = segment_id(event.tp, event.broker, event.base_offset)
    return [Cue("come", cells=(file,), about=(replica_id(event.tp, event.broker),))]


def _why_rolled(event: SegmentRolled, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    full = segment_id(event.tp, event.broker, before.replicas[event.tp][event.broker].segments[-1])
    return [why(_rolled(event, before, cause).words, full, *copy_of(event.tp, event.broker))]


@telling(SegmentRolled, cues=_rolled_cues, why=_why_rolled)
def _segment_rolled(event: SegmentRolled, before: Cluster, after: Cluster, cause: Cause) -> Said:
    name = segment_file_name(event.base_offset)
    return f"{event.tp}: broker {event.broker} begins a new segment at offset {event.base_offset}.", (
        f"{_rolled(event, before, cause).sentence} Its file is named after its base offset: {name}."
    )


def _rolled(event: SegmentRolled, before: Cluster, cause: Cause) -> Reason:
    """Says which limit the active segment has reached, or passes with the next records."""
    if cause.rule is delete_segments:
        past = limit("retention.ms", before.config(event.tp.topic, "retention_ms", cause.policies))
        why = f"All that the active segment holds is older than {past}, so it is closed before it is deleted."
        return Reason("older than retention.ms", why)
    held, full = (
        before.replicas[event.tp][event.broker],
        before.config(event.tp.topic, "segment_bytes", cause.policies),
    )
    age = before.config(event.tp.topic, "segment_ms", cause.policies)
    size = f"The active segment holds {held.active_bytes:,} bytes"
    since = next((record.timestamp_ms for record in held.log if record.offset >= held.segments[-1]), before.now_ms)
    words = "segment.ms: older" if before.now_ms - since > age else f"segment.bytes: over {full:,}"
    why = f"{size}; with the next records it passes segment.bytes ({full:,}) or {limit('segment.ms', age)}."
    return Reason(words, why)


Shortened = SegmentsDeleted | RecordsDeleted | LogCompacted


def _shortened_cues(event: Shortened, before: Cluster, after: Cluster) -> list[Cue]:
    cells, files, about = list[str](), list[str](), list[str]()
    for b, replica in before.replicas[event.tp].items():
        kept = after.replicas[event.tp][b]
        left = {record.offset for record in kept.log}
        gone = [record for record in replica.log if record.offset not in left]
        was, now = (
            {segment_id(event.tp, b, segment.base_offset): segment for segment in segments_of(log)}
            for log in (replica, kept)
        )
        cells += [*(file for file in was if file not in now), *record_ids(event.tp, b, gone)]
        files += [file for file, segment in was.items() if file in now and now[file].size_bytes != segment.size_bytes]
        files += [f"{replica_id(event.tp, b)}/cleaned"] if kept.cleaned_offset != replica.cleaned_offset else []
        about += [replica_id(event.tp, b)] if gone else []
    # The cleaner first goes over the log, then what it does not keep is gone.
    drop = Cue("drop", cells=tuple(cells), about=tuple(about), patient=True)
    return [Cue("flip", cells=tuple(files), about=tuple(about)), drop] if files else [drop]


def _why_deleted(event: SegmentsDeleted, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    return [why(reason.words, *copy_of(event.tp, event.broker)) for reason in _retention(event, before, cause)]


@telling(SegmentsDeleted, cues=_shortened_cues, why=_why_deleted)
def _segments_deleted(event: SegmentsDeleted, before: Cluster, after: Cluster, cause: Cause) -> Said:
    count = len(event.base_offsets)
    what = "the oldest segment" if count == 1 else f"the {count} oldest segments"
    return (
        f"{event.tp}: broker {event.broker} deletes {what}; the log starts at {event.log_start_offset} now.",
        " ".join(
            [
                *(reason.sentence for reason in _retention(event, before, cause)),
                "Retention takes whole segments, below the high watermark only.",
            ]
        ),
    )


def _retention(event: SegmentsDeleted, before: Cluster, cause: Cause) -> Iterator[Reason]:
    """Yields which of the three reasons held: below the log start, more bytes than are kept, too old."""
    replica, gone = before.replicas[event.tp][event.broker], len(event.base_offsets)
    most = before.config(event.tp.topic, "retention_bytes", cause.policies)
    age = before.config(event.tp.topic, "retention_ms", cause.policies)
    deletes = "delete" in before.config(event.tp.topic, "cleanup_policy", cause.policies)

    def deletable(size: int) -> int:
        limits = {"retention_bytes": size, "retention_ms": -1}
        start, mark = replica.log_start_offset, replica.high_watermark
        return deletable_segments(
            segments_of(replica), log_start_offset=start, high_watermark=mark, now_ms=before.now_ms, **limits
        )

    below, small = deletable(-1), deletable(most if deletes else -1)
    if below:
        start = replica.log_start_offset
        yield Reason(f"below log start {start}", f"All of it lies below the log start offset, {start}.")
    if small > below:
        over = f"Without it the log still holds retention.bytes ({most:,}) or more."
        yield Reason(f"over retention.bytes {most:,}", over)
    if gone > small:
        past = limit("retention.ms", age)
        yield Reason("older than retention.ms", f"Its newest record is older than {past}.")


def _why_deleted_on_request(event: RecordsDeleted, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    return [why("an admin asked", *copy_of(event.tp, event.leader))]


@telling(RecordsDeleted, cues=_shortened_cues, why=_why_deleted_on_request)
def _records_deleted(event: RecordsDeleted, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"{event.tp}: everything below offset {event.log_start_offset} is deleted on request.", (
        f"An admin client asked leader {event.leader}, whose log start offset is {event.log_start_offset} now."
    )


def _why_compacted(event: LogCompacted, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    ratio = before.config(event.tp.topic, "min_cleanable_dirty_ratio", cause.policies)
    return [why(f"dirty ratio > {ratio:g}", *copy_of(event.tp, event.broker))]


@telling(LogCompacted, cues=_shortened_cues, why=_why_compacted)
def _log_compacted(event: LogCompacted, before: Cluster, after: Cluster, cause: Cause) -> Said:
    gone = ", ".join(map(str, event.removed[:6])) + (" …" if len(event.removed) > 6 else "")
    ratio = before.config(event.tp.topic, "min_cleanable_dirty_ratio", cause.policies)
    what = f"offset {gone} goes" if len(event.removed) == 1 else f"offsets {gone} go" if gone else "nothing goes"
    return (
        f"{event.tp}: broker {event.broker} compacts its log: {what}.",
        f"More than min.cleanable.dirty.ratio ({ratio:g}) of its closed segments was not compacted yet; below offset "
        f"{event.cleaned_offset} each key keeps its latest record.",
    )


def _why_flushed(event: LogsFlushed, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    return [
        why("the OS writes", *copy_of(tp, event.broker))
        for tp, replicas in before.replicas.items()
        if event.broker in replicas
    ]


@telling(LogsFlushed, Tag.FLUSH, why=_why_flushed)
def _logs_flushed(event: LogsFlushed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"Broker {event.broker}'s machine writes to disk what it held in memory.", (
        f"The {quantity(sum(event.broker in replicas for replicas in before.replicas.values()), 'replica')} of broker "
        f"{event.broker} are safe from a power cut now; when to write is left to the operating system."
    )
