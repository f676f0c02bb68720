"""Answers to E09.3: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from collections import defaultdict

import numpy as np

from kafkaviz.decisions.assignors import range_assign, roundrobin_assign
from kafkaviz.decisions.values import Subscription


def to_all(counts, subscriptions):
    return {m: [(topic, n) for topic in counts for n in range(counts[topic])] for m in subscriptions}


def a_pointer(counts, subscriptions):
    members, shares, start = sorted(subscriptions), {}, 0
    while members:
        size = -(-(counts["t0"] - start) // len(members))
        shares[members.pop(0)] = tuple(("t0", n) for n in range(start, start + size))
        start += size
    return shares


def each_partition_asks(counts, subscriptions):
    shares = {member: [] for member in subscriptions}
    for topic, many in reversed(counts.items()):
        wanting = [member for member in sorted(subscriptions) if topic in set(subscriptions[member].topics)]
        if wanting:
            parts = np.array_split(np.arange(many), len(wanting))
            for member, part in zip(wanting, parts, strict=True):
                shares[member].extend((topic, number) for number in part)
    return shares


def topic_by_topic(counts, subscriptions):
    merged = defaultdict(tuple)
    for topic in counts:
        wanting = {m: Subscription(("t0",)) for m, one in subscriptions.items() if topic in one.topics}
        for member, share in (a_pointer({"t0": counts[topic]}, wanting) if wanting else {}).items():
            merged[member] += tuple((topic, number) for _, number in share)
    return merged


def dealt_in_one_cut(counts, subscriptions):
    every = [(topic, n) for topic in sorted(counts) for n in range(counts[topic])]
    parts = np.array_split(np.arange(len(every)), len(subscriptions))
    return {m: [every[n] for n in part] for m, part in zip(sorted(subscriptions), parts, strict=True)}


def in_order_of_arrival(counts, subscriptions):
    shares = {member: [] for member in subscriptions}
    for topic, many in counts.items():
        wanting = [member for member in subscriptions if topic in subscriptions[member].topics]
        for member, part in zip(wanting, np.array_split(np.arange(many), len(wanting) or 1), strict=False):
            shares[member] += [(topic, n) for n in part]
    return shares


def last_topic_only(counts, subscriptions):
    last = range_assign({}, subscriptions)
    for topic in counts:
        last |= {m: share for m, share in range_assign({topic: counts[topic]}, subscriptions).items() if share}
    return last


RIGHT = {
    "Kafka's own range": range_assign,
    "each partition asks": each_partition_asks,
    "topic by topic": topic_by_topic,
    "tuples of tuples": lambda counts, subs: {m: tuple(share) for m, share in range_assign(counts, subs).items()},
}

WRONG = {
    "to all": (to_all, "t0-0 is given to C1 and to C2; both would read the same records."),
    "topics for everybody": (
        lambda counts, subs: range_assign(counts, {m: Subscription(tuple(counts)) for m in subs}),
        "t0-1 is given to C2, who has not subscribed to t0.",
    ),
    "in the order of arrival": (
        in_order_of_arrival,
        (
            "t0 has 1 partition, and C10 and C9 want it: C10 gets 0, not none; each topic is cut for itself, "
            "from the first member on."
        ),
    ),
    "one pointer for all topics": (
        dealt_in_one_cut,
        (
            "t0 has 3 partitions, and C1 and C2 want it: C1 gets 0, 1, not 0, 1, 2; each topic is cut for "
            "itself, from the first member on."
        ),
    ),
    "dealt": (
        lambda counts, subs: roundrobin_assign(counts, subs),
        (
            "t0 has 3 partitions, and C1 and C2 want it: C1 gets 0, 1, not 0, 2; each topic is cut for "
            "itself, from the first member on."
        ),
    ),
    "members who want nothing left in": (
        lambda counts, subs: {
            m: [
                (t, n)
                for t in counts
                for n in range(counts[t])
                if n * len(subs) // counts[t] == p and t in subs[m].topics
            ]
            for p, m in enumerate(sorted(subs))
        },
        "t0-1 has no owner; its records would not be read.",
    ),
    "unwanted topics to the first": (
        lambda counts, subs: {
            m: [
                *share,
                *(
                    (t, n)
                    for t in counts
                    if m == min(subs) and not any(t in s.topics for s in subs.values())
                    for n in range(counts[t])
                ),
            ]
            for m, share in range_assign(counts, subs).items()
        },
        "t1-0 is given to C1, who has not subscribed to t1.",
    ),
    "a division by nobody": (
        lambda counts, subs: (
            [counts[t] // len([m for m in subs if t in subs[m].topics]) for t in counts] and range_assign(counts, subs)
        ),
        (
            "my_function(counts={'t0': 1, 't1': 1}, subs={'C1': Subscription(topics=('t0',))}) "
            "raised ZeroDivisionError: "
            "integer division or modulo by zero."
        ),
    ),
    "the last topic wins": (
        lambda counts, subs: {
            m: [tp for tp in share if tp[0] == share[-1][0]] for m, share in range_assign(counts, subs).items()
        },
        "t0-0 has no owner; its records would not be read.",
    ),
    "one topic": (
        lambda counts, subs: range_assign({"t0": counts.get("t0", 0)}, subs),
        "t1-0 has no owner; its records would not be read.",
    ),
    "the rest to the last": (
        lambda counts, subs: {
            m: [(t, counts[t] - 1 - n) for t, n in share] for m, share in range_assign(counts, subs).items()
        },
        (
            "t0 has 3 partitions, and C1 and C2 want it: C1 gets 0, 1, not 1, 2; each topic is cut for "
            "itself, from the first member on."
        ),
    ),
    "as words": (
        lambda counts, subs: {m: [str(tp) for tp in share] for m, share in range_assign(counts, subs).items()},
        "Member C1 is given 't0-0'; a partition is a pair of topic and number.",
    ),
    "topics on top": (
        lambda counts, subs: {
            t: {m: [n for u, n in share if u == t] for m, share in range_assign(counts, subs).items()} for t in counts
        },
        (
            "An assignment is a dict: for each member the list of its partitions, as pairs of topic and "
            "number; 't0' is no member."
        ),
    ),
    "last topic only": (last_topic_only, "t0-0 has no owner; its records would not be read."),
}

TIRED = (
    range_assign,
    roundrobin_assign,
    0,
    "In the group of C1, C2, C1 reads t0-0, t2-0, t3-1, t3-3; with range it reads t0-0, t1-0, t2-0, t3-0, t3-1.",
)
