"""Answers to E09.4: right ones in other forms than the reference, wrong ones with the sentence each must get."""

import numpy as np

from kafkaviz.course.exercises.nb09.cost import cost


def one_number(before, after, protocol):
    return cost(before, after, protocol)[0]


def cost_in_loops(before, after, protocol):
    moved = read = 0
    for member in before:
        for tp in before[member]:
            read += 1
            if tp not in after.get(member, []):
                moved += 1
    return (moved, read) if protocol == "eager" else (moved, moved)


def counted_twice(before, after, protocol):
    lost = {(m, tuple(tp)) for m, share in before.items() for tp in share}
    won = {(m, tuple(tp)) for m, share in after.items() for tp in share}
    return len(lost ^ won), len(lost) if protocol == "eager" else len(lost ^ won)


RIGHT = {
    "the two numbers as a list": lambda *arguments: list(cost(*arguments)),
    "cost in loops": cost_in_loops,
    "cost of pairs": lambda before, after, how: (
        gone := len({(m, tp) for m in before for tp in before[m]} - {(m, tp) for m in after for tp in after[m]}),
        {"eager": sum(map(len, before.values()))}.get(how, gone),
    ),
    "an array of two": lambda before, after, how: np.array(
        [
            sum(tp not in after.get(m, ()) for m in before for tp in before[m]),
            sum(how == "eager" or tp not in after.get(m, ()) for m in before for tp in before[m]),
        ]
    ),
}

WRONG = {
    "one number": (one_number, "The answer is two numbers: moved, stopped."),
    "first readers count": (
        lambda before, after, how: (
            n := sum(tp not in before.get(m, ()) for m in after for tp in after[m]),
            sum(map(len, before.values())) if how == "eager" else n,
        ),
        "Of 1 partition with a reader, 1 lost it, each counted once; you say 0.",
    ),
    "lost readers do not count": (
        lambda before, after, how: (
            n := sum(tp in share and m != w for m in before for tp in before[m] for w, share in after.items()),
            sum(map(len, before.values())) if how == "eager" else n,
        ),
        "Of 1 partition with a reader, 1 lost it, each counted once; you say 0.",
    ),
    "the departed do not count": (
        lambda before, after, how: (
            n := sum(tp not in after[m] for m in before if m in after for tp in before[m]),
            sum(map(len, before.values())) if how == "eager" else n,
        ),
        "Of 1 partition with a reader, 1 lost it, each counted once; you say 0.",
    ),
    "counted twice": (
        lambda before, after, how: (
            n := 2 * cost(before, after, how)[0],
            sum(map(len, before.values())) if how == "eager" else n,
        ),
        "Of 1 partition with a reader, 1 lost it, each counted once; you say 2.",
    ),
    "all stop": (
        lambda before, after, how: cost(before, after, "eager"),
        "With the cooperative protocol only what moves is given up: 0 of 2 stop, not 2.",
    ),
    "none but the moved stop": (
        lambda before, after, how: cost(before, after, "cooperative"),
        "With the eager protocol everybody gives up everything: 2 of 2 stop, not 1.",
    ),
    "eager counts what is read now": (
        lambda before, after, how: (
            cost(before, after, how)[0],
            sum(map(len, after.values())) if how == "eager" else cost(before, after, how)[0],
        ),
        "With the eager protocol everybody gives up everything: 1 of 1 stop, not 0.",
    ),
    "sizes compared": (
        lambda before, after, how: (
            n := sum(max(0, len(before[m]) - len(after.get(m, ()))) for m in before),
            sum(map(len, before.values())) if how == "eager" else n,
        ),
        "Of 6 partitions with a reader, 3 lost it, each counted once; you say 2.",
    ),
    "numbers without topics": (
        lambda before, after, how: (
            n := len({(m, tp[1]) for m in before for tp in before[m]} - {(m, tp[1]) for m in after for tp in after[m]}),
            sum(map(len, before.values())) if how == "eager" else n,
        ),
        (
            "Of 1 partition with a reader, 1 lost it, each counted once, and 3 that nobody read before do not"
            " count; you say 0."
        ),
    ),
    "places compared": (
        lambda before, after, how: (
            n := sum(a != b for m in before for a, b in zip(before[m], after.get(m, before[m]), strict=False)),
            sum(map(len, before.values())) if how == "eager" else n,
        ),
        "Of 1 partition with a reader, 1 lost it, each counted once; you say 0.",
    ),
    "members that change": (
        lambda before, after, how: (
            n := sum(sorted(before[m]) != sorted(after.get(m, ())) for m in before),
            len(before) if how == "eager" else n,
        ),
        "With the eager protocol everybody gives up everything: 2 of 2 stop, not 1.",
    ),
    "turned round": (
        lambda before, after, how: cost(before, after, how)[::-1],
        "These are the right numbers, turned round: first moved, 1, then stopped, 2.",
    ),
    "one dict": (
        lambda before, after, how: dict(zip(("moved", "stopped"), cost(before, after, how), strict=False)),
        "The answer is two numbers: moved, stopped.",
    ),
    "the partitions themselves": (
        lambda before, after, how: ([tp for m in before for tp in before[m] if tp not in after.get(m, ())], []),
        "The answer is two numbers: moved, stopped.",
    ),
    "shares of the whole": (
        lambda before, after, how: tuple(n / max(1, sum(map(len, before.values()))) for n in cost(before, after, how)),
        "1.0 is a float, and this exercise asks for none: `//` divides whole numbers, and `int` cuts to one.",
    ),
    "counted where lost and where won": (
        counted_twice,
        "Of 1 partition with a reader, 1 lost it, each counted once; you say 2.",
    ),
}

TIRED = (
    cost,
    lambda before, after, how: cost(before, after, "eager"),
    3,
    "In the cooperative group 2 partitions moved and 2 stopped; you say (2, 6).",
)
