"""How members find their coordinator: nobody tells them that it has moved, or that it loads."""

from collections.abc import Iterator, Mapping

from kafkaviz.decisions.errors import CoordinatorLoadInProgressError, RequestTimedOutError
from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.retrying import backoff_ms
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.groups import Group, GroupName, Member
from kafkaviz.model.core.rule import rule
from kafkaviz.model.core.timer import Timer, is_over, retry_timer
from kafkaviz.model.groups.common.coordinator_events import (
    CommitExpired,
    CoordinatorFound,
    CoordinatorLoaded,
    CoordinatorMarkedUnknown,
    CoordinatorRequest,
    GroupRequestRejected,
)
from kafkaviz.model.groups.common.coordinators import (
    beat_timer,
    commit_timer,
    is_asking,
    is_cut_short,
    is_heard,
    load_timer,
    refusal,
    request_timer,
)
from kafkaviz.model.groups.common.events import OffsetsCommitted


@rule("groups", "brokers", "now_ms")
def mark_coordinator_unknown(
    cluster: Cluster, subject: GroupName, policies: Policies
) -> Iterator[CoordinatorMarkedUnknown]:
    """A member's heartbeat or JoinGroup is refused by a broker that coordinates its group no more, or never answered.

    Kafka: HeartbeatResponseHandler and AbstractHeartbeatRequestManager, which call markCoordinatorUnknown. Simplified:
    a connection that breaks is no step of its own; a request that hung is forgotten when the broker wakes up, and the
    next heartbeat is answered; a broker that is cut off refuses heartbeats as it would a write, where Kafka's answers
    those of classic groups, until the new coordinator has removed all members that it does not hear.
    """
    group = cluster.groups[subject.group]
    for name, member in group.members.items():
        asked = member.coordinator
        if asked is None or asked == group.coordinator or not member.up:
            continue
        error = refusal(cluster, group, member)
        if error is not None and (member.state == "joining" or is_heard(cluster, group, member, policies)):
            yield CoordinatorMarkedUnknown(subject.group, name, asked, error.name, error.code)
        if is_over(request_timer(cluster, group, name, policies), cluster.now_ms):
            timeout = RequestTimedOutError
            yield CoordinatorMarkedUnknown(subject.group, name, asked, timeout.name, timeout.code)


@rule("groups", "brokers")
def find_coordinator(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[CoordinatorFound]:
    """A member that knows no coordinator, or one that has died, asks a broker who it is, and is told.

    Kafka: AbstractCoordinator.lookupCoordinator, KafkaApis.handleFindCoordinatorRequest. Simplified: it asks the live
    broker with the lowest id, where Kafka asks the one with the fewest requests under way; the answer is what the
    controller has decided, not what one broker has heard. While there is nobody to name it asks in vain, each
    retry.backoff.ms, which is not told.
    """
    group = cluster.groups[subject.group]
    coordinator = group.coordinator if cluster.is_up(group.coordinator) else None
    asked = min((b.id for b in cluster.brokers.values() if b.is_up and b.is_active and not b.cut_off), default=None)
    if coordinator is None or asked is None:
        return
    for name, member in group.members.items():
        if member.up and member.coordinator != coordinator and is_cut_short(cluster, member):
            yield CoordinatorFound(subject.group, name, asked, coordinator)


@rule("groups", "brokers", "now_ms")
def put_off(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[GroupRequestRejected]:
    """A coordinator that is still loading the group puts off who joins, commits or tells that it lives.

    Kafka: CoordinatorRuntime.withActiveContextOrThrow; JoinGroupResponseHandler, OffsetCommitResponseHandler and
    AbstractHeartbeatRequestManager.onErrorResponse, which keep the coordinator and try again after a back-off. A
    classic member's Heartbeat is answered as if all were well (GroupCoordinatorService.heartbeat). Simplified: one
    back-off for all that a member asks, without jitter.
    """
    group = cluster.groups[subject.group]
    if group.loading_since_ms is None:
        return
    for name, member in group.members.items():
        if cluster.now_ms >= member.retry_ms and refusal(cluster, group, member) is CoordinatorLoadInProgressError:
            asked = _asked_for(cluster, group, member, policies)
            if asked is not None:
                yield reject_while_loading(subject.group, name, member, cluster.now_ms, asked, policies)


def _asked_for(cluster: Cluster, group: Group, member: Member, policies: Policies) -> CoordinatorRequest | None:
    """Returns by which request a member finds that its coordinator is still loading, None if it has none to make."""
    if not member.up:
        return None
    if member.committing is not None:
        return "OffsetCommit"
    if not group.is_server_assigned:
        return "JoinGroup" if member.state == "joining" and member.is_polling else None
    if member.state == "joining" or member.attempts or is_heard(cluster, group, member, policies):
        return "ShareGroupHeartbeat" if group.protocol == "share" else "ConsumerGroupHeartbeat"
    return None


def reject_while_loading(
    group: str,
    name: str,
    member: Member,
    now_ms: int,
    request: CoordinatorRequest,
    policies: Policies,
    offsets: Mapping[TopicPartition, int] | None = None,
) -> GroupRequestRejected:
    """Returns the event of a member that is put off, with when it asks again. Kafka: retry.backoff.ms."""
    assert member.coordinator is not None
    error, retry_ms = CoordinatorLoadInProgressError, now_ms + backoff_ms(member.attempts + 1, policies)
    return GroupRequestRejected(group, name, member.coordinator, request, error.name, error.code, retry_ms, offsets)


@rule("groups", "brokers", "now_ms")
def load_group(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[CoordinatorLoaded]:
    """A new coordinator has read its partition of `__consumer_offsets` to the end. Kafka: CoordinatorLoaderImpl."""
    group = cluster.groups[subject.group]
    if group.coordinator is None or not cluster.is_up(group.coordinator):
        return
    if is_over(load_timer(subject.group, group, policies), cluster.now_ms):
        yield CoordinatorLoaded(subject.group, group.coordinator)


@rule("groups", "brokers", "now_ms")
def retry_commit(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[OffsetsCommitted]:
    """A commit that was refused goes to the coordinator that the member has found, or that has loaded the group.

    Kafka: ConsumerCoordinator.commitOffsetsSync, CommitRequestManager.commitSync. Simplified: it goes as soon as there
    is somebody to take it, where Kafka's waits its back-off between two questions.
    """
    group = cluster.groups[subject.group]
    for name, member in group.members.items():
        if member.committing is None or not member.up or not is_asking(cluster, group, member):
            continue
        if group.is_server_assigned or (member.epoch == group.generation and group.state != "CompletingRebalance"):
            yield OffsetsCommitted(subject.group, name, member.committing)


@rule("groups", "now_ms")
def expire_commit(cluster: Cluster, subject: GroupName, policies: Policies) -> Iterator[CommitExpired]:
    """A commit that nobody has taken fails after `default.api.timeout.ms`.

    Kafka: ConsumerCoordinator.commitOffsetsSync, a TimeoutException. Simplified: 0.10 had no such limit, it came with
    KIP-266 in 2.0.

    Not compared: its answer comes a minute after it was asked for, when a play has gone on to another act.
    """
    for name, member in cluster.groups[subject.group].members.items():
        if is_over(commit_timer(name, member, policies), cluster.now_ms):
            yield CommitExpired(subject.group, name)


def coordinator_deadlines(cluster: Cluster, name: str, policies: Policies) -> Iterator[Timer]:
    """Yields when members hear that they ask the wrong broker, or one that loads, or give up on one that is silent."""
    group = cluster.groups[name]
    loaded = load_timer(name, group, policies)
    if loaded is not None:
        yield loaded
    for who, member in group.members.items():
        expires = commit_timer(who, member, policies)
        if expires is not None:
            yield expires
        if member.retry_ms > cluster.now_ms:
            yield retry_timer(member.retry_ms, member.attempts, policies, who)
        if loaded is not None and group.is_server_assigned and member.up:
            yield beat_timer(cluster, group, member, policies, who)
        if not member.up or member.coordinator in (None, group.coordinator):
            continue
        unanswered = request_timer(cluster, group, who, policies)
        if unanswered is not None:
            yield unanswered
        elif refusal(cluster, group, member) is not None:
            yield beat_timer(cluster, group, member, policies, who)


RULES = (mark_coordinator_unknown, find_coordinator, load_group, put_off, retry_commit, expire_commit)
