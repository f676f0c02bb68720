"""A group that owns what a case says, and its next rebalance."""

from collections.abc import Mapping, Sequence

from kafkaviz.course.placed import begin_with, let_happen
from kafkaviz.decisions.values import Partition, TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.groups import Group, GroupProtocol, Member
from kafkaviz.model.groups.common.events import MemberLeft

GROUP = "app"
MOST_STEPS = 200
Owned = Mapping[str, Sequence[TopicPartition]]


def with_group(
    lab: Lab, owned: Owned, topics_of: Mapping[str, Sequence[str]] | None = None, protocol: GroupProtocol = "eager"
) -> Lab:
    """Returns a lab that begins with a group at rest, in which each member owns what is said.

    A member reads the topics that `topics_of` names, or all of them.

    >>> lab = with_group(Lab(brokers=1).create_topic("t0"), {"C1": [TopicPartition("t0", 0)]})
    >>> lab.cluster.groups["app"].is_at_rest
    True

    A consumer group of the classic protocol.
    """
    cluster = lab.cluster
    coordinator = min(broker for broker in cluster.brokers if cluster.is_up(broker))
    members = {
        name: Member(
            tuple((topics_of or {}).get(name, cluster.topics)),
            number,
            state="stable",
            epoch=1,
            owned=tuple(share),
            positions=dict.fromkeys(share, 0),
            coordinator=coordinator,
        )
        for number, (name, share) in enumerate(owned.items())
    }
    group = Group(
        protocol,
        0,
        coordinator,
        "Stable",
        1,
        next(iter(members), None),
        members,
        len(members),
        {name: member.owned for name, member in members.items()},
        metadata={topic: of.partitions for topic, of in cluster.topics.items()},
    )
    offsets = {0: Partition((coordinator,), coordinator, (coordinator,))}
    return begin_with(lab, cluster._replace(groups={GROUP: group}, offsets=offsets))


def rebalance_group(lab: Lab, *, come: Sequence[str] = (), gone: Sequence[str] = ()) -> Lab:
    """Returns a lab whose group goes through a rebalance: members come and go, and all others join again.

    Kafka: ConsumerCoordinator and GroupCoordinatorService; everybody has just heard of it here, so no time passes.
    """
    group = lab.cluster.groups[GROUP]
    new = {
        name: Member(tuple(lab.cluster.topics), group.joined + index, coordinator=group.coordinator)
        for index, name in enumerate(come)
    }
    members = {**{name: member._replace(state="joining") for name, member in group.members.items()}, **new}
    joined = group._replace(members=members, joined=group.joined + len(new))
    lab = begin_with(lab, lab.cluster._replace(groups={GROUP: joined}))
    lab = let_happen(lab, *(MemberLeft(GROUP, name, "closed") for name in gone))
    for _ in range(MOST_STEPS):
        before = lab.cluster
        if lab.step().cluster is before:
            break
    return lab if _is_at_rest(lab.cluster) else lab.ask(until=_is_at_rest)


def _is_at_rest(cluster: Cluster) -> bool:
    return cluster.groups[GROUP].is_at_rest
