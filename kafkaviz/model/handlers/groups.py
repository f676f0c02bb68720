"""What people let the members of groups do."""

from collections.abc import Callable
from typing import Any, NoReturn

from kafkaviz.decisions.errors import (
    CoordinatorNotAvailableError,
    IllegalGenerationError,
    InconsistentGroupProtocolError,
    InvalidArgumentError,
    OffsetOutOfRangeError,
    RebalanceInProgressError,
    UnknownMemberIdError,
)
from kafkaviz.decisions.hashing import coordinator_partition
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.wording import meant, short
from kafkaviz.model import events as e
from kafkaviz.model import requests as r
from kafkaviz.model.handlers.fetching import acquired, fetched
from kafkaviz.model.rules.groups import auto_committed, coordinator_of, offsets_replicas, start_positions
from kafkaviz.model.values import Cluster, Group, Member, ZooKeeper


def _group(cluster: Cluster, name: str) -> Group:
    if name not in cluster.groups:
        raise InvalidArgumentError(f"There is no group {short(name)}; {meant(name, cluster.groups)}")
    return cluster.groups[name]


def _member(cluster: Cluster, asked_for: Any) -> Member:
    """Give a running member; raises UnknownMemberIdError (25) for one that the coordinator does not know."""
    group = _group(cluster, asked_for.group)
    if asked_for.member not in group.members:
        known = meant(asked_for.member, group.members)
        raise UnknownMemberIdError(f"{asked_for.member!r} is not in group {asked_for.group}; {known}")
    member = group.members[asked_for.member]
    if not member.up:
        raise InvalidArgumentError(f"{asked_for.member} of group {asked_for.group} is not running.")
    return member


def _polling(cluster: Cluster, asked_for: Any) -> Member:
    member = _member(cluster, asked_for)
    if member.stalled_since_ms is not None:
        raise InvalidArgumentError(f"{asked_for.member} is stuck in its processing and does not poll; resume it first.")
    return member


def _join(cluster: Cluster, asked_for: r.Join, policies: Policies) -> e.MembersStarted | e.MemberReplaced:
    group = cluster.groups.get(asked_for.group)
    members, instance_ids = asked_for.members, asked_for.instance_ids
    if not members or not asked_for.topics:
        raise InvalidArgumentError(
            "Say who joins and which topics it reads, as in join('app', 'C0', topics=['letters'])."
        )
    if instance_ids and len(instance_ids) != len(members):
        raise InvalidArgumentError(f"{len(members)} members need {len(members)} instance ids, not {len(instance_ids)}.")
    if group is not None:
        if group.members and group.protocol != policies.group_protocol:
            raise InconsistentGroupProtocolError(
                f"Group {asked_for.group} uses the protocol {group.protocol}, not {policies.group_protocol}."
            )
        static = {m.instance_id: name for name, m in group.members.items() if m.instance_id is not None}
        if len(members) == 1 and instance_ids and instance_ids[0] in static:
            return _replaced(cluster, group, asked_for, static[instance_ids[0]], policies)
        for name in members:
            if name in group.members:
                raise InvalidArgumentError(f"{name} is in group {asked_for.group} already; choose another name.")
    if len(set(members)) < len(members):
        raise InvalidArgumentError(f"Two members of one name: {', '.join(members)}.")
    partition = coordinator_partition(asked_for.group, policies.offsets_topic_num_partitions)
    if partition not in cluster.offsets and not offsets_replicas(cluster, partition, policies):
        raise CoordinatorNotAvailableError(
            f"__consumer_offsets needs {policies.offsets_topic_replication_factor} live brokers; "
            "set offsets_topic_replication_factor to what you have."
        )
    return e.MembersStarted(
        asked_for.group, members, tuple(asked_for.topics), policies.group_protocol, partition, instance_ids
    )


def _replaced(cluster: Cluster, group: Group, asked_for: r.Join, old: str, policies: Policies) -> e.MemberReplaced:
    """A static member that comes back takes over what its instance id had."""
    if coordinator_of(cluster, asked_for.group) is None:
        _no_coordinator(asked_for.group)
    positions = start_positions(cluster, group, group.members[old].owned, policies)
    return e.MemberReplaced(asked_for.group, old, asked_for.members[0], positions)


def _no_coordinator(group: str) -> NoReturn:
    raise CoordinatorNotAvailableError(f"Nobody coordinates group {group} now; wait until a broker has taken over.")


def _leave(cluster: Cluster, asked_for: r.Leave, policies: Policies) -> e.MemberLeft | e.MemberClosed:
    member = _member(cluster, asked_for)
    heard = coordinator_of(cluster, asked_for.group) is not None
    offsets = auto_committed(member, policies) if heard else None
    if member.instance_id is not None or not heard:
        # A static member says nothing, and nobody hears the goodbye that goes to a dead coordinator.
        return e.MemberClosed(asked_for.group, asked_for.member, offsets)
    return e.MemberLeft(asked_for.group, asked_for.member, "closed", offsets)


def _crash_member(cluster: Cluster, asked_for: r.CrashMember, policies: Policies) -> e.MemberCrashed:
    _member(cluster, asked_for)
    return e.MemberCrashed(asked_for.group, asked_for.member)


def _stall_member(cluster: Cluster, asked_for: r.StallMember, policies: Policies) -> e.MemberStalled:
    _polling(cluster, asked_for)
    return e.MemberStalled(asked_for.group, asked_for.member)


def _resume_member(cluster: Cluster, asked_for: r.ResumeMember, policies: Policies) -> e.MemberResumed:
    if _member(cluster, asked_for).stalled_since_ms is None:
        raise InvalidArgumentError(f"{asked_for.member} polls already.")
    return e.MemberResumed(asked_for.group, asked_for.member)


def _poll(cluster: Cluster, asked_for: r.GroupPoll, policies: Policies) -> e.GroupPolled | e.RecordsAcquired:
    member, group = _polling(cluster, asked_for), cluster.groups[asked_for.group]
    most = policies.max_poll_records if asked_for.max_records == -1 else asked_for.max_records
    if most < 1:
        raise InvalidArgumentError(f"A poll asks for at least one record, not {most}.")
    if group.protocol == "share":
        until_ms = cluster.now_ms + policies.group_share_record_lock_duration_ms
        return e.RecordsAcquired(asked_for.group, asked_for.member, acquired(cluster, group, member, most), until_ms)
    is_due = cluster.now_ms >= member.committed_ms + policies.auto_commit_interval_ms
    heard = coordinator_of(cluster, asked_for.group) is not None
    offsets = auto_committed(member, policies) if is_due and heard else None
    return e.GroupPolled(asked_for.group, asked_for.member, fetched(cluster, group, member, most, policies), offsets)


def _commit(cluster: Cluster, asked_for: r.Commit, policies: Policies) -> e.OffsetsCommitted:
    member, group = _member(cluster, asked_for), cluster.groups[asked_for.group]
    if group.protocol == "share":
        raise InvalidArgumentError("A share group commits no offsets; its members acknowledge records.")
    offsets = dict(member.positions if asked_for.offsets is None else asked_for.offsets)
    for tp, offset in offsets.items():
        if tp not in cluster.partitions or offset < 0:
            raise InvalidArgumentError(f"{tp} at {offset} cannot be committed; name a partition and an offset.")
    if policies.offsets_storage == "zookeeper":
        if not isinstance(cluster.controller, ZooKeeper):
            raise InvalidArgumentError("Offsets in ZooKeeper need a ZooKeeper; choose kafka='0.10', say.")
        return e.OffsetsCommitted(asked_for.group, asked_for.member, offsets, "zookeeper")
    if coordinator_of(cluster, asked_for.group) is None:
        _no_coordinator(asked_for.group)
    if not group.is_modern:
        _require_generation(group, asked_for.member, member)
    return e.OffsetsCommitted(asked_for.group, asked_for.member, offsets)


def _require_generation(group: Group, name: str, member: Member) -> None:
    """Refuse a commit of another generation; while members are still being waited for the old one holds."""
    if group.state == "CompletingRebalance":
        raise RebalanceInProgressError(f"{name} cannot commit: its group waits for the new assignment.")
    if member.epoch != group.generation:
        raise IllegalGenerationError(
            f"{name} is in generation {member.epoch}, its group in {group.generation}; its partitions may have "
            "another owner now."
        )


def _seek(cluster: Cluster, asked_for: r.Seek, policies: Policies) -> e.PositionSought:
    member, tp = _member(cluster, asked_for), r.partition_of(asked_for)
    if tp not in member.owned:
        raise InvalidArgumentError(
            f"{asked_for.member} does not own {tp}; it owns {', '.join(map(str, member.owned)) or 'none'}."
        )
    if asked_for.offset < 0:
        raise OffsetOutOfRangeError(f"An offset is at least 0, not {asked_for.offset}.")
    return e.PositionSought(asked_for.group, asked_for.member, tp, asked_for.offset)


def _acknowledge(cluster: Cluster, asked_for: r.Acknowledge, policies: Policies) -> e.RecordsAcknowledged:
    _polling(cluster, asked_for)
    lent = {
        tp: tuple(offset for offset, d in held.items() if d.member == asked_for.member and not d.done)
        for tp, held in cluster.groups[asked_for.group].deliveries.items()
    }
    offsets = {tp: given for tp, given in lent.items() if given}
    if not offsets:
        raise InvalidArgumentError(f"{asked_for.member} has no records to acknowledge; let it poll first.")
    return e.RecordsAcknowledged(asked_for.group, asked_for.member, offsets, asked_for.outcome)


BY_REQUEST: dict[type, Callable[[Cluster, Any, Policies], Any]] = {
    r.Join: _join,
    r.Leave: _leave,
    r.CrashMember: _crash_member,
    r.StallMember: _stall_member,
    r.ResumeMember: _resume_member,
    r.GroupPoll: _poll,
    r.Commit: _commit,
    r.Seek: _seek,
    r.Acknowledge: _acknowledge,
}
