"""The scenarios of notebook 10: topics that grow, groups that share what has grown, and partitions that move."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from kafkaviz.decisions.assignors import range_assign
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.hashing import keyed_partition
from kafkaviz.decisions.policies import AutoOffsetReset
from kafkaviz.decisions.values import Subscription, TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.groups.common.events import GroupPolled
from kafkaviz.scenarios.story import story

TOPIC = "orders"
TP: Final = TopicPartition(TOPIC, 0)
CUSTOMERS: Final = ("ada", "bob", "cyd", "ann", "dan", "ben", "gil", "joe")
"""The keys of the orders."""
KEYS = 10_000
"""How many keys are hashed to measure which share of them moves."""
PLAN: Final[Mapping[int, tuple[int, ...]]] = {3: (4, 2), 4: (4, 3), 5: (1, 4)}
"""What gives a fourth broker three of twelve replicas, and takes one from each of the others."""
NOTICED_MS = 310_000
"""In this time every consumer has asked for metadata once, and its group has rebalanced."""


@story
def grown(
    partitions: int = 3, to: int = 4, customers: int = 4, kafka: str = "4.4", noticed: bool = True, **how: Any
) -> Lab:
    """Lets customers order once, gives the topic more partitions, and lets each of them order once more.

    They do it when the producer has heard of the new partitions, or, with `noticed` False, before.

    ValueError where there are not that many customers, or where `to` is no increase.

    >>> homes(grown())
    {'ada': [2, 1], 'bob': [0, 2], 'cyd': [1, 3], 'ann': [2, 2]}
    >>> homes(grown(noticed=False))["ada"]
    [2, 2]

    Verbs: create_topic, send, add_partitions, tick.

    Kafka: kafka-topics.sh --alter --partitions; metadata.max.age.ms, after which the producer hears of it.
    """
    if not 1 <= customers <= len(CUSTOMERS):
        raise InvalidArgumentError(f"There are 1 to {len(CUSTOMERS)} customers, not {customers}.")
    lab = Lab(brokers=3, kafka=kafka, **how).create_topic(TOPIC, partitions)
    _order(lab, 1, customers)
    lab.add_partitions(TOPIC, to)
    _order(lab.tick(lab.policies.metadata_max_age_ms) if noticed else lab, 2, customers)
    return lab


def homes(lab: Lab) -> dict[str, list[int]]:
    """Returns the partitions in which each customer's orders lie, in the order in which they were sent.

    >>> homes(grown(3, 6))["ada"]
    [2, 5]

    Kafka: kafka-console-consumer.sh with print.key and print.partition, sorted by hand.
    """
    found: dict[str, list[tuple[bytes, int]]] = {customer: [] for customer in CUSTOMERS}
    for tp in lab.cluster.partitions_of(TOPIC):
        for record in lab.cluster.log(*tp):
            found[(record.key or b"").decode()].append((record.value or b"", tp.partition))
    return {customer: [partition for _, partition in sorted(sent)] for customer, sent in found.items() if sent}


def read_again(lab: Lab) -> list[str]:
    """Returns the orders as a new reader gets them, who begins at the front of every partition.

    >>> read_again(grown())
    ['bob1', 'cyd1', 'ada2', 'ada1', 'ann1', 'bob2', 'ann2', 'cyd2']

    Kafka: a consumer with auto.offset.reset=earliest; in which order it gets partitions is left open.
    """
    read = lab.fork().poll(TOPIC, consumer="new reader").cluster
    got = (record for record in read.consumed if record.consumer == "new reader")
    return [(read.log(*record.tp)[record.offset].value or b"").decode() for record in got]


def moved_share(before: int, after: int, keys: int = KEYS) -> float:
    """Measures which share of some keys gets another partition when a topic grows.

    >>> [round(moved_share(8, after), 2) for after in (9, 12, 16)]
    [0.89, 0.67, 0.5]

    Kafka: BuiltInPartitioner.partitionForKey, asked before and after.
    """
    named = [f"customer-{number}".encode() for number in range(keys)]
    return sum(keyed_partition(key, before) != keyed_partition(key, after) for key in named) / keys


def shares(partitions: int, consumers: int) -> list[int]:
    """Counts the partitions of each consumer of a group.

    >>> shares(8, 8), shares(9, 8)
    ([1, 1, 1, 1, 1, 1, 1, 1], [2, 1, 1, 1, 1, 1, 1, 1])

    Kafka: RangeAssignor.
    """
    members = {f"C{number:02}": Subscription((TOPIC,)) for number in range(consumers)}
    return [len(owned) for owned in range_assign({TOPIC: partitions}, members).values()]


def capacity(partitions: int, consumers: int, reads_per_s: int = 1_000) -> int:
    """Returns how many records a second may arrive before somebody in a group lags, if all partitions get the same.

    >>> capacity(8, 8), capacity(9, 8)
    (8000, 4500)

    Kafka: a partition has one reader in a group, and the busiest one sets the pace.
    """
    return reads_per_s * partitions // max(shares(partitions, consumers))


@story
def shared(partitions: int = 2, to: int = 3, consumers: int = 2, kafka: str = "4.4") -> Lab:
    """Lets a group share a topic, gives the topic more partitions, and waits until the group has noticed.

    >>> [row.readers for row in shared().readers(TOPIC).rows]
    [('C1',), ('C1',), ('C2',)]

    Verbs: create_topic, join, add_partitions, tick.

    Kafka: metadata.max.age.ms, five minutes; the group's leader sees the new partition, and the group rebalances.
    """
    lab = Lab(brokers=3, kafka=kafka).create_topic(TOPIC, partitions)
    lab.join("billing", *(f"C{number}" for number in range(1, consumers + 1)), topics=[TOPIC])
    return lab.add_partitions(TOPIC, to).tick(NOTICED_MS)


def unnoticed(auto_offset_reset: AutoOffsetReset = "latest", kafka: str = "4.4") -> list[str]:
    """Returns what a group reads of a new partition: o1 is sent before the group knows of it, o2 afterwards.

    >>> unnoticed("latest"), unnoticed("earliest")
    (['o2'], ['o1', 'o2'])

    Kafka: auto.offset.reset, which is asked for a new partition as well; KAFKA-12478.
    """
    lab = Lab(brokers=3, kafka=kafka, auto_offset_reset=auto_offset_reset).create_topic(TOPIC, 2)
    lab.join("billing", "C1", topics=[TOPIC]).poll(group="billing").commit("billing", "C1").add_partitions(TOPIC, 3)
    lab.send(TOPIC, "o1", partition=2).tick(NOTICED_MS).poll(group="billing")
    polls = lab.send(TOPIC, "o2", partition=2).poll(group="billing").history.events()
    fetched = (batch for poll in polls if isinstance(poll, GroupPolled) for batch in poll.fetched)
    return [(record.value or b"").decode() for *_, records in fetched for record in records]


@story
def joined(partitions: int = 6, kafka: str = "4.4") -> Lab:
    """Lets a fourth broker join three that hold a topic, two replicas of each partition, and an hour pass.

    >>> joined().busiest().rows[-1]
    LeadsRow(broker=4, leads=0, partitions=())

    Verbs: create_topic, send, tick, add_broker.

    Kafka: BrokerRegistration; no partition moves by itself.
    """
    lab = Lab(brokers=3, kafka=kafka).create_topic(TOPIC, partitions, 2)
    for number in range(partitions):
        lab.send(TOPIC, f"o{number}", partition=number)
    # Not at a moment at which the controller looks at preferred leaders anyway.
    return lab.tick(60_000).add_broker(4).tick(3_600_000)


@story
def rebalanced(kafka: str = "4.4") -> Lab:
    """Gives the fourth broker its share of the topic, by `PLAN`, and waits for the next look at preferred leaders.

    >>> [row.leads for row in rebalanced().busiest().rows]
    [2, 2, 1, 1]

    Verbs: create_topic, send, tick, add_broker, reassign.

    Kafka: kafka-reassign-partitions.sh with these lists in its file; auto.leader.rebalance.enable.
    """
    lab = joined(kafka=kafka)
    for partition, brokers in PLAN.items():
        lab.reassign(TOPIC, partition, brokers)
    return lab.tick(300_000)


@story
def moving(
    current: Sequence[int] = (1, 2), target: Sequence[int] = (4, 2), *, cancel: bool = False, kafka: str = "4.4"
) -> Lab:
    """Moves a partition whose newcomers are slow to copy, while o2 is sent; then they go on, or it is called off.

    The newcomers stall until o2 is written, so that there is time to look.

    >>> moving().cluster.partitions[TP].replicas, moving(cancel=True).cluster.partitions[TP].replicas
    ((4, 2), (2, 1))

    Verbs: create_topic, send, pause, reassign, resume.

    Kafka: kafka-reassign-partitions.sh --execute and --cancel (KIP-455).
    """
    lab = Lab(brokers=max(4, *current, *target), kafka=kafka).create_topic(TOPIC, assignment=[[*current]])
    lab.send(TOPIC, "o0", "o1")
    newcomers = sorted({*target} - {*current})
    for broker in newcomers:
        lab.pause(broker)
    lab.reassign(*TP, target).send(TOPIC, "o2")
    if cancel:
        return lab.cancel_reassignment(*TP)
    for broker in newcomers:
        lab.resume(broker)
    return lab


@story
def one_copy_more(kafka: str = "4.4") -> Lab:
    """Gives a partition of two replicas a third one.

    >>> one_copy_more().cluster.partitions[TP].isr
    (1, 2, 3)

    Verbs: create_topic, send, reassign.

    Kafka: kafka-reassign-partitions.sh with a longer list, which is how a replication factor is raised.
    """
    lab = Lab(brokers=3, kafka=kafka).create_topic(TOPIC, assignment=[[1, 2]]).send(TOPIC, "o0", "o1")
    return lab.reassign(*TP, [1, 2, 3])


def before(lab: Lab, event: str, *, first: bool = False) -> Cluster:
    """Returns the moment before the last event of this kind, or before the first, where a film may begin.

    >>> before(grown(), "PartitionsAdded").topics[TOPIC].partitions
    3
    >>> before(one_copy_more(), "PartitionChanged", first=True).partitions[TP].replicas
    (1, 2)
    """
    found = [number for number, each in enumerate(lab.history.events()) if type(each).__name__ == event]
    if not found:
        raise InvalidArgumentError(f"Nothing of the kind {event} has happened here.")
    return lab.history.clusters[found[0 if first else -1]]


def _order(lab: Lab, number: int, customers: int) -> None:
    lab.send(TOPIC, *((customer, f"{customer}{number}") for customer in CUSTOMERS[:customers]))
