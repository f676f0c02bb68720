"""What is told of coordinators: where a group's offsets are kept, who leads there, and how a member finds it."""

from kafkaviz.decisions.errors import CoordinatorNotAvailableError, NotCoordinatorError
from kafkaviz.decisions.wording import listing
from kafkaviz.graph.ids import broker_id, group_id, member_id
from kafkaviz.model.core.brokers import DEAD, FROZEN
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.groups.common.coordinator_events import (
    CommitBlocked,
    CommitExpired,
    CoordinatorFound,
    CoordinatorLoaded,
    CoordinatorMarkedUnknown,
    CoordinatorMoved,
    GroupRequestRejected,
    OffsetsPartitionCreated,
)
from kafkaviz.scene.telling.cue import Cue, copies_on, why
from kafkaviz.scene.telling.groups.reading import commit_text
from kafkaviz.scene.telling.tag import Tag
from kafkaviz.scene.telling.telling import Cause, Said, telling
from kafkaviz.scene.telling.together import MOST_SAID, Together, one_after_another
from kafkaviz.scene.telling.words import and_more, limit, seconds


@telling(OffsetsPartitionCreated, Tag.START)
def _offsets_partition_created(event: OffsetsPartitionCreated, before: Cluster, after: Cluster, cause: Cause) -> Said:
    where, copies = listing(event.replicas), cause.policies.offsets_topic_replication_factor
    fewer = ", and fewer brokers are alive" if len(event.replicas) < copies else ""
    return f"Partition {event.partition} of __consumer_offsets is created on {where}.", (
        f"Group {event.group} is the first that falls on it; offsets.topic.replication.factor is {copies}{fewer}."
    )


def _why_coordinates(event: CoordinatorMoved, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    left = before.groups[event.group].coordinator
    if event.broker is None:
        return [why("no copy is alive", group_id(event.group), *([] if left is None else [broker_id(left)]))]
    nodes = broker_id(event.broker), group_id(event.group), *copies_on(event.broker, after)
    gone = [] if left is None or after.is_up(left) else [why(f"broker {left} is out", *nodes)]
    return [*gone, why(f"leads __consumer_offsets-{event.partition}", *nodes)]


@telling(CoordinatorMoved, Tag.START, why=_why_coordinates)
def _coordinator_moved(event: CoordinatorMoved, before: Cluster, after: Cluster, cause: Cause) -> Said:
    if event.broker is None:
        return f"Group {event.group} has no coordinator.", (
            f"No replica of partition {event.partition} of __consumer_offsets is alive."
        )
    if before.groups[event.group].coordinator is None:
        cap = f"Broker {event.broker} coordinates group {event.group}."
        return cap, f"It leads partition {event.partition} of __consumer_offsets."
    then = "no rebalance follows" if event.loading_since_ms is None else "it has to read them before it can answer"
    return (
        f"Broker {event.broker} takes over as coordinator of group {event.group}.",
        f"It leads partition {event.partition} of __consumer_offsets now, where members and committed offsets stand; "
        f"{then}.",
    )


def _put_off_cues(event: GroupRequestRejected, before: Cluster, after: Cluster) -> list[Cue]:
    member, broker = member_id(event.group, event.member), broker_id(event.broker)
    waiting = after.groups[event.group].members[event.member].committing
    asked = Cue("ask", member, broker, {"JoinGroup": "join?"}.get(event.request, "heartbeat"))
    if event.request == "OffsetCommit" and waiting is not None:
        asked = Cue("send", member, broker, commit_text(waiting))
    return [asked, Cue("refuse", broker, member, event.error.lower())]


def _why_put_off(event: GroupRequestRejected, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    return [why("is still loading", broker_id(event.broker))]


@telling(GroupRequestRejected, Tag.REFUSED, cues=_put_off_cues, why=_why_put_off)
def _put_off(event: GroupRequestRejected, before: Cluster, after: Cluster, cause: Cause) -> Said:
    group, waits_ms = before.groups[event.group], event.retry_ms - before.now_ms
    backoff = limit("retry.backoff.ms", cause.policies.retry_backoff_ms)
    return f"Broker {event.broker} puts {event.member} off: {event.error}.", (
        f"It is still reading partition {group.partition} of __consumer_offsets: {event.member} sends its "
        f"{event.request} again in {seconds(waits_ms)}, by {backoff} and "
        "how often it was put off."
    )


@telling(CoordinatorLoaded, Tag.LOAD)
def _loaded(event: CoordinatorLoaded, before: Cluster, after: Cluster, cause: Cause) -> Said:
    group = before.groups[event.group]
    took = seconds(before.now_ms - (group.loading_since_ms or 0))
    return f"Broker {event.broker} has loaded group {event.group}.", (
        f"It has read partition {group.partition} of __consumer_offsets to its end, in {took}, and answers the group's "
        "members from now on; no rebalance follows."
    )


def _marked_unknown_cues(event: CoordinatorMarkedUnknown, before: Cluster, after: Cluster) -> list[Cue]:
    member, broker = member_id(event.group, event.member), broker_id(event.broker)
    asked = Cue("ask", member, broker, "heartbeat")
    if event.offsets is not None:
        asked = Cue("send", member, broker, commit_text(event.offsets))
    return [asked] if _is_frozen(event.broker, before) else [asked, Cue("refuse", broker, member, event.error.lower())]


def _why_unknown(event: CoordinatorMarkedUnknown, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    words = {NotCoordinatorError.name: "coordinates no more", CoordinatorNotAvailableError.name: "is cut off"}
    if event.error in words:
        return [why(words[event.error], broker_id(event.broker))]
    return [why("no answer", member_id(event.group, event.member))]


@telling(CoordinatorMarkedUnknown, Tag.REFUSED, cues=_marked_unknown_cues, why=_why_unknown)
def _marked_unknown(event: CoordinatorMarkedUnknown, before: Cluster, after: Cluster, cause: Cause) -> Said:
    what = "heartbeat" if event.offsets is None else "commit"
    partition = before.groups[event.group].partition
    if event.error == NotCoordinatorError.name:
        return f"Broker {event.broker} refuses the {what} of {event.member}: {event.error}.", (
            f"It no longer leads partition {partition} of __consumer_offsets; "
            f"{event.member} took it for the coordinator."
        )
    if event.error == CoordinatorNotAvailableError.name:
        return f"Broker {event.broker} cannot take the {what} of {event.member}: {event.error}.", (
            f"It is cut off, and has not heard that another broker leads partition {partition} of __consumer_offsets: "
            "nobody copies what it writes there."
        )
    over = limit("request.timeout.ms", cause.policies.request_timeout_ms)
    if not before.groups[event.group].is_server_assigned:
        over += f" or {limit('session.timeout.ms', cause.policies.group_session_timeout_ms)}"
    return f"{event.member} waits no longer for broker {event.broker}.", (
        f"{over} is over without an answer to its heartbeat: it does not know who coordinates group {event.group}."
    )


def _blocked_cues(event: CommitBlocked, before: Cluster, after: Cluster) -> list[Cue]:
    asked = before.groups[event.group].members[event.member].coordinator
    text = commit_text(event.offsets)
    return [] if asked is None else [Cue("refuse", member_id(event.group, event.member), broker_id(asked), text)]


def _why_blocked(event: CommitBlocked, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    silent = _silent(event, before)
    if silent is None:
        return [why("knows none", member_id(event.group, event.member))]
    return [why(f"{'frozen' if _is_frozen(silent, before) else 'down'}: no answer", broker_id(silent))]


def _silent(event: CommitBlocked, before: Cluster) -> int | None:
    """Returns the broker that takes no commit, where a member knows one."""
    group = before.groups[event.group]
    asked = group.members[event.member].coordinator or group.coordinator
    return None if asked is None or before.is_up(asked) else asked


def _is_frozen(broker: int, cluster: Cluster) -> bool:
    return cluster.brokers[broker].state == FROZEN


@telling(CommitBlocked, Tag.NO_ANSWER, cues=_blocked_cues, why=_why_blocked)
def _commit_blocked(event: CommitBlocked, before: Cluster, after: Cluster, cause: Cause) -> Said:
    over = limit("default.api.timeout.ms", cause.policies.default_api_timeout_ms)
    return f"{event.member} commits, and nobody answers: commitSync blocks.", (
        f"{_unreachable(event, before)}. It tries again for {over}, and polls nothing meanwhile."
    )


def _unreachable(event: CommitBlocked, before: Cluster) -> str:
    """Says why nobody takes a commit: the coordinator is dead, and still named to whoever asks, or there is none."""
    silent = _silent(event, before)
    if silent is None:
        return f"{event.member} finds no broker that coordinates group {event.group}"
    state = "frozen" if _is_frozen(silent, before) else "dead"
    if silent != before.groups[event.group].coordinator:
        return f"Broker {silent}, which it takes for the coordinator of group {event.group}, is {state}"
    return f"Broker {silent} is {state}, and FindCoordinator names it until another one coordinates group {event.group}"


def _commit_expired_cues(event: CommitExpired, before: Cluster, after: Cluster) -> list[Cue]:
    return [Cue("flip", cells=(member_id(event.group, event.member),))]


def _why_expired(event: CommitExpired, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    return [why("timed out", member_id(event.group, event.member))]


@telling(CommitExpired, Tag.GIVEN_UP, cues=_commit_expired_cues, why=_why_expired)
def _commit_expired(event: CommitExpired, before: Cluster, after: Cluster, cause: Cause) -> Said:
    over = limit("default.api.timeout.ms", cause.policies.default_api_timeout_ms)
    return f"The commit of {event.member} fails: TimeoutException.", (
        f"{over} is over, and no coordinator has taken it: nothing is committed."
    )


def _coordinator_found_cues(event: CoordinatorFound, before: Cluster, after: Cluster) -> list[Cue]:
    member, broker = member_id(event.group, event.member), broker_id(event.asked)
    return [
        Cue("ask", member, broker, f"who coordinates {event.group}?"),
        Cue("answer", broker, member, f"broker {event.broker}"),
    ]


def _found_together(joint: Together) -> Said:
    """Names those who ask the same broker about the same group in one sentence, and all others one after another."""
    found = joint.of(CoordinatorFound)
    first, *others = dict.fromkeys((event.asked, event.group, event.broker) for event in found)
    if others or len(found) == 1:
        return one_after_another(joint)
    asked, group, broker = first
    names = [event.member for event in found]
    who = listing(names, "") if len(names) <= MOST_SAID else f"{', '.join(names[:3])}{and_more(names, 3)}"
    return f"{who} ask broker {asked} who coordinates group {group}: broker {broker}.", joint.say_each()[0][1][1]


def _why_looked_for(event: CoordinatorFound, before: Cluster, after: Cluster, cause: Cause) -> list[Cue]:
    words = "knew none" if _known(event, before) is None else "lost its coordinator"
    member = member_id(event.group, event.member)
    # Each asks for itself: what several have in common is marked at each, at the broker where there is no room.
    return [why(words, member, member, broker_id(event.broker))]


def _known(event: CoordinatorFound, before: Cluster) -> int | None:
    return before.groups[event.group].members[event.member].coordinator


@telling(
    CoordinatorFound, Tag.WHO_COORDINATES, cues=_coordinator_found_cues, why=_why_looked_for, together=_found_together
)
def _coordinator_found(event: CoordinatorFound, before: Cluster, after: Cluster, cause: Cause) -> Said:
    group = before.groups[event.group]
    asked = f"FindCoordinator: broker {event.asked}, like any broker, knows who leads partition {group.partition} of "
    return f"{event.member} asks broker {event.asked} who coordinates group {event.group}: broker {event.broker}.", (
        f"{_lost(event, before)}{asked}__consumer_offsets."
    )


def _lost(event: CoordinatorFound, before: Cluster) -> str:
    known = _known(event, before)
    if known is None or known not in before.brokers or before.brokers[known].state != DEAD:
        return ""
    return f"Its connection to broker {known} is gone. "
