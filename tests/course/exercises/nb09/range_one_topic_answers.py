"""Answers to E09.1: right ones in other forms than the reference, wrong ones with the sentence each must get."""

import numpy as np

from kafkaviz.decisions.assignors import range_assign, roundrobin_assign


def without_idle(counts, subscriptions):
    return {m: share for m, share in range_assign(counts, subscriptions).items() if share}


def longer_at_the_end(counts, subscriptions):
    mirrored = range_assign(counts, subscriptions)
    sizes, start, shares = [len(share) for share in mirrored.values()], 0, {}
    for member, size in zip(mirrored, reversed(sizes), strict=True):
        shares[member], start = [("t0", n) for n in range(start, start + size)], start + size
    return shares


def by_name_backwards(counts, subscriptions):
    mirrored = range_assign(counts, subscriptions)
    last = counts["t0"] - 1
    return {m: [("t0", last - n) for _, n in share] for m, share in mirrored.items()}


def numbers_only(counts, subscriptions):
    return {m: [n for _, n in share] for m, share in range_assign(counts, subscriptions).items()}


def a_pointer(counts, subscriptions):
    members, shares, start = sorted(subscriptions), {}, 0
    while members:
        size = -(-(counts["t0"] - start) // len(members))
        shares[members.pop(0)] = tuple(("t0", n) for n in range(start, start + size))
        start += size
    return shares


def cut_by_recursion(counts, subscriptions):
    def cut(members, partitions):
        if not members:
            return {}
        size = -(-len(partitions) // len(members))
        return {members[0]: {("t0", n) for n in partitions[:size]}} | cut(members[1:], partitions[size:])

    return cut(sorted(subscriptions), list(range(counts["t0"])))


def dealt(counts, subscriptions):
    return roundrobin_assign(counts, subscriptions)


def rounded_up(counts, subscriptions):
    size = -(-counts["t0"] // len(subscriptions))
    return {
        m: [("t0", n) for n in range(place * size, min((place + 1) * size, counts["t0"]))]
        for place, m in enumerate(sorted(subscriptions))
    }


RIGHT = {
    "range without idle members": without_idle,
    "a pointer": a_pointer,
    "cut by recursion": cut_by_recursion,
    "numpy's split": lambda counts, subs: {
        m: [("t0", n) for n in part]
        for m, part in zip(sorted(subs), np.array_split(np.arange(counts["t0"]), len(subs)), strict=False)
    },
    "Kafka's own range of one topic": range_assign,
}

WRONG = {
    "longer at the end": (
        longer_at_the_end,
        "7 partitions, 3 members: 2 each, and one more for the first. C1 should have 3, not 2.",
    ),
    "by name backwards": (
        by_name_backwards,
        "C1 should have t0-0, t0-1, t0-2: the members are served in the order of their names.",
    ),
    "numbers only": (numbers_only, "Member C1 is given 0; a partition is a pair of topic and number."),
    "in the order of arrival": (
        lambda counts, subs: dict(zip(subs, a_pointer(counts, subs).values(), strict=False)),
        (
            "C8 should have t0-3, t0-4, t0-5: the members are served in the order of their names; sorted by "
            "name the members are C6, C8."
        ),
    ),
    "by number": (
        lambda counts, subs: dict(
            zip(sorted(subs, key=lambda m: int(m[1:])), a_pointer(counts, subs).values(), strict=True)
        ),
        (
            "C10 should have t0-0, t0-1: the members are served in the order of their names; sorted by name "
            "the members are C10, C8."
        ),
    ),
    "backwards": (
        lambda counts, subs: dict(zip(sorted(subs, reverse=True), a_pointer(counts, subs).values(), strict=False)),
        "C1 should have t0-0, t0-1, t0-2: the members are served in the order of their names.",
    ),
    "dealt": (
        lambda counts, subs: {
            m: [("t0", n) for n in range(counts["t0"]) if n % len(subs) == p] for p, m in enumerate(sorted(subs))
        },
        "C1 is given t0-0, t0-2, t0-4, which is not one stretch.",
    ),
    "rounded down": (
        lambda counts, subs: {
            m: [("t0", p * (counts["t0"] // len(subs)) + n) for n in range(counts["t0"] // len(subs))]
            for p, m in enumerate(sorted(subs))
        },
        "t0-6 has no owner; its records would not be read.",
    ),
    "the rest to the first": (
        lambda counts, subs: {
            m: [
                ("t0", n)
                for n in range(counts["t0"])
                if max(0, n - counts["t0"] % len(subs)) // max(1, counts["t0"] // len(subs)) == p
            ]
            for p, m in enumerate(sorted(subs))
        },
        "2 partitions, 3 members: 0 each, and one more for the first 2 members. C1 should have 1, not 2.",
    ),
    "the rest to the last": (
        lambda counts, subs: {
            m: [
                ("t0", n)
                for n in range(counts["t0"])
                if min(n // max(1, counts["t0"] // len(subs)), len(subs) - 1) == p
            ]
            for p, m in enumerate(sorted(subs))
        },
        "7 partitions, 3 members: 2 each, and one more for the first. C1 should have 3, not 2.",
    ),
    "divided with a point": (
        lambda counts, subs: {m: [("t0", p * counts["t0"] / len(subs))] for p, m in enumerate(sorted(subs))},
        "0.0 is a float, and this exercise asks for none: `//` divides whole numbers, and `int` cuts to one.",
    ),
    "from one": (
        lambda counts, subs: {m: [("t0", n + 1) for _, n in share] for m, share in a_pointer(counts, subs).items()},
        "Member C2 is given t0-6, which does not exist.",
    ),
    "numbers alone": (
        lambda counts, subs: {m: [n for _, n in share] for m, share in a_pointer(counts, subs).items()},
        "Member C1 is given 0; a partition is a pair of topic and number.",
    ),
    "words for pairs": (
        lambda counts, subs: {m: [f"t0-{n}" for _, n in share] for m, share in a_pointer(counts, subs).items()},
        "Member C1 is given 't0-0'; a partition is a pair of topic and number.",
    ),
    "owners of partitions": (
        lambda counts, subs: {tp: m for m, share in a_pointer(counts, subs).items() for tp in share},
        (
            "An assignment is a dict: for each member the list of its partitions, as pairs of topic and "
            "number; ('t0', 0) is no member."
        ),
    ),
    "small letters": (
        lambda counts, subs: {m.lower(): share for m, share in a_pointer(counts, subs).items()},
        "Member c1 is not in the group; its members are C1, C2.",
    ),
    "a list of shares": (
        lambda counts, subs: list(a_pointer(counts, subs).values()),
        "An assignment is a dict: for each member the list of its partitions, as pairs of topic and number.",
    ),
    "a pair for a list": (
        lambda counts, subs: {m: share[0] if share else () for m, share in a_pointer(counts, subs).items()},
        "What a member gets is a list of pairs, also if it is one: [('t0', 0)], not ('t0', 0).",
    ),
    "dealt, as round robin does": (dealt, "C1 is given t0-0, t0-2, t0-4, which is not one stretch."),
    "rounded up": (rounded_up, "7 partitions, 3 members: 2 each, and one more for the first. C2 should have 2, not 3."),
}

TIRED = (
    range_assign,
    roundrobin_assign,
    0,
    "In the group of C1, C2, C1 reads t0-0, t0-2, t0-4, t0-6; with range it reads t0-0, t0-1, t0-2, t0-3.",
)
