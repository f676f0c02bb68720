"""Rules that are right and unusual: written before the reference was looked at, each in a way of its own."""

import time
from bisect import bisect_left
from dataclasses import dataclass
from functools import cache, lru_cache, partial, reduce
from itertools import cycle
from zlib import crc32

import numpy as np

from kafkaviz import keyed_partition


def recursive(replicas, isr, eligible):
    """Goes down the list by calling itself."""
    if not replicas:
        return None
    first, *rest = replicas
    return first if first in isr and first in eligible else recursive(rest, isr, eligible)


def slow(replicas, isr, eligible, current=None):
    """Takes its time over each answer."""
    time.sleep(0.003)
    able = {*isr} & {*eligible} & {*replicas}
    return current if current in able else min(able, key=list(replicas).index, default=None)


def by_generators(replicas, isr, eligible):
    """Filters lazily."""
    in_sync = (broker for broker in replicas if broker in isr)
    return next(filter(lambda broker: broker in eligible, in_sync), None)


class LastInOrder:
    """Takes the last of those that could lead, and says so as a list."""

    def __call__(self, replicas, isr, eligible, **rest):
        able = [broker for broker in replicas if broker in isr and broker in eligible]
        return [able[-1] if able else None, True]


def with_a_choice(choose, replicas, isr, eligible, **rest):
    able = sorted({*replicas} & {*isr} & {*eligible})
    return choose(able) if able else None


highest_id = partial(with_a_choice, max)


def numpy_minimum(leader_end, isr_ends):
    """Answers an integer of numpy's."""
    return np.min(np.array([leader_end, *isr_ends]))


def folded(leader_end, isr_ends):
    """Walks with reduce, from the back."""
    return reduce(lambda least, end: end if end < least else least, reversed(isr_ends), leader_end)


@cache
def remembered(acks, batch_end, high_watermark, in_sync, least):
    """Remembers what it has answered."""
    return {True: acks == 1, False: batch_end <= high_watermark and least <= in_sync}[acks == 1]


def crc(key, partitions, sent):
    """Hashes as other clients do: a place of its own for every key."""
    if key is None:
        return list(sent.available or range(partitions))[sent.records % len(sent.available or range(partitions))]
    return crc32(key) % partitions


@lru_cache(maxsize=8)
def by_a_table(key, partitions):
    """Is remembered, and takes what it needs only."""
    return keyed_partition(key or b"", partitions)


def table_partitioner(key, partitions, sent):
    return np.int64(by_a_table(key, partitions))


def dealt_like_cards(counts, subscriptions):
    """Deals the partitions of each topic around, members in the opposite order, as tuples."""
    hands = dict.fromkeys(subscriptions, ())
    for topic in sorted(counts, reverse=True):
        readers = cycle(sorted((m for m in subscriptions if topic in subscriptions[m].topics), reverse=True))
        for number in range(counts[topic]):
            reader = next(readers, None)
            if reader is not None:
                hands[reader] += ((topic, number),)
    return hands


@dataclass(frozen=True)
class Patience:
    """A rule with a setting of its own."""

    grace_ms: int = 0

    def __call__(self, end, leader_end, caught_up_ms, now_ms, replica_lag_time_max_ms):
        return np.bool_(not (end >= leader_end or now_ms - caught_up_ms <= replica_lag_time_max_ms + self.grace_ms))


def epoch_at(epochs, offset):
    return epochs[bisect_left([first for _, first in epochs], offset + 1) - 1][0] if epochs else None


def offset_by_offset(epochs, log_end, high_watermark, leader_epochs, leader_end):
    """Compares the epochs of both logs, an offset at a time."""
    for offset in range(min(log_end, leader_end)):
        if epoch_at(epochs, offset) != epoch_at(leader_epochs, offset):
            return offset
    return min(log_end, leader_end)


def neighbours(brokers, partitions, replication_factor, draw):
    """Lays replicas around a ring of those that live, the fenced ones last; draws where to begin."""
    ring = [b.id for b in brokers if not b.fenced]
    start, fenced = draw(len(ring)), [b.id for b in brokers if b.fenced]
    return tuple(
        tuple([*(ring[(start + p + n) % len(ring)] for n in range(len(ring))), *fenced][:replication_factor])
        for p in range(partitions)
    )


RIGHT = [
    ("elect_leader", recursive),
    ("elect_leader", slow),
    ("elect_leader", by_generators),
    ("elect_leader", LastInOrder()),
    ("elect_leader", highest_id),
    ("high_watermark", numpy_minimum),
    ("high_watermark", folded),
    ("acknowledgement", remembered),
    ("partitioner", crc),
    ("partitioner", table_partitioner),
    ("assignor", dealt_like_cards),
    ("is_out_of_sync", Patience()),
    ("truncation", offset_by_offset),
    ("placement", neighbours),
]
