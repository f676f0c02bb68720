"""Answers to E09.5: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from kafkaviz.course.exercises.nb09.in_group import Pair, owner_of
from kafkaviz.course.exercises.nb09.sticky import keep_and_fill
from kafkaviz.decisions.assignors import range_assign, roundrobin_assign, sticky_assign
from kafkaviz.decisions.values import Subscription


def from_the_other_end(counts, subscriptions):
    """Keeps the last partitions of each instead of the first, and hands out from the back."""
    every = [(topic, n) for topic in counts for n in range(counts[topic])]
    share, longer = divmod(len(every), len(subscriptions))
    by_size = sorted(subscriptions, key=lambda m: len(subscriptions[m].owned), reverse=True)
    kept = {m: list(subscriptions[m].owned[::-1][: share + (n < longer)]) for n, m in enumerate(by_size)}
    free = [tp for tp in every if all(tp not in held for held in kept.values())]
    for place, member in enumerate(by_size):
        while len(kept[member]) < share + (place < longer):
            kept[member].append(free.pop())
    return kept


def twice(counts, subscriptions):
    return {m: share * 2 for m, share in range_assign(counts, subscriptions).items()}


def nothing_at_all(counts, subscriptions):
    keep_and_fill(counts, subscriptions)


def one_at_a_time(counts, subscriptions):
    """Takes from the richest and gives to the poorest until the shares are even."""
    shares = {member: list(one.owned) for member, one in subscriptions.items()}
    owned = {tp for share in shares.values() for tp in share}
    for tp in [(topic, n) for topic in counts for n in range(counts[topic]) if (topic, n) not in owned]:
        min(shares.values(), key=len).append(tp)
    while len(most := max(shares.values(), key=len)) > len(least := min(shares.values(), key=len)) + 1:
        least.append(most.pop())
    return shares


def quota_in_sets(counts, subscriptions):
    every = {(topic, n) for topic in counts for n in range(counts[topic])}
    share, longer = divmod(len(every), len(subscriptions))
    by_size = sorted(subscriptions, key=lambda member: (len(subscriptions[member].owned), member))[::-1]
    kept = {m: set(sorted(subscriptions[m].owned)[: share + (n < longer)]) for n, m in enumerate(by_size)}
    free = sorted(every - set().union(*kept.values()))
    for place, member in enumerate(by_size):
        while len(kept[member]) < share + (place < longer):
            kept[member].add(free.pop())
    return kept


def quota_by(counts, subscriptions, order):
    every = [(topic, n) for topic in sorted(counts) for n in range(counts[topic])]
    share, longer = divmod(len(every), len(order))
    kept = {m: list(subscriptions[m].owned[: share + (place < longer)]) for place, m in enumerate(order)}
    free = [tp for tp in every if not any(tp in held for held in kept.values())]
    for place, member in enumerate(order):
        while len(kept[member]) < share + (place < longer):
            kept[member].append(free.pop())
    return kept


def rounded_up_for_all(counts, subscriptions):
    every = [(topic, n) for topic in sorted(counts) for n in range(counts[topic])]
    most = -(-len(every) // len(subscriptions))
    kept = {m: list(one.owned[:most]) for m, one in subscriptions.items()}
    free = [tp for tp in every if not any(tp in held for held in kept.values())]
    for member in kept:
        while free and len(kept[member]) < most:
            kept[member].append(free.pop())
    return kept


def keeps_everything(counts, subscriptions):
    kept: dict[str, list[Pair]] = {member: list(subscription.owned) for member, subscription in subscriptions.items()}
    every = [(topic, partition) for topic in sorted(counts) for partition in range(counts[topic])]
    owners = owner_of(kept)
    for tp in every:
        if tp not in owners:
            kept[min(kept, key=lambda member: len(kept[member]))].append(tp)
    return kept


def larger_by_name(counts, subscriptions):
    backwards = dict(sorted(subscriptions.items(), reverse=True))
    share, longer = divmod(sum(counts.values()), len(backwards))
    quota = {member: share + (place < longer) for place, member in enumerate(backwards)}
    kept = {member: list(backwards[member].owned[: quota[member]]) for member in backwards}
    free = [(t, n) for t in sorted(counts) for n in range(counts[t]) if (t, n) not in owner_of(kept)]
    return {member: held + [free.pop(0) for _ in range(quota[member] - len(held))] for member, held in kept.items()}


RIGHT = {
    "Kafka's sticky assignor": sticky_assign,
    "sticky from the other end": from_the_other_end,
    "one at a time": one_at_a_time,
    "quota in sets": quota_in_sets,
}

WRONG = {
    "nothing at all": (nothing_at_all, "It returned nothing: is there a `return`?"),
    "from scratch": (
        lambda counts, subs: roundrobin_assign(counts, subs),
        "Taken from a reader that stays: t0-2; none had to be (C1 had 1, C2 had 2).",
    ),
    "range again": (
        lambda counts, subs: range_assign(counts, subs),
        "Taken from a reader that stays: t0-1; none had to be (C1 had 1, C2 had 2).",
    ),
    "all kept": (
        lambda counts, subs: {
            m: [
                *s.owned,
                *(
                    [
                        (t, n)
                        for t in counts
                        for n in range(counts[t])
                        if not any((t, n) in o.owned for o in subs.values())
                    ]
                    if m == min(subs)
                    else []
                ),
            ]
            for m, s in subs.items()
        },
        "C1 has 2 and C2 has 0: shares may differ by one partition at most.",
    ),
    "nothing handed out": (
        lambda counts, subs: {m: list(s.owned) for m, s in subs.items()},
        "C1 has 2 and C2 has 0: shares may differ by one partition at most.",
    ),
    "more by name": (
        lambda counts, subs: quota_by(counts, subs, sorted(subs)),
        "Taken from a reader that stays: t0-2; none had to be (C1 had 1, C2 had 2).",
    ),
    "more by arrival": (
        lambda counts, subs: quota_by(counts, subs, list(subs)),
        "Taken from a reader that stays: t0-2; none had to be (C1 had 1, C2 had 2).",
    ),
    "more for those with least": (
        lambda counts, subs: quota_by(counts, subs, sorted(subs, key=lambda m: len(subs[m].owned))),
        "Taken from a reader that stays: t0-2; none had to be (C1 had 1, C2 had 2).",
    ),
    "rounded up for all": (rounded_up_for_all, "C3 has 3 and C12 has 1: shares may differ by one partition at most."),
    "the rest forgotten": (
        lambda counts, subs: {m: list(s.owned[: sum(counts.values()) // len(subs)]) for m, s in subs.items()},
        "t0-1 has no owner; its records would not be read.",
    ),
    "the first topic": (
        lambda counts, subs: one_at_a_time(
            {t: counts[t] for t in [min(counts)]},
            {m: s._replace(owned=tuple(tp for tp in s.owned if tp[0] == min(counts))) for m, s in subs.items()},
        ),
        "t2-0 has no owner; its records would not be read.",
    ),
    "twice": (
        lambda counts, subs: {m: share * 2 for m, share in one_at_a_time(counts, subs).items()},
        "t0-0 is given to C1 twice.",
    ),
    "owners of partitions": (
        lambda counts, subs: {tp: m for m, share in one_at_a_time(counts, subs).items() for tp in share},
        (
            "An assignment is a dict: for each member the list of its partitions, as pairs of topic and "
            "number; ('t0', 0) is no member."
        ),
    ),
    "subscriptions": (
        lambda counts, subs: {m: s._replace(owned=()) for m, s in subs.items()},
        "Member C1 is given ['t0']; a partition is a pair of topic and number.",
    ),
    "the departed stay": (
        lambda counts, subs: one_at_a_time(counts, subs | {"gone": Subscription(tuple(counts))}),
        "Member gone is not in the group; its members are C1, C2.",
    ),
    "keeps everything": (keeps_everything, "C1 has 2 and C2 has 0: shares may differ by one partition at most."),
    "larger by name": (larger_by_name, "Taken from a reader that stays: t1-0; none had to be (C3 had 1, C7 had 0)."),
}

TIRED = (keep_and_fill, roundrobin_assign, 1, "In the group of C1, C2, C3: Taken from a reader that stays: ")
