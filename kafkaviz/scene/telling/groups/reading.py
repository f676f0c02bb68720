"""What is told when a member of a group reads: what it polls, commits and seeks."""

from collections.abc import Mapping

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import listing
from kafkaviz.graph.ids import ZOOKEEPER_ID, group_id, member_id, partition_id, record_id, replica_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.groups.common.events import GroupPolled, OffsetsCommitted, PositionSought
from kafkaviz.model.groups.reading_requests import Commit
from kafkaviz.scene.telling.cue import NOTHING, Cue, by_coordinator, carry, values_in, why
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Reason, Said, telling
from kafkaviz.scene.telling.words import SHOWN, limit, partitions_of, seconds, values_of


def _group_polled_cues(event: GroupPolled, before: Cluster, after: Cluster) -> list[Cue]:
    member = member_id(event.group, event.member)
    positions = before.groups[event.group].members[event.member].positions
    cues = []
    for tp, broker, position, records in event.fetched:
        partition, leader = partition_id(tp), (replica_id(tp, broker),)
        start = positions.get(tp, records[0].offset if records else position)
        text = values_in(record.value for record in records) or NOTHING
        answer = Cue("answer", partition, member, text, about=leader)
        values = {record_id(tp, broker, record): record.value for record in records}
        cues += [Cue("ask", member, partition, f"from {start}?", about=leader), carry(answer, values)]
    return cues


def _why_from_there(event: GroupPolled, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    reason = _began(event, before, cause)
    return [why(reason.words, member_id(event.group, event.member))] if reason.words else []


@telling(GroupPolled, Tag.POLL, cues=_group_polled_cues, why=_why_from_there)
def _group_polled(event: GroupPolled, before: Cluster, after: Cluster, cause: Cause) -> Said:
    parts = [f"{values_of(records)} of {tp}" for tp, _, _, records in event.fetched if records]
    over = limit("auto.commit.interval.ms", cause.policies.auto_commit_interval_ms)
    auto = f"{over} is over: it first commits what earlier polls returned. " if event.committed else ""
    if not parts:
        nothing = f"{auto}{_began(event, before, cause).sentence}{_nothing(event, before)}"
        return f"{event.member} polls and gets nothing new.", nothing
    asked = sorted({b for _, b, _, records in event.fetched if records})
    leaders = f"{auto}{_began(event, before, cause).sentence}It asks the leaders of what it owns: {listing(asked)}."
    return f"{event.member} polls: {'; '.join(parts)}.", leaders


def _began(event: GroupPolled, before: Cluster, cause: Cause) -> Reason:
    """Says where a first poll begins, and where one goes on whose position is not in the log; otherwise nothing."""
    group, chosen = before.groups[event.group], cause.policies.auto_offset_reset
    reset = f"auto.offset.reset, {chosen}"
    member = group.members[event.member]
    for tp, broker, position, records in event.fetched:
        replica, known = before.replicas[tp][broker], member.positions.get(tp, group.committed.get(tp))
        start = records[0].offset if records else position
        if known is not None and not replica.log_start_offset <= known <= replica.log_end_offset:
            log = f"{replica.log_start_offset} to {replica.log_end_offset}"
            out = f"Offset {known} is out of range: {tp} goes from {log}. {reset}, says {start}. "
            return Reason(f"{known} is out of range: {chosen}", out)
        if member.polled_ms is None and tp in group.committed:
            at = group.committed[tp]
            return Reason(f"committed: {at}", f"The group has committed {tp}: {at}. ")
        if member.polled_ms is None:
            nothing = f"Nothing is committed for {tp}; {reset}, says {start}. "
            return Reason(f"none committed: {chosen}", nothing)
    return Reason("", "")


def _nothing(event: GroupPolled, before: Cluster) -> str:
    member = before.groups[event.group].members[event.member]
    if not member.owned:
        return f"It owns no partition in generation {before.groups[event.group].generation}."
    if not event.fetched:
        return f"It could ask no leader of {partitions_of(member.owned)}."
    at = ", ".join(f"{tp}: {position}" for tp, _, position, _ in event.fetched[:SHOWN])
    return f"Its positions are at the high watermarks ({at})."


def _offsets_committed_cues(event: OffsetsCommitted, before: Cluster, after: Cluster) -> list[Cue]:
    member, text = member_id(event.group, event.member), commit_text(event.offsets)
    if event.stored_in == "zookeeper":
        return [Cue("send", member, ZOOKEEPER_ID, text)]
    return [by_coordinator(Cue("send", member, group_id(event.group), text), before, event.group)]


def _why_committed(event: OffsetsCommitted, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    """Marks that a commit was refused before, or that the application named an offset, where no member reads on."""
    if before.groups[event.group].members[event.member].committing is not None:
        return [why("tries again", member_id(event.group, event.member))]
    if not isinstance(cause.request, Commit) or cause.request.offsets is None:
        return []
    return [why("app named the offset", member_id(event.group, event.member))]


@telling(OffsetsCommitted, Tag.OFFSETS, cues=_offsets_committed_cues, why=_why_committed)
def _offsets_committed(event: OffsetsCommitted, before: Cluster, after: Cluster, cause: Cause) -> Said:
    offsets = ", ".join(f"{tp}: {offset}" for tp, offset in list(event.offsets.items())[:SHOWN])
    where = "a ZooKeeper node" if event.stored_in == "zookeeper" else "__consumer_offsets"
    what = offsets or "no offset"
    group, again = before.groups[event.group], ""
    member = group.members[event.member]
    if member.committing is not None:
        waited_ms = before.now_ms - member.committing_since_ms
        since = f"after {seconds(waited_ms)} in which its commitSync tried again" if waited_ms else "refused before"
        again = f"Taken by broker {group.coordinator}, {since}. "
    return (
        f"{event.member} commits {what}.",
        f"{again}The next offset to read, kept in {where} for group {event.group}.",
    )


def commit_text(offsets: Mapping[TopicPartition, int]) -> str:
    """Says which offsets a commit carries, in few letters."""
    return "commit " + " ".join(f"p{tp.partition}: {offset}" for tp, offset in list(offsets.items())[:3])


def _why_sought(event: PositionSought, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    return [why("app called seek", member_id(event.group, event.member))]


@telling(PositionSought, why=_why_sought)
def _position_sought(event: PositionSought, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"{event.member} goes to offset {event.offset} of {event.partition}.", _committed(event, before)


def _committed(event: PositionSought, before: Cluster) -> str:
    at = before.groups[event.group].committed.get(event.partition)
    result = "no offset is committed" if at is None else f"the committed offset stays {at}"
    return f"The application called seek; {result} for group {event.group}."
