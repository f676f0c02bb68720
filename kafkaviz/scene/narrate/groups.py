"""What is said about groups: who joins and leaves, and what each rebalance takes and gives."""

from collections.abc import Sequence

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import counted, verb
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.groups.common.events import (
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
    PositionSought,
)
from kafkaviz.scene.narrate.sentence import Cause, Said, sentence
from kafkaviz.scene.narrate.words import limit, listed, seconds, values_of

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


def _owned(member: str, name: str, before: Cluster) -> str:
    return f"the partitions it owns ({partitions_of(before.groups[name].members[member].owned)})"


def _rest(member: str, name: str, before: Cluster) -> str:
    """Says what becomes of the partitions of who leaves."""
    group = before.groups[name]
    others = len(group.members) - 1
    return f"It owned {partitions_of(group.members[member].owned)}; {counted(others, 'member')} {verb(others, 'stay')}."


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
        f"A static member sends no LeaveGroup: {_owned(event.member, event.group, before)} wait for it until "
        "session.timeout.ms is over."
    )


@sentence.register
def _member_crashed(event: MemberCrashed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    owned = before.groups[event.group].members[event.member].owned
    if not before.groups[event.group].members[event.member].is_known:
        return f"{event.member} crashes.", f"The coordinator of {event.group} had not heard of it yet."
    read = f"Nobody reads {partitions_of(owned)} meanwhile." if owned else "It owned nothing."
    if before.groups[event.group].protocol == "share":
        read = "The brokers see its connection close at once, and release what it was lent."
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
        "Its heartbeats go on, its polls do not: it leaves when max.poll.interval.ms is over."
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
    counts = ", ".join(f"{topic} has {counted(count, 'partition')}" for topic, count in event.metadata.items())
    return f"{who} sees that the topics have changed: {counts or 'they are gone'}.", (
        f"{_by(event, before, cause)} The assignment of generation {group.generation} was made for "
        f"{counted(sum(group.metadata.values()), 'partition')}."
    )


def _by(event: MetadataNoticed, before: Cluster, cause: Cause) -> str:
    if before.groups[event.group].is_server_assigned:
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
        why = f"{auto}{_began(event, before, cause)}{_nothing(event, before)}"
        return f"{event.member} polls and gets nothing new.", why
    asked = sorted({b for _, b, _, records in event.fetched if records})
    why = f"{auto}{_began(event, before, cause)}It asks the leaders of what it owns: {listed(asked)}."
    return f"{event.member} polls: {'; '.join(parts)}.", why


def _began(event: GroupPolled, before: Cluster, cause: Cause) -> str:
    """Says where a first poll begins, and where one goes on whose position is not in the log; otherwise nothing."""
    group, reset = before.groups[event.group], f"auto.offset.reset, {cause.policies.auto_offset_reset}"
    member = group.members[event.member]
    for tp, broker, position, records in event.fetched:
        replica, known = before.replicas[tp][broker], member.positions.get(tp, group.committed.get(tp))
        start = records[0].offset if records else position
        if known is not None and not replica.log_start_offset <= known <= replica.log_end_offset:
            log = f"{replica.log_start_offset} to {replica.log_end_offset}"
            return f"Offset {known} is out of range: {tp} goes from {log}. {reset}, says {start}. "
        if member.polled_ms is None and tp in group.committed:
            return f"The group has committed {tp}: {group.committed[tp]}. "
        if member.polled_ms is None:
            return f"Nothing is committed for {tp}; {reset}, says {start}. "
    return ""


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
    group, again = before.groups[event.group], ""
    if group.members[event.member].committing is not None:
        again = f"Refused before, taken by broker {group.coordinator} now. "
    return (
        f"{event.member} commits {what}.",
        f"{again}The next offset to read, kept in {where} for group {event.group}.",
    )


@sentence.register
def _position_sought(event: PositionSought, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"{event.member} goes to offset {event.offset} of {event.partition}.", _committed(event, before)


def _committed(event: PositionSought, before: Cluster) -> str:
    at = before.groups[event.group].committed.get(event.partition)
    kept = "no offset is committed" if at is None else f"the committed offset stays {at}"
    return f"The application called seek; {kept} for group {event.group}."
