"""What is said about segments, retention, compaction and what is lost on the way."""

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
from kafkaviz.scene.narrate.sentence import Said, sentence


@sentence.register
def _segment_rolled(event: SegmentRolled, before: Cluster, after: Cluster) -> Said:
    name = segment_file_name(event.base_offset)
    return f"{event.tp}: broker {event.broker} begins a new segment at offset {event.base_offset}.", f"Its file: {name}"


@sentence.register
def _segments_deleted(event: SegmentsDeleted, before: Cluster, after: Cluster) -> Said:
    count = len(event.base_offsets)
    what = "the oldest segment" if count == 1 else f"the {count} oldest segments"
    return (
        f"{event.tp}: broker {event.broker} deletes {what}; the log starts at {event.log_start_offset} now.",
        "Retention takes whole segments, and only what is committed.",
    )


@sentence.register
def _records_deleted(event: RecordsDeleted, before: Cluster, after: Cluster) -> Said:
    return f"{event.tp}: everything below offset {event.log_start_offset} is deleted on request.", ""


@sentence.register
def _log_compacted(event: LogCompacted, before: Cluster, after: Cluster) -> Said:
    gone = ", ".join(map(str, event.removed[:6])) + (" …" if len(event.removed) > 6 else "")
    return (
        f"{event.tp}: broker {event.broker} compacts its log: offsets {gone} go.",
        "Each key keeps its latest record, and every record its offset.",
    )


@sentence.register
def _logs_flushed(event: LogsFlushed, before: Cluster, after: Cluster) -> Said:
    return f"Broker {event.broker}'s machine writes to disk what it held in memory.", "Kafka leaves that to the system."


@sentence.register
def _position_moved(event: PositionMoved, before: Cluster, after: Cluster) -> Said:
    return f"{event.consumer} will read {event.tp} from offset {event.offset} next.", ""


@sentence.register
def _request_lost(event: RequestLost, before: Cluster, after: Cluster) -> Said:
    waits = any(batch.number == event.batch for batch in after.producers[event.producer].batches)
    why = "The producer waits until the request's time is up." if waits else "acks=0: nobody waits for an answer."
    return f"The request for {event.tp} is lost on its way.", why
