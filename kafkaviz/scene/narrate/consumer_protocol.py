"""What is said about groups whose coordinator assigns: the consumer protocol, and share groups."""

from collections.abc import Mapping

from kafkaviz.decisions.wording import counted, name_of
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.groups.consumer_protocol.events import (
    MemberAdmitted,
    MemberReconciled,
    PartitionsReleased,
    RevocationAsked,
    TargetComputed,
)
from kafkaviz.model.groups.share.events import AcquisitionExpired, RecordsAcknowledged, RecordsAcquired
from kafkaviz.scene.narrate.groups import partitions_of
from kafkaviz.scene.narrate.sentence import Cause, Said, sentence
from kafkaviz.scene.narrate.words import limit, values_of


@sentence.register
def _member_admitted(event: MemberAdmitted, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        f"The coordinator takes {event.member} in.",
        f"Its first heartbeat has epoch 0, so the group epoch rises to {event.epoch}; nobody has to stop.",
    )


def _assignor(before: Cluster, name: str, cause: Cause) -> str:
    chosen, share = cause.policies.assignor, before.groups[name].protocol == "share"
    return "The simple assignor" if share else "The uniform assignor" if chosen is None else name_of(chosen)


def _counts(metadata: Mapping[str, int]) -> str:
    return ", ".join(f"{topic} ({counted(count, 'partition')})" for topic, count in metadata.items()) or "0 topics"


@sentence.register
def _target_computed(event: TargetComputed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    shares = "; ".join(f"{member}: {partitions_of(tps)}" for member, tps in event.target.items())
    return (
        f"The coordinator sets the target of epoch {event.epoch}. {shares}.",
        f"{_assignor(before, event.group, cause)} on the server shares out {_counts(event.metadata)}; each member "
        "hears of it at its next heartbeat.",
    )


@sentence.register
def _revocation_asked(event: RevocationAsked, before: Cluster, after: Cluster, cause: Cause) -> Said:
    what = partitions_of(event.partitions)
    epoch = before.groups[event.group].target_epoch
    why = (
        f"The target of epoch {epoch} gives it to another; the answer to a heartbeat says so, and it reads the rest on."
    )
    return f"{event.member} is told to give up {what}.", why.replace(
        "gives it", "gives them" if len(event.partitions) > 1 else "gives it"
    )


@sentence.register
def _partitions_released(event: PartitionsReleased, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        f"{event.member} gives up {partitions_of(event.partitions)} and says so.",
        f"It was told to; now whoever the target of epoch {before.groups[event.group].target_epoch} names may have it.",
    )


@sentence.register
def _member_reconciled(event: MemberReconciled, before: Cluster, after: Cluster, cause: Cause) -> Said:
    got = f" and gets {partitions_of(event.gained)}" if event.gained else ""
    why = f"The target of epoch {event.epoch} is what it owns now; the answer to its heartbeat says so."
    if event.missing:
        why = f"It must wait for {partitions_of(event.missing)}, which another still holds."
    return f"{event.member} reaches epoch {event.epoch}{got}.", why


@sentence.register
def _records_acquired(event: RecordsAcquired, before: Cluster, after: Cluster, cause: Cause) -> Said:
    parts = [f"{values_of(records)} of {tp}" for tp, _, records in event.fetched]
    if not parts:
        held = sum(d.state == "acquired" for lent in before.groups[event.group].deliveries.values() for d in lent.values())
        why = f"{counted(held, 'record')} {'is' if held == 1 else 'are'} lent to members; no other is committed."
        return f"{event.member} polls and gets nothing.", why
    return (
        f"{event.member} is lent {'; '.join(parts)}.",
        f"For {limit('group.share.record.lock.duration.ms', event.until_ms - after.now_ms)} nobody else gets them.",
    )


@sentence.register
def _records_acknowledged(event: RecordsAcknowledged, before: Cluster, after: Cluster, cause: Cause) -> Said:
    count = sum(map(len, event.offsets.values()))
    done = {"accept": "done with", "release": "giving back", "reject": "refusing"}[event.outcome]
    where = ", ".join(f"{tp} {list(offsets[:6])}" for tp, offsets in list(event.offsets.items())[:3])
    why = "another member may get them" if event.outcome == "release" else "they will not be handed out again"
    over = sum(map(len, event.archived.values()))
    if over:
        most = cause.policies.group_share_delivery_count_limit
        ended = f"after {most} deliveries (group.share.delivery.count.limit) nobody gets"
        why = f"{ended} them again" if over == count else f"{why}; {ended} {over} of them again"
    why = f"It acknowledged offsets of {where} with {event.outcome.upper()}: {why}."
    return f"{event.member} is {done} {count} record{'s' * (count != 1)}.", why


@sentence.register
def _acquisition_expired(event: AcquisitionExpired, before: Cluster, after: Cluster, cause: Cause) -> Said:
    count = len(event.offsets)
    limit_ms, most = cause.policies.group_share_record_lock_duration_ms, cause.policies.group_share_delivery_count_limit
    over = f"{limit('group.share.record.lock.duration.ms', limit_ms)} is over without an acknowledgement."
    given_up = (
        f" {len(event.archived)} had {most} deliveries (group.share.delivery.count.limit)." if event.archived else ""
    )
    what = f"{count} record{'s' * (count != 1)} of {event.partition} {'are' if count != 1 else 'is'} free again"
    return f"{what}.", f"{over}{given_up}"
