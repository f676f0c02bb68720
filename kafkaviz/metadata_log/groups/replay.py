"""What a unit of `__consumer_offsets` did to a group, as events of the model, and the group as the log has it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from kafkaviz.decisions.values import Subscription, TopicPartition
from kafkaviz.metadata_log.events import GroupReplayed
from kafkaviz.metadata_log.groups.image import Groups
from kafkaviz.metadata_log.groups.known import GroupImage
from kafkaviz.metadata_log.groups.names import member_names
from kafkaviz.metadata_log.groups.units import GroupUnit
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.groups import Group
from kafkaviz.model.groups.classic.events import GenerationBegun, PartitionsAssigned
from kafkaviz.model.groups.common.changes import partition_counts_of
from kafkaviz.model.groups.common.events import MemberClosed, MembersStarted
from kafkaviz.model.groups.consumer_protocol.events import (
    MemberAdmitted,
    MemberReconciled,
    PartitionsReleased,
    RevocationAsked,
    TargetComputed,
)


class ReplayedGroup(NamedTuple):
    """One unit as it was replayed: its steps are those from `first` up to `end` of the history, both from 0."""

    unit: GroupUnit
    first: int
    end: int


class Assigned(NamedTuple):
    """An assignment that the log names, and what its assignor was asked: partitions per topic, and each member's wish.

    `assignor` is None where no member of a group names one; `is_racked` tells whether racks were told as well. Members
    go by the names that a film shows, and `ids` holds their names in the log. `earlier` says how many partitions topics
    had when other topics were made: a client may not know more yet.
    """

    now_ms: int
    unit: GroupUnit
    protocol: str
    epoch: int
    assignor: str | None
    counts: Mapping[str, int]
    asked: Mapping[str, Subscription]
    given: Mapping[str, tuple[TopicPartition, ...]]
    is_racked: bool
    ids: Mapping[str, str]
    earlier: Mapping[str, frozenset[int]]


class GroupsReplay:
    """Replays units one after another; `assigned` are the assignments that were met."""

    def __init__(self, units: Sequence[GroupUnit], topic_of: Callable[[str], str | None]) -> None:
        self.groups = Groups(topic_of, member_names(record for unit in units for record in unit.records))
        self.assigned = list[Assigned]()
        self._had = dict[str, frozenset[int]]()

    def events(self, unit: GroupUnit, cluster: Cluster, now_ms: int) -> Iterator[Event]:
        """Yields what a unit did to its group in a cluster; the last event makes it what the log says."""
        image = self.groups.images.get(unit.group)
        before = None if image is None else image.known
        for record in unit.records:
            self.groups.replay(unit.partition, record, now_ms)
        image = self.groups.images.get(unit.group)
        # Nobody has begun a group of which there is no member yet.
        if image is not None and (image.known.members or unit.group in cluster.groups):
            yield from _events(unit, before, image.known, cluster)
            self._note(unit, before, image, cluster, now_ms)
        known = None if image is None else image.known
        yield GroupReplayed(unit.group, unit.partition, unit.records[-1].offset, now_ms, known)

    def _note(self, unit: GroupUnit, before: Group | None, image: GroupImage, cluster: Cluster, now_ms: int) -> None:
        """Notes an assignment, for which what members had before counts where the coordinator assigns."""
        known = image.known
        is_new = before is None or (before.target_epoch, before.generation) != (known.target_epoch, known.generation)
        if not is_new or not _assigns(unit) or not known.members:
            return
        asked = image.asked
        if known.is_server_assigned:
            had = before.target if before else {}
            asked = {
                name: Subscription(member.topics, had.get(name, ()), instance_id=member.instance_id)
                for name, member in known.members.items()
            }
        counts = partition_counts(cluster, known)
        given = {name: known.target.get(name, ()) for name in known.members}
        self.assigned.append(
            Assigned(
                *(now_ms, unit, known.protocol, known.target_epoch, image.assignor),
                *(counts, asked, given, image.has_racks),
                {name: image.ids.get(name, name) for name in known.members},
                {topic: self._had.get(topic, frozenset()) for topic in counts},
            )
        )
        self._had |= {topic: self._had.get(topic, frozenset()) | {count} for topic, count in counts.items()}


def _assigns(unit: GroupUnit) -> bool:
    """Tells whether a unit holds an assignment that was just made."""
    made = ("GroupMetadata", "ConsumerGroupTargetAssignmentMetadata", "ShareGroupTargetAssignmentMetadata")
    return any(record.type in made for record in unit.records)


def partition_counts(cluster: Cluster, group: Group) -> dict[str, int]:
    """Returns how many partitions each topic has that a group reads, as far as the metadata log was read."""
    return partition_counts_of(cluster, {topic for member in group.members.values() for topic in member.topics})


def _events(unit: GroupUnit, before: Group | None, after: Group, cluster: Cluster) -> Iterator[Event]:
    members = before.members if before else {}
    new = [name for name in after.members if name not in members]
    for topics, some in groupby(new, key=lambda name: after.members[name].topics):
        names = tuple(some)
        instance_ids = tuple(after.members[name].instance_id for name in names)
        yield MembersStarted(unit.group, names, topics, after.protocol, unit.partition, instance_ids)
    modern = _of_modern if after.is_server_assigned else _of_classic
    if not unit.is_commit:
        yield from modern(unit, before, after, new, cluster)


def _of_classic(
    unit: GroupUnit, before: Group | None, after: Group, new: Sequence[str], cluster: Cluster
) -> Iterator[Event]:
    generation = before.generation if before else -1
    if after.generation != generation:
        removed = tuple(name for name in before.members if name not in after.members) if before else ()
        yield GenerationBegun(unit.group, after.generation, after.leader, removed)
    if after.leader is not None and after.members:
        counts = partition_counts(cluster, after)
        yield PartitionsAssigned(unit.group, after.generation, after.leader, after.target, {}, counts)


def _of_modern(
    unit: GroupUnit, before: Group | None, after: Group, new: Sequence[str], cluster: Cluster
) -> Iterator[Event]:
    members = before.members if before else {}
    for name in new:
        yield MemberAdmitted(unit.group, name, after.generation)
    if before is None or after.target_epoch != before.target_epoch or after.target != before.target:
        yield TargetComputed(unit.group, after.target_epoch, after.target, partition_counts(cluster, after))
    for name, now in after.members.items():
        was = members.get(name)
        if was is now:
            continue
        if was is not None and was.up and not now.up:
            yield MemberClosed(unit.group, name)
        if now.revoking and (was is None or now.revoking != was.revoking):
            yield RevocationAsked(unit.group, name, now.revoking)
        elif was is not None and was.revoking and not now.revoking:
            yield PartitionsReleased(unit.group, name, was.revoking)
        gained = tuple(tp for tp in now.owned if was is None or tp not in was.owned)
        if not now.revoking and (gained or was is None or now.epoch != was.epoch) and now.epoch > 0:
            missing = tuple(tp for tp in after.target.get(name, ()) if tp not in now.owned)
            yield MemberReconciled(unit.group, name, now.epoch, gained, missing, {})
