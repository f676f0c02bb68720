"""The sticky assignors: balance first, but nobody gives up a partition without need."""

from collections.abc import Iterator
from typing import NamedTuple

from kafkaviz.decisions.assignors.general_sticky import assign_general
from kafkaviz.decisions.assignors.members import (
    Assignment,
    PartitionsPerTopic,
    Subscriptions,
    java_order,
    read_subscriptions,
    subscribed_topics,
)
from kafkaviz.decisions.explaining import check_shapes_of_lists
from kafkaviz.decisions.values import TopicPartition


class CooperativePlan(NamedTuple):
    """What is handed out at once, and what a member gets later because another must give it up first."""

    assignment: Assignment
    withheld: Assignment


@check_shapes_of_lists
def sticky_assign(partitions_per_topic: PartitionsPerTopic, subscriptions: Subscriptions) -> Assignment:
    """Shares partitions out evenly and leaves with each member as much of what it owned as evenness allows.

    What a member owned counts by its `owned` and `generation`: of two that claim one partition the later
    generation has it, and in the same generation neither. A quirk of Kafka's is kept: members that want nothing, at
    the head of a group whose others are equal, are given partitions like the rest.

    >>> group = {"C1": (["t"], [("t", 0), ("t", 2), ("t", 4)]), "C2": (["t"], [("t", 1), ("t", 3), ("t", 5)])}
    >>> assignment = sticky_assign({"t": 6}, {**group, "C3": (["t"],)})
    >>> [[str(partition) for partition in partitions] for partitions in assignment.values()]
    [['t-0', 't-2'], ['t-1', 't-3'], ['t-4', 't-5']]
    >>> {member: len(partitions) for member, partitions in sticky_assign({"t": 4}, {"C0": ([],), **group}).items()}
    {'C0': 1, 'C1': 2, 'C2': 1}

    Kafka: org.apache.kafka.clients.consumer.StickyAssignor. Simplified: without racks.
    """
    return _assign(partitions_per_topic, read_subscriptions(subscriptions))[0]


@check_shapes_of_lists
def cooperative_sticky_plan(partitions_per_topic: PartitionsPerTopic, subscriptions: Subscriptions) -> CooperativePlan:
    """Makes the same even assignment, and withholds for one more rebalance what its new owner must wait for.

    >>> group = {"C1": (["t"], [("t", 0), ("t", 2)]), "C2": (["t"], [("t", 1), ("t", 3)])}
    >>> cooperative_sticky_plan({"t": 4}, {**group, "C3": (["t"],)}).withheld
    {'C3': [TopicPartition(topic='t', partition=3)]}

    Kafka: org.apache.kafka.clients.consumer.CooperativeStickyAssignor (KIP-429). Simplified: without racks.
    """
    subscriptions = read_subscriptions(subscriptions)
    target, transferring = _assign(partitions_per_topic, subscriptions)
    at_once = {member: [p for p in given if p not in transferring] for member, given in target.items()}
    later = {member: [p for p in given if p in transferring] for member, given in target.items()}
    return CooperativePlan(at_once, {member: given for member, given in later.items() if given})


def _assign(
    partitions_per_topic: PartitionsPerTopic, subscriptions: Subscriptions
) -> tuple[Assignment, set[TopicPartition]]:
    wanted = subscribed_topics(partitions_per_topic, subscriptions)
    counts = {topic: partitions_per_topic[topic] for topic in wanted}
    owned, contested = settle_claims(counts, subscriptions)
    if all_subscriptions_equal(subscriptions):
        return _assign_equal(counts, owned, contested)
    target = assign_general(counts, subscriptions, owned)
    added = {p for member, given in target.items() for p in given if p not in subscriptions[member].owned}
    revoked = {p for member, given in target.items() for p in subscriptions[member].owned if p not in given}
    return target, added & revoked


def all_subscriptions_equal(subscriptions: Subscriptions) -> bool:
    """Tells whether the members count as wanting the same topics; Kafka then takes a simpler way.

    It is a quirk that members that want nothing count as equal while they come first: each member is compared with
    the first that wants something.

    >>> from kafkaviz.decisions.values import Subscription
    >>> wants, wants_nothing = Subscription(("t",)), Subscription(())
    >>> all_subscriptions_equal({"C0": wants_nothing, "C1": wants, "C2": wants})
    True
    >>> all_subscriptions_equal({"C1": wants, "C0": wants_nothing, "C2": wants})
    False

    Kafka: AbstractStickyAssignor.allSubscriptionsEqual.
    """
    wanted = [set(subscription.topics) for subscription in subscriptions.values()]
    first = next((index for index, topics in enumerate(wanted) if topics), 0)
    return all(topics == wanted[first] for topics in wanted[first:])


def settle_claims(
    partitions_per_topic: PartitionsPerTopic, subscriptions: Subscriptions
) -> tuple[Assignment, set[TopicPartition]]:
    """Returns what each member rightly claims to own, and what two members of one generation both claim.

    >>> from kafkaviz.decisions.values import Subscription
    >>> group = {"C1": Subscription(("t",), (TopicPartition("t", 0),), 1)}
    >>> group["C2"] = group["C1"]._replace(generation=2)
    >>> settle_claims({"t": 1}, group)
    ({'C1': [], 'C2': [TopicPartition(topic='t', partition=0)]}, set())

    Kafka: AbstractStickyAssignor.allSubscriptionsEqual, which settles claims on its way. Simplified: it also believes a
    claim on a partition that its topic does not have, here that is passed over.
    """
    owned: Assignment = {member: [] for member in subscriptions}
    claimant: dict[TopicPartition, str] = {}
    contested: set[TopicPartition] = set()
    for member, subscription in subscriptions.items():
        for partition in subscription.owned:
            if partition.partition >= partitions_per_topic.get(partition.topic, 0):
                continue
            other = claimant.get(partition)
            other_generation = subscriptions[other].generation if other is not None else None
            if other_generation is None or subscription.generation > other_generation:
                owned[member].append(partition)
            elif subscription.generation == other_generation:
                contested.add(partition)
            else:
                continue
            if other is not None and partition in owned[other]:
                owned[other].remove(partition)
            claimant[partition] = member
    return owned, contested


def _assign_equal(
    partitions_per_topic: PartitionsPerTopic, owned: Assignment, contested: set[TopicPartition]
) -> tuple[Assignment, set[TopicPartition]]:
    """Everyone keeps up to a fair share of what it owned; what is left goes around to those below theirs."""
    share, longer = divmod(sum(partitions_per_topic.values()), max(1, len(owned)))
    assignment: Assignment = {}
    given_up: set[TopicPartition] = set()
    below_share: list[str] = []
    at_share: list[str] = []
    for member, claimed in owned.items():
        mine = sorted(set(claimed) - contested, key=lambda p: (p.partition, java_order(p.topic)))
        keeps = len(mine)
        if len(mine) < share:
            below_share.append(member)
        elif len(mine) > share and longer > 0:
            keeps = share + 1
            longer -= 1
            at_share = at_share if longer else []
        else:
            keeps = share
            at_share += [member] if longer else []
        assignment[member] = mine[:keeps]
        given_up.update(mine[keeps:])

    kept = {partition for given in assignment.values() for partition in given}
    free = [p for p in _all_partitions(partitions_per_topic) if p not in kept]
    takers = _takers(assignment, share, sorted(below_share, key=java_order), sorted(at_share, key=java_order))
    for partition in free:
        assignment[next(takers)].append(partition)
    return assignment, set(free) & (contested | given_up)


def _takers(assignment: Assignment, share: int, below_share: list[str], at_share: list[str]) -> Iterator[str]:
    """Goes around those below their share until each has it, then once through those that may have one more."""
    while below_share:
        for member in tuple(below_share):
            yield member
            if len(assignment[member]) == share:
                below_share.remove(member)
                at_share.append(member)
    yield from at_share


def _all_partitions(partitions_per_topic: PartitionsPerTopic) -> list[TopicPartition]:
    topics = sorted(partitions_per_topic, key=java_order)
    return [TopicPartition(topic, n) for topic in topics for n in range(partitions_per_topic[topic])]
