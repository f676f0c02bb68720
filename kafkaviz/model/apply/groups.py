"""What changes in a group: members come and go, generations begin, partitions change hands, offsets are written."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from kafkaviz.decisions.values import Partition, TopicPartition
from kafkaviz.model import events as e
from kafkaviz.model.values import Cluster, Group, Member


def put_group(cluster: Cluster, name: str, **changes: object) -> Cluster:
    """Give the cluster with one group changed."""
    changed = cluster.groups[name]._replace(**changes)  # type: ignore[arg-type]
    return cluster._replace(groups={**cluster.groups, name: changed})


def put_member(cluster: Cluster, group: str, member: str, **changes: object) -> Cluster:
    """Give the cluster with one member of a group changed."""
    members = cluster.groups[group].members
    changed = members[member]._replace(**changes)  # type: ignore[arg-type]
    return put_group(cluster, group, members={**members, member: changed})


def committed(cluster: Cluster, group: str, offsets: Mapping[TopicPartition, int] | None) -> Cluster:
    """Give the cluster with offsets written down for a group; None writes nothing."""
    if not offsets:
        return cluster
    return put_group(cluster, group, committed={**cluster.groups[group].committed, **offsets})


def only(positions: Mapping[TopicPartition, int], owned: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
    """Give the positions in partitions that are still owned."""
    return {tp: positions[tp] for tp in owned if tp in positions}


def forgotten(cluster: Cluster, topic: str) -> Cluster:
    """Give the cluster without what groups had committed of a topic that is gone."""
    groups = {
        name: group._replace(
            committed={tp: offset for tp, offset in group.committed.items() if tp.topic != topic},
            deliveries={tp: held for tp, held in group.deliveries.items() if tp.topic != topic},
            members={
                member: m._replace(positions={tp: at for tp, at in m.positions.items() if tp.topic != topic})
                for member, m in group.members.items()
            },
        )
        for name, group in cluster.groups.items()
    }
    return cluster._replace(groups=groups)


def _members_started(cluster: Cluster, event: e.MembersStarted) -> Cluster:
    group = cluster.groups.get(event.group) or Group(event.protocol, event.partition)
    instance_ids = event.instance_ids or (None,) * len(event.members)
    started = {
        name: Member(event.topics, group.joined + n, instance_id, joined_ms=cluster.now_ms, committed_ms=cluster.now_ms)
        for n, (name, instance_id) in enumerate(zip(event.members, instance_ids, strict=True))
    }
    changed = group._replace(members={**group.members, **started}, joined=group.joined + len(started))
    return cluster._replace(groups={**cluster.groups, event.group: changed})


def _offsets_partition_created(cluster: Cluster, event: e.OffsetsPartitionCreated) -> Cluster:
    leader = next(b for b in event.replicas if cluster.brokers[b].is_active)
    made = Partition(event.replicas, leader, tuple(b for b in event.replicas if cluster.brokers[b].is_active))
    return cluster._replace(offsets={**cluster.offsets, event.partition: made})


def _coordinator_moved(cluster: Cluster, event: e.CoordinatorMoved) -> Cluster:
    partition = cluster.offsets[event.partition]
    if partition.leader != event.broker:
        isr = tuple(b for b in partition.replicas if b in cluster.brokers and cluster.brokers[b].is_active)
        partition = partition._replace(
            leader=event.broker,
            isr=isr or partition.isr,
            leader_epoch=partition.leader_epoch + 1,
            partition_epoch=partition.partition_epoch + 1,
        )
    members = {
        name: m if m.quiet_since_ms is None else m._replace(quiet_since_ms=cluster.now_ms)
        for name, m in cluster.groups[event.group].members.items()
    }
    changed = cluster._replace(offsets={**cluster.offsets, event.partition: partition})
    return put_group(changed, event.group, coordinator=event.broker, members=members)


def _member_left(cluster: Cluster, event: e.MemberLeft) -> Cluster:
    return without_member(committed(cluster, event.group, event.committed), event.group, event.member)


def _member_expired(cluster: Cluster, event: e.MemberExpired) -> Cluster:
    return without_member(cluster, event.group, event.member)


def without_member(cluster: Cluster, name: str, member: str) -> Cluster:
    """Give the cluster with a member gone: the others must rebalance, or the group epoch rises."""
    group = cluster.groups[name]
    members = {other: m for other, m in group.members.items() if other != member}
    target = {other: given for other, given in group.target.items() if other != member}
    deliveries = {
        tp: {offset: d._replace(member=None, until_ms=0) if d.member == member else d for offset, d in held.items()}
        for tp, held in group.deliveries.items()
    }
    cluster = put_group(cluster, name, members=members, target=target, deliveries=deliveries)
    if not group.members[member].is_known:
        return cluster
    if group.is_modern:
        return put_group(cluster, name, generation=group.generation + 1)
    return rebalancing(cluster, name)


def rebalancing(cluster: Cluster, name: str) -> Cluster:
    """Give the cluster with a rebalance of a classic group under way; one that goes on already is left as it is."""
    group = cluster.groups[name]
    if group.state == "PreparingRebalance":
        return cluster
    return put_group(cluster, name, state="PreparingRebalance", since_ms=cluster.now_ms, initial=False)


def _member_closed(cluster: Cluster, event: e.MemberClosed) -> Cluster:
    return _silent(committed(cluster, event.group, event.committed), event)


def _member_crashed(cluster: Cluster, event: e.MemberCrashed) -> Cluster:
    return _silent(cluster, event)


def _silent(cluster: Cluster, event: e.MemberClosed | e.MemberCrashed) -> Cluster:
    """Whom the coordinator never heard of it will not miss."""
    if not cluster.groups[event.group].members[event.member].is_known:
        return without_member(cluster, event.group, event.member)
    return put_member(cluster, event.group, event.member, quiet_since_ms=cluster.now_ms)


def _member_replaced(cluster: Cluster, event: e.MemberReplaced) -> Cluster:
    group = cluster.groups[event.group]
    was = group.members[event.member]
    stays = group.is_modern or group.state == "Stable"
    now = was._replace(
        state=was.state if stays else "joining",
        owned=was.owned if stays else (),
        revoking=(),
        positions=event.positions if stays else {},
        joined_ms=cluster.now_ms,
        quiet_since_ms=None,
        stalled_since_ms=None,
    )
    renamed = {event.by if name == event.member else name: m for name, m in group.members.items()}
    target = {event.by if name == event.member else name: given for name, given in group.target.items()}
    leader = event.by if group.leader == event.member else group.leader
    return put_group(cluster, event.group, members={**renamed, event.by: now}, target=target, leader=leader)


def _member_stalled(cluster: Cluster, event: e.MemberStalled) -> Cluster:
    return put_member(cluster, event.group, event.member, stalled_since_ms=cluster.now_ms)


def _member_resumed(cluster: Cluster, event: e.MemberResumed) -> Cluster:
    return put_member(cluster, event.group, event.member, stalled_since_ms=None)


def _group_polled(cluster: Cluster, event: e.GroupPolled) -> Cluster:
    member = cluster.groups[event.group].members[event.member]
    cluster = committed(cluster, event.group, event.committed)
    return put_member(
        cluster,
        event.group,
        event.member,
        positions={**member.positions, **{tp: position for tp, _, position, _ in event.fetched}},
        polled_ms=cluster.now_ms,
        committed_ms=member.committed_ms if event.committed is None else cluster.now_ms,
    )


def _offsets_committed(cluster: Cluster, event: e.OffsetsCommitted) -> Cluster:
    return committed(cluster, event.group, event.offsets)


def _position_sought(cluster: Cluster, event: e.PositionSought) -> Cluster:
    positions = cluster.groups[event.group].members[event.member].positions
    return put_member(cluster, event.group, event.member, positions={**positions, event.partition: event.offset})


BY_EVENT: dict[type, Callable[[Cluster, Any], Cluster]] = {
    e.MembersStarted: _members_started,
    e.OffsetsPartitionCreated: _offsets_partition_created,
    e.CoordinatorMoved: _coordinator_moved,
    e.MemberLeft: _member_left,
    e.MemberExpired: _member_expired,
    e.MemberClosed: _member_closed,
    e.MemberCrashed: _member_crashed,
    e.MemberReplaced: _member_replaced,
    e.MemberStalled: _member_stalled,
    e.MemberResumed: _member_resumed,
    e.GroupPolled: _group_polled,
    e.OffsetsCommitted: _offsets_committed,
    e.PositionSought: _position_sought,
}
