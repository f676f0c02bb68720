"""The assignors that the group coordinator runs (KIP-848): what a member `owned` is its target so far."""

from collections.abc import Sequence

from kafkaviz.decisions.assignors.heterogeneous_uniform import assign_heterogeneous
from kafkaviz.decisions.assignors.members import (
    Assignment,
    PartitionsPerTopic,
    Subscriptions,
    are_equal,
    hash_order,
    read_subscriptions,
    static_first,
    subscribed_topics,
)
from kafkaviz.decisions.assignors.ranges import stretches
from kafkaviz.decisions.explaining import check_shapes_of_lists
from kafkaviz.decisions.values import TopicPartition


@check_shapes_of_lists
def uniform_assign(partitions_per_topic: PartitionsPerTopic, subscriptions: Subscriptions) -> Assignment:
    """Returns every member its fair share, of what it had as far as that goes, else a stretch of what is left.

    Where the shares cannot be equal, members that have one partition more keep it; in a new group the last
    members get one more, the other way round than with `server_range_assign`. Topics and members are visited in
    the order given; Kafka's own orders are those of topic ids and of a hash map.

    >>> assignment = uniform_assign({"t": 6}, {"A": (["t"], [("t", 0), ("t", 1), ("t", 2)]), "B": (["t"],)})
    >>> [[str(partition) for partition in partitions] for partitions in assignment.values()]
    [['t-0', 't-1', 't-2'], ['t-3', 't-4', 't-5']]
    >>> [len(partitions) for partitions in uniform_assign({"t": 3}, {m: (["t"],) for m in "ABCDEF"}).values()]
    [0, 0, 0, 1, 1, 1]

    Kafka: org.apache.kafka.coordinator.group.assignor.UniformAssignor, the default of the consumer protocol.
    Simplified: a topic that does not exist is passed over, the coordinator never asks for one.
    """
    subscriptions = read_subscriptions(subscriptions)
    wanted = subscribed_topics(partitions_per_topic, subscriptions)
    partitions = [TopicPartition(topic, n) for topic in wanted for n in range(partitions_per_topic[topic])]
    deal = _deal_equal if are_equal(subscriptions) else assign_heterogeneous
    assignment = deal(partitions, subscriptions)
    index_of = {partition: number for number, partition in enumerate(partitions)}
    return {member: sorted(given, key=index_of.__getitem__) for member, given in assignment.items()}


@check_shapes_of_lists
def server_range_assign(partitions_per_topic: PartitionsPerTopic, subscriptions: Subscriptions) -> Assignment:
    """Cuts each topic into stretches, and gives those with equal topics the same stretch of each.

    >>> assignment = server_range_assign({"a": 3, "b": 3}, {"A": (["a", "b"],), "B": (["a", "b"],)})
    >>> [[str(partition) for partition in partitions] for partitions in assignment.values()]
    [['a-0', 'a-1', 'b-0', 'b-1'], ['a-2', 'b-2']]

    Kafka: org.apache.kafka.coordinator.group.assignor.RangeAssignor.
    """
    subscriptions = read_subscriptions(subscriptions)
    assignment: Assignment = {member: [] for member in subscriptions}
    for topic, takers in subscribed_topics(partitions_per_topic, subscriptions).items():
        members = sorted(takers, key=lambda member: static_first(member, subscriptions[member]))
        for member, stretch in zip(members, stretches(partitions_per_topic[topic], len(members)), strict=True):
            assignment[member] += [TopicPartition(topic, partition) for partition in stretch]
    return assignment


def _deal_equal(partitions: list[TopicPartition], subscriptions: Subscriptions) -> Assignment:
    """Whoever owns one more than the rest keeps it, while there are extras; those left over go to the last members."""
    share, extras = divmod(len(partitions), max(1, len(subscriptions)))
    quotas: dict[str, int] = {}
    index_of = {partition: number for number, partition in enumerate(partitions)}
    assignment: Assignment = {}
    surplus: list[TopicPartition] = []
    owned: set[TopicPartition] = set()
    for before, (member, subscription) in enumerate(subscriptions.items()):
        had = _in_hash_order(sorted({p for p in subscription.owned if p in index_of} - owned, key=index_of.__getitem__))
        others_can_take_it = len(subscriptions) - before > extras
        takes_extra = extras > 0 and (len(had) > share or not others_can_take_it)
        quota = quotas[member] = share + takes_extra
        extras -= takes_extra
        assignment[member], rest = had[:quota], had[quota:]
        surplus += rest
        owned.update(had)
    free = iter([*(p for p in partitions if p not in owned), *surplus])
    for member, given in assignment.items():
        given += [next(free) for _ in range(quotas[member] - len(given))]
    return assignment


def _in_hash_order(partitions: Sequence[TopicPartition]) -> list[TopicPartition]:
    """Returns partitions topic by topic, each topic's in the order of the set in which the coordinator has them."""
    numbers: dict[str, list[int]] = {}
    for topic, number in partitions:
        numbers.setdefault(topic, []).append(number)
    return [TopicPartition(topic, n) for topic, some in numbers.items() for n in hash_order(some, copied=True)]
