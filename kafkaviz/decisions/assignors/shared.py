"""The assignor of share groups (KIP-932): a partition may have several members, and each member its fair share."""

from collections.abc import Sequence
from math import ceil

from kafkaviz.decisions.assignors.members import (
    Assignment,
    PartitionsPerTopic,
    Subscriptions,
    are_equal,
    hash_order,
    read_subscriptions,
    subscribed_topics,
)
from kafkaviz.decisions.explaining import check_shapes_of_lists
from kafkaviz.decisions.values import Subscription, TopicPartition


@check_shapes_of_lists
def simple_assign(partitions_per_topic: PartitionsPerTopic, subscriptions: Subscriptions) -> Assignment:
    """Gives every partition to equally many members, and every member about equally many of those it had before.

    Where all members want the same topics, these are dealt out as one list, else each topic by itself. If there are
    more members than partitions, so many share a partition that every member has one.

    >>> assignment = simple_assign({"t": 2}, {"A": (["t"],), "B": (["t"],), "C": (["t"],)})
    >>> [[partition.partition for partition in given] for given in assignment.values()]
    [[0, 1], [0], [1]]

    Kafka: org.apache.kafka.coordinator.group.assignor.SimpleAssignor. Simplified: where it goes by the hash codes of
    topic ids, which chance makes, those here follow each other.
    """
    subscriptions = read_subscriptions(subscriptions)
    wanted = subscribed_topics(partitions_per_topic, subscriptions)
    partitions = {topic: [TopicPartition(topic, n) for n in range(partitions_per_topic[topic])] for topic in wanted}
    if are_equal(subscriptions):
        everything = [partition for numbers in partitions.values() for partition in numbers]
        return _deal(everything, [*subscriptions], subscriptions) if everything else {m: [] for m in subscriptions}
    # What nobody wants any more is not looked at, so whoever had it keeps it.
    assignment: Assignment = {
        member: [p for p in had.owned if p.topic not in wanted and p.partition < partitions_per_topic.get(p.topic, 0)]
        for member, had in subscriptions.items()
    }
    for topic, takers in wanted.items():
        for member, given in _deal(partitions[topic], takers, subscriptions).items():
            assignment[member] += given
    return assignment


def _deal(
    partitions: Sequence[TopicPartition], takers: Sequence[str], subscriptions: dict[str, Subscription]
) -> Assignment:
    """Takes away what is too much, from members and then from partitions, and gives out what is missing, in turn."""
    sharing = -(-len(takers) // len(partitions))
    # As in Kafka a fraction is added up, whatever it is rounded to.
    each = sharing * len(partitions) / len(takers)
    quotas = {member: ceil(each * (n + 1)) - ceil(each * n) for n, member in enumerate(takers)}
    index_of, names = {partition: n for n, partition in enumerate(partitions)}, [*subscriptions]
    had = {m: [index_of[p] for p in s.owned if p in index_of] for m, s in subscriptions.items()}
    surplus = {member: max(0, len(held) - quotas.get(member, 0)) for member, held in had.items()}
    held = {member: {*hash_order(sorted(had[member]))[surplus[member] :]} for member in names}
    sharers: list[list[str]] = []
    for n in range(len(partitions)):
        owners = [names[index] for index in hash_order([i for i, m in enumerate(names) if n in had[m]])]
        left = [member for member in owners if n in held[member]]
        sharers.append(left[max(0, len(left) - sharing) :])
        for member in left[: max(0, len(left) - sharing)]:
            held[member].remove(n)
    unfilled, at, has_given = [member for member in takers if len(held[member]) < quotas[member]], 0, False
    for n, owners in enumerate(sharers):
        lacking = sharing - len(owners)
        while lacking and unfilled:
            if at == len(unfilled):
                if not has_given:
                    break
                at, has_given = 0, False
            member = unfilled[at]
            if member in owners:
                at += 1
                continue
            held[member].add(n)
            lacking, has_given = lacking - 1, True
            if len(held[member]) >= quotas[member]:
                del unfilled[at]
            else:
                at += 1
    return {member: [partitions[n] for n in sorted(numbers)] for member, numbers in held.items()}
