"""What is told of share groups: which records are lent to whom, and what becomes of them."""

from collections.abc import Mapping, Sequence
from typing import Final

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.sharing import throttle_delivery_count
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import listing, quantity, verb
from kafkaviz.graph.ids import delivery_id, group_id, member_id, partition_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.groups import NEVER_LENT, Delivery
from kafkaviz.model.groups.common.fetching import leader_of
from kafkaviz.model.groups.reading_requests import GroupPoll
from kafkaviz.model.groups.share.events import (
    AcquisitionExpired,
    Outcome,
    RecordsAcknowledged,
    RecordsAcquired,
    ShareSessionClosed,
)
from kafkaviz.model.groups.share.lent import lendable
from kafkaviz.scene.canvas import lock_id, slot_id
from kafkaviz.scene.telling.cue import NOTHING, Cue, values_in, why
from kafkaviz.scene.telling.telling import Cause, Reason, Said, telling
from kafkaviz.scene.telling.words import and_more, limit, values_of

Offsets = Mapping[TopicPartition, Sequence[int]]
LOCK_OVER: Final = "lock over, no ack"
"""What is marked at a member that has not acknowledged in time."""


def _acquired_cues(event: RecordsAcquired, before: Cluster, after: Cluster) -> list[Cue]:
    member, cues = member_id(event.group, event.member), list[Cue]()
    for tp, _, records in event.fetched:
        cells = tuple(delivery_id(event.group, tp, record.offset) for record in records)
        cues.append(Cue("ask", member, partition_id(tp), "any available?"))
        text, places = values_in(record.value for record in records), tuple(map(slot_id, cells))
        # Whoever leads the partition writes down whom it lends to before it answers.
        written = (*(f"{slot}/to" for slot in places), f"{group_id(event.group)}/about")
        cues.append(Cue("flip", end=partition_id(tp), cells=written))
        cues.append(Cue("answer", partition_id(tp), member, text, cells, places))
    owned = before.groups[event.group].members[event.member].owned
    if not cues and owned:
        tp = owned[0]
        cues = [
            Cue("ask", member, partition_id(tp), "any available?"),
            Cue("answer", partition_id(tp), member, NOTHING),
        ]
    return cues


def _why_lent(event: RecordsAcquired, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    return [why(_how_many(event, before, after, cause).words, member_id(event.group, event.member))]


@telling(RecordsAcquired, cues=_acquired_cues, why=_why_lent)
def _records_acquired(event: RecordsAcquired, before: Cluster, after: Cluster, cause: Cause) -> Said:
    parts = [f"{values_of(records)} of {tp}" for tp, _, records in event.fetched]
    group = after.groups[event.group]
    reason = _how_many(event, before, after, cause).sentence
    if not parts:
        return f"{event.member} polls and gets nothing.", reason
    lent = [(tp, record) for tp, _, records in event.fetched for record in records]
    counts = [group.deliveries[tp][record.offset].delivery_count for tp, record in lent]
    lock = limit("group.share.record.lock.duration.ms", event.until_ms - after.now_ms)
    why = f"{reason} For {lock} nobody else gets {_it(len(counts))}.".lstrip()
    if max(counts) > 1 and not reason.endswith(("wait.", "waits.")):
        oftenest = [record for (_, record), count in zip(lent, counts, strict=True) if count == max(counts)]
        most = cause.policies.group_share_delivery_count_limit
        which = "It" if len(oftenest) == len(lent) else f"For {values_of(oftenest)} it"
        why = f"{why} {which} is delivery {max(counts)} of at most {most} (group.share.delivery.count.limit)."
    return f"{event.member} is lent {'; '.join(parts)}.", why


def _how_many(event: RecordsAcquired, before: Cluster, after: Cluster, cause: Cause) -> Reason:
    """Says why a member is lent so many: it asked for no more, the rest is lent or held back, or those are all."""
    policies, request = cause.policies, cause.request
    most = request.most(policies) if isinstance(request, GroupPoll) else policies.max_poll_records
    lent = sum(len(records) for _, _, records in event.fetched)
    if not lent:
        deliveries = after.groups[event.group].deliveries.values()
        acquired = sum(delivery.state == "acquired" for several in deliveries for delivery in several.values())
        nothing = f"{quantity(acquired, 'record')} {verb(acquired, 'are')} lent to members; no other is available."
        return Reason(f"{acquired} lent, no other left" if acquired else "none available", nothing)
    if in_parts := _why_in_parts(event, before, cause, most):
        return in_parts
    if lent == most:
        return Reason(f"asks for {most} at most", f"It asks for {quantity(most, 'record')} at most (max.poll.records).")
    return Reason("gets all available", "")


def _why_in_parts(event: RecordsAcquired, before: Cluster, cause: Cause, left: int) -> Reason | None:
    """Says why a member is not lent what is available too: records that came back too often are lent in parts."""
    group, policies = before.groups[event.group], cause.policies
    for tp, _, records in event.fetched:
        lent, waiting = lendable(before, group, tp, left, policies)
        left -= len(lent)
        if waiting and lent == tuple(record.offset for record in records):
            words, why = _parted(group.deliveries[tp], lent, waiting[0], policies.group_share_delivery_count_limit)
            return Reason(words, f"{why}; {len(waiting)} {verb(len(waiting), 'wait')}.")
    return None


def _parted(known: Mapping[int, Delivery], lent: Sequence[int], waiting: int, most: int) -> Reason:
    """Says which rule parts what is lent from the first that waits, with how often it came back before."""
    last, config = known[lent[-1]], f"{most} deliveries (group.share.delivery.count.limit)"
    following = known.get(waiting, NEVER_LENT)
    is_one_batch = following.first_offset == last.first_offset
    if last.delivery_count == most - 1 or (is_one_batch and following.delivery_count == most - 1):
        return Reason("last delivery: alone", f"The last of {config} is of one record alone")
    if not is_one_batch:
        batches = (last.first_offset, following.first_offset)
        free = [d for d in known.values() if d.state == "available" and d.first_offset in batches]
        count = max(d.delivery_count for d in free)
        return Reason(
            f"came back {count} ×: apart", f"What came back from {count} of {config} is lent apart from the rest"
        )
    size = sum(d.first_offset == last.first_offset for d in known.values())
    counts = [known[offset].delivery_count for offset in lent if known[offset].first_offset == last.first_offset]
    count = next(count for count in counts if count >= throttle_delivery_count(most))
    at_once = f"{len(counts)} of the {size} lent together {verb(len(counts), 'go')} at once"
    return Reason(f"came back {count} ×: fewer", f"After {count} of {config} {at_once}")


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
    why = f"It acknowledged {_where(event.offsets)} with {event.outcome.upper()}: {become.format(it=_it(count))}."
    if over:
        why = f"It acknowledged {_where(event.offsets)} with RELEASE; {_archived(over, count, cause.policies)}"
    return f"{event.member} {does} {_values(before, event.offsets)}.", f"{why} {late}" if event.refused else why


def _given_back(before: Cluster, group: str, member: str, tp: TopicPartition, offsets: Sequence[int], cue: Cue) -> Cue:
    """Returns the message with which a member gives records back, each from beside its lock."""
    deliveries, node = before.groups[group].deliveries[tp], member_id(group, member)
    return cue._replace(
        start=node,
        end=partition_id(tp),
        cells=tuple(delivery_id(group, tp, offset) for offset in offsets),
        sources=tuple(lock_id(node, deliveries[offset].until_ms) for offset in offsets),
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
    """Returns the cues of records that come back although no member has said anything of them."""
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
    which = _it(over) if over == count else f"{over} of them"
    return f"after {most} deliveries (group.share.delivery.count.limit) nobody gets {which} again."


def _it(count: int) -> str:
    return "it" if count == 1 else "them"


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
