"""What is played in a group."""

from collections.abc import Mapping

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import ZOOKEEPER_ID, broker_id, group_id, member_id, partition_id
from kafkaviz.model.core.brokers import FROZEN
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.request import Request
from kafkaviz.model.groups.classic.events import AssignmentReceived, GenerationBegun, JoinRequested, PartitionsAssigned
from kafkaviz.model.groups.common.coordinator_events import (
    CoordinatorFound,
    CoordinatorMarkedUnknown,
    GroupRequestRejected,
)
from kafkaviz.model.groups.common.events import GroupPolled, MemberCrashed, OffsetsCommitted
from kafkaviz.model.groups.consumer_protocol.events import MemberReconciled, PartitionsReleased, RevocationAsked
from kafkaviz.model.groups.reading_requests import Commit
from kafkaviz.scene.effects.cue import Cue, cues_of, values_in


@cues_of.register
def _joined(event: JoinRequested, before: Cluster, after: Cluster) -> list[Cue]:
    member = member_id(event.group, event.member)
    given_up = tuple(partition_id(tp) for tp in event.revoked)
    moves = [Cue("move", member, group_id(event.group), cells=given_up)] if given_up else []
    return [*moves, Cue("ask", member, group_id(event.group), "join?")]


@cues_of.register
def _generation(event: GenerationBegun, before: Cluster, after: Cluster) -> list[Cue]:
    group, text = group_id(event.group), f"generation {event.generation}"
    members = after.groups[event.group].members
    return [Cue("answer", group, member_id(event.group, name), text) for name in members]


@cues_of.register
def _shared_out(event: PartitionsAssigned, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("send", member_id(event.group, event.leader), group_id(event.group), "who gets what")]


@cues_of.register
def _received(event: AssignmentReceived | MemberReconciled, before: Cluster, after: Cluster) -> list[Cue]:
    group, member = group_id(event.group), member_id(event.group, event.member)
    gained = tuple(partition_id(tp) for tp in event.gained)
    told = Cue("answer", group, member, " ".join(f"p{tp.partition}" for tp in event.gained[:4]) or "nothing new")
    return [told, *([Cue("move", group, member, cells=gained, patient=True)] if gained else [])]


@cues_of.register
def _asked_back(event: RevocationAsked, before: Cluster, after: Cluster) -> list[Cue]:
    text = "give up " + " ".join(f"p{tp.partition}" for tp in event.partitions[:4])
    return [Cue("answer", group_id(event.group), member_id(event.group, event.member), text)]


@cues_of.register
def _released(event: PartitionsReleased, before: Cluster, after: Cluster) -> list[Cue]:
    member, group = member_id(event.group, event.member), group_id(event.group)
    gone = tuple(partition_id(tp) for tp in event.partitions)
    return [Cue("move", member, group, cells=gone), Cue("send", member, group, "given up", patient=True)]


@cues_of.register
def _member_crashed(event: MemberCrashed, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("crash", cells=(member_id(event.group, event.member),))]


@cues_of.register
def _group_polled(event: GroupPolled, before: Cluster, after: Cluster) -> list[Cue]:
    member = member_id(event.group, event.member)
    positions = before.groups[event.group].members[event.member].positions
    cues = []
    for tp, _, position, records in event.fetched:
        partition = partition_id(tp)
        start = positions.get(tp, records[0].offset if records else position)
        cues.append(Cue("ask", member, partition, f"from {start}?"))
        cues += [Cue("answer", partition, member, values_in(r.value for r in records))] if records else []
    return cues


@cues_of.register
def _offsets_committed(event: OffsetsCommitted, before: Cluster, after: Cluster) -> list[Cue]:
    member, group, told = member_id(event.group, event.member), before.groups[event.group], _offsets(event.offsets)
    where = ZOOKEEPER_ID if event.stored_in == "zookeeper" else group_id(event.group)
    cues = [Cue("send", member, where, told)]
    if group.members[event.member].committing is not None and group.coordinator is not None:
        # It was refused before: where brokers are to be seen, it goes to another one now.
        cues.append(Cue("send", member, broker_id(group.coordinator), told))
    return cues


def unheard(request: Request | None, before: Cluster) -> list[Cue]:
    """Returns what is played for a refused request: a commit that its coordinator, being down, never hears."""
    if not isinstance(request, Commit) or request.group not in before.groups:
        return []
    member = before.groups[request.group].members.get(request.member)
    if member is None or member.coordinator is None or before.is_up(member.coordinator):
        return []
    offsets = member.positions if request.offsets is None else request.offsets
    return [Cue("refuse", member_id(request.group, request.member), broker_id(member.coordinator), _offsets(offsets))]


def _offsets(offsets: Mapping[TopicPartition, int]) -> str:
    return "commit " + " ".join(f"p{tp.partition}: {offset}" for tp, offset in list(offsets.items())[:3])


@cues_of.register
def _marked_unknown(event: CoordinatorMarkedUnknown, before: Cluster, after: Cluster) -> list[Cue]:
    member, broker = member_id(event.group, event.member), broker_id(event.broker)
    asked = Cue("ask", member, broker, "heartbeat")
    if event.offsets is not None:
        asked = Cue("send", member, broker, _offsets(event.offsets))
    is_silent = before.brokers[event.broker].state == FROZEN
    return [asked] if is_silent else [asked, Cue("refuse", broker, member, event.error.lower())]


@cues_of.register
def _put_off(event: GroupRequestRejected, before: Cluster, after: Cluster) -> list[Cue]:
    member, broker = member_id(event.group, event.member), broker_id(event.broker)
    waiting = after.groups[event.group].members[event.member].committing
    asked = Cue("ask", member, broker, {"JoinGroup": "join?"}.get(event.request, "heartbeat"))
    if event.request == "OffsetCommit" and waiting is not None:
        asked = Cue("send", member, broker, _offsets(waiting))
    return [asked, Cue("refuse", broker, member, event.error.lower())]


@cues_of.register
def _coordinator_found(event: CoordinatorFound, before: Cluster, after: Cluster) -> list[Cue]:
    member, broker = member_id(event.group, event.member), broker_id(event.asked)
    return [
        Cue("ask", member, broker, f"who coordinates {event.group}?"),
        Cue("answer", broker, member, f"broker {event.broker}"),
    ]
