"""How a group, its members and its committed offsets change; the events about groups are made of these."""

from collections.abc import Iterable, Mapping

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.groups import Group, GroupState, Member


def partition_counts_of(cluster: Cluster, topics: Iterable[str]) -> dict[str, int]:
    """Returns how many partitions these topics have, as far as they exist."""
    return {topic: cluster.topics[topic].partitions for topic in sorted(topics) if topic in cluster.topics}


def put_group(cluster: Cluster, name: str, group: Group) -> Cluster:
    """Returns the cluster with one group replaced, or added."""
    return cluster._replace(groups={**cluster.groups, name: group})


def put_member(cluster: Cluster, name: str, member: str, changed: Member) -> Cluster:
    """Returns the cluster with one member of a group replaced."""
    group = cluster.groups[name]
    return put_group(cluster, name, group._replace(members={**group.members, member: changed}))


def commit_offsets(cluster: Cluster, name: str, offsets: Mapping[TopicPartition, int] | None) -> Cluster:
    """Returns the cluster with offsets written down for a group; None writes nothing."""
    if not offsets:
        return cluster
    group = cluster.groups[name]
    return put_group(cluster, name, group._replace(committed={**group.committed, **offsets}))


def committing(member: Member, offsets: Mapping[TopicPartition, int] | None, now_ms: int) -> Member:
    """Returns a member that waits until it can commit these offsets; with None, as it was."""
    return member if offsets is None else member._replace(committing=offsets, committing_since_ms=now_ms)


def only(positions: Mapping[TopicPartition, int], owned: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
    """Returns the positions in partitions that are still owned."""
    return {tp: positions[tp] for tp in owned if tp in positions}


def restart_sessions(group: Group, now_ms: int) -> dict[str, Member]:
    """Returns a group's members with their session timeouts started again, as a new coordinator starts them."""
    return {
        name: m if m.quiet_since_ms is None else m._replace(quiet_since_ms=now_ms) for name, m in group.members.items()
    }


def without_member(cluster: Cluster, name: str, member: str) -> Cluster:
    """Returns the cluster with a member gone: the others must rebalance, or the group epoch rises."""
    group = cluster.groups[name]
    members = {other: m for other, m in group.members.items() if other != member}
    target = {other: given for other, given in group.target.items() if other != member}
    left = group._replace(members=members, target=target)
    if group.is_server_assigned and group.members[member].is_known:
        left = left._replace(generation=group.generation + 1)
    cluster = put_group(cluster, name, left)
    return rebalancing(cluster, name) if group.members[member].is_known and not group.is_server_assigned else cluster


def rebalancing(cluster: Cluster, name: str) -> Cluster:
    """Returns the cluster with a rebalance of a classic group under way; one that goes on already is left as it is."""
    group = cluster.groups[name]
    if group.state == "PreparingRebalance":
        return cluster
    return put_group(cluster, name, group._replace(state="PreparingRebalance", since_ms=cluster.now_ms, initial=False))


def settled_state(cluster: Cluster, name: str) -> Cluster:
    """Returns the cluster with the state that follows from a modern group's epochs and members."""
    group = cluster.groups[name]
    return put_group(cluster, name, group._replace(state=_state(group))) if group.is_server_assigned else cluster


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
