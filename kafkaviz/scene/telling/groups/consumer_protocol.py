"""What is told of groups whose coordinator assigns: the consumer protocol, and membership of share groups."""

from collections.abc import Mapping, Sequence

from kafkaviz.decisions.wording import name_of, quantity
from kafkaviz.graph.ids import group_id, member_id, partition_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.groups.consumer_protocol.events import (
    MemberAdmitted,
    MemberReconciled,
    PartitionsReleased,
    RevocationAsked,
    TargetComputed,
)
from kafkaviz.scene.telling.cue import NAMED, Cue, by_coordinator, gain_partitions, why
from kafkaviz.scene.telling.telling import Cause, Said, telling
from kafkaviz.scene.telling.words import and_more, first_of, partitions_of


def _why_admitted(event: MemberAdmitted, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    return [why(f"{event.member} is new", group_id(event.group))]


@telling(MemberAdmitted, why=_why_admitted)
def _member_admitted(event: MemberAdmitted, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        f"The coordinator takes {event.member} in.",
        f"Its first heartbeat has epoch 0, so the group epoch rises to {event.epoch}; nobody has to stop.",
    )


def _why_computed(event: TargetComputed, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    """Marks who has come or gone since the target that was."""
    group = before.groups[event.group]
    come = [member for member in group.members if member not in group.target]
    gone = [member for member in group.target if member not in group.members]
    said = [f"{names_of(who)} {did}" for who, did in ((come, "came"), (gone, "gone")) if who]
    return [why(", ".join(said) or "group has changed", group_id(event.group))]


def names_of(members: Sequence[str]) -> str:
    """Returns the names of members, the first few of them."""
    return ", ".join(members[:NAMED]) + and_more(members, NAMED)


@telling(TargetComputed, why=_why_computed)
def _target_computed(event: TargetComputed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    shares = "; ".join(first_of([f"{member}: {partitions_of(tps)}" for member, tps in event.target.items()]))
    return (
        f"The coordinator sets the target of epoch {event.epoch}. {shares}.",
        f"{_assignor(before, event.group, cause)} on the server shares out {_counts(event.metadata)}; each member "
        "hears of it at its next heartbeat.",
    )


def _assignor(before: Cluster, name: str, cause: Cause) -> str:
    chosen, share = cause.policies.assignor, before.groups[name].protocol == "share"
    return "The simple assignor" if share else "The uniform assignor" if chosen is None else name_of(chosen)


def _counts(metadata: Mapping[str, int]) -> str:
    return ", ".join(f"{topic} ({quantity(count, 'partition')})" for topic, count in metadata.items()) or "0 topics"


def _why_moved(
    event: RevocationAsked | PartitionsReleased | MemberReconciled, before: Cluster, after: Cluster, cause: Cause
) -> list[Cue]:
    """Marks at a member what the target of its group is for it: a partition by its name, several by their numbers."""
    target = after.groups[event.group].target.get(event.member, ())
    several = len(target) > 1 and len({tp.topic for tp in target}) == 1
    names = [f"p{tp.partition}" if several else str(tp) for tp in target[:NAMED]] or ["nothing"]
    more = [f"+{len(target) - NAMED}"] if len(target) > NAMED else []
    return [why(f"target: {' '.join([*names, *more])}", member_id(event.group, event.member))]


def _asked_back_cues(event: RevocationAsked, before: Cluster, after: Cluster) -> list[Cue]:
    text = "give up " + " ".join(f"p{tp.partition}" for tp in event.partitions[:4])
    answer = Cue("answer", group_id(event.group), member_id(event.group, event.member), text)
    return [by_coordinator(answer, before, event.group)]


@telling(RevocationAsked, cues=_asked_back_cues, why=_why_moved)
def _revocation_asked(event: RevocationAsked, before: Cluster, after: Cluster, cause: Cause) -> Said:
    what = partitions_of(event.partitions)
    epoch = before.groups[event.group].target_epoch
    why = (
        f"The target of epoch {epoch} gives it to another; the answer to a heartbeat says so, and it reads the rest on."
    )
    return f"{event.member} is told to give up {what}.", why.replace(
        "gives it", "gives them" if len(event.partitions) > 1 else "gives it"
    )


def _released_cues(event: PartitionsReleased, before: Cluster, after: Cluster) -> list[Cue]:
    member, group = member_id(event.group, event.member), group_id(event.group)
    gone = tuple(partition_id(tp) for tp in event.partitions)
    said = by_coordinator(Cue("send", member, group, "given up", patient=True), before, event.group)
    return [Cue("move", member, group, cells=gone), said]


@telling(PartitionsReleased, cues=_released_cues, why=_why_moved)
def _partitions_released(event: PartitionsReleased, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        f"{event.member} gives up {partitions_of(event.partitions)} and says so.",
        f"It was told to; now whoever the target of epoch {before.groups[event.group].target_epoch} names may have it.",
    )


def _reconciled_cues(event: MemberReconciled, before: Cluster, after: Cluster) -> list[Cue]:
    return gain_partitions(after, event.group, event.member, event.gained)


@telling(MemberReconciled, cues=_reconciled_cues, why=_why_moved)
def _member_reconciled(event: MemberReconciled, before: Cluster, after: Cluster, cause: Cause) -> Said:
    got = f" and gets {partitions_of(event.gained)}" if event.gained else ""
    why = f"The target of epoch {event.epoch} is what it owns now; the answer to its heartbeat says so."
    if event.missing:
        why = f"It must wait for {partitions_of(event.missing)}, which another still holds."
    return f"{event.member} reaches epoch {event.epoch}{got}.", why
