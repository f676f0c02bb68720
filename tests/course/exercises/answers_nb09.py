"""Answers to notebook 09: other forms of right ones, wrong ones with their sentence, and what fails in the cluster."""

from kafkaviz.course.exercises.nb09.cost import cost
from kafkaviz.course.exercises.nb09.sticky import keep_and_fill
from kafkaviz.decisions.assignors import range_assign, roundrobin_assign, sticky_assign


def turned_round(counts, subscriptions):
    return {m: share[::-1] for m, share in reversed(roundrobin_assign(counts, subscriptions).items())}


def without_idle(counts, subscriptions):
    return {m: share for m, share in range_assign(counts, subscriptions).items() if share}


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


RIGHT = {
    "range without idle members": ("E09.1", without_idle),
    "round robin in another order": ("E09.2", turned_round),
    "Kafka's own range": ("E09.3", range_assign),
    "the two numbers as a list": ("E09.4", lambda *arguments: list(cost(*arguments))),
    "Kafka's sticky assignor": ("E09.5", sticky_assign),
    "sticky from the other end": ("E09.5", from_the_other_end),
}


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


def twice(counts, subscriptions):
    return {m: share * 2 for m, share in range_assign(counts, subscriptions).items()}


def to_all(counts, subscriptions):
    return {m: [(topic, n) for topic in counts for n in range(counts[topic])] for m in subscriptions}


def one_number(before, after, protocol):
    return cost(before, after, protocol)[0]


def nothing_at_all(counts, subscriptions):
    keep_and_fill(counts, subscriptions)


SAID = {
    longer_at_the_end: (
        "E09.1",
        "7 partitions, 3 members: 2 each, and one more for the first 1. C1 should have 3, not 2.",
    ),
    by_name_backwards: (
        "E09.1",
        "C1 should have t0-0, t0-1, t0-2: the members are served in the order of their names.",
    ),
    numbers_only: ("E09.1", "Member C1 is given 0; a partition is a pair of topic and number."),
    twice: ("E09.2", "t0-0 is given to C1 twice."),
    to_all: ("E09.3", "t0-0 is given to C1 and to C2; both would read the same records."),
    one_number: ("E09.4", "The answer is two numbers: moved, stopped."),
    nothing_at_all: ("E09.5", "It returned nothing: is there a `return`?"),
}

IN_CLUSTER = {
    "E09.1": (
        range_assign,
        roundrobin_assign,
        0,
        "In the group of C1, C2, C1 reads t0-0, t0-2, t0-4, t0-6; with range it reads t0-0, t0-1, t0-2, t0-3.",
    ),
    "E09.5": (keep_and_fill, roundrobin_assign, 1, "In the group of C1, C2, C3: Taken from a reader that stays: "),
}
