"""What changes in a rebalance of the classic protocol, and in the reconciliation that replaced it."""

from collections.abc import Callable
from typing import Any

from kafkaviz.model import events as e
from kafkaviz.model.apply.groups import committed, only, put_group, put_member, rebalancing
from kafkaviz.model.groups import GroupState
from kafkaviz.model.values import Cluster, Group


def _join_requested(cluster: Cluster, event: e.JoinRequested) -> Cluster:
    cluster = committed(cluster, event.group, event.committed)
    group = cluster.groups[event.group]
    member = group.members[event.member]
    owned = tuple(tp for tp in member.owned if tp not in event.revoked)
    stopped = cluster.now_ms if event.revoked else member.stopped_since_ms
    changed = put_member(
        cluster,
        event.group,
        event.member,
        state="waiting",
        owned=owned,
        positions=only(member.positions, owned),
        stopped_since_ms=stopped,
    )
    if group.state == "Empty":
        return put_group(changed, event.group, state="PreparingRebalance", since_ms=cluster.now_ms, initial=True)
    return rebalancing(changed, event.group)


def _generation_begun(cluster: Cluster, event: e.GenerationBegun) -> Cluster:
    group = cluster.groups[event.group]
    # A static member that did not ask stays in, and will have to join before it reads again.
    members = {
        name: m._replace(state="syncing", epoch=event.generation)
        if m.state == "waiting"
        else m._replace(state="joining", owned=(), positions={})
        for name, m in group.members.items()
        if name not in event.removed
    }
    return put_group(
        cluster,
        event.group,
        state="CompletingRebalance" if members else "Empty",
        generation=event.generation,
        leader=event.leader,
        members=members,
        initial=False,
        target={name: given for name, given in group.target.items() if name in members},
        withheld={},
    )


def _partitions_assigned(cluster: Cluster, event: e.PartitionsAssigned) -> Cluster:
    return put_group(
        cluster,
        event.group,
        state="Stable",
        target=event.assignment,
        target_epoch=event.generation,
        target_ms=cluster.now_ms,
        withheld=event.withheld,
        metadata=event.metadata,
        metadata_ms=cluster.now_ms,
    )


def _assignment_received(cluster: Cluster, event: e.AssignmentReceived) -> Cluster:
    cluster = committed(cluster, event.group, event.committed)
    group = cluster.groups[event.group]
    member = group.members[event.member]
    owned = (*event.kept, *event.gained)
    # Who gave something up joins again, so that its new owner may have it.
    again = bool(event.revoked)
    return put_member(
        cluster,
        event.group,
        event.member,
        state="joining" if again else "stable",
        owned=owned,
        positions={**only(member.positions, owned), **event.positions},
        stopped_since_ms=None,
    )


def _metadata_noticed(cluster: Cluster, event: e.MetadataNoticed) -> Cluster:
    group = cluster.groups[event.group]
    cluster = put_group(cluster, event.group, metadata=event.metadata, metadata_ms=cluster.now_ms)
    if group.is_modern:
        return settled_state(put_group(cluster, event.group, generation=group.generation + 1), event.group)
    assert group.leader is not None
    return put_member(cluster, event.group, group.leader, state="joining")


def settled_state(cluster: Cluster, name: str) -> Cluster:
    """Give the cluster with the state that follows from a modern group's epochs and members."""
    group = cluster.groups[name]
    return put_group(cluster, name, state=_state(group)) if group.is_modern else cluster


def _state(group: Group) -> GroupState:
    if not group.members:
        return "Empty"
    if group.generation > group.target_epoch:
        return "Assigning"
    at_target = all(
        m.epoch == group.target_epoch and not m.revoking and set(m.owned) == set(group.target.get(name, ()))
        for name, m in group.members.items()
        if m.state != "joining"
    )
    return "Stable" if at_target else "Reconciling"


def _member_admitted(cluster: Cluster, event: e.MemberAdmitted) -> Cluster:
    cluster = put_member(cluster, event.group, event.member, state="unreleased", epoch=0, heard_ms=None)
    return put_group(cluster, event.group, generation=event.epoch)


def _target_computed(cluster: Cluster, event: e.TargetComputed) -> Cluster:
    return put_group(
        cluster,
        event.group,
        target=event.target,
        target_epoch=event.epoch,
        target_ms=cluster.now_ms,
        metadata=event.metadata,
        metadata_ms=cluster.now_ms,
    )


def _revocation_asked(cluster: Cluster, event: e.RevocationAsked) -> Cluster:
    member = cluster.groups[event.group].members[event.member]
    return put_member(
        cluster,
        event.group,
        event.member,
        state="unrevoked",
        owned=tuple(tp for tp in member.owned if tp not in event.partitions),
        revoking=event.partitions,
        heard_ms=cluster.now_ms,
    )


def _partitions_released(cluster: Cluster, event: e.PartitionsReleased) -> Cluster:
    cluster = committed(cluster, event.group, event.committed)
    member = cluster.groups[event.group].members[event.member]
    return put_member(
        cluster,
        event.group,
        event.member,
        state="unreleased",
        revoking=(),
        positions=only(member.positions, member.owned),
        heard_ms=None,
    )


def _member_reconciled(cluster: Cluster, event: e.MemberReconciled) -> Cluster:
    group = cluster.groups[event.group]
    member = group.members[event.member]
    kept = tuple(tp for tp in member.owned if tp in group.target.get(event.member, ()))
    owned = (*kept, *event.gained)
    return put_member(
        cluster,
        event.group,
        event.member,
        state="unreleased" if event.missing else "stable",
        epoch=event.epoch,
        owned=owned,
        positions={**only(member.positions, owned), **event.positions},
        heard_ms=cluster.now_ms,
    )


BY_EVENT: dict[type, Callable[[Cluster, Any], Cluster]] = {
    e.JoinRequested: _join_requested,
    e.GenerationBegun: _generation_begun,
    e.PartitionsAssigned: _partitions_assigned,
    e.AssignmentReceived: _assignment_received,
    e.MetadataNoticed: _metadata_noticed,
    e.MemberAdmitted: _member_admitted,
    e.TargetComputed: _target_computed,
    e.RevocationAsked: _revocation_asked,
    e.PartitionsReleased: _partitions_released,
    e.MemberReconciled: _member_reconciled,
}
