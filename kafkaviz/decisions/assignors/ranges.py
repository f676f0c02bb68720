"""The two oldest assignors: a stretch of each topic for everyone, or one partition to everyone in turn."""

from itertools import cycle, pairwise

from kafkaviz.decisions.assignors.members import (
    Assignment,
    PartitionsPerTopic,
    Subscriptions,
    java_order,
    read_subscriptions,
    static_first,
    subscribed_topics,
)
from kafkaviz.decisions.explaining import check_shapes_of_lists
from kafkaviz.decisions.values import TopicPartition


@check_shapes_of_lists
def range_assign(partitions_per_topic: PartitionsPerTopic, subscriptions: Subscriptions) -> Assignment:
    """Cuts each topic, for itself, into as many stretches as it has subscribers; the first get the longer ones.

    >>> assignment = range_assign({"t": 7}, {"C1": (["t"],), "C2": (["t"],)})
    >>> [[str(partition) for partition in partitions] for partitions in assignment.values()]
    [['t-0', 't-1', 't-2', 't-3'], ['t-4', 't-5', 't-6']]

    Kafka: org.apache.kafka.clients.consumer.RangeAssignor. Simplified: without racks.
    """
    subscriptions = read_subscriptions(subscriptions)
    assignment: Assignment = {member: [] for member in subscriptions}
    wanted = subscribed_topics(partitions_per_topic, subscriptions)
    for topic in sorted(wanted, key=java_order):
        members = sorted(wanted[topic], key=lambda member: static_first(member, subscriptions[member]))
        for member, stretch in zip(members, stretches(partitions_per_topic[topic], len(members)), strict=True):
            assignment[member] += [TopicPartition(topic, partition) for partition in stretch]
    return assignment


def stretches(partitions: int, members: int) -> list[range]:
    """Cuts the partitions of one topic into a stretch for each member, the first ones longer by one.

    >>> stretches(7, 3)
    [range(0, 3), range(3, 5), range(5, 7)]

    Kafka: RangeAssignor, on the client and on the server.
    """
    share, longer = divmod(partitions, members)
    starts = [index * share + min(index, longer) for index in range(members + 1)]
    return [range(start, end) for start, end in pairwise(starts)]


@check_shapes_of_lists
def roundrobin_assign(partitions_per_topic: PartitionsPerTopic, subscriptions: Subscriptions) -> Assignment:
    """Deals the partitions of all topics out in one circle, which passes over members that do not want a topic.

    >>> assignment = roundrobin_assign({"t": 7}, {"C1": (["t"],), "C2": (["t"],)})
    >>> [[str(partition) for partition in partitions] for partitions in assignment.values()]
    [['t-0', 't-2', 't-4', 't-6'], ['t-1', 't-3', 't-5']]

    Kafka: org.apache.kafka.clients.consumer.RoundRobinAssignor.
    """
    subscriptions = read_subscriptions(subscriptions)
    assignment: Assignment = {member: [] for member in subscriptions}
    wanted = subscribed_topics(partitions_per_topic, subscriptions)
    circle = cycle(sorted(subscriptions, key=lambda member: static_first(member, subscriptions[member])))
    for topic in sorted(wanted, key=java_order):
        for partition in range(partitions_per_topic[topic]):
            member = next(member for member in circle if member in wanted[topic])
            assignment[member].append(TopicPartition(topic, partition))
    return assignment
