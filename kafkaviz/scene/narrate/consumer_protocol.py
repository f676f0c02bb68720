"""What is said about groups whose coordinator assigns: the consumer protocol, and share groups."""

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
from kafkaviz.scene.narrate.sentence import Said, sentence
from kafkaviz.scene.narrate.words import seconds, values_of


@sentence.register
def _member_admitted(event: MemberAdmitted, before: Cluster, after: Cluster) -> Said:
    return f"The coordinator takes {event.member} in.", f"The group epoch is {event.epoch}; nobody has to stop."


@sentence.register
def _target_computed(event: TargetComputed, before: Cluster, after: Cluster) -> Said:
    shares = "; ".join(f"{member}: {partitions_of(tps)}" for member, tps in event.target.items())
    return (
        f"The coordinator sets the target of epoch {event.epoch}. {shares}.",
        "Each member hears of it at its next heartbeat.",
    )


@sentence.register
def _revocation_asked(event: RevocationAsked, before: Cluster, after: Cluster) -> Said:
    what = partitions_of(event.partitions)
    return f"{event.member} is told to give up {what}.", "In the answer to its heartbeat; the rest it goes on reading."


@sentence.register
def _partitions_released(event: PartitionsReleased, before: Cluster, after: Cluster) -> Said:
    return f"{event.member} gives up {partitions_of(event.partitions)} and says so.", "Now another may have it."


@sentence.register
def _member_reconciled(event: MemberReconciled, before: Cluster, after: Cluster) -> Said:
    got = f" and gets {partitions_of(event.gained)}" if event.gained else ""
    why = f"It must wait for {partitions_of(event.missing)}, which another still holds." if event.missing else ""
    return f"{event.member} reaches epoch {event.epoch}{got}.", why


@sentence.register
def _records_acquired(event: RecordsAcquired, before: Cluster, after: Cluster) -> Said:
    parts = [f"{values_of(records)} of {tp}" for tp, _, records in event.fetched]
    if not parts:
        return f"{event.member} polls and gets nothing.", "What there is, others have."
    lent = seconds(event.until_ms - after.now_ms)
    return f"{event.member} is lent {'; '.join(parts)}.", f"For {lent} nobody else in the group gets these records."


@sentence.register
def _records_acknowledged(event: RecordsAcknowledged, before: Cluster, after: Cluster) -> Said:
    count = sum(map(len, event.offsets.values()))
    done = {"accept": "done with", "release": "giving back", "reject": "refusing"}[event.outcome]
    why = "Another member may get them now." if event.outcome == "release" else "They will not be handed out again."
    return f"{event.member} is {done} {count} record{'s' * (count != 1)}.", why


@sentence.register
def _acquisition_expired(event: AcquisitionExpired, before: Cluster, after: Cluster) -> Said:
    count = len(event.offsets)
    given_up = f" {len(event.given_up)} had been tried too often and will not be." if event.given_up else ""
    what = f"{count} record{'s' * (count != 1)} of {event.partition} {'are' if count != 1 else 'is'} free again"
    return f"{what}: the time for them is over.", f"They may be handed out a second time.{given_up}"
