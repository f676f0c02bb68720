"""Who leads or reads which partition, as a small table, from what the decisions answer or the model holds."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import as_integer, as_items, short

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from kafkaviz.model.core.cluster import Cluster
    from kafkaviz.model.core.groups import Group

    Leaders = Cluster | Sequence[Sequence[int]] | Mapping[int, int | None] | Mapping[TopicPartition, int | None]
    Assignment = Group | Mapping[str, Iterable[TopicPartition]] | Mapping[str, Iterable[int]]


class Owned(NamedTuple):
    """One partition and whose it is; without a topic it is that partition of every topic, -1 stands for none."""

    topic: str | None
    partition: int
    owner: int | str | None


def leaders_of(leaders: "Leaders") -> list[Owned]:
    """Lists the leader of each partition, and every broker once more with the partition -1.

    Raises InvalidArgumentError for what is neither a cluster, a placement nor a dict.

    >>> leaders_of([[2, 1]])
    [Owned(topic=None, partition=0, owner=2), Owned(topic=None, partition=-1, owner=1), Owned(topic=None, \
partition=-1, owner=2)]
    """
    from kafkaviz.model.core.cluster import Cluster

    led: list[Owned]
    brokers: set[int]
    if isinstance(leaders, Cluster):
        brokers = set(leaders.brokers)
        led = [Owned(tp.topic, tp.partition, partition.leader) for tp, partition in leaders.partitions.items()]
    elif isinstance(leaders, Mapping):
        led = [Owned(*_read(tp, "leaders"), _broker(broker)) for tp, broker in leaders.items()]
        brokers = {owned.owner for owned in led if isinstance(owned.owner, int)}
    elif isinstance(leaders, list | tuple):
        if not all(isinstance(replicas, Sequence) and len(replicas) for replicas in leaders):
            raise InvalidArgumentError(
                f"A placement has a list of broker ids for each partition, not {short(leaders)}."
            )
        led = [Owned(None, number, _broker(replicas[0])) for number, replicas in enumerate(leaders)]
        brokers = {int(broker) for replicas in leaders for broker in replicas}
    else:
        raise WrongTypeError(
            f"leaders is a placement, a dict from partition to broker id, or a cluster, not {short(leaders)}."
        )
    return led + [Owned(led[0].topic if led else None, -1, broker) for broker in sorted(brokers)]


def consumers_of(assignment: "Assignment") -> list[Owned]:
    """Lists the reader of each partition, and every member once more with the partition -1.

    Raises InvalidArgumentError for what is neither a group nor such a dict, and when two members own a partition.

    >>> consumers_of({"C1": [0]})
    [Owned(topic=None, partition=0, owner='C1'), Owned(topic=None, partition=-1, owner='C1')]
    """
    from kafkaviz.model.core.groups import Group

    if isinstance(assignment, Group):
        assignment = {name: member.owned for name, member in assignment.members.items()}
    if not isinstance(assignment, Mapping) or not assignment:
        raise WrongTypeError(
            f"An assignment is a dict from member to its partitions, or a group, not {short(assignment)}."
        )
    owned: list[Owned] = []
    for member, partitions in assignment.items():
        listed = as_items(partitions)
        if not isinstance(member, str) or listed is None:
            raise WrongTypeError(
                f"An assignment gives a list of partitions to a member's name, not {short(assignment)}."
            )
        owned += [Owned(*_read(tp, "an assignment"), member) for tp in listed]
    taken: dict[tuple[str | None, int], object] = {}
    for topic, partition, owner in owned:
        if taken.setdefault((topic, partition), owner) != owner:
            raise InvalidArgumentError(
                f"Partition {partition} is given to {taken[topic, partition]} and to {owner}; one member reads it."
            )
    return owned + [Owned(owned[0].topic if owned else None, -1, member) for member in assignment]


def owners_frame(like: "DataFrame", kind: str, owned: list[Owned]) -> "DataFrame":
    """Makes a small DataFrame of topic (when topics are named), partition and the owner, on the session of another."""
    has_topics = any(topic is not None for topic, _, _ in owned)
    if has_topics and any(topic is None for topic, _, _ in owned):
        raise InvalidArgumentError("Name the topic of every partition, or of none.")
    schema = f"topic string, partition int, {kind} {'int' if kind == 'broker' else 'string'}"
    frame = like.sparkSession.createDataFrame([tuple(row) for row in owned], schema)
    return frame if has_topics else frame.drop("topic")


def owned_columns(owners: "DataFrame") -> list[str]:
    """Returns the columns that name a partition in such a table."""
    return [name for name in owners.columns if name in ("topic", "partition")]


def _read(tp: object, where: str) -> tuple[str | None, int]:
    if isinstance(tp, tuple) and len(tp) == 2 and isinstance(tp[0], str):
        topic, tp = tp
    else:
        topic = None
    partition = as_integer(tp)
    if partition is None or partition < 0:
        raise InvalidArgumentError(
            f"A partition in {where} is a number from 0 on or a TopicPartition, not {short(tp)}."
        )
    return topic, partition


def _broker(broker: object) -> int | None:
    number = as_integer(broker)
    if number is None and broker is not None:
        raise InvalidArgumentError(f"A leader is the id of a broker, or None, not {short(broker)}.")
    return number
