"""Answers to E07.1: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from kafkaviz.course.exercises.nb07.elect_clean import first_in_sync
from kafkaviz.decisions.elections import elect_leader


def a_stranger(replicas, isr, eligible):
    return 99


def gives_up(replicas, isr, eligible):
    return None


def anyone_if_nobody(replicas, isr, eligible):
    return first_in_sync(replicas, isr, eligible) or (eligible[0] if not isr and eligible[:1] == replicas[:1] else None)


def unsure(replicas, isr, eligible):
    return first_in_sync(replicas, isr, eligible), False


def by_crossing_out(replicas, isr, eligible):
    left = list(replicas)
    for broker in replicas:
        if broker not in isr or broker not in eligible:
            left.remove(broker)
    return left[0] if left else None


def by_recursion(replicas, isr, eligible):
    if not replicas:
        return None
    first, *others = replicas
    return first if {first} <= {*isr} & {*eligible} else by_recursion(others, isr, eligible)


RIGHT = {
    "Kafka's election, asked with three arguments": lambda r, i, e: elect_leader(r, i, e).leader,
    "Kafka's election as it answers": lambda r, i, e: elect_leader(r, i, e),
    "by crossing out": by_crossing_out,
    "by recursion": by_recursion,
    "the smallest place": lambda r, i, e: min({*r} & {*i} & {*e}, key=r.index, default=None),
}

WRONG = {
    "a stranger": (a_stranger, "A leader is one of the replicas 1, 2, 3, or None; 99 is neither."),
    "gives up": (gives_up, "Nobody leads, although broker 2 is in sync and eligible."),
    "anyone if nobody": (
        anyone_if_nobody,
        "Nobody is in sync, so nobody can lead without losing records; broker 8 cannot either.",
    ),
    "unsure": (unsure, "The election of broker 2 is clean: it is in sync."),
    "the first alive": (
        lambda r, i, e: next((b for b in r if b in e), None),
        "Broker 2 is not in the ISR, so committed records may be lost; that is not a clean election.",
    ),
    "the first in sync": (
        lambda r, i, e: next((b for b in r if b in i), None),
        "Broker 1 is to lead, but it is not eligible: it is dead, fenced or shutting down.",
    ),
    "the first of the ISR": (
        lambda r, i, e: next((b for b in i if b in e), None),
        "Brokers 1 and 3 both could; of [2, 1, 3], the replicas in order, 1 comes first.",
    ),
    "the first of those alive": (
        lambda r, i, e: next((b for b in e if b in i), None),
        "Brokers 9 and 11 both could; of [9, 5, 11], the replicas in order, 9 comes first.",
    ),
    "the lowest id": (
        lambda r, i, e: min({*i} & {*e}, default=None),
        "Brokers 8 and 5 both could; of [8, 5, 12], the replicas in order, 8 comes first.",
    ),
    "the last of them": (
        lambda r, i, e: next((b for b in r[::-1] if b in i and b in e), None),
        "Brokers 2 and 3 both could; of [1, 2, 3], the replicas in order, 2 comes first.",
    ),
    "the first, or nobody": (
        lambda r, i, e: r[0] if r[0] in i and r[0] in e else None,
        "Nobody leads, although broker 2 is in sync and eligible.",
    ),
    "never the first": (
        lambda r, i, e: next((b for b in r[1:] if b in i and b in e), None),
        "Nobody leads, although broker 9 is in sync and eligible.",
    ),
    "either will do": (
        lambda r, i, e: next((b for b in r if b in i or b in e), None),
        "Broker 1 is to lead, but it is not eligible: it is dead, fenced or shutting down.",
    ),
    "all of them": (
        lambda r, i, e: [b for b in r if b in i and b in e],
        "A pair is the leader, then True or False for a clean election; [2, 3] is not.",
    ),
    "minus one for nobody": (
        lambda r, i, e: next((b for b in r if b in i and b in e), -1),
        "A leader is one of the replicas 1, 2, 3, or None; -1 is neither.",
    ),
    "a name": (
        lambda r, i, e: next((f"broker-{b}" for b in r if b in i and b in e), None),
        "A leader is one of the replicas 1, 2, 3, or None; 'broker-2' is neither.",
    ),
    "a float": (
        lambda r, i, e: next((float(b) for b in r if b in i and b in e), None),
        "2.0 is a float, and this exercise asks for none: `//` divides whole numbers, and `int` cuts to one.",
    ),
    "a stranger leads": (
        lambda r, i, e: next((b for b in e if b not in r), next((b for b in r if b in i and b in e), None)),
        "A leader is one of the replicas 8, or None; 6 is neither.",
    ),
    "printed": (
        lambda r, i, e: print(next((b for b in r if b in i and b in e), None)),
        "It printed 2 and returned nothing: write `return` instead.",
    ),
}

TIRED = (
    first_in_sync,
    lambda replicas, isr, eligible: isr[-1] if isr else None,
    0,
    "Broker 1 died: your election gives broker 3, Kafka's broker 2 (replicas [1, 2, 3], ISR [1, 2, 3] before).",
)
