"""Twelve wrong rules that people do write, each with its name, what is wrong in it, and what judges it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from kafkaviz.decisions.hashing import murmur2
from kafkaviz.decisions.truncation import truncate_to_high_watermark
from kafkaviz.decisions.values import Sent, Subscription

Assigned = dict[str, list[tuple[str, int]]]


class Entry(NamedTuple):
    """One wrong rule: the decision it stands for, what judges it first, and what the search comes to.

    `judge` is "breach", where the promise of the decision itself is broken by one answer, or "vector", where Kafka
    was recorded to answer otherwise. `lost` names the promise that the shortest history breaks or the goal that it
    never reaches; it is empty where no history of the trials can show it.
    """

    name: str
    what: str
    rule: str
    function: Callable[..., Any]
    judge: Literal["breach", "vector"]
    lost: str


def ignore_the_isr(replicas: Sequence[int], isr: Sequence[int], eligible: Sequence[int]) -> int | None:
    """Elects the first replica that is alive, in sync or not.

    >>> ignore_the_isr([1, 2, 3], [1], [2, 3])
    2
    """
    return next((broker for broker in replicas if broker in eligible), None)


def lowest_alive_id(replicas: Sequence[int], isr: Sequence[int], eligible: Sequence[int]) -> int | None:
    """Elects the lowest id among those that are alive.

    >>> lowest_alive_id([3, 2, 1], [3], [1, 2, 3])
    1
    """
    return min(eligible, default=None)


def never_elect(replicas: Sequence[int], isr: Sequence[int], eligible: Sequence[int]) -> int | None:
    """Elects nobody, which loses nothing.

    >>> never_elect([1, 2, 3], [1, 2, 3], [2, 3])
    """
    return None


def remember_the_last_leader(
    replicas: Sequence[int], isr: Sequence[int], eligible: Sequence[int], current: int | None = None
) -> int | None:
    """Keeps the leader there is, dead or alive.

    >>> remember_the_last_leader([1, 2, 3], [1, 2, 3], [2, 3], current=1)
    1
    """
    candidates = [broker for broker in replicas if broker in isr and broker in eligible]
    return current if current is not None else next(iter(candidates), None)


def maximum_for_minimum(leader_end: int, isr_ends: Sequence[int]) -> int:
    """Commits what any replica has.

    >>> maximum_for_minimum(5, [5, 3])
    5
    """
    return max([leader_end, *isr_ends])


def acknowledge_before_it(
    acks: int, batch_end: int, high_watermark: int, in_sync: int, min_insync_replicas: int
) -> bool:
    """Answers as soon as enough replicas are in sync, without waiting for the high watermark.

    >>> acknowledge_before_it(-1, 5, 4, 3, 2)
    True
    """
    return in_sync >= min_insync_replicas


def absolute_value(key: bytes | None, partitions: int, sent: Sent) -> int:
    """Takes the absolute value of the hash, where Kafka clears the sign bit.

    >>> absolute_value(b"aa8yTyVf", 3, Sent())
    2
    """
    return sent.records % partitions if key is None else abs(murmur2(key)) % partitions


def hash_of_python(key: bytes | None, partitions: int, sent: Sent) -> int:
    """Takes Python's own hash, which is another one in every process.

    >>> hash_of_python(b"football", 3, Sent()) in range(3)
    True
    """
    return sent.records % partitions if key is None else hash(key) % partitions


def lag_in_messages(end: int, leader_end: int, **times: int) -> bool:
    """Drops a follower that lacks a record, however short a time ago it was written.

    >>> lag_in_messages(4, 5, caught_up_ms=0, now_ms=0, replica_lag_time_max_ms=30_000)
    True
    """
    return leader_end - end > 0


def drop_the_remainder(counts: Mapping[str, int], subscriptions: Mapping[str, Subscription]) -> Assigned:
    """Gives everybody as many partitions as go round, and nobody those that are left.

    >>> drop_the_remainder({"t0": 3}, {"C0": Subscription(("t0",)), "C1": Subscription(("t0",))})
    {'C0': [('t0', 0)], 'C1': [('t0', 1)]}
    """
    given: Assigned = {member: [] for member in subscriptions}
    for topic, count in counts.items():
        readers = [member for member in sorted(subscriptions) if topic in subscriptions[member].topics]
        share = count // len(readers) if readers else 0
        for index, member in enumerate(readers):
            given[member] += [(topic, index * share + number) for number in range(share)]
    return given


def two_owners(counts: Mapping[str, int], subscriptions: Mapping[str, Subscription]) -> Assigned:
    """Gives every partition to all who have subscribed to its topic.

    >>> two_owners({"t0": 1}, {"C0": Subscription(("t0",)), "C1": Subscription(("t0",))})
    {'C0': [('t0', 0)], 'C1': [('t0', 0)]}
    """
    return {
        member: [(topic, number) for topic in counts if topic in mine.topics for number in range(counts[topic])]
        for member, mine in subscriptions.items()
    }


GALLERY: Final = (
    Entry(
        "ignore the ISR",
        "the first replica that is alive leads, whatever it lacks",
        "elect_leader",
        ignore_the_isr,
        "breach",
        "leader_in_isr",
    ),
    Entry(
        "lowest alive id",
        "the lowest broker id leads, whatever it lacks",
        "elect_leader",
        lowest_alive_id,
        "breach",
        "leader_in_isr",
    ),
    Entry(
        "never elect",
        "nobody leads, so nothing is lost",
        "elect_leader",
        never_elect,
        "breach",
        "elects_a_leader_again",
    ),
    Entry(
        "remember the last leader too long",
        "a leader stays the leader when it is dead",
        "elect_leader",
        remember_the_last_leader,
        "breach",
        "elects_a_leader_again",
    ),
    Entry(
        "max for min",
        "what one replica has counts as committed",
        "high_watermark",
        maximum_for_minimum,
        "breach",
        "replicas_agree_below_high_watermark",
    ),
    Entry(
        "acknowledge before the high watermark",
        "acks=all is answered before the others have the record",
        "acknowledgement",
        acknowledge_before_it,
        "breach",
        "acknowledged_as_asked",
    ),
    Entry(
        "abs for the mask",
        "a negative hash is turned positive in another way than Kafka's",
        "partitioner",
        absolute_value,
        "vector",
        "",
    ),
    Entry(
        "Python's hash", "a restarted producer puts the same key elsewhere", "partitioner", hash_of_python, "breach", ""
    ),
    Entry(
        "lag in messages",
        "a burst of records throws followers out that keep fetching",
        "is_out_of_sync",
        lag_in_messages,
        "breach",
        "a_follower_that_keeps_fetching_stays_in_sync",
    ),
    Entry(
        "drop the remainder",
        "partitions that do not go round are read by nobody",
        "assignor",
        drop_the_remainder,
        "breach",
        "every_partition_has_one_owner",
    ),
    Entry("two owners", "everybody reads everything", "assignor", two_owners, "breach", "one_owner_per_partition"),
    Entry(
        "truncate to the high watermark",
        "a follower throws away what is committed and it has not heard of",
        "truncation",
        truncate_to_high_watermark,
        "breach",
        "replicas_agree_below_high_watermark",
    ),
)
"""The twelve, in the order of their decisions."""
