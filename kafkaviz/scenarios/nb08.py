"""The scenarios of notebook 08: groups that read at their own pace, crash, begin anew, and lose their coordinator."""

from typing import Any, Literal

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import AutoOffsetReset
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.lab import Lab

TOPIC = "orders"
TP = TopicPartition(TOPIC, 0)
GROUP = "billing"
AWAY_MS = 600_000


def orders(
    records: int = 6, partitions: int = 1, replication_factor: int = 1, kafka: str = "4.4", **policies: Any
) -> Lab:
    """Returns a cluster with a topic of orders, o0, o1 and so on, whose consumers commit only when they are told to.

    They begin at the earliest record where they have committed nothing; `policies` may say otherwise.

    >>> [record.value for record in orders(records=2).cluster.log("orders", 0)]
    [b'o0', b'o1']

    Kafka: enable.auto.commit=false and auto.offset.reset=earliest, where the defaults are true and latest.
    """
    chosen = {"enable_auto_commit": False, "auto_offset_reset": "earliest", **policies}
    lab = Lab(brokers=3, kafka=kafka, **chosen).create_topic(TOPIC, partitions, replication_factor)
    return _sent(lab, 0, records)


def two_groups(fast: int = 2, slow: int = 1, arriving: int = 2, rounds: int = 3, kafka: str = "4.4") -> Lab:
    """Returns a cluster in which the groups `billing`, which is fast, and `search`, which is slow, read the same orders.

    In each round so many orders arrive, and then each group polls once, for `fast` and for `slow` records at most,
    and commits.

    >>> {name: group.committed[TP] for name, group in two_groups().cluster.groups.items()}
    {'billing': 6, 'search': 3}

    Kafka: two values of group.id; max.poll.records.
    """
    lab = orders(0, kafka=kafka).join("billing", "B1", topics=[TOPIC]).join("search", "S1", topics=[TOPIC])
    for number in range(rounds):
        _sent(lab, number * arriving, arriving)
        for group, member, most in (("billing", "B1", fast), ("search", "S1", slow)):
            lab.poll(group=group, member=member, max_records=most).commit(group, member)
    return lab


def sharing(consumers: int = 4, partitions: int = 3, kafka: str = "4.4") -> Lab:
    """Returns a cluster in which the consumers C1, C2 and so on share the partitions of the orders, and poll once.

    >>> [row.readers for row in sharing().readers("orders").rows]
    [('C1',), ('C2',), ('C3',)]

    Kafka: consumers with one group.id.
    """
    lab = orders(0, partitions, kafka=kafka)
    for number in range(partitions):
        lab.send(TOPIC, f"o{number}", partition=number)
    return lab.join(GROUP, *(f"C{number}" for number in range(1, consumers + 1)), topics=[TOPIC]).poll(group=GROUP)


def crash(
    commit: Literal["after", "before"] = "after", records: int = 6, max_poll_records: int = 3, kafka: str = "4.4"
) -> Lab:
    """Returns a cluster in which C1 crashed with the records of its second poll, and C2, its standby, took over.

    C1 commits `after` processing what a poll returned, and crashes before the second commit; or it commits `before`,
    and crashes before the second processing. ValueError for another word.

    >>> [crash(commit).cluster.groups["billing"].committed[TP] for commit in ("after", "before")]
    [3, 6]

    Kafka: KafkaConsumer.commitSync behind or in front of the loop over the records of a poll.
    """
    if commit not in ("after", "before"):
        raise InvalidArgumentError(f"Offsets are committed after or before processing, not {commit!r}.")
    lab = orders(records, kafka=kafka, max_poll_records=max_poll_records).join(GROUP, "C1", "C2", topics=[TOPIC])
    lab.poll(group=GROUP, member="C1").commit(GROUP, "C1").poll(group=GROUP, member="C1")
    if commit == "before":
        lab.commit(GROUP, "C1")
    return lab.crash_member(GROUP, "C1").poll(group=GROUP, member="C2")


def begins(auto_offset_reset: AutoOffsetReset = "latest", records: int = 6, kafka: str = "4.4") -> Lab:
    """Returns a cluster in which a new group begins behind so many orders, polls, and polls again after one more.

    >>> [begins(reset).cluster.groups["billing"].members["C1"].positions.get(TP) for reset in ("latest", "none")]
    [7, None]

    Kafka: auto.offset.reset; with none KafkaConsumer.poll throws NoOffsetForPartitionException, for which
    OFFSET_OUT_OF_RANGE stands here.
    """
    lab = orders(records, kafka=kafka, auto_offset_reset=auto_offset_reset).join(GROUP, "C1", topics=[TOPIC])
    if auto_offset_reset == "none":
        return lab.poll(group=GROUP, expect="OFFSET_OUT_OF_RANGE")
    return _sent(lab.poll(group=GROUP), records, 1).poll(group=GROUP)


def comes_back(
    auto_offset_reset: AutoOffsetReset = "earliest", committed: int = 2, kept: int = 6, kafka: str = "4.4"
) -> Lab:
    """Returns a cluster in which a group committed an offset, was away for ten minutes, and polls again.

    Six orders lie in files of two; of these the topic keeps the last ones that hold `kept` records, an even number.
    ValueError for another number.

    >>> [comes_back(kept=kept).cluster.groups["billing"].members["C2"].positions[TP] for kept in (6, 2)]
    [6, 6]
    >>> comes_back(kept=2).cluster.replicas[TP][1].log_start_offset
    4

    Kafka: retention.bytes and segment.bytes; auto.offset.reset also holds where a position is out of range.
    """
    if kept not in (2, 4, 6):
        raise InvalidArgumentError(f"Of six orders in files of two 2, 4 or 6 are kept, not {kept!r}.")
    lab = orders(0, kafka=kafka, auto_offset_reset=auto_offset_reset, segment_bytes=18, retention_bytes=9 * kept)
    for number in range(6):
        _sent(lab, number, 1)
    lab.join(GROUP, "C1", topics=[TOPIC]).commit(GROUP, "C1", {TP: committed}).leave(GROUP, "C1").tick(AWAY_MS)
    lab.join(GROUP, "C2", topics=[TOPIC])
    return lab.poll(group=GROUP)


def without_coordinator(group: str = GROUP, kafka: str = "4.4") -> Lab:
    """Returns a cluster in which a group's coordinator died, its member went on, and another broker took over.

    The member polls and commits three times: before the crash, right after it, and when another broker coordinates.

    >>> without_coordinator().cluster.groups["billing"].committed[TP]
    6

    Kafka: GroupCoordinatorService.onElection. A client asks with FindCoordinator who coordinates its group; who is
    asked and does not says NOT_COORDINATOR. Here nobody is asked in vain: COORDINATOR_NOT_AVAILABLE stands for both.
    """
    lab = Lab(brokers=3, kafka=kafka, enable_auto_commit=False, auto_offset_reset="earliest")
    # The orders are led by another broker than the group.
    coordinator = 1
    lab.create_topic(TOPIC, assignment=[[coordinator % 3 + 1]])
    _sent(lab, 0, 6).join(group, "C1", topics=[TOPIC]).poll(group=group, max_records=2).commit(group, "C1")
    lab.kill(coordinator, detect=False).poll(group=group, max_records=2)
    lab.commit(group, "C1", expect="COORDINATOR_NOT_AVAILABLE").tick(20_000)
    return lab.poll(group=group, max_records=2).commit(group, "C1")


def _sent(lab: Lab, first: int, records: int) -> Lab:
    return lab.send(TOPIC, *(f"o{number}" for number in range(first, first + records))) if records else lab
