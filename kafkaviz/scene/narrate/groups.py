"""What is said about groups: who joins and leaves, and what each rebalance takes and gives."""

from collections.abc import Sequence

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import name_of
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
from kafkaviz.scene.narrate.sentence import Cause, Said, sentence
from kafkaviz.scene.narrate.words import counted, limit, listed, seconds, values_of

SHOWN = 6


def partitions_of(tps: Sequence[TopicPartition]) -> str:
    """Names partitions, the first few of them.

    >>> partitions_of([TopicPartition("t", 0), TopicPartition("t", 1)]), partitions_of([])
    ('t-0, t-1', 'nothing')
    """
    more = f" and {len(tps) - SHOWN} more" if len(tps) > SHOWN else ""
    return ", ".join(map(str, tps[:SHOWN])) + more if tps else "nothing"


@sentence.register
def _members_started(event: MembersStarted, before: Cluster, after: Cluster, cause: Cause) -> Said:
    who = listed(event.members, "consumer")
    verb = "starts" if len(event.members) == 1 else "start"
    return (
        f"C{who[1:]} {verb} in group {event.group}, for {', '.join(event.topics)}.",
        f"Its id hashes to partition {event.partition} of the {cause.policies.offsets_topic_num_partitions} of "
        "__consumer_offsets, whose leader coordinates it.",
    )


@sentence.register
def _offsets_partition_created(event: OffsetsPartitionCreated, before: Cluster, after: Cluster, cause: Cause) -> Said:
    where = listed(event.replicas)
    return f"Partition {event.partition} of __consumer_offsets is created on {where}.", (
        f"Group {event.group} is the first that falls on it; offsets.topic.replication.factor is "
        f"{cause.policies.offsets_topic_replication_factor}."
    )


@sentence.register
def _coordinator_moved(event: CoordinatorMoved, before: Cluster, after: Cluster, cause: Cause) -> Said:
    if event.broker is None:
        return f"Group {event.group} has no coordinator.", (
            f"No replica of partition {event.partition} of __consumer_offsets is alive."
        )
    if before.groups[event.group].coordinator is None:
        cap = f"Broker {event.broker} coordinates group {event.group}."
        return cap, f"It leads partition {event.partition} of __consumer_offsets."
    return (
        f"Broker {event.broker} takes over as coordinator of group {event.group}.",
        f"It leads partition {event.partition} of __consumer_offsets now, where members and committed offsets stand; "
        "no rebalance follows.",
    )


@sentence.register
def _join_requested(event: JoinRequested, before: Cluster, after: Cluster, cause: Cause) -> Said:
    group = before.groups[event.group]
    if event.revoked:
        cap = f"{event.member} hears of the rebalance, gives up {partitions_of(event.revoked)} and joins."
        return cap, f"Eager: {counted(len(group.members), 'member')} stop reading until the slowest has joined."
    if group.members[event.member].epoch < 0:
        why = f"It is new: the coordinator, broker {group.coordinator}, does not know it yet."
        return f"{event.member} asks to join group {event.group}.", why
    owned = group.members[event.member].owned
    heard = f"It hears of the rebalance that follows generation {group.generation}"
    why = (
        f"{heard}. Cooperative: it goes on reading {partitions_of(owned)}." if owned else f"{heard}, and owns nothing."
    )
    return f"{event.member} joins the rebalance.", why


@sentence.register
def _generation_begun(event: GenerationBegun, before: Cluster, after: Cluster, cause: Cause) -> Said:
    if event.leader is None:
        return f"Group {event.group} is empty.", f"Its generation is {event.generation}; what it committed is kept."
    group, policies = before.groups[event.group], cause.policies
    asked = counted(sum(m.state == "waiting" for m in group.members.values()), "member")
    gone = f" without {listed(event.removed, 'member')}, which did not ask in time" if event.removed else ""
    why = f"All that are in, {asked}, have asked to join, so the coordinator closes the round."
    if event.removed or (group.initial and policies.group_initial_rebalance_delay_ms):
        delay = limit("group.initial.rebalance.delay.ms", policies.group_initial_rebalance_delay_ms)
        longest = limit("max.poll.interval.ms", policies.max_poll_interval_ms)
        why = f"{delay if group.initial else longest} is over, and {asked} asked to join."
    return (
        f"Generation {event.generation} of group {event.group} begins{gone}.",
        why,
    )


@sentence.register
def _partitions_assigned(event: PartitionsAssigned, before: Cluster, after: Cluster, cause: Cause) -> Said:
    shares = "; ".join(f"{member}: {partitions_of(tps)}" for member, tps in event.assignment.items())
    group, chosen = before.groups[event.group], cause.policies.assignor
    cooperative = group.protocol == "cooperative"
    own = "the cooperative sticky assignor" if cooperative else "the range assignor"
    by = own if chosen is None else name_of(chosen)
    counts = ", ".join(f"{topic} ({counted(count, 'partition')})" for topic, count in event.metadata.items())
    why = (
        f"A consumer assigns, not a broker: {event.leader}, the group's leader, runs {by} over {counts or '0 topics'}."
    )
    if event.withheld:
        later = "; ".join(f"{partitions_of(tps)} for {member}" for member, tps in event.withheld.items())
        why = f"Withheld until their owners have given them up: {later}."
    return f"{event.leader} assigns. {shares}.", why


@sentence.register
def _assignment_received(event: AssignmentReceived, before: Cluster, after: Cluster, cause: Cause) -> Said:
    parts = []
    if event.kept:
        parts.append(f"keeps {partitions_of(event.kept)}")
    if event.revoked:
        parts.append(f"gives up {partitions_of(event.revoked)}")
    if event.gained:
        parts.append(f"gets {partitions_of(event.gained)}")
    group = after.groups[event.group]
    if not parts and event.member in group.withheld:
        why = f"Other members still own the partitions it will get: {partitions_of(group.withheld[event.member])}."
        return f"{event.member} gets nothing yet.", why
    cap = f"{event.member} {', '.join(parts)}." if parts else f"{event.member} gets nothing and stays idle."
    if event.revoked:
        return cap, f"It joins again at once: after generation {group.generation} the new owner may have it."
    total = sum(group.metadata.values())
    if not parts and len(group.members) > total:
        return cap, f"{counted(len(group.members), 'member')} share {counted(total, 'partition')}."
    leads = f"{group.leader} assigned so in generation {group.generation}"
    stopped = before.groups[event.group].members[event.member].stopped_since_ms
    if stopped is not None and after.now_ms > stopped:
        return cap, f"{leads}. It had read nothing for {seconds(after.now_ms - stopped)}."
    return cap, f"{leads}; broker {group.coordinator}, the coordinator, passes it on."


def _rest(member: str, name: str, before: Cluster) -> str:
    """Says what becomes of the partitions of who leaves."""
    group = before.groups[name]
    others = len(group.members) - 1
    return (
        f"It owned {partitions_of(group.members[member].owned)}; {counted(others, 'member')} stay{'s' * (others == 1)}."
    )


@sentence.register
def _member_left(event: MemberLeft, before: Cluster, after: Cluster, cause: Cause) -> Said:
    if event.reason == "closed":
        return f"{event.member} closes and leaves group {event.group}.", _rest(event.member, event.group, before)
    over = limit("max.poll.interval.ms", cause.policies.max_poll_interval_ms)
    return (
        f"{event.member} leaves group {event.group}.",
        f"It had not polled for {over}. {_rest(event.member, event.group, before)}",
    )


@sentence.register
def _member_closed(event: MemberClosed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"{event.member} is closed and says nothing.", (
        f"A static member sends no LeaveGroup: what it owned waits for it for "
        f"{limit('session.timeout.ms', cause.policies.group_session_timeout_ms)}."
    )


@sentence.register
def _member_crashed(event: MemberCrashed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    owned = before.groups[event.group].members[event.member].owned
    if not before.groups[event.group].members[event.member].is_known:
        return f"{event.member} crashes.", f"The coordinator of {event.group} had not heard of it yet."
    read = f"Nobody reads {partitions_of(owned)} meanwhile." if owned else "It owned nothing."
    return (
        f"{event.member} crashes.",
        f"The coordinator notices when session.timeout.ms is over without a heartbeat. {read}",
    )


@sentence.register
def _member_expired(event: MemberExpired, before: Cluster, after: Cluster, cause: Cause) -> Said:
    over = limit("session.timeout.ms", cause.policies.group_session_timeout_ms)
    why = f"Broker {before.groups[event.group].coordinator} has had no heartbeat of it for {over}."
    return f"The coordinator removes {event.member} from group {event.group}.", why


@sentence.register
def _member_replaced(event: MemberReplaced, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        f"{event.by} comes back as the static member it was.",
        f"Its instance id {after.groups[event.group].members[event.by].instance_id} is known to group {event.group}: "
        f"it gets {partitions_of(after.groups[event.group].members[event.by].owned)}, and no rebalance follows.",
    )


@sentence.register
def _member_stalled(event: MemberStalled, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"{event.member} is stuck in its processing.", (
        f"Its heartbeats go on, its polls do not: it leaves when "
        f"{limit('max.poll.interval.ms', cause.policies.max_poll_interval_ms)} is over."
    )


@sentence.register
def _member_resumed(event: MemberResumed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"{event.member} polls again.", (
        f"It was stuck for {_stuck(event, before, after)}, less than "
        f"{limit('max.poll.interval.ms', cause.policies.max_poll_interval_ms)}."
    )


def _stuck(event: MemberResumed, before: Cluster, after: Cluster) -> str:
    since = before.groups[event.group].members[event.member].stalled_since_ms
    return seconds(after.now_ms - (after.now_ms if since is None else since))


@sentence.register
def _metadata_noticed(event: MetadataNoticed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    group = before.groups[event.group]
    who = group.leader or "The coordinator"
    counts = ", ".join(f"{topic} has {count} partitions" for topic, count in event.metadata.items())
    return f"{who} sees that the topics have changed: {counts or 'they are gone'}.", (
        f"{_by(event, before, cause)} The assignment of generation {group.generation} was made for "
        f"{sum(group.metadata.values())} partitions."
    )


def _by(event: MetadataNoticed, before: Cluster, cause: Cause) -> str:
    if before.groups[event.group].is_modern:
        return f"The coordinator, broker {before.groups[event.group].coordinator}, reads the metadata itself."
    return (
        f"A consumer refreshes its metadata every {limit('metadata.max.age.ms', cause.policies.metadata_max_age_ms)}."
    )


@sentence.register
def _group_polled(event: GroupPolled, before: Cluster, after: Cluster, cause: Cause) -> Said:
    parts = [f"{values_of(records)} of {tp}" for tp, _, _, records in event.fetched if records]
    over = limit("auto.commit.interval.ms", cause.policies.auto_commit_interval_ms)
    auto = f"{over} is over: it first commits what earlier polls returned. " if event.committed else ""
    if not parts:
        return f"{event.member} polls and gets nothing new.", f"{auto}{_nothing(event, before)}"
    asked = sorted({b for _, b, _, records in event.fetched if records})
    return f"{event.member} polls: {'; '.join(parts)}.", f"{auto}It asks the leaders of what it owns: {listed(asked)}."


def _nothing(event: GroupPolled, before: Cluster) -> str:
    member = before.groups[event.group].members[event.member]
    if not member.owned:
        return f"It owns no partition in generation {before.groups[event.group].generation}."
    if not event.fetched:
        return f"It could ask no leader of {partitions_of(member.owned)}."
    at = ", ".join(f"{tp}: {position}" for tp, _, position, _ in event.fetched[:SHOWN])
    return f"Its positions are at the high watermarks ({at})."


@sentence.register
def _offsets_committed(event: OffsetsCommitted, before: Cluster, after: Cluster, cause: Cause) -> Said:
    offsets = ", ".join(f"{tp}: {offset}" for tp, offset in list(event.offsets.items())[:SHOWN])
    where = "a ZooKeeper node" if event.stored_in == "zookeeper" else "__consumer_offsets"
    what = offsets or "no offset"
    return f"{event.member} commits {what}.", f"The next offset to read, kept in {where} for group {event.group}."


@sentence.register
def _position_sought(event: PositionSought, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"{event.member} goes to offset {event.offset} of {event.partition}.", _committed(event, before)


def _committed(event: PositionSought, before: Cluster) -> str:
    at = before.groups[event.group].committed.get(event.partition)
    kept = "no offset is committed" if at is None else f"the committed offset stays {at}"
    return f"The application called seek; {kept} for group {event.group}."
