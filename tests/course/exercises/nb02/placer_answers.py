"""Answers to E02.4: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from itertools import cycle, islice

from kafkaviz.course.exercises.nb02.placer import staggered
from kafkaviz.decisions.placement import place_striped, place_zookeeper


def ids(brokers, fenced=False):
    return [broker.id for broker in brokers if broker.fenced == fenced]


def kafkas_own(brokers, partitions, replication_factor):
    return place_striped(brokers, partitions, replication_factor, draw=lambda bound: 0)


def by_cycles(brokers, partitions, replication_factor):
    ring = ids(brokers)
    few = min(replication_factor, len(ring))
    asleep = ids(brokers, fenced=True)[: replication_factor - few]
    return [[*islice(cycle(ring), p % len(ring), p % len(ring) + few), *asleep] for p in range(partitions)]


def by_turning(brokers, partitions, replication_factor):
    ring, asleep, placement = ids(brokers), ids(brokers, fenced=True), []
    for _ in range(partitions):
        placement.append([*ring, *asleep][:replication_factor])
        ring.append(ring.pop(0))
    return placement


def backwards(brokers, partitions, replication_factor):
    ring = sorted(ids(brokers), reverse=True)
    around = [[ring[(p - step) % len(ring)] for step in range(len(ring))] for p in range(partitions)]
    return [(one + ids(brokers, fenced=True))[:replication_factor] for one in around]


def as_before_kraft(brokers, partitions, replication_factor):
    """The rule of ZooKeeper's time saw live brokers alone."""
    live = [broker for broker in brokers if not broker.fenced]
    few = min(replication_factor, len(live))
    asleep = ids(brokers, fenced=True)[: replication_factor - few]
    return [one + asleep for one in place_zookeeper(live, partitions, few, fixed_start_index=0)]


def fenced_in_the_ring(brokers, partitions, replication_factor):
    ring = ids(brokers) + ids(brokers, fenced=True)
    return [[ring[(p + step) % len(ring)] for step in range(replication_factor)] for p in range(partitions)]


def leaves_fenced_out(brokers, partitions, replication_factor):
    return [replicas[: len(ids(brokers))] for replicas in staggered(brokers, partitions, replication_factor)]


def starts_again(brokers, partitions, replication_factor):
    """Each partition begins at the first broker."""
    return [(ids(brokers) + ids(brokers, fenced=True))[:replication_factor] for _ in range(partitions)]


def in_blocks(brokers, partitions, replication_factor):
    """Fills one broker with leaders before the next one."""
    ring = ids(brokers)
    block = -(-partitions // len(ring))
    return [
        (ring[p // block :] + ring[: p // block] + ids(brokers, fenced=True))[:replication_factor]
        for p in range(partitions)
    ]


def by_number(brokers, partitions, replication_factor):
    """Takes partition numbers for broker ids."""
    return [[p + 1 + step for step in range(replication_factor)] for p in range(partitions)]


def one_follows_all(brokers, partitions, replication_factor):
    ring, asleep = ids(brokers), ids(brokers, fenced=True)
    rounds = [[one, *(other for other in ring if other != one), *asleep] for one in ring]
    return [rounds[p % len(ring)][:replication_factor] for p in range(partitions)]


def by_partition(brokers, partitions, replication_factor):
    return dict(enumerate(staggered(brokers, partitions, replication_factor)))


def fenced_lead(brokers, partitions, factor):
    ids = [broker.id for broker in brokers]
    return [[ids[(p + step) % len(ids)] for step in range(factor)] for p in range(partitions)]


RIGHT = {
    "Kafka's own, with no chance": kafkas_own,
    "by cycles": by_cycles,
    "by turning": by_turning,
    "backwards": backwards,
    "as before KRaft": as_before_kraft,
    "one partition after the other": lambda b, p, r: [staggered(b, n + 1, r)[n] for n in range(p)],
    "as tuples": lambda b, p, r: tuple(map(tuple, staggered(b, p, r))),
}

WRONG = {
    "the fenced stand in the ring": (
        fenced_in_the_ring,
        "Partition 1 is placed on broker 2, which is fenced; broker 1 is not.",
    ),
    "leaves the fenced out": (leaves_fenced_out, "Partition 0 has 2 replicas instead of 3."),
    "starts again each time": (
        starts_again,
        "Broker 1 leads 3 partitions, and broker 2 leads none: go around the brokers.",
    ),
    "in blocks": (in_blocks, "Broker 1 leads 2 partitions, and broker 3 leads none: go around the brokers."),
    "partition n on broker n + 1": (
        by_number,
        "Partition 2 is placed on broker 4, which is not registered; known brokers are 1, 2, 3.",
    ),
    "one follows all": (one_follows_all, "Broker 1 holds 8 replicas, and broker 3 holds 2: go around the brokers."),
    "a dict": (by_partition, "A placement is a list with one list of broker ids for each partition, 3 in all."),
    "leaders alone": (
        lambda b, p, r: [one[0] for one in staggered(b, p, r)],
        "Partition 0 is given 1; a partition needs a list of broker ids.",
    ),
    "one replica too many": (
        lambda b, p, r: [[*one, one[0]] for one in staggered(b, p, r)],
        "Partition 0 has 3 replicas instead of 2.",
    ),
    "the same broker again": (
        lambda b, p, r: [[one[0]] * r for one in staggered(b, p, r)],
        "Partition 0 has two replicas on broker 1; one broken machine would take both.",
    ),
    "one partition too few": (
        lambda b, p, r: staggered(b, p, r)[1:],
        "A placement is a list with one list of broker ids for each partition, 3 in all.",
    ),
    "whole brokers": (
        lambda b, p, r: [[one for one in b if not one.fenced][:r] for _ in range(p)],
        "Partition 0 is given a whole broker: give its id, which is 1, instead.",
    ),
    "the last leads": (
        lambda b, p, r: [one[::-1] for one in staggered(b, p, r)],
        "Partition 0 is to be led by broker 2, which is fenced.",
    ),
    "names": (
        lambda b, p, r: [[f"broker-{n}" for n in one] for one in staggered(b, p, r)],
        "Partition 0 is placed on broker 'broker-1', which is not registered; known brokers are 1, 2, 3.",
    ),
    "fenced lead": (fenced_lead, "Partition 1 is to be led by broker 2, which is fenced."),
}

TIRED = (
    staggered,
    lambda brokers, partitions, factor: [[4, 3][:factor]] * partitions,
    0,
    "Topic letters, 12 partitions of 2 replicas: Broker 4 leads 12 partitions, and broker 1 leads none: go around the "
    "brokers.",
)
