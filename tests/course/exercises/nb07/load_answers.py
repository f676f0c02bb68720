"""Answers to E07.3: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from collections import Counter, defaultdict

import numpy as np

from kafkaviz.course.exercises.nb07.load import leader_load


def a_list(placement, alive):
    return list(leader_load(placement, alive).values())


def by_crossing_out(replicas, isr, eligible):
    left = list(replicas)
    for broker in replicas:
        if broker not in isr or broker not in eligible:
            left.remove(broker)
    return left[0] if left else None


def load_by_elections(placement, alive):
    load = defaultdict(int)
    for replicas in placement.values():
        leader = by_crossing_out(replicas, replicas, alive)
        load[leader] += 1
    load.pop(None, None)
    return load


def load_by_rounds(placement, alive):
    load, open_ones = Counter(), list(placement.values())
    for turn in range(5):
        load.update(one[turn] for one in open_ones if len(one) > turn and one[turn] in alive)
        open_ones = [one for one in open_ones if not (len(one) > turn and one[turn] in alive)]
    return load


def only_preferred(placement, alive):
    return {broker: sum(replicas[0] == broker for replicas in placement.values()) for broker in alive}


def every_copy(placement, alive):
    return {broker: sum(broker in replicas for replicas in placement.values()) for broker in alive}


RIGHT = {
    "a load with zeros": lambda p, alive: dict.fromkeys(alive, 0) | leader_load(p, alive),
    "load by elections": load_by_elections,
    "load by rounds": load_by_rounds,
    "a load of numpy's numbers": lambda at, up: {
        np.int64(b): np.int64(sum(next((c for c in r if c in up), None) == b for r in at.values())) for b in up
    },
}

WRONG = {
    "a list": (a_list, "The answer is a dict: broker, then how many partitions it leads."),
    "the first copies": (
        lambda at, up: Counter(r[0] for r in at.values()),
        "Broker 1 is dead and leads nothing; its partitions go to their next copy that is alive.",
    ),
    "the first copies alive": (
        lambda at, up: Counter(r[0] for r in at.values() if r[0] in up),
        "Broker 2 leads 2 (0, 1): where it is the first copy alive; you say 1.",
    ),
    "first or second": (
        lambda at, up: Counter(b for r in at.values() for b in [next((c for c in r[:2] if c in up), None)] if b),
        "Broker 2 leads 2 (5, 9): where it is the first copy alive; you say 1.",
    ),
    "every copy": (
        lambda at, up: Counter(b for r in at.values() for b in r if b in up),
        "Broker 1 leads 1 (0): where it is the first copy alive; you say 2.",
    ),
    "the lowest id alive": (
        lambda at, up: Counter(min({*r} & {*up}) for r in at.values() if {*r} & {*up}),
        "Broker 1 leads 1 (0): where it is the first copy alive; you say 2.",
    ),
    "the first of those alive": (
        lambda at, up: Counter(next(b for b in up if b in r) for r in at.values() if {*r} & {*up}),
        "Broker 1 leads 1 (0): where it is the first copy alive; you say 2.",
    ),
    "the last copy alive": (
        lambda at, up: Counter([b for b in r if b in up][-1] for r in at.values() if {*r} & {*up}),
        "Broker 1 leads 1 (0): where it is the first copy alive; you say 2.",
    ),
    "names for numbers": (
        lambda at, up: {f"broker-{b}": n for b, n in leader_load(at, up).items()},
        "The dict goes from brokers, 1, 2, to numbers; 'broker-1' is no broker.",
    ),
    "partitions and their leaders": (
        lambda at, up: {p: next((b for b in r if b in up), None) for p, r in at.items()},
        "The dict goes from brokers, 1, 2, to numbers; 0 is no broker.",
    ),
    "brokers and their partitions": (
        lambda at, up: {b: [p for p, r in at.items() if next((c for c in r if c in up), None) == b] for b in up},
        "For each broker the dict has how many partitions it leads, a number, not [0].",
    ),
    "None leads too": (
        lambda at, up: Counter(next((b for b in r if b in up), None) for r in at.values()),
        "The dict goes from brokers, 1, 2, to numbers; None is no broker.",
    ),
    "how many are led": (
        lambda at, up: sum(leader_load(at, up).values()),
        "The answer is a dict: broker, then how many partitions it leads.",
    ),
    "as floats": (
        lambda at, up: {b: float(n) for b, n in leader_load(at, up).items()},
        "1.0 is a float, and this exercise asks for none: `//` divides whole numbers, and `int` cuts to one.",
    ),
    "evenly": (
        lambda at, up: {b: len(at) // len(up) for b in up},
        "Broker 2 leads 1 (1): where it is the first copy alive; you say 2.",
    ),
    "only preferred": (only_preferred, "Broker 2 leads 2 (0, 1): where it is the first copy alive; you say 1."),
    "every copy, of all who are alive": (
        every_copy,
        "Broker 1 leads 1 (0): where it is the first copy alive; you say 2.",
    ),
}

TIRED = (
    leader_load,
    lambda placement, alive: {2: 20},
    0,
    "In the chained cluster the brokers lead {1: 0, 2: 8, 3: 4, 4: 4, 5: 4}; you say {2: 20}.",
)
