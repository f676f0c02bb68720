"""What the cases of notebook 08 become in a cluster: groups at rest that read partitions as the case has them."""

from collections.abc import Mapping, Sequence
from typing import Any

from kafkaviz.course.placed import begin_with, holding, lab_with, let_happen, partitions_by_number, replica_holding
from kafkaviz.course.placed_group import GROUP, with_group
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import Partition, TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.model.core.groups import Group
from kafkaviz.model.groups.common.events import GroupPolled
from kafkaviz.scenarios.nb08 import TOPIC

Committed = Mapping[int, int]


def reading(
    logs: Mapping[int, range], groups: Mapping[str, Sequence[str]], committed: Mapping[str, Committed], **how: Any
) -> Lab:
    """Returns a lab with partitions that hold these offsets; the first member of each group owns them all.

    `committed` says for groups, by partition, what they have committed; from there their members go on.

    >>> lab = reading({0: range(4, 6)}, {"billing": ["C1"]}, {"billing": {0: 4}})
    >>> [record.value for record in lab.cluster.log("orders", 0)]
    [b'o4', b'o5']

    A case may be one that no history leads to.
    """
    lab = lab_with(TOPIC, dict.fromkeys(logs, (1,)), **how)
    cluster, numbered = lab.cluster, partitions_by_number(TOPIC, logs)
    for number, offsets in logs.items():
        copy = replica_holding([f"o{offset}".encode() for offset in offsets], offsets.start)
        cluster = holding(cluster, numbered[number], {1: copy._replace(high_watermark=offsets.stop)})
    lab = begin_with(lab, cluster)
    made: dict[str, Group] = {}
    places: dict[int, Partition] = {}
    for index, (name, members) in enumerate(groups.items()):
        joined = with_group(lab, {m: [] if n else [*numbered.values()] for n, m in enumerate(members)})
        at = {numbered[number]: offset for number, offset in committed.get(name, {}).items()}
        owner = joined.cluster.groups[GROUP].members[members[0]]._replace(positions=at)
        group = joined.cluster.groups[GROUP]._replace(partition=index, committed=at)
        made[name] = group._replace(members={**group.members, members[0]: owner})
        places[index] = joined.cluster.offsets[0]
    return begin_with(lab, lab.cluster._replace(groups=made, offsets=places))


def polled(lab: Lab, group: str, member: str, tp: TopicPartition, offsets: Sequence[int], position: int) -> Lab:
    """Returns a lab in which a member has got the records at these offsets; raises InvalidArgumentError for others.

    `position` is where it goes on.
    """
    copy = lab.cluster.replicas[tp][1]
    there = {record.offset: record for record in copy.log}
    if not {*offsets} <= {*there} or not copy.log_start_offset <= position <= copy.log_end_offset:
        raise InvalidArgumentError(f"{tp} holds the offsets from {copy.log_start_offset} to {copy.log_end_offset}.")
    return let_happen(lab, GroupPolled(group, member, ((tp, 1, position, tuple(there[n] for n in sorted(offsets))),)))
