"""What is said about groups: who joins and leaves, and what each rebalance takes and gives."""

from collections.abc import Sequence

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.groups.classic.events import AssignmentReceived, GenerationBegun, JoinRequested, PartitionsAssigned
from kafkaviz.model.groups.common.events import (
    CoordinatorMoved,
    GroupPolled,
    MemberClosed,
    MemberCrashed,
    MemberExpired,
    MemberLeft,
    MemberReplaced,
    MemberResumed,
    MembersStarted,
    MemberStalled,
    MetadataNoticed,
    OffsetsCommitted,
    OffsetsPartitionCreated,
    PositionSought,
)
from kafkaviz.scene.narrate.sentence import Said, sentence
from kafkaviz.scene.narrate.words import listed, seconds, values_of

SHOWN = 6


def partitions_of(tps: Sequence[TopicPartition]) -> str:
    """Names partitions, the first few of them.

    >>> partitions_of([TopicPartition("t", 0), TopicPartition("t", 1)]), partitions_of([])
    ('t-0, t-1', 'nothing')
    """
    more = f" and {len(tps) - SHOWN} more" if len(tps) > SHOWN else ""
    return ", ".join(map(str, tps[:SHOWN])) + more if tps else "nothing"


@sentence.register
def _members_started(event: MembersStarted, before: Cluster, after: Cluster) -> Said:
    who = listed(event.members, "consumer")
    verb = "starts" if len(event.members) == 1 else "start"
    return (
        f"C{who[1:]} {verb} in group {event.group}, for {', '.join(event.topics)}.",
        f"The group's id falls on partition {event.partition} of __consumer_offsets, whose leader coordinates it.",
    )


@sentence.register
def _offsets_partition_created(event: OffsetsPartitionCreated, before: Cluster, after: Cluster) -> Said:
    where = listed(event.replicas)
    return f"Partition {event.partition} of __consumer_offsets is created on {where}.", "It is kept for groups."


@sentence.register
def _coordinator_moved(event: CoordinatorMoved, before: Cluster, after: Cluster) -> Said:
    if event.broker is None:
        return f"Group {event.group} has no coordinator.", "No copy of its part of __consumer_offsets is alive."
    if before.groups[event.group].coordinator is None:
        cap = f"Broker {event.broker} coordinates group {event.group}."
        return cap, f"It leads partition {event.partition} of __consumer_offsets."
    return (
        f"Broker {event.broker} takes over as coordinator of group {event.group}.",
        "Members and committed offsets are in its copy of __consumer_offsets; nobody rebalances for that.",
    )


@sentence.register
def _join_requested(event: JoinRequested, before: Cluster, after: Cluster) -> Said:
    group = before.groups[event.group]
    if event.revoked:
        cap = f"{event.member} hears of the rebalance, gives up {partitions_of(event.revoked)} and joins."
        return cap, "Eager: everybody stops reading until the slowest has joined."
    if group.members[event.member].epoch < 0:
        return f"{event.member} asks to join group {event.group}.", ""
    owned = group.members[event.member].owned
    why = f"Cooperative: it goes on reading {partitions_of(owned)}." if owned else ""
    return f"{event.member} joins the rebalance.", why


@sentence.register
def _generation_begun(event: GenerationBegun, before: Cluster, after: Cluster) -> Said:
    if event.leader is None:
        return f"Group {event.group} is empty.", f"Its generation is {event.generation}; what it committed is kept."
    gone = f" without {listed(event.removed, 'member')}, which did not ask in time" if event.removed else ""
    return (
        f"Generation {event.generation} of group {event.group} begins{gone}.",
        "Everybody has asked, so the round is closed.",
    )


@sentence.register
def _partitions_assigned(event: PartitionsAssigned, before: Cluster, after: Cluster) -> Said:
    shares = "; ".join(f"{member}: {partitions_of(tps)}" for member, tps in event.assignment.items())
    why = "A consumer assigns, not a broker."
    if event.withheld:
        later = "; ".join(f"{partitions_of(tps)} for {member}" for member, tps in event.withheld.items())
        why = f"Withheld until their owners have given them up: {later}."
    return f"{event.leader} assigns. {shares}.", why


@sentence.register
def _assignment_received(event: AssignmentReceived, before: Cluster, after: Cluster) -> Said:
    parts = []
    if event.kept:
        parts.append(f"keeps {partitions_of(event.kept)}")
    if event.revoked:
        parts.append(f"gives up {partitions_of(event.revoked)}")
    if event.gained:
        parts.append(f"gets {partitions_of(event.gained)}")
    group = after.groups[event.group]
    if not parts and event.member in group.withheld:
        return f"{event.member} gets nothing yet.", "Other members still own the partitions it will get."
    cap = f"{event.member} {', '.join(parts)}." if parts else f"{event.member} gets nothing and stays idle."
    stopped = before.groups[event.group].members[event.member].stopped_since_ms
    if event.revoked:
        return cap, "It joins again at once, so that the new owner may have it."
    if stopped is not None and after.now_ms > stopped:
        return cap, f"It had read nothing for {seconds(after.now_ms - stopped)}."
    crowded = len(group.members) > sum(group.metadata.values())
    return cap, "There are more members than partitions." if crowded and not parts else ""


@sentence.register
def _member_left(event: MemberLeft, before: Cluster, after: Cluster) -> Said:
    if event.reason == "closed":
        return f"{event.member} closes and leaves group {event.group}.", "The others will share what it had."
    return f"{event.member} leaves group {event.group}.", "It had not polled for max.poll.interval.ms."


@sentence.register
def _member_closed(event: MemberClosed, before: Cluster, after: Cluster) -> Said:
    return f"{event.member} is closed and says nothing.", "Its partitions wait for it until its session times out."


@sentence.register
def _member_crashed(event: MemberCrashed, before: Cluster, after: Cluster) -> Said:
    owned = before.groups[event.group].members[event.member].owned
    return f"{event.member} crashes.", f"Nobody knows yet, and nobody reads {partitions_of(owned)}." if owned else ""


@sentence.register
def _member_expired(event: MemberExpired, before: Cluster, after: Cluster) -> Said:
    silent = after.now_ms - (before.groups[event.group].members[event.member].quiet_since_ms or 0)
    return f"The coordinator gives up on {event.member}.", f"It had sent no heartbeat for {seconds(silent)}."


@sentence.register
def _member_replaced(event: MemberReplaced, before: Cluster, after: Cluster) -> Said:
    return (
        f"{event.by} comes back as the static member it was.",
        "Its instance id is known, so it gets its partitions again and nobody rebalances.",
    )


@sentence.register
def _member_stalled(event: MemberStalled, before: Cluster, after: Cluster) -> Said:
    return f"{event.member} is stuck in its processing.", "Its heartbeats go on; its polls do not."


@sentence.register
def _member_resumed(event: MemberResumed, before: Cluster, after: Cluster) -> Said:
    return f"{event.member} polls again.", ""


@sentence.register
def _metadata_noticed(event: MetadataNoticed, before: Cluster, after: Cluster) -> Said:
    who = before.groups[event.group].leader or "The coordinator"
    counts = ", ".join(f"{topic} has {count} partitions" for topic, count in event.metadata.items())
    return f"{who} sees that the topics have changed: {counts or 'they are gone'}.", "The group must assign anew."


@sentence.register
def _group_polled(event: GroupPolled, before: Cluster, after: Cluster) -> Said:
    parts = [f"{values_of(records)} of {tp}" for tp, _, _, records in event.fetched if records]
    auto = "It first commits what earlier polls returned. " if event.committed else ""
    if not parts:
        return f"{event.member} polls and gets nothing new.", auto.strip()
    return f"{event.member} polls: {'; '.join(parts)}.", f"{auto}It asks the leader of each partition that it owns."


@sentence.register
def _offsets_committed(event: OffsetsCommitted, before: Cluster, after: Cluster) -> Said:
    offsets = ", ".join(f"{tp}: {offset}" for tp, offset in list(event.offsets.items())[:SHOWN])
    where = "a ZooKeeper node" if event.stored_in == "zookeeper" else "__consumer_offsets"
    return f"{event.member} commits {offsets or 'nothing'}.", f"The next offset to read, kept in {where} for the group."


@sentence.register
def _position_sought(event: PositionSought, before: Cluster, after: Cluster) -> Said:
    return f"{event.member} goes to offset {event.offset} of {event.partition}.", "What is committed stays as it is."
