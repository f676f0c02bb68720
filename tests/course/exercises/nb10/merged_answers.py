"""Answers to E10.1: right ones in other forms than the reference, wrong ones with the sentence each must get."""

import numpy as np

from kafkaviz.decisions.reassignment import plan_reassignment


def in_loops(current, target):
    adding, removing = [], []
    for broker in range(100):
        if broker in target and broker not in current:
            adding.append(broker)
        if broker in current and broker not in target:
            removing.append(broker)
    return (*target, *removing), adding, removing


def by_filter(current, target):
    adding = sorted(filter(lambda broker: broker not in current, target))
    removing = sorted(filter(lambda broker: broker not in target, current))
    return [target + removing, adding, removing]


def old_first(current, target):
    _, adding, removing = plan_reassignment(current, target)
    return current + list(adding), adding, removing


TARGET_FIRST = "First the target in its own order, [4, 2], for its first broker is to lead; then those that are to go:"
COMES = "To be added is who is in the target and not among the present replicas:"
GOES = "To be removed is who is among the present replicas and not in the target:"
SHAPE = "The answer is three lists of brokers: replicas, adding, removing."


def as_listed(current, target):
    adding = [broker for broker in target if broker not in current]
    removing = [broker for broker in current if broker not in target]
    return [*target, *removing], adding, removing


RIGHT = {
    "in loops": in_loops,
    "by filter": by_filter,
    "as sets": lambda current, target: (
        [*target, *sorted({*current} - {*target})],
        {*target} - {*current},
        {*current} - {*target},
    ),
    "in numpy's arrays": lambda current, target: [np.array(one, int) for one in plan_reassignment(current, target)],
}

WRONG = {
    "the target alone": (
        lambda current, target: (target, *plan_reassignment(current, target)[1:]),
        "While it moves, old and new replicas hold it: [1, 2, 4] in some order.",
    ),
    "the old ones first": (old_first, f"{TARGET_FIRST} [4, 2, 1]."),
    "all in ascending order": (
        lambda current, target: (sorted({*current, *target}), *plan_reassignment(current, target)[1:]),
        f"{TARGET_FIRST} [4, 2, 1].",
    ),
    "removed and added": (
        lambda current, target: (
            plan_reassignment(current, target).replicas,
            plan_reassignment(current, target).removing,
            plan_reassignment(current, target).adding,
        ),
        "Turned round: [3] are added, [] removed; added come first.",
    ),
    "everybody is added": (
        lambda current, target: (
            plan_reassignment(current, target).replicas,
            sorted(target),
            plan_reassignment(current, target).removing,
        ),
        "The brokers to be added are those in the target and not among the present replicas: [], not [1, 2].",
    ),
    "nobody is removed": (
        lambda current, target: (*plan_reassignment(current, target)[:2], []),
        "The brokers to be removed are those among the present replicas and not in the target: [1], not [].",
    ),
    "added as they are listed": (
        lambda current, target: (
            plan_reassignment(current, target).replicas,
            [broker for broker in target if broker not in current],
            plan_reassignment(current, target).removing,
        ),
        "The brokers to be added stand in ascending order: [4, 5], not [5, 4].",
    ),
    "removed as they are listed": (
        lambda current, target: (
            *plan_reassignment(current, target)[:2],
            [broker for broker in current if broker not in target],
        ),
        "The brokers to be removed stand in ascending order: [2, 3], not [3, 2].",
    ),
    "those to go in no order": (
        lambda current, target: (
            [*target, *(broker for broker in current if broker not in target)],
            *plan_reassignment(current, target)[1:],
        ),
        "First the target in its own order, [5, 1, 4], for its first broker is to lead; then those that are to go: "
        "[5, 1, 4, 2, 3].",
    ),
    "the longer list counts": (
        lambda current, target: (
            plan_reassignment(current, target)
            if len(current) != len(target)
            else (target, sorted({*target} - {*current}), sorted({*current} - {*target}))
        ),
        "While it moves, old and new replicas hold it: [1, 2, 4] in some order.",
    ),
    "the replicas alone": (lambda current, target: plan_reassignment(current, target).replicas, SHAPE),
    "numbers of brokers": (lambda current, target: tuple(map(len, plan_reassignment(current, target))), SHAPE),
    "nothing": (lambda current, target: None, "It returned nothing: is there a `return`?"),
    "as listed": (as_listed, "The brokers to be added stand in ascending order: [4, 5], not [5, 4]."),
}

TIRED = (
    plan_reassignment,
    lambda current, target: ([], [], []),
    1,
    "From [2, 1] to [2, 1, 3] the controller keeps [[2, 1, 3], [3], []]; you say [[], [], []].",
)
