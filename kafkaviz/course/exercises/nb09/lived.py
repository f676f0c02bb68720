"""A case of an assignor as a film: the group as it is, and the shares that an answer hands out."""

from collections.abc import Iterable, Mapping
from typing import Any

from kafkaviz.course.exercise import Played
from kafkaviz.course.exercises.nb09.in_group import Pair, Shares
from kafkaviz.course.placed_group import rebalance_group, with_group
from kafkaviz.decisions.assignors.members import PartitionsPerTopic, Subscriptions
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.model.core.groups import GroupProtocol


def assignor_film(counts: PartitionsPerTopic, subscriptions: Subscriptions, answer: object) -> Played:
    """Shows a rebalance in which the group's leader hands out what the answer says; before it all own what they owned.

    Raises LearnerError where the answer cannot be handed out, InvalidArgumentError where it is none.
    """
    if not isinstance(answer, Mapping):
        raise InvalidArgumentError("An assignment says of each member what it gets.")
    lab = with_topics(counts, assignor=lambda *asked: answer)
    owned = {member: tps(asked.owned) for member, asked in subscriptions.items()}
    lab = with_group(lab, owned, {member: asked.topics for member, asked in subscriptions.items()})
    return Played(rebalance_group(lab), lens="assignment")


def with_topics(counts: PartitionsPerTopic, **how: Any) -> Lab:
    """Returns a lab with these topics, on one broker."""
    lab = Lab(brokers=1, **how)
    for topic, partitions in counts.items():
        lab.create_topic(topic, partitions)
    return lab


def tps(share: Iterable[Pair]) -> list[TopicPartition]:
    """Returns partitions that are given as pairs.

    >>> tps([("t0", 1)])
    [TopicPartition(topic='t0', partition=1)]
    """
    return [TopicPartition(topic, number) for topic, number in share]


def change_film(before: Shares, after: Shares, protocol: GroupProtocol) -> Played:
    """Shows the rebalance that leads from one assignment to the other, with all that is given up on the way."""
    every = [tp for shares in (before, after) for share in shares.values() for tp in tps(share)]
    counts = {tp.topic: max(other.partition for other in every if other.topic == tp.topic) + 1 for tp in every}
    lab = with_topics(counts, assignor=lambda *asked: after, group_protocol=protocol)
    lab = with_group(lab, {member: tps(share) for member, share in before.items()}, protocol=protocol)
    come, gone = ([m for m in mine if m not in other] for mine, other in ((after, before), (before, after)))
    return Played(rebalance_group(lab, come=come, gone=gone), lens="assignment")
