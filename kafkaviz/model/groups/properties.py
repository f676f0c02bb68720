"""What must hold of groups: who owns, who is told, what is committed."""

from collections.abc import Iterator
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.groups import Group, Member
from kafkaviz.model.core.promise import once_an_event, promise
from kafkaviz.model.groups.classic.events import AssignmentReceived, GenerationBegun, JoinRequested
from kafkaviz.model.groups.common.events import GroupPolled, MemberClosed, MemberLeft, OffsetsCommitted
from kafkaviz.model.groups.consumer_protocol.events import MemberReconciled, PartitionsReleased
from kafkaviz.model.groups.share.events import RecordsAcquired
from kafkaviz.model.partitions.topic_events import TopicDeleted

AUTO_COMMITTING = (JoinRequested, AssignmentReceived, MemberLeft, MemberClosed, GroupPolled, PartitionsReleased)


class Changed(NamedTuple):
    """A group that differs, as it was and as it is, with those of its members that differ."""

    name: str
    was: Group | None
    group: Group
    members: list[tuple[str, Member]]


@once_an_event
def _changed_groups(before: Cluster, event: Event, after: Cluster) -> list[Changed]:
    """Returns each group that differs: of its hundreds of members an event changes one or two."""
    if after.groups is before.groups:
        return []
    found = list[Changed]()
    for name, group in after.groups.items():
        was = before.groups.get(name)
        if group is not was:
            known = {} if was is None else was.members
            members = [(each, member) for each, member in group.members.items() if member is not known.get(each)]
            found.append(Changed(name, was, group, members))
    return found


def _held_in(group: Group) -> Iterator[tuple[TopicPartition, ...]]:
    """Returns what each member of a group may read, and then what each was told to give up and has not yet."""
    members = group.members.values()
    return chain(map(attrgetter("owned"), members), filter(None, map(attrgetter("revoking"), members)))


def _holds_otherwise(member: Member, was: Member | None) -> bool:
    """Tells whether a member holds partitions, and not those that it held."""
    shares = (member.owned, member.revoking)
    return any(shares) and (was is None or shares != (was.owned, was.revoking))


@promise("A partition has at most one owner in a group", facets=("groups",))
def one_owner_per_partition(before: Cluster, event: Event, after: Cluster) -> str | None:
    """At any time a partition belongs to one member of a group at most, or order and work would be shared badly.

    A member that was told to give a partition up owns it until it has said that it did.
    """
    for name, was, group, changed in _changed_groups(before, event, after):
        known = {} if was is None else was.members
        if group.protocol == "share" or not any(_holds_otherwise(m, known.get(member)) for member, m in changed):
            continue
        partitions = [*chain.from_iterable(_held_in(group))]
        if len(set(partitions)) == len(partitions):
            continue
        owner: dict[TopicPartition, str] = {}
        for member, m in group.members.items():
            for tp in (*m.owned, *m.revoking):
                other = owner.setdefault(tp, member)
                if other != member:
                    return f"{tp} belongs to {other} and to {member} of group {name}."
                if (*m.owned, *m.revoking).count(tp) > 1:
                    return f"{member} of group {name} has {tp} twice."
    return None


@promise("A member owns only what it subscribed to", facets=("groups",))
def owners_have_subscribed(before: Cluster, event: Event, after: Cluster) -> str | None:
    """Nobody is given a partition of a topic that it did not ask for."""
    for name, _, _, changed in _changed_groups(before, event, after):
        for member, m in changed:
            for tp in m.owned:
                if tp.topic not in m.topics:
                    return f"{member} of group {name} owns {tp} and reads only {', '.join(m.topics)}."
    return None


@promise("Every partition has an owner after a rebalance", facets=("groups",))
def everything_is_owned_at_rest(before: Cluster, event: Event, after: Cluster) -> str | None:
    """Once a rebalance is over every partition has an owner; records in any other would wait for nobody."""
    for name, _, group, _ in _changed_groups(before, event, after):
        if group.state != "Stable" or group.withheld or any(m.state != "stable" for m in group.members.values()):
            continue
        owned = {tp for m in group.members.values() for tp in m.owned}
        for topic, count in group.metadata.items():
            missing = [n for n in range(count) if TopicPartition(topic, n) not in owned]
            if missing and any(topic in m.topics for m in group.members.values()):
                return f"Group {name} is stable and nobody owns {topic}-{missing[0]}."
    return None


@promise("Every rebalance is one generation on", facets=("groups",))
def generations_rise_by_one(before: Cluster, event: Event, after: Cluster) -> str | None:
    """Each completed rebalance is one generation on; a member is never ahead of its group, nor is a target."""
    for name, was, group, changed in _changed_groups(before, event, after):
        if was is None:
            continue
        begun = isinstance(event, GenerationBegun)
        if group.generation not in (was.generation, was.generation + 1):
            return f"Group {name} went from generation {was.generation} to {group.generation}."
        if not group.is_server_assigned and (group.generation != was.generation) != begun:
            return f"Group {name} is in generation {group.generation} after {type(event).__name__}."
        ahead = [member for member, m in changed if m.epoch > group.generation]
        if ahead or group.target_epoch > group.generation:
            return f"Group {name} is in generation {group.generation}, and {ahead or 'its target'} is ahead of it."
    return None


@promise("A member of an old generation commits nothing", OffsetsCommitted)
def old_generations_commit_nothing(before: Cluster, event: Event, after: Cluster) -> str | None:
    """A member of an older generation may have lost its partitions; what it commits would overwrite their new owner."""
    if not isinstance(event, OffsetsCommitted) or event.stored_in == "zookeeper":
        return None
    group = before.groups[event.group]
    if event.member not in group.members:
        return f"{event.member} committed, and is not in group {event.group}."
    epoch = group.members[event.member].epoch
    if not group.is_server_assigned and (epoch != group.generation or group.state == "CompletingRebalance"):
        return f"{event.member} committed in generation {epoch}; group {event.group} is in {group.generation}."
    return None


@promise("A partition is given to a member only once its last owner gave it up", AssignmentReceived, MemberReconciled)
def nothing_is_given_before_it_is_given_up(before: Cluster, event: Event, after: Cluster) -> str | None:
    """Who gains a partition gains it from nobody: its last owner has said that it stopped."""
    if not isinstance(event, AssignmentReceived | MemberReconciled):
        return None
    group = before.groups[event.group]
    gained = frozenset(event.gained) if group.protocol != "share" else frozenset()
    is_free = all(map(gained.isdisjoint, _held_in(group)))
    for tp in event.gained if not is_free else ():
        owners = [name for name in group.owners(tp) if name != event.member]
        if owners:
            return f"{event.member} was given {tp}, which {owners[0]} had not given up."
    return None


@promise("A cooperative member keeps reading while it joins", JoinRequested)
def cooperative_members_keep_reading(before: Cluster, event: Event, after: Cluster) -> str | None:
    """Nobody stops for a cooperative rebalance, except in what it must give up."""
    if not isinstance(event, JoinRequested) or before.groups[event.group].protocol != "cooperative":
        return None
    return f"{event.member} gave up {event.revoked[0]} merely to join." if event.revoked else None


@promise("An eager member gives up everything before it joins", JoinRequested)
def eager_members_stop_before_they_join(before: Cluster, event: Event, after: Cluster) -> str | None:
    """In an eager rebalance nobody keeps anything, so that nothing can be given twice."""
    if not isinstance(event, JoinRequested) or before.groups[event.group].protocol != "eager":
        return None
    owned = after.groups[event.group].members[event.member].owned
    return f"{event.member} joined and kept {owned[0]}." if owned else None


@promise("A member reads only committed records of its own partitions", GroupPolled, RecordsAcquired)
def members_read_what_they_own(before: Cluster, event: Event, after: Cluster) -> str | None:
    """A member is handed committed records only, of partitions that are its own."""
    if not isinstance(event, GroupPolled | RecordsAcquired):
        return None
    member = before.groups[event.group].members[event.member]
    for tp, broker, *_, records in event.fetched:
        if tp not in member.owned:
            return f"{event.member} read {tp}, which it does not own."
        if records and records[-1].offset >= before.replicas[tp][broker].high_watermark:
            return f"{event.member} read {tp} up to offset {records[-1].offset}, beyond the high watermark."
    return None


@promise("A committed offset changes only by a commit", facets=("groups",))
def commits_change_only_by_committing(before: Cluster, event: Event, after: Cluster) -> str | None:
    """What a group committed survives rebalances and failovers; only a commit, or the topic's end, changes it."""
    for name, was, group, _ in _changed_groups(before, event, after):
        if was is None or isinstance(event, TopicDeleted):
            continue
        offsets = event.offsets if isinstance(event, OffsetsCommitted) else None
        offsets = event.committed if isinstance(event, AUTO_COMMITTING) else offsets
        if group.committed != {**was.committed, **(offsets or {})}:
            return f"{type(event).__name__} changed what group {name} had committed."
    return None


@promise("Auto commit skips no record", *AUTO_COMMITTING)
def auto_commit_is_at_least_once(before: Cluster, event: Event, after: Cluster) -> str | None:
    """By itself a consumer commits only what earlier polls returned, so that a crash repeats and skips nothing."""
    if not isinstance(event, AUTO_COMMITTING) or not event.committed:
        return None
    positions = before.groups[event.group].members[event.member].positions
    for tp, offset in event.committed.items():
        if offset > positions.get(tp, -1):
            return f"{event.member} committed {tp} up to {offset} and had read up to {positions.get(tp)}."
    return None


PROPERTIES = (
    one_owner_per_partition,
    owners_have_subscribed,
    everything_is_owned_at_rest,
    generations_rise_by_one,
    old_generations_commit_nothing,
    nothing_is_given_before_it_is_given_up,
    cooperative_members_keep_reading,
    eager_members_stop_before_they_join,
    members_read_what_they_own,
    commits_change_only_by_committing,
    auto_commit_is_at_least_once,
)
