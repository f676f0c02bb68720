"""Whom a member takes for its group's coordinator, who is, and what it hears when the two are not the same."""

from kafkaviz.decisions.errors import (
    CoordinatorLoadInProgressError,
    CoordinatorNotAvailableError,
    KafkaError,
    NotCoordinatorError,
)
from kafkaviz.decisions.policies import Policies
from kafkaviz.model.core.brokers import DEAD, FROZEN
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.groups import Group, Member
from kafkaviz.model.core.timer import Timer

BETWEEN_MEMBERS_MS = 1_000


def coordinator_of(cluster: Cluster, name: str) -> int | None:
    """Returns the broker that answers for a group now, or None while nobody does, or it is still loading the group."""
    group = cluster.groups[name]
    return group.coordinator if cluster.is_up(group.coordinator) and group.loading_since_ms is None else None


def is_served(cluster: Cluster, group: Group, member: Member) -> bool:
    """Tells whether the broker that a member takes for its coordinator is up, is the coordinator, and has loaded."""
    is_its = member.coordinator is not None and member.coordinator == group.coordinator
    return is_its and cluster.is_up(member.coordinator) and group.loading_since_ms is None


def is_asking(cluster: Cluster, group: Group, member: Member) -> bool:
    """Tells whether a member is served, and asks now: its back-off is over, if it had to wait."""
    return cluster.now_ms >= member.retry_ms and is_served(cluster, group, member)


def refusal(cluster: Cluster, group: Group, member: Member) -> type[KafkaError] | None:
    """Returns what the broker that a member takes for its coordinator answers; None if it serves it, or is silent.

    A broker that is cut off has not heard that another leads: it takes a write, which nobody copies.

    Kafka: CoordinatorRuntime.withActiveContextOrThrow for a partition that it has not, or is still loading;
    GroupCoordinatorService.handleOperationException makes COORDINATOR_NOT_AVAILABLE of a write that is not replicated
    in time.
    """
    asked = member.coordinator
    if asked is None or not cluster.is_up(asked):
        return None
    if asked == group.coordinator:
        return None if group.loading_since_ms is None else CoordinatorLoadInProgressError
    return CoordinatorNotAvailableError if cluster.brokers[asked].cut_off else NotCoordinatorError


def is_cut_short(cluster: Cluster, member: Member) -> bool:
    """Tells whether the connection to the broker that a member takes for its coordinator is gone, or there is none."""
    asked = member.coordinator
    return asked is None or asked not in cluster.brokers or cluster.brokers[asked].state == DEAD


def beat_ms(group: Group, policies: Policies) -> int:
    """Returns the time between two heartbeats of a member."""
    return policies.group_consumer_heartbeat_interval_ms if group.is_server_assigned else policies.heartbeat_interval_ms


def is_heard(cluster: Cluster, group: Group, member: Member, policies: Policies) -> bool:
    """Tells whether a member's heartbeat falls on this moment."""
    return member.up and _beat_after(cluster.now_ms - 1, group, member, policies) == cluster.now_ms


def beat_timer(cluster: Cluster, group: Group, member: Member, policies: Policies, whose: str) -> Timer:
    """Returns the time until a member's next heartbeat. Kafka: heartbeat.interval.ms and its like."""
    due_ms = _beat_after(cluster.now_ms, group, member, policies)
    config = f"group.{group.protocol}.heartbeat.interval.ms" if group.is_server_assigned else "heartbeat.interval.ms"
    return Timer(due_ms, config, beat_ms(group, policies), whose)


def _beat_after(since_ms: int, group: Group, member: Member, policies: Policies) -> int:
    """Returns the time of a member's first heartbeat after a moment."""
    interval, phase = beat_ms(group, policies), member.number * BETWEEN_MEMBERS_MS
    return ((since_ms - phase) // interval + 1) * interval + phase


def request_timer(cluster: Cluster, group: Group, name: str, policies: Policies) -> Timer | None:
    """Returns when a member gives up waiting for a frozen broker, or None if it waits for none.

    Its first heartbeat after the freeze is never answered: the request's time runs out, and a classic member's own
    session timeout if that is sooner.

    Kafka: request.timeout.ms; AbstractCoordinator.HeartbeatThread, session.timeout.ms since the last answer.
    """
    member = group.members[name]
    asked = None if member.coordinator is None else cluster.brokers.get(member.coordinator)
    if asked is None or asked.state != FROZEN or asked.stalled_since_ms is None:
        return None
    sent_ms = _beat_after(asked.stalled_since_ms, group, member, policies)
    request_ms, session_ms = policies.request_timeout_ms, policies.group_session_timeout_ms
    answer = Timer(sent_ms + request_ms, "request.timeout.ms", request_ms, name)
    if group.is_server_assigned:
        return answer
    heard_ms = sent_ms - beat_ms(group, policies)
    return min(answer, Timer(max(sent_ms, heard_ms + session_ms), "session.timeout.ms", session_ms, name))


def load_timer(name: str, group: Group, policies: Policies) -> Timer | None:
    """Returns when a coordinator that loads a group has read it, None where none does."""
    if group.loading_since_ms is None:
        return None
    load_ms = policies.partition_load_time_ms
    return Timer(group.loading_since_ms + load_ms, "the load of __consumer_offsets", load_ms, f"group {name}")


def commit_timer(name: str, member: Member, policies: Policies) -> Timer | None:
    """Returns when a member's commit fails, None where it waits for none. Kafka: default.api.timeout.ms."""
    if member.committing is None or not member.up:
        return None
    timeout_ms = policies.default_api_timeout_ms
    return Timer(member.committing_since_ms + timeout_ms, "default.api.timeout.ms", timeout_ms, name)
