"""What happens to any group by itself: its coordinator is found, its silent members are removed.

Heartbeats are not events. A member's fall at fixed times, member n's n seconds after those of member 0, and what
the coordinator has to say is heard at the next one.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import wraps

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.resetting import reset_duration_ms
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.facets import Facet
from kafkaviz.model.core.groups import Group, GroupName, Member
from kafkaviz.model.core.rule import Guard, Rule, rule
from kafkaviz.model.core.segments import first_since
from kafkaviz.model.core.timer import Timer, is_over
from kafkaviz.model.groups.common import coordinator_rules, offsets_topic_rules
from kafkaviz.model.groups.common.changes import partition_counts_of
from kafkaviz.model.groups.common.coordinators import coordinator_of, is_served
from kafkaviz.model.groups.common.events import MemberExpired, MemberLeft


@rule("groups", "brokers", "now_ms")
def expire_member(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[MemberExpired]:
    """The coordinator removes a member whose heartbeats have stopped for too long.

    Kafka: session.timeout.ms. Simplified: a group of the consumer protocol goes by it too, not by
    group.consumer.session.timeout.ms; a member that has still to find its coordinator is not missed.
    """
    for name, member in cluster.groups[subject.group].members.items():
        is_silent = is_over(session_timer(name, member, policies), cluster.now_ms)
        if is_silent and coordinator_of(cluster, subject.group) is not None:
            yield MemberExpired(subject.group, name)


def session_timer(name: str, member: Member, policies: Policies) -> Timer | None:
    """Returns when a silent member is removed; a static one that polls no more falls silent as well."""
    silent = member.quiet_since_ms
    if silent is None and member.instance_id is not None and member.stalled_since_ms is not None:
        silent = member.stalled_since_ms + policies.max_poll_interval_ms
    if silent is None:
        return None
    timeout_ms = policies.group_session_timeout_ms
    return Timer(silent + timeout_ms, "session.timeout.ms", timeout_ms, name)


@rule("groups", "brokers", "now_ms")
def leave_slow(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[MemberLeft]:
    """A consumer that has not polled for too long leaves by itself. Kafka: max.poll.interval.ms."""
    group = cluster.groups[subject.group]
    for name, member in group.members.items():
        if is_over(poll_timer(name, member, policies), cluster.now_ms) and is_served(cluster, group, member):
            yield MemberLeft(subject.group, name, "max.poll.interval.ms")


def poll_timer(name: str, member: Member, policies: Policies) -> Timer | None:
    """Returns when a dynamic member that is stuck leaves."""
    if member.stalled_since_ms is None or not member.up or member.instance_id is not None:
        return None
    longest_ms = policies.max_poll_interval_ms
    return Timer(member.stalled_since_ms + longest_ms, "max.poll.interval.ms", longest_ms, name)


def partition_counts(cluster: Cluster, group: Group) -> dict[str, int]:
    """Returns the partition counts of the topics a group subscribes to, as far as they exist."""
    return partition_counts_of(cluster, {topic for m in group.members.values() if m.is_known for topic in m.topics})


def start_positions(
    cluster: Cluster, group: Group, gained: tuple[TopicPartition, ...], policies: Policies
) -> dict[TopicPartition, int]:
    """Returns where a member begins in partitions it gains: at the committed offset, else by `auto.offset.reset`.

    A partition that nobody leads, or whose end is not known, has no position yet. Kafka: SubscriptionState.
    """
    positions: dict[TopicPartition, int] = {}
    for tp in gained:
        at = group.committed.get(tp)
        if at is None:
            at = reset_position(cluster, tp, policies)
        if at is not None:
            positions[tp] = at
    return positions


def reset_position(cluster: Cluster, tp: TopicPartition, policies: Policies) -> int | None:
    """Returns what `auto.offset.reset` says for one partition, if it says anything and somebody can answer.

    By a duration it is the first record that can be read and is not older; while there is none there is no position.

    Kafka: OffsetFetcher.resetPositionsAsync, AutoOffsetResetStrategy.
    """
    partition = cluster.partitions.get(tp)
    if partition is None or partition.leader is None or not cluster.leads(tp, partition.leader):
        return None
    leader = cluster.replicas[tp][partition.leader]
    if (duration_ms := reset_duration_ms(policies.auto_offset_reset)) is not None:
        return first_since(leader, cluster.now_ms - duration_ms)
    resets: Mapping[str, int] = {"earliest": leader.log_start_offset, "latest": leader.high_watermark}
    return resets.get(policies.auto_offset_reset)


def auto_committed(member: Member, policies: Policies) -> dict[TopicPartition, int] | None:
    """Returns what a consumer commits by itself before it gives partitions up or closes. Kafka: enable.auto.commit."""
    return dict(member.positions) if policies.enable_auto_commit else None


def member_deadlines(group: Group, policies: Policies) -> Iterator[Timer]:
    """Yields when members will be removed or leave by themselves."""
    for name, member in group.members.items():
        for timer in (session_timer(name, member, policies), poll_timer(name, member, policies)):
            if timer is not None:
                yield timer


def needs_coordinator(*reads: Facet) -> Callable[[Guard[GroupName]], Rule[GroupName]]:
    """Makes a generator a rule that needs the coordinator: while it is down, nothing is asked and nothing answered."""

    def made(guard: Guard[GroupName]) -> Rule[GroupName]:
        @wraps(guard)
        def heard(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[Event]:
            if coordinator_of(cluster, subject.group) is not None:
                yield from guard(cluster, subject, policies)

        return rule("groups", "brokers", *reads)(heard)

    return made


RULES = (*offsets_topic_rules.RULES, *coordinator_rules.RULES, expire_member, leave_slow)
