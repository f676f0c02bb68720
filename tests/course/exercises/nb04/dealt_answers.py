"""Answers to E04.1: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from itertools import cycle

import numpy as np

from kafkaviz.decisions.partitioners import round_robin_by_default


def dealt_by_a_loop(key, partitions, sent):
    turn = 0
    for _ in range(sent.records):
        turn = (turn + 1) % len(sent.available)
    return sent.available[turn]


def half(key, partitions, sent):
    return sent.records / 2


def always_0(key, partitions, sent):
    return 0


def the_circle_walked(key, partitions, sent):
    turns = cycle(sent.available)
    for _ in range(sent.records):
        next(turns)
    return next(turns)


def fewer_by_a_circle(key, partitions, sent):
    many = len(sent.available)
    if sent.records >= many:
        return fewer_by_a_circle(key, partitions, sent._replace(records=sent.records % many))
    return sent.available[sent.records]


RIGHT = {
    "dealt by a loop": dealt_by_a_loop,
    "the library's own, which looks at leaders": round_robin_by_default,
    "the circle walked": the_circle_walked,
    "fewer by a circle": fewer_by_a_circle,
    "a number of numpy": lambda k, n, sent: np.array(sent.available)[sent.records % len(sent.available)],
}

WRONG = {
    "half": (
        half,
        "0.0 is a float, and this exercise asks for none: `//` divides whole numbers, and `int` cuts to one.",
    ),
    "over all partitions": (
        lambda k, n, sent: sent.records % n,
        "Nobody leads partition 2 now: a record dealt to it waits. sent.available has the others.",
    ),
    "the place itself": (
        lambda k, n, sent: sent.records % len(sent.available),
        "Partition 2 has no leader; 2 is the place in sent.available where partition 3 stands.",
    ),
    "one further": (
        lambda k, n, sent: sent.available[(sent.records + 1) % len(sent.available)],
        "After 0 records it is the turn of partition 0.",
    ),
    "backwards": (
        lambda k, n, sent: sent.available[-(sent.records % len(sent.available))],
        "After 1 record it is the turn of partition 1.",
    ),
    "drawn by chance": (
        lambda k, n, sent: sent.available[sent.draw(len(sent.available))],
        "After 1 record it is the turn of partition 1.",
    ),
    "no circle": (
        lambda k, n, sent: sent.available[sent.records],
        (
            "my_function(k=None, n=3, sent=Sent(records=5, available=(0, 1, 2))) "
            "raised IndexError: tuple index out of range."
        ),
    ),
    "the last when it ends": (
        lambda k, n, sent: sent.available[min(sent.records, len(sent.available) - 1)],
        "After 6 records it is the turn of partition 0.",
    ),
    "modulo all, then the next that is led": (
        lambda k, n, sent: next(p for p in [*range(sent.records % n, n), *range(n)] if p in sent.available),
        "After 6 records it is the turn of partition 0.",
    ),
    "a list of partitions": (
        lambda k, n, sent: [sent.available[sent.records % len(sent.available)]],
        "A partitioner answers the number of a partition, not [0].",
    ),
    "printed": (
        lambda k, n, sent: print(sent.available[sent.records % len(sent.available)]),
        "It printed 0 and returned nothing: write `return` instead.",
    ),
    "a text": (
        lambda k, n, sent: f"P{sent.available[sent.records % len(sent.available)]}",
        "A partitioner answers the number of a partition, not 'P0'.",
    ),
}

COMPLAINTS = [(always_0, "With broker 2 dead, the records went to [0, 0, 0, 0, 0, 0], not to 0 and 2 in turn.")]
