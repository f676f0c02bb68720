"""Answers to X4.4: right ones in another form, and wrong ones that look right, each with its sentence."""

from fractions import Fraction
from math import gcd, lcm

from kafkaviz.course.exercises.m4.growth import moved_share


def counted(before, after, most):
    return sum(h % before != h % after for h in range(most)) / most


def stays(before, after):
    return 1 - moved_share(before, after)


RIGHT = {
    "counted over a period": lambda before, after: counted(before, after, before * after),
    "counted over the shortest period": lambda before, after: counted(before, after, lcm(before, after)),
    "the number of remainders that stay": lambda before, after: 1 - before / lcm(before, after),
    "a fraction": lambda before, after: float(1 - Fraction(gcd(before, after), after)),
}

WRONG = {
    "1 - before / after": (
        lambda before, after: 1 - before / after,
        "1 of 4 partitions is new, but keys move between the old ones, too: h % 3 and h % 4 are seldom equal.",
    ),
    "gcd(before, after) / after": (
        lambda before, after: gcd(before, after) / after,
        "That is the share that stays; asked is the share that moves.",
    ),
    "1 - 1 / after": (
        lambda before, after: 1 - 1 / after,
        "Of 3 hashes in a row 3 have the same remainder by 3 and by 3: 3/3 stay.",
    ),
    "0.5 if after % before == 0 else 1.0": (
        lambda before, after: 0.5 if after % before == 0 else 1.0,
        "Of 3 hashes in a row 3 have the same remainder by 3 and by 3: 3/3 stay.",
    ),
    "1 - gcd(before, after) / before": (
        lambda before, after: 1 - gcd(before, after) / before,
        "Of 2 hashes in a row 1 has the same remainder by 1 and by 2: 1/2 stays.",
    ),
    "counted(before, after, 100)": (
        lambda before, after: counted(before, after, 100),
        "Of 6 hashes in a row 3 have the same remainder by 3 and by 6: 3/6 stay.",
    ),
    "counted(before, after, after)": (
        lambda before, after: counted(before, after, after),
        "1 of 4 partitions is new, but keys move between the old ones, too: h % 3 and h % 4 are seldom equal.",
    ),
    "1 - 1 / gcd(before, after)": (
        lambda before, after: 1 - 1 / gcd(before, after),
        "Of 3 hashes in a row 3 have the same remainder by 3 and by 3: 3/3 stay.",
    ),
    "1 - 1 / lcm(before, after)": (
        lambda before, after: 1 - 1 / lcm(before, after),
        "Of 3 hashes in a row 3 have the same remainder by 3 and by 3: 3/3 stay.",
    ),
    "0 if after == before else 1 - 1 / after": (
        lambda before, after: 0 if after == before else 1 - 1 / after,
        "Of 6 hashes in a row 3 have the same remainder by 3 and by 6: 3/6 stay.",
    ),
    "round(1 - gcd(before, after) / after, 2)": (
        lambda before, after: round(1 - gcd(before, after) / after, 2),
        "Of 24 hashes in a row 3 have the same remainder by 3 and by 8: 3/24 stay.",
    ),
    "100 * (1 - gcd(before, after) / after)": (
        lambda before, after: 100 * (1 - gcd(before, after) / after),
        "Of 2 hashes in a row 1 has the same remainder by 1 and by 2: 1/2 stays.",
    ),
    "stays": (stays, "That is the share that stays; asked is the share that moves."),
}
