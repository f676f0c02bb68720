"""Answers to E09.2: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from collections import defaultdict, deque
from itertools import cycle

from kafkaviz.course.exercises.nb09.round_robin import sorted_partitions
from kafkaviz.decisions.assignors import range_assign, roundrobin_assign


def turned_round(counts, subscriptions):
    return {m: share[::-1] for m, share in reversed(roundrobin_assign(counts, subscriptions).items())}


def twice(counts, subscriptions):
    return {m: share * 2 for m, share in range_assign(counts, subscriptions).items()}


def dealt_one_by_one(counts, subscriptions):
    shares, turns = defaultdict(list), cycle(sorted(subscriptions))
    for topic in sorted(counts):
        for number in range(counts[topic]):
            shares[next(turns)].append([topic, number])
    return shares


def popped_from_the_end(counts, subscriptions):
    every = sorted(((topic, n) for topic, many in counts.items() for n in range(many)), reverse=True)
    members = deque(sorted(subscriptions))
    shares = {member: set() for member in subscriptions}
    while every:
        shares[members[0]].add(every.pop())
        members.rotate(-1)
    return shares


def begins_anew(counts, subscriptions):
    members = sorted(subscriptions)
    return {
        member: [tp for tp in sorted_partitions(counts) if tp[1] % len(members) == place]
        for place, member in enumerate(members)
    }


def unsorted(counts, subscriptions):
    every = [(topic, partition) for topic in counts for partition in range(counts[topic])]
    return {member: every[place :: len(subscriptions)] for place, member in enumerate(subscriptions)}


RIGHT = {
    "round robin in another order": turned_round,
    "dealt one by one": dealt_one_by_one,
    "popped from the end": popped_from_the_end,
    "every so many": lambda counts, subs: {
        m: [(t, n) for t in sorted(counts) for n in range(counts[t])][sorted(subs).index(m) :: len(subs)] for m in subs
    },
}

WRONG = {
    "twice": (twice, "t0-0 is given to C1 twice."),
    "in the order of arrival": (
        lambda counts, subs: dict(zip(subs, dealt_one_by_one(counts, subs).values(), strict=False)),
        (
            "In sorted order t1-0 is number 0, counted from 0, and 0 % 2 is 0: it goes to C4, not to C9; "
            "sorted by name the members are C4, C9."
        ),
    ),
    "topics as they come": (
        lambda counts, subs: {
            m: [(t, n) for t in counts for n in range(counts[t])][p :: len(subs)] for p, m in enumerate(sorted(subs))
        },
        "In sorted order t0-0 is number 0, counted from 0, and 0 % 2 is 0: it goes to C1, not to C2.",
    ),
    "members by number": (
        lambda counts, subs: {
            m: [(t, n) for t in sorted(counts) for n in range(counts[t])][p :: len(subs)]
            for p, m in enumerate(sorted(subs, key=lambda m: int(m[1:])))
        },
        (
            "In sorted order t0-0 is number 0, counted from 0, and 0 % 2 is 0: it goes to C12, not to C6; "
            "sorted by name the members are C12, C6."
        ),
    ),
    "topics by number": (
        lambda counts, subs: {
            m: [(t, n) for t in sorted(counts, key=lambda t: int(t[1:])) for n in range(counts[t])][p :: len(subs)]
            for p, m in enumerate(sorted(subs))
        },
        "In sorted order t10-0 is number 0, counted from 0, and 0 % 2 is 0: it goes to C1, not to C12.",
    ),
    "sorted as words": (
        lambda counts, subs: {
            m: [
                (w.split("-")[0], int(w.split("-")[1]))
                for w in sorted(f"{t}-{n}" for t in counts for n in range(counts[t]))[p :: len(subs)]
            ]
            for p, m in enumerate(sorted(subs))
        },
        (
            "In sorted order t1-2 is number 2, counted from 0, and 2 % 2 is 0: it goes to C1, not to C2; "
            "sorted by name the members are C1, C2."
        ),
    ),
    "each topic from the first": (
        lambda counts, subs: {
            m: [(t, n) for t in counts for n in range(counts[t]) if n % len(subs) == p]
            for p, m in enumerate(sorted(subs))
        },
        "In sorted order t1-0 is number 3, counted from 0, and 3 % 2 is 1: it goes to C2, not to C1.",
    ),
    "number before topic": (
        lambda counts, subs: {
            m: sorted(((t, n) for t in counts for n in range(counts[t])), key=lambda tp: (tp[1], tp[0]))[p :: len(subs)]
            for p, m in enumerate(sorted(subs))
        },
        "In sorted order t0-1 is number 1, counted from 0, and 1 % 2 is 1: it goes to C2, not to C1.",
    ),
    "in stretches": (
        lambda counts, subs: range_assign(counts, subs),
        "In sorted order t0-1 is number 1, counted from 0, and 1 % 2 is 1: it goes to C2, not to C1.",
    ),
    "the first topic": (
        lambda counts, subs: dealt_one_by_one({min(counts): counts[min(counts)]}, subs),
        "t1-0 has no owner; its records would not be read.",
    ),
    "everything to everybody": (
        lambda counts, subs: {m: [(t, n) for t in counts for n in range(counts[t])] for m in subs},
        "t0-0 is given to C1 and to C2; both would read the same records.",
    ),
    "words": (
        lambda counts, subs: {
            m: " ".join(f"{t}-{n}" for t, n in share) for m, share in dealt_one_by_one(counts, subs).items()
        },
        "Member C1 is given 't0-0 t0-2 t0-4' instead of a list of partitions.",
    ),
    "pairs turned round": (
        lambda counts, subs: {m: [(n, t) for t, n in share] for m, share in dealt_one_by_one(counts, subs).items()},
        "Member C1 is given 0-t0, which does not exist.",
    ),
    "begins anew": (
        begins_anew,
        "In sorted order t1-0 is number 3, counted from 0, and 3 % 2 is 1: it goes to C2, not to C1.",
    ),
    "unsorted": (
        unsorted,
        "In sorted order t0-0 is number 0, counted from 0, and 0 % 2 is 0: it goes to C1, not to C2.",
    ),
}

TIRED = (
    roundrobin_assign,
    range_assign,
    1,
    "In the group of C1, C2, C3, C1 reads t0-0, t1-0, t1-1; with round robin it reads t0-0, t1-0, t1-3.",
)
