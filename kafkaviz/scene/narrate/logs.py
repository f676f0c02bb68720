"""What is said about segments, retention, compaction and what is lost on the way."""

from collections.abc import Callable
from typing import Any

from kafkaviz.decisions.retention import segment_file_name
from kafkaviz.model.clients.events import PositionMoved, RequestLost
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.partitions.log_events import (
    LogCompacted,
    LogsFlushed,
    RecordsDeleted,
    SegmentRolled,
    SegmentsDeleted,
)
from kafkaviz.scene.narrate.words import Said


def _segment_rolled(before: Cluster, event: SegmentRolled, after: Cluster) -> Said:
    name = segment_file_name(event.base_offset)
    return f"{event.tp}: broker {event.broker} begins a new segment at offset {event.base_offset}.", f"Its file: {name}"


def _segments_deleted(before: Cluster, event: SegmentsDeleted, after: Cluster) -> Said:
    count = len(event.base_offsets)
    what = "the oldest segment" if count == 1 else f"the {count} oldest segments"
    return (
        f"{event.tp}: broker {event.broker} deletes {what}; the log starts at {event.log_start_offset} now.",
        "Retention takes whole segments, and only what is committed.",
    )


def _records_deleted(before: Cluster, event: RecordsDeleted, after: Cluster) -> Said:
    return f"{event.tp}: everything below offset {event.log_start_offset} is deleted on request.", ""


def _log_compacted(before: Cluster, event: LogCompacted, after: Cluster) -> Said:
    gone = ", ".join(map(str, event.removed[:6])) + (" …" if len(event.removed) > 6 else "")
    return (
        f"{event.tp}: broker {event.broker} compacts its log: offsets {gone} go.",
        "Each key keeps its latest record, and every record its offset.",
    )


def _logs_flushed(before: Cluster, event: LogsFlushed, after: Cluster) -> Said:
    return f"Broker {event.broker}'s machine writes to disk what it held in memory.", "Kafka leaves that to the system."


def _position_moved(before: Cluster, event: PositionMoved, after: Cluster) -> Said:
    return f"{event.consumer} will read {event.tp} from offset {event.offset} next.", ""


def _request_lost(before: Cluster, event: RequestLost, after: Cluster) -> Said:
    return f"The request for {event.tp} is lost on its way.", "The producer waits until the request's time is up."


SAID: dict[type, Callable[[Cluster, Any, Cluster], Said]] = {
    SegmentRolled: _segment_rolled,
    SegmentsDeleted: _segments_deleted,
    RecordsDeleted: _records_deleted,
    LogCompacted: _log_compacted,
    LogsFlushed: _logs_flushed,
    PositionMoved: _position_moved,
    RequestLost: _request_lost,
}
