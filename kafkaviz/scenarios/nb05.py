"""Notebook 05, copies and the high watermark: one partition whose followers may be slow, and brokers in two racks."""

from typing import Any

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab
from kafkaviz.scenarios.story import story

SEEN_EVERY_MS = 15_000


@story
def copies(
    replication_factor: int = 3,
    *,
    slow: int = 0,
    seconds: int = 0,
    back: bool = False,
    brokers: int = 3,
    kafka: str = "4.4",
    **how: Any,
) -> Lab:
    """Sends ABC and DEF, lets the last `slow` followers stop fetching, sends GHI, and lets some seconds pass.

    With `back` the slow ones fetch again at the end. Whatever a Lab takes besides may be given. ValueError where
    there are not that many followers.

    >>> lab = copies(slow=1)
    >>> [copy.log_end_offset for copy in lab.cluster.replicas["letters", 0].values()]
    [3, 3, 2]
    >>> copies(slow=1, seconds=50).cluster.partitions["letters", 0].isr
    (1, 2)

    Verbs: create_topic, send.

    Kafka: a follower whose disk or network is too slow for a while; its heartbeats go on.
    """
    if not 0 <= slow < replication_factor:
        raise InvalidArgumentError(
            f"With {replication_factor} copies 0 to {replication_factor - 1} followers are slow, not {slow}."
        )
    # A producer that asks again after 30 seconds would be another story.
    lab = Lab(brokers=brokers, kafka=kafka, **{"request_timeout_ms": 120_000, **how})
    lab.create_topic("letters", 1, replication_factor).send("letters", "ABC", "DEF")
    followers = lab.cluster.partitions[TopicPartition("letters", 0)].replicas[1:]
    late = followers[len(followers) - slow :]
    for broker in late:
        lab.pause(broker)
    lab.send("letters", "GHI").tick(seconds * 1_000, every_ms=SEEN_EVERY_MS)
    for broker in late if back else ():
        lab.resume(broker)
    return lab


@story
def two_racks(*, aware: bool = True) -> Lab:
    """Spreads four partitions with two copies each over brokers 1 and 2 in the east, 3 and 4 in the west.

    With `aware` the controller places the copies, and knows the racks; otherwise both copies are in one of them.

    >>> [partition.replicas for partition in two_racks().cluster.partitions.values()]
    [(1, 3), (4, 2), (1, 3), (4, 2)]

    Verbs: create_topic.

    Kafka: broker.rack and StripedReplicaPlacer, beside an assignment made by hand.
    """
    lab = Lab(brokers={1: "east", 2: "east", 3: "west", 4: "west"})
    if aware:
        return lab.create_topic("letters", 4, 2)
    return lab.create_topic("letters", assignment=[[1, 2], [2, 1], [3, 4], [4, 3]])
