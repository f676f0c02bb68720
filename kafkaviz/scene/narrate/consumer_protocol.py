"""What is said about groups whose coordinator assigns: the consumer protocol, and membership of share groups."""

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
from kafkaviz.scene.narrate.groups import partitions_of
from kafkaviz.scene.narrate.sentence import Cause, Said, sentence


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
