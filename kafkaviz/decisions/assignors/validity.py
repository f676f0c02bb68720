"""What every assignment must be: usable at all, and one owner for each partition that is wanted."""

from collections.abc import Mapping

from kafkaviz.decisions.assignors.members import (
    Assignment,
    PartitionsPerTopic,
    Subscriptions,
    read_subscriptions,
    subscribed_topics,
)
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import short, text_of


def assignment_fault(
    answer: object, partitions_per_topic: PartitionsPerTopic, subscriptions: Subscriptions
) -> str | None:
    """Says why an answer cannot be handed to a group, or None: known members, and partitions that exist.

    >>> assignment_fault({"C9": []}, {"t": 2}, {"C1": (["t"],)})
    'Member C9 is not in the group; its members are C1.'
    """
    if not isinstance(answer, Mapping):
        return f"An assignor answered {short(answer)}; it must answer a dict of member to list of partitions."
    for member, partitions in answer.items():
        if member not in subscriptions:
            return f"Member {text_of(member)} is not in the group; its members are {', '.join(subscriptions)}."
        if not isinstance(partitions, list | tuple):
            return f"Member {member} is given {short(partitions)} instead of a list of partitions."
        for partition in partitions:
            if not isinstance(partition, tuple | list) or len(partition) != 2:
                return f"Member {member} is given {short(partition)}; a partition is a pair of topic and number."
            topic, number = partition
            if not isinstance(number, int) or not 0 <= number < partitions_per_topic.get(topic, 0):
                return f"Member {member} is given {text_of(topic)}-{text_of(number)}, which does not exist."
    return None


def assignment_breach(
    assignment: Assignment, partitions_per_topic: PartitionsPerTopic, subscriptions: Subscriptions
) -> str | None:
    """Says which promise an assignment breaks, or None: each wanted partition has one owner, who asked for it.

    >>> group = {"C1": (["t"],), "C2": (["t"],)}
    >>> assignment_breach({"C1": [("t", 0), ("t", 1)], "C2": [("t", 0)]}, {"t": 2}, group)
    't-0 is given to C1 and to C2; both would read the same records.'
    >>> assignment_breach({"C1": [("t", 0)]}, {"t": 2}, group)
    't-1 has no owner; its records would not be read.'
    """
    subscriptions = read_subscriptions(subscriptions)
    owners: dict[TopicPartition, str] = {}
    for member, partitions in assignment.items():
        for partition in map(TopicPartition._make, partitions):
            if partition.topic not in subscriptions[member].topics:
                return f"{partition} is given to {member}, who has not subscribed to {partition.topic}."
            other = owners.setdefault(partition, member)
            if other != member:
                return f"{partition} is given to {other} and to {member}; both would read the same records."
    for topic in subscribed_topics(partitions_per_topic, subscriptions):
        for number in range(partitions_per_topic[topic]):
            if TopicPartition(topic, number) not in owners:
                return f"{topic}-{number} has no owner; its records would not be read."
    return None
