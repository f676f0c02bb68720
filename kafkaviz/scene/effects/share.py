"""What is played in a share group: records ride to the member that acquires them, and come back."""

from collections.abc import Mapping, Sequence

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import delivery_id, member_id, partition_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.groups.share.events import (
    AcquisitionExpired,
    RecordsAcknowledged,
    RecordsAcquired,
    ShareSessionClosed,
)
from kafkaviz.scene.canvas import lock_id, slot_id
from kafkaviz.scene.effects.cue import Cue, cues_of, values_in


@cues_of.register
def _acquired(event: RecordsAcquired, before: Cluster, after: Cluster) -> list[Cue]:
    member, cues = member_id(event.group, event.member), list[Cue]()
    for tp, _, records in event.fetched:
        cells = tuple(delivery_id(event.group, tp, record.offset) for record in records)
        cues.append(Cue("ask", member, partition_id(tp), "any available?"))
        text, places = values_in(record.value for record in records), tuple(map(slot_id, cells))
        cues.append(Cue("answer", partition_id(tp), member, text, cells, places))
    owned = before.groups[event.group].members[event.member].owned
    if not cues and owned:
        tp = owned[0]
        cues = [Cue("ask", member, partition_id(tp), "any available?"), Cue("answer", partition_id(tp), member, "none")]
    return cues


@cues_of.register
def _acknowledged(event: RecordsAcknowledged, before: Cluster, after: Cluster) -> list[Cue]:
    return [
        _returned(before, event.group, event.member, tp, offsets, Cue("send", text=event.outcome))
        for tp, offsets in event.offsets.items()
    ]


@cues_of.register
def _session_closed(event: ShareSessionClosed, before: Cluster, after: Cluster) -> list[Cue]:
    return _back(event.group, event.offsets)


@cues_of.register
def _expired(event: AcquisitionExpired, before: Cluster, after: Cluster) -> list[Cue]:
    return _back(event.group, {event.partition: event.offsets})


def _back(group: str, offsets: Mapping[TopicPartition, Sequence[int]]) -> list[Cue]:
    """Returns that records come back of which nobody has said anything."""
    return [
        Cue("move", end=partition_id(tp), cells=tuple(delivery_id(group, tp, offset) for offset in several))
        for tp, several in offsets.items()
    ]


def _returned(before: Cluster, group: str, member: str, tp: TopicPartition, offsets: Sequence[int], cue: Cue) -> Cue:
    """Returns the message with which a member gives records back, each from beside its lock."""
    held, node = before.groups[group].deliveries[tp], member_id(group, member)
    return cue._replace(
        start=node,
        end=partition_id(tp),
        cells=tuple(delivery_id(group, tp, offset) for offset in offsets),
        sources=tuple(lock_id(node, held[offset].until_ms) for offset in offsets),
    )
