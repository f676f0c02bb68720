"""What is told of what becomes of records that a share group lent: acknowledged, given back, or back by themselves."""

from collections.abc import Mapping, Sequence
from typing import Final

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import listing, quantity, verb
from kafkaviz.graph.ids import delivery_id, group_id, member_id, partition_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.groups.common.fetching import leader_of
from kafkaviz.model.groups.share.events import AcquisitionExpired, Outcome, RecordsAcknowledged, ShareSessionClosed
from kafkaviz.scene.telling.cue import Cue, lock_id, why
from kafkaviz.scene.telling.telling import Cause, Reason, Said, telling
from kafkaviz.scene.telling.words import and_more, limit, pronoun, values_of

Offsets = Mapping[TopicPartition, Sequence[int]]
LOCK_OVER: Final = "lock over, no ack"
"""What is marked at a member that has not acknowledged in time."""
OUTCOMES: Final[Mapping[Outcome, tuple[str, Reason]]] = {
    "accept": ("has processed", Reason("app: processed", "acknowledged, and nobody gets {it} again")),
    "release": (
        "gives back",
        Reason("app: not now, try again", "available again, and the next member that asks may get {it}"),
    ),
    "reject": ("refuses", Reason("app: can never do it", "archived, and nobody gets {it} again")),
}


def _acknowledged_cues(event: RecordsAcknowledged, before: Cluster, after: Cluster) -> list[Cue]:
    return [
        _given_back(before, event.group, event.member, tp, offsets, Cue("send", text=event.outcome))
        for tp, offsets in event.offsets.items()
    ] + [
        Cue("refuse", member_id(event.group, event.member), partition_id(tp), f"{event.outcome}: too late")
        for tp in event.refused
    ]


def _why_outcome(event: RecordsAcknowledged, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    words = OUTCOMES[event.outcome][1].words if event.offsets else LOCK_OVER
    return [why(words, member_id(event.group, event.member)), *_used_up(event.archived, cause.policies)]


@telling(RecordsAcknowledged, cues=_acknowledged_cues, why=_why_outcome)
def _records_acknowledged(event: RecordsAcknowledged, before: Cluster, after: Cluster, cause: Cause) -> Said:
    if event.refused:
        names = ", ".join(map(str, event.refused))
        late = f"{names}: INVALID_RECORD_STATE, for the lock was over; what it says of these records does not count."
        if not event.offsets:
            return f"{event.member} acknowledges too late.", late
    does, (_, become) = OUTCOMES[event.outcome]
    count, over = _count(event.offsets), _count(event.archived)
    why = f"It acknowledged {_where(event.offsets)} with {event.outcome.upper()}: {become.format(it=pronoun(count))}."
    if over:
        why = f"It acknowledged {_where(event.offsets)} with RELEASE; {_archived(over, count, cause.policies)}"
    return f"{event.member} {does} {_values(before, event.offsets)}.", f"{why} {late}" if event.refused else why


def _given_back(before: Cluster, group: str, member: str, tp: TopicPartition, offsets: Sequence[int], cue: Cue) -> Cue:
    """Returns the message with which a member gives records back, each from beside its lock."""
    held, node = before.groups[group].deliveries[tp], member_id(group, member)
    return cue._replace(
        start=node,
        end=partition_id(tp),
        cells=tuple(delivery_id(group, tp, offset) for offset in offsets),
        sources=tuple(lock_id(node, held[offset].until_ms) for offset in offsets),
    )


def _expired_cues(event: AcquisitionExpired, before: Cluster, after: Cluster) -> list[Cue]:
    return _back(event.group, {event.partition: event.offsets})


def _why_back(event: AcquisitionExpired, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    members = (before.groups[event.group].deliveries[event.partition][offset].member or "" for offset in event.offsets)
    marks = [why(LOCK_OVER, member_id(event.group, member)) for member in dict.fromkeys(members)]
    return marks + _used_up({event.partition: event.archived}, cause.policies)


def _used_up(archived: Offsets, policies: Policies) -> list[Cue]:
    """Returns the mark of partitions of which a record was delivered as often as it may be."""
    most = policies.group_share_delivery_count_limit
    return [why(f"{most} of {most} deliveries", partition_id(tp)) for tp, offsets in archived.items() if offsets]


@telling(AcquisitionExpired, cues=_expired_cues, why=_why_back)
def _acquisition_expired(event: AcquisitionExpired, before: Cluster, after: Cluster, cause: Cause) -> Said:
    lent = before.groups[event.group].deliveries[event.partition]
    who = sorted({lent[offset].member or "" for offset in event.offsets})
    lock = limit("group.share.record.lock.duration.ms", cause.policies.group_share_record_lock_duration_ms)
    why = f"{lock} is over without an acknowledgement by {' and '.join(who)}."
    return _returned(before, {event.partition: event.offsets}, {event.partition: event.archived}, why, cause)


def _session_closed_cues(event: ShareSessionClosed, before: Cluster, after: Cluster) -> list[Cue]:
    return _back(event.group, event.offsets)


def _why_released(event: ShareSessionClosed, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    closed = why("connection closed", member_id(event.group, event.member), group_id(event.group))
    return [closed, *_used_up(event.archived, cause.policies)]


@telling(ShareSessionClosed, cues=_session_closed_cues, why=_why_released)
def _share_session_closed(event: ShareSessionClosed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    leaders = sorted({leader for tp in event.offsets if (leader := leader_of(before, tp)) is not None})
    who = listing(leaders).capitalize() if leaders else "Nobody who leads"
    why = f"{who} saw the connection of {event.member} close; its locks need not run out first."
    return _returned(before, event.offsets, event.archived, why, cause)


def _back(group: str, offsets: Mapping[TopicPartition, Sequence[int]]) -> list[Cue]:
    """Returns that records come back of which nobody has said anything."""
    return [
        Cue("move", end=partition_id(tp), cells=tuple(delivery_id(group, tp, offset) for offset in several))
        for tp, several in offsets.items()
    ]


def _returned(before: Cluster, offsets: Offsets, archived: Offsets, why: str, cause: Cause) -> Said:
    """Says of records that came back by themselves what they are now."""
    count, over = _count(offsets), _count(archived)
    if not over:
        return f"{_values(before, offsets)} {verb(count, 'are')} available again.", why
    full = f"{why} {_archived(over, count, cause.policies).capitalize()}"
    if over == count:
        return f"{_values(before, offsets)} {verb(count, 'are')} archived.", full
    return f"{quantity(count - over, 'record')} available again, {over} archived: {_where(offsets)}.", full


def _archived(over: int, count: int, policies: Policies) -> str:
    most = policies.group_share_delivery_count_limit
    which = pronoun(over) if over == count else f"{over} of them"
    return f"after {most} deliveries (group.share.delivery.count.limit) nobody gets {which} again."


def _count(offsets: Offsets) -> int:
    return sum(map(len, offsets.values()))


def _where(offsets: Offsets) -> str:
    """Names offsets: a run of them by its ends, of others the first few."""
    return ", ".join(f"{tp} {_offsets(several)}" for tp, several in list(offsets.items())[:3])


def _offsets(several: Sequence[int]) -> str:
    if len(several) > 2 and several[-1] - several[0] == len(several) - 1:
        return f"offsets {several[0]} to {several[-1]}"
    return f"offset{'s' * (len(several) > 1)} {listing(several[:6], '')}{and_more(several, 6)}"


def _values(cluster: Cluster, offsets: Offsets) -> str:
    """Names records by their values; where a leader is missing, by their offsets."""
    names = []
    for tp, several in list(offsets.items())[:3]:
        leader = leader_of(cluster, tp)
        log = () if leader is None else cluster.replicas[tp][leader].log
        records = [record for record in log if record.offset in set(several)]
        names.append(f"{values_of(records)} of {tp}" if len(records) == len(several) else f"{tp} {_offsets(several)}")
    return "; ".join(names)
