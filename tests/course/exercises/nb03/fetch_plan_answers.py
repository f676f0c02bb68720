"""Answers to E03.3: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from collections import defaultdict

import numpy as np

from kafkaviz.course.exercises.nb03.fetch_plan import fetch_plan


def without_idle(assignment, leaders):
    return {consumer: asked for consumer, asked in fetch_plan(assignment, leaders).items() if asked}


def turned_round(assignment, leaders):
    plan = fetch_plan(assignment, leaders)
    return {c: {b: list(reversed(inner)) for b, inner in reversed(plan[c].items())} for c in reversed(plan)}


def in_sets(assignment, leaders):
    plan = fetch_plan(assignment, leaders)
    return {consumer: {broker: set(inner) for broker, inner in asked.items()} for consumer, asked in plan.items()}


def asks_for_nothing(assignment, leaders):
    plan = fetch_plan(assignment, leaders)
    return {consumer: {1: [], 2: [], 3: []} | asked for consumer, asked in plan.items()}


def asks_the_wrong_broker(assignment, leaders):
    return {c: {p + 2: [p] for p in owned} for c, owned in assignment.items()}


def plan_in_default_dicts(assignment, leaders):
    plan = defaultdict(lambda: defaultdict(set))
    for partition, leader in sorted(leaders.items(), reverse=True):
        for consumer in assignment:
            if leader and partition in assignment[consumer]:
                plan[consumer][leader].add(partition)
    return plan


def all_for_everyone(assignment, leaders):
    return {consumer: fetch_plan({consumer: sorted(leaders)}, leaders)[consumer] for consumer in assignment}


def only_the_last(assignment, leaders):
    return {c: {leader: [p] for p in owned if (leader := leaders[p]) is not None} for c, owned in assignment.items()}


def asks_nobody(assignment, leaders):
    return {
        c: {leaders[p]: [q for q in owned if leaders[q] == leaders[p]] for p in owned}
        for c, owned in assignment.items()
    }


RIGHT = {
    "a plan without idle consumers": without_idle,
    "a plan in another order": turned_round,
    "a plan with sets": in_sets,
    "a plan by comprehension": lambda owned, led: {
        c: {b: [p for p in ps if led[p] == b] for b in {led[p] for p in ps} - {None}} for c, ps in owned.items()
    },
    "a plan in default dicts": plan_in_default_dicts,
    "a plan with numpy's numbers": lambda owned, led: {
        c: {np.int64(led[p]): np.array([q for q in ps if led[q] == led[p]]) for p in ps if led[p]}
        for c, ps in owned.items()
    },
}

WRONG = {
    "asks for nothing": (asks_for_nothing, "Broker 2 is asked for nothing; a request names at least one partition."),
    "asks the wrong broker": (asks_the_wrong_broker, "C1 asks broker 2 for partition 0, which is led by broker 1."),
    "the consumers' order as their partitions": (
        lambda owned, led: {c: {b: [p] for p, b in led.items() if b} for c in owned},
        "C1 fetches partition 1, which is not assigned to it.",
    ),
    "brokers first": (
        lambda owned, led: {b: {c: [p for p in ps if led[p] == b] for c, ps in owned.items()} for b in led.values()},
        "A plan begins with the consumers, C1; 1 is none of them.",
    ),
    "partitions, then brokers": (
        lambda owned, led: {c: {p: led[p] for p in ps} for c, ps in owned.items()},
        "What a broker is asked for is a list of partitions, such as [0, 1], not 1.",
    ),
    "one consumer too few": (
        lambda owned, led: dict(list(fetch_plan(owned, led).items())[:-1]),
        "Nobody fetches partition 0, though C1 owns it.",
    ),
    "a request for each partition": (
        lambda owned, led: {c: [(led[p], [p]) for p in ps] for c, ps in owned.items()},
        "A plan is a dict of dicts: consumer, then broker, then the list of partitions.",
    ),
    "the partition counted as a broker": (
        lambda owned, led: fetch_plan(owned, {p: p for p in led}),
        "C1 asks broker 0 for partition 0, which is led by broker 1.",
    ),
    "nobody asked while a leader is missing": (
        lambda owned, led: {} if None in led.values() else fetch_plan(owned, led),
        "Nobody fetches partition 1, though C1 owns it.",
    ),
    "leaders read in order": (
        lambda owned, led: fetch_plan(owned, dict(zip(sorted(led), led.values(), strict=True))),
        "Nobody fetches partition 7, though C9 owns it.",
    ),
    "unowned partitions for the first": (
        lambda owned, led: fetch_plan(
            {
                c: ps + [p for p in led if c == min(owned) and not any(p in o for o in owned.values())]
                for c, ps in owned.items()
            },
            led,
        ),
        "C8 fetches partition 8, which is not assigned to it.",
    ),
    "twice": (
        lambda owned, led: {c: {b: ps * 2 for b, ps in a.items()} for c, a in fetch_plan(owned, led).items()},
        "Partition 0 is fetched more than once; its owner fetches it once.",
    ),
    "a text for the partitions": (
        lambda owned, led: {
            c: {b: ", ".join(map(str, ps)) for b, ps in a.items()} for c, a in fetch_plan(owned, led).items()
        },
        "What a broker is asked for is a list of partitions, such as [0, 1], not '0'.",
    ),
    "brokers as floats": (
        lambda owned, led: {c: {float(b): ps for b, ps in a.items()} for c, a in fetch_plan(owned, led).items()},
        "1.0 is a float, and this exercise asks for none: `//` divides whole numbers, and `int` cuts to one.",
    ),
    "all for everyone": (all_for_everyone, "C1 fetches partition 1, which is not assigned to it."),
    "only the last": (only_the_last, "Nobody fetches partition 0, though C1 owns it."),
    "asks nobody": (asks_nobody, "Partition 0 has no leader now, so there is nobody to ask; leave it out."),
}

TIRED = (
    fetch_plan,
    lambda assignment, leaders: {},
    1,
    "After broker 1 died, the consumer fetched {2: [1, 3], 3: [2]} in the cluster; the plan says {}.",
)
