"""What must still come about, whatever has happened: goals, for a rule that does nothing breaks no promise.

A promise is broken by one event. A goal is missed only by what never happens, so it takes fairness for granted: whoever
can go on does so at last, every broker comes back, and time passes. `mending.unreachable` asks it of every state. Two
more that are asked of a replaced decision are promises after all, for one event is enough to break them; they are at
the end.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.model.clients.consumer_requests import Poll
from kafkaviz.model.clients.events import RecordQueued
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import Event
from kafkaviz.model.core.promise import Promise, promise
from kafkaviz.model.core.request import Request
from kafkaviz.model.partitions.events import IsrChangeProposed


def _nothing(cluster: Cluster) -> Iterable[Request]:
    return ()


class Goal(NamedTuple):
    """What must come about: `waits` yields the things that wait for it in a state, `reached` tells if one has it later.

    A state in which nothing waits is no start for it. `asks` yields what a person has to do for it, such as poll;
    `missing` names one thing that waits, and says what it lacks.
    """

    name: str
    words: str
    waits: Callable[[Cluster], Iterable[Any]]
    reached: Callable[[Cluster, Any], bool]
    missing: Callable[[Any], str] = lambda thing: "It"
    asks: Callable[[Cluster], Iterable[Request]] = _nothing


def goal(name: str, words: str, holds: Callable[[Cluster], bool]) -> Goal:
    """Returns the goal that something holds of a cluster, from any state in which it does not yet.

    >>> far = goal("an_hour", "An hour passes", lambda cluster: cluster.now_ms >= 3_600_000)
    >>> far.words
    'An hour passes'
    """
    return Goal(name, words, lambda cluster: () if holds(cluster) else (name,), lambda cluster, _: bool(holds(cluster)))


def _leaderless(cluster: Cluster) -> Iterator[TopicPartition]:
    """Yields the partitions that nobody leads, or whose leader is dead or counted out."""
    return (tp for tp in cluster.partitions if not _is_led(cluster, tp))


def _is_led(cluster: Cluster, tp: TopicPartition) -> bool:
    leader = cluster.partitions[tp].leader
    return leader is not None and cluster.is_up(leader) and not cluster.brokers[leader].fenced


def _unanswered(cluster: Cluster) -> Iterator[tuple[TopicPartition, bytes | None]]:
    """Yields the records whose producer waits to be told that they are safe."""
    for producer in cluster.producers.values():
        for batch in producer.batches:
            if batch.acks:
                yield from ((batch.tp, value) for _, value in batch.records)


def _unread(cluster: Cluster) -> Iterator[tuple[TopicPartition, int]]:
    """Yields where acknowledged records are that nobody has read."""
    read = {(record.tp, record.offset) for record in cluster.consumed}
    for record in cluster.acknowledged:
        if record.acks == -1 and (record.tp, record.offset) not in read:
            yield record.tp, record.offset


def _ownerless(cluster: Cluster) -> Iterator[tuple[str, TopicPartition]]:
    """Yields the partitions that a group with running members reads and nobody in it owns, or more than one."""
    for name, group in cluster.groups.items():
        running = [member for member in group.members.values() if member.is_polling]
        for topic in dict.fromkeys(topic for member in running for topic in member.topics):
            for tp in cluster.partitions_of(topic) if topic in cluster.topics else ():
                if not _has_one_owner(cluster, name, tp):
                    yield name, tp


def _has_one_owner(cluster: Cluster, group: str, tp: TopicPartition) -> bool:
    owners = cluster.groups[group].owners(tp)
    return bool(owners) if cluster.groups[group].protocol == "share" else len(owners) == 1


elects_a_leader_again: Final = Goal(
    "elects_a_leader_again",
    "A partition without a leader elects one again",
    _leaderless,
    lambda cluster, tp: tp not in cluster.partitions or _is_led(cluster, tp),
    lambda tp: f"nobody leads {tp}",
)
acknowledges: Final = Goal(
    "acknowledges",
    "A record that was sent is acknowledged",
    _unanswered,
    lambda cluster, sent: any((record.tp, record.value) == sent for record in cluster.acknowledged),
    lambda sent: f"{sent[1]!r}, sent to {sent[0]}, is not acknowledged",
)
a_consumer_reads_it: Final = Goal(
    "a_consumer_reads_it",
    "A record that was acknowledged is read by a consumer",
    _unread,
    lambda cluster, at: any((record.tp, record.offset) == at for record in cluster.consumed),
    lambda at: f"{at[0]} offset {at[1]}, which was acknowledged, is not read",
    lambda cluster: map(Poll, cluster.topics),
)
every_partition_has_one_owner: Final = Goal(
    "every_partition_has_one_owner",
    "Every partition that a group reads has one owner",
    _ownerless,
    lambda cluster, of: of[1] not in cluster.partitions or _has_one_owner(cluster, *of),
    lambda of: f"{of[1]} has no single owner in group {of[0]}",
)
GOALS: Final = (elects_a_leader_again, acknowledges, a_consumer_reads_it, every_partition_has_one_owner)
"""Goals that any state must still lead to: each is asked of whatever waits for it there."""


def fetching_followers_stay_in_sync(policies: Policies) -> Promise:
    """Returns the promise that a leader drops no follower that had everything within `replica.lag.time.max.ms`.

    A burst of records leaves every follower behind for a moment; who goes on fetching has them before that time is up.

    Kafka: Partition.maybeShrinkIsr; replica.lag.max.messages, which broke it, went with KIP-16.
    """
    lag_ms = policies.replica_lag_time_max_ms

    @promise("A follower that keeps fetching stays in the ISR", IsrChangeProposed)
    def a_follower_that_keeps_fetching_stays_in_sync(before: Cluster, event: Event, after: Cluster) -> str | None:
        """Whoever had everything a short time ago is in sync, however many records came since."""
        if not isinstance(event, IsrChangeProposed):
            return None
        leader = before.replicas[event.tp][event.leader]
        for broker in set(leader.view.isr) - set(event.isr):
            seen = leader.followers.get(broker)
            missed_ms = before.now_ms - seen.caught_up_ms if seen is not None else lag_ms
            if missed_ms < lag_ms:
                return (
                    f"{event.tp}: broker {broker} had everything {missed_ms} ms ago and is dropped from the ISR; "
                    f"replica.lag.time.max.ms is {lag_ms}."
                )
        return None

    return a_follower_that_keeps_fetching_stays_in_sync


@promise("A restarted producer puts the same key on the same partition", RecordQueued)
def a_restarted_producer_keeps_its_keys_places(before: Cluster, event: Event, after: Cluster) -> str | None:
    """A key's records stay in order only where all of them are, whoever sends them.

    Another producer stands for one that starts anew. Kafka: BuiltInPartitioner.partitionForKey.
    """
    if not isinstance(event, RecordQueued) or event.key is None:
        return None
    count = after.producers[event.producer].latest[-1].partitions
    for name, producer in before.producers.items():
        for routing in producer.latest:
            is_alike = (routing.key, routing.tp.topic, routing.partitions) == (event.key, event.tp.topic, count)
            if is_alike and routing.tp != event.tp:
                return f"{event.producer} sent key {event.key!r} to {event.tp}, {name} sent it to {routing.tp} before."
    return None
