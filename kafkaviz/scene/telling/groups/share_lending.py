"""What is told of a share group's records that are lent: how many at once, and why no more."""

from collections.abc import Mapping, Sequence

from kafkaviz.decisions.sharing import throttle_delivery_count
from kafkaviz.decisions.wording import quantity, verb
from kafkaviz.graph.ids import delivery_id, group_id, member_id, partition_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.groups import NEVER_LENT, Delivery
from kafkaviz.model.groups.reading_requests import GroupPoll
from kafkaviz.model.groups.share.events import RecordsAcquired
from kafkaviz.model.groups.share.lent import lendable
from kafkaviz.scene.telling.cue import NOTHING, Cue, slot_id, values_in, why
from kafkaviz.scene.telling.telling import Cause, Reason, Said, telling
from kafkaviz.scene.telling.words import limit, pronoun, values_of


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
    why = f"{reason} For {lock} nobody else gets {pronoun(len(counts))}.".lstrip()
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
        held = sum(delivery.state == "acquired" for several in deliveries for delivery in several.values())
        nothing = f"{quantity(held, 'record')} {verb(held, 'are')} lent to members; no other is available."
        return Reason(f"{held} lent, no other left" if held else "none available", nothing)
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


def _parted(held: Mapping[int, Delivery], lent: Sequence[int], waiting: int, most: int) -> Reason:
    """Says which rule parts what is lent from the first that waits, with how often it came back before."""
    last, config = held[lent[-1]], f"{most} deliveries (group.share.delivery.count.limit)"
    following = held.get(waiting, NEVER_LENT)
    is_one_batch = following.first_offset == last.first_offset
    if last.delivery_count == most - 1 or (is_one_batch and following.delivery_count == most - 1):
        return Reason("last delivery: alone", f"The last of {config} is of one record alone")
    if not is_one_batch:
        batches = (last.first_offset, following.first_offset)
        free = [d for d in held.values() if d.state == "available" and d.first_offset in batches]
        count = max(d.delivery_count for d in free)
        return Reason(
            f"came back {count} ×: apart", f"What came back from {count} of {config} is lent apart from the rest"
        )
    size = sum(d.first_offset == last.first_offset for d in held.values())
    counts = [held[offset].delivery_count for offset in lent if held[offset].first_offset == last.first_offset]
    count = next(count for count in counts if count >= throttle_delivery_count(most))
    at_once = f"{len(counts)} of the {size} lent together {verb(len(counts), 'go')} at once"
    return Reason(f"came back {count} ×: fewer", f"After {count} of {config} {at_once}")
