"""What is told of the members of a group: who starts, leaves, crashes, is stuck or comes back."""

from kafkaviz.decisions.wording import listing, quantity, verb
from kafkaviz.graph.ids import group_id, member_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.groups.common.events import (
    MemberClosed,
    MemberCrashed,
    MemberExpired,
    MemberLeft,
    MemberReplaced,
    MemberResumed,
    MembersStarted,
    MemberStalled,
    MetadataNoticed,
)
from kafkaviz.model.groups.common.member_requests import CrashMember, Join
from kafkaviz.scene.telling.cue import Cue, why
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Said, asking, telling
from kafkaviz.scene.telling.words import SHOWN, first_of, limit, partitions_of, seconds

asking(CrashMember, Join, awaits=True)


def _why_started(event: MembersStarted, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    words = f"subscribes to {', '.join(event.topics)}"
    # Of many one is marked for all.
    marked = event.members if len(event.members) <= SHOWN else event.members[:1]
    return [why(words, member_id(event.group, member)) for member in marked]


@telling(MembersStarted, Tag.START, why=_why_started)
def _members_started(event: MembersStarted, before: Cluster, after: Cluster, cause: Cause) -> Said:
    said = first_of(event.members)
    who = listing(said, "consumer") if len(said) == len(event.members) else f"consumers {', '.join(said)}"
    verb = "starts" if len(event.members) == 1 else "start"
    return (
        f"C{who[1:]} {verb} in group {event.group}, for {', '.join(event.topics)}.",
        f"The group's id hashes to partition {event.partition} of the {cause.policies.offsets_topic_num_partitions} of "
        "__consumer_offsets, whose leader coordinates it.",
    )


def _why_left(event: MemberLeft, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    said = "closed" if event.reason == "closed" else "polled too late"
    return [why(f"{event.member} {said}", group_id(event.group))]


@telling(MemberLeft, Tag.LEAVE, why=_why_left)
def _member_left(event: MemberLeft, before: Cluster, after: Cluster, cause: Cause) -> Said:
    if event.reason == "closed":
        return f"{event.member} closes and leaves group {event.group}.", _rest(event.member, event.group, before)
    over = limit("max.poll.interval.ms", cause.policies.max_poll_interval_ms)
    return (
        f"{event.member} leaves group {event.group}.",
        f"It had not polled for {over}. {_rest(event.member, event.group, before)}",
    )


def _rest(member: str, name: str, before: Cluster) -> str:
    """Says what becomes of the partitions of who leaves."""
    group = before.groups[name]
    others = len(group.members) - 1
    return (
        f"It owned {partitions_of(group.members[member].owned)}; {quantity(others, 'member')} {verb(others, 'stay')}."
    )


@telling(MemberClosed)
def _member_closed(event: MemberClosed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    group, wait = before.groups[event.group], f"{_owned(event.member, event.group, before)} wait"
    if group.members[event.member].instance_id is None:
        return f"{event.member} closes, and nobody hears its goodbye.", (
            f"The broker that it knows does not coordinate the group: {wait} until session.timeout.ms is over."
        )
    if group.protocol == "consumer":
        return f"{event.member} is closed and says that it will be back.", (
            f"A static member's last heartbeat has epoch -2: {wait} for it until session.timeout.ms is over."
        )
    return f"{event.member} is closed and says nothing.", (
        f"A static member sends no LeaveGroup: {wait} for it until session.timeout.ms is over."
    )


def _owned(member: str, name: str, before: Cluster) -> str:
    return f"the partitions it owns ({partitions_of(before.groups[name].members[member].owned)})"


def _member_crashed_cues(event: MemberCrashed, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("crash", cells=(member_id(event.group, event.member),))]


@telling(MemberCrashed, Tag.CRASH, cues=_member_crashed_cues)
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


def _expired_cues(event: MemberExpired, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("drop", cells=(member_id(event.group, event.member),), about=(group_id(event.group),))]


def _why_expired(event: MemberExpired, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    return [why(f"{event.member}: no heartbeat", group_id(event.group))]


@telling(MemberExpired, Tag.EXPIRE, cues=_expired_cues, why=_why_expired)
def _member_expired(event: MemberExpired, before: Cluster, after: Cluster, cause: Cause) -> Said:
    over = limit("session.timeout.ms", cause.policies.group_session_timeout_ms)
    why = f"Broker {before.groups[event.group].coordinator} has had no heartbeat of it for {over}."
    return f"The coordinator removes {event.member} from group {event.group}.", why


@telling(MemberReplaced)
def _member_replaced(event: MemberReplaced, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return (
        f"{event.by} comes back as the static member it was.",
        f"Its instance id {after.groups[event.group].members[event.by].instance_id} is known to group {event.group}: "
        f"it gets {partitions_of(after.groups[event.group].members[event.by].owned)}, and no rebalance follows.",
    )


@telling(MemberStalled)
def _member_stalled(event: MemberStalled, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"{event.member} is stuck in its processing.", (
        "Its heartbeats go on, its polls do not: it leaves when max.poll.interval.ms is over."
    )


@telling(MemberResumed)
def _member_resumed(event: MemberResumed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    return f"{event.member} polls again.", (
        f"It was stuck for {_stuck(event, before, after)}, less than "
        f"{limit('max.poll.interval.ms', cause.policies.max_poll_interval_ms)}."
    )


def _stuck(event: MemberResumed, before: Cluster, after: Cluster) -> str:
    since = before.groups[event.group].members[event.member].stalled_since_ms
    return seconds(after.now_ms - (after.now_ms if since is None else since))


def _why_noticed(event: MetadataNoticed, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    return [why("topics have changed", group_id(event.group))]


@telling(MetadataNoticed, why=_why_noticed)
def _metadata_noticed(event: MetadataNoticed, before: Cluster, after: Cluster, cause: Cause) -> Said:
    group = before.groups[event.group]
    who = group.leader or "The coordinator"
    counts = ", ".join(f"{topic} has {quantity(count, 'partition')}" for topic, count in event.metadata.items())
    return f"{who} sees that the topics have changed: {counts or 'they are gone'}.", (
        f"{_by(event, before, cause)} The assignment of generation {group.generation} was made for "
        f"{quantity(sum(group.metadata.values()), 'partition')}."
    )


def _by(event: MetadataNoticed, before: Cluster, cause: Cause) -> str:
    if before.groups[event.group].is_server_assigned:
        return f"The coordinator, broker {before.groups[event.group].coordinator}, reads the metadata itself."
    missing = [topic for topic in event.metadata if topic not in before.groups[event.group].metadata]
    if missing:
        waits = limit("retry.backoff.ms", cause.policies.retry_backoff_ms)
        return f"A consumer that reads a topic which is not there asks for it again after {waits}, until it is."
    return (
        f"A consumer refreshes its metadata every {limit('metadata.max.age.ms', cause.policies.metadata_max_age_ms)}."
    )
