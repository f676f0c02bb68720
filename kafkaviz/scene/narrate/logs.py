"""What is said about segments, retention, compaction and what is lost on the way."""

from kafkaviz.decisions.retention import segment_file_name
from kafkaviz.model.clients.events import PositionMoved, RequestLost
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.configs import config
from kafkaviz.model.partitions.log_events import (
    LogCompacted,
    LogsFlushed,
    RecordsDeleted,
    SegmentRolled,
    SegmentsDeleted,
)
from kafkaviz.scene.narrate.sentence import Cause, Said, sentence
from kafkaviz.scene.narrate.words import counted, limit


@sentence.register
def _segment_rolled(event: SegmentRolled, before: Cluster, after: Cluster, cause: Cause) -> Said:
    name = segment_file_name(event.base_offset)
    return f"{event.tp}: broker {event.broker} begins a new segment at offset {event.base_offset}.", (
        f"{_rolled(event, before, cause)} Its file is named after its base offset: {name}."
    )


def _rolled(event: SegmentRolled, before: Cluster, cause: Cause) -> str:
    held, full = (
        before.replicas[event.tp][event.broker],
        config(before, event.tp.topic, "segment_bytes", cause.policies),
    )
    age = config(before, event.tp.topic, "segment_ms", cause.policies)
    size = f"The active segment holds {held.active_bytes:,} bytes"
    return f"{size}; with the next records it passes segment.bytes ({full:,}) or {limit('segment.ms', age)}."


@sentence.register
def _segments_deleted(event: SegmentsDeleted, before: Cluster, after: Cluster, cause: Cause) -> Said:
    count = len(event.base_offsets)
    what = "the oldest segment" if count == 1 else f"the {count} oldest segments"
    return (
        f"{event.tp}: broker {event.broker} deletes {what}; the log starts at {event.log_start_offset} now.",
        f"{_retention(event, before, cause)} Retention takes whole segments, below the high watermark only.",
    )


def _retention(event: SegmentsDeleted, before: Cluster, cause: Cause) -> str:
    age = config(before, event.tp.topic, "retention_ms", cause.policies)
    most = config(before, event.tp.topic, "retention_bytes", cause.policies)
    held = before.replicas[event.tp][event.broker]
    if held.log_start_offset >= event.log_start_offset:
        return f"They end below the log start offset, {held.log_start_offset}."
    size = f" or the log holds more than retention.bytes ({most:,})" if most >= 0 else ""
    return f"Their newest record is older than {limit('retention.ms', age)}{size}."


@sentence.register
def _records_deleted(event: RecordsDeleted, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"{event.tp}: everything below offset {event.log_start_offset} is deleted on request.", (
        f"An admin client asked leader {event.leader}, whose log start offset is {event.log_start_offset} now."
    )


@sentence.register
def _log_compacted(event: LogCompacted, before: Cluster, after: Cluster, cause: Cause) -> Said:
    gone = ", ".join(map(str, event.removed[:6])) + (" …" if len(event.removed) > 6 else "")
    ratio = config(before, event.tp.topic, "min_cleanable_dirty_ratio", cause.policies)
    what = f"offsets {gone} go" if event.removed else "nothing goes"
    return (
        f"{event.tp}: broker {event.broker} compacts its log: {what}.",
        f"At least {ratio:g} of its bytes were dirty (min.cleanable.dirty.ratio); below offset {event.cleaned_offset} "
        "each key keeps its latest record.",
    )


@sentence.register
def _logs_flushed(event: LogsFlushed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"Broker {event.broker}'s machine writes to disk what it held in memory.", (
        f"The {counted(sum(event.broker in held for held in before.replicas.values()), 'replica')} of broker "
        f"{event.broker} are safe from a power cut now; when to write is left to the operating system."
    )


@sentence.register
def _position_moved(event: PositionMoved, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"{event.consumer} will read {event.tp} from offset {event.offset} next.", (
        f"The application called seek; its position was {_position(event, before)}."
    )


@sentence.register
def _request_lost(event: RequestLost, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"The request for {event.tp} is lost on its way.", (
        f"Broker {event.broker} never got it; the producer waits for "
        f"{limit('request.timeout.ms', cause.policies.request_timeout_ms)}."
    )


def _position(event: PositionMoved, before: Cluster) -> str:
    consumer = before.consumers.get(event.consumer)
    at = None if consumer is None else consumer.positions.get(event.tp)
    return "not known yet" if at is None else str(at)
