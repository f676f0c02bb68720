"""Answers to X4.2: right ones in another form, and wrong ones that look right, each with its sentence."""

from fractions import Fraction
from math import ceil


def sizes(load_per_s, per_s, choices, most=lambda partitions: partitions):
    return [
        (consumers, partitions)
        for partitions in choices
        for consumers in range(1, most(partitions) + 1)
        if Fraction(per_s * partitions, -(-partitions // consumers)) >= load_per_s
    ]


def by_tuple(load_per_s, per_s, choices):
    consumers, partitions = min(sizes(load_per_s, per_s, choices), default=(None, None))
    return None if partitions is None else [partitions, consumers]


def consumers_first(load_per_s, per_s, choices):
    for consumers in range(1, max(choices) + 1):
        for partitions in sorted(choices):
            if per_s * partitions / ceil(partitions / consumers) >= load_per_s:
                return partitions, consumers
    return None


def from_the_floor(load_per_s, per_s, choices):
    """A partition gets load/P, so a consumer can have floor(mu·P/load) of them."""
    found = [(ceil(p / (per_s * p // load_per_s)), p) for p in choices if per_s * p >= load_per_s]
    return min(found)[::-1] if found else None


def sorted_sizes(load_per_s, per_s, choices):
    return next((size[::-1] for size in sorted(sizes(load_per_s, per_s, choices, lambda p: p + 3))), None)


def fewest_partitions(load_per_s, per_s, choices):
    found = sizes(load_per_s, per_s, choices)
    return min(((partitions, consumers) for consumers, partitions in found), default=None)


def no_remainder(load_per_s, per_s, choices):
    consumers = ceil(load_per_s / per_s)
    return next(((one, consumers) for one in sorted(choices) if one >= consumers), None)


RIGHT = {
    "all sizes": by_tuple,
    "consumers in the outer loop": consumers_first,
    "how many partitions one can bear": from_the_floor,
    "more consumers than partitions tried": sorted_sizes,
}

WRONG = {
    "fewest_partitions": (fewest_partitions, "12 partitions need 3 consumers, fewer than 4; consumers cost most."),
    "(min(choices), ceil(load / per_s))": (
        lambda load, per_s, choices: (min(choices), ceil(load / per_s)),
        "Even 4 partitions with a consumer each keep up with only 4,000/s: the answer is None.",
    ),
    "min(sizes(load, per_s, choices), default=None)": (
        lambda load, per_s, choices: min(sizes(load, per_s, choices), default=None),
        "1 partition is not among the choices [4] (partitions come first).",
    ),
    "by_tuple(load + 1, per_s, choices)": (
        lambda load, per_s, choices: by_tuple(load + 1, per_s, choices),
        "4 partitions need 1 consumer, fewer than 2; consumers cost most.",
    ),
    "by_tuple(load, per_s, choices[:1])": (
        lambda load, per_s, choices: by_tuple(load, per_s, choices[:1]),
        "With 2 consumers 2 partitions do as well as 8: take the fewer.",
    ),
    "by_tuple(load, per_s, [max(choices)])": (
        lambda load, per_s, choices: by_tuple(load, per_s, [max(choices)]),
        "With 2 consumers 2 partitions do as well as 8: take the fewer.",
    ),
    "by_tuple(load, per_s, choices) or (max(choices), max(choices))": (
        lambda load, per_s, choices: by_tuple(load, per_s, choices) or (max(choices), max(choices)),
        "Even 4 partitions with a consumer each keep up with only 4,000/s: the answer is None.",
    ),
    "next((s[::-1] for s in sizes(load, per_s, choices)), None)": (
        lambda load, per_s, choices: next((s[::-1] for s in sizes(load, per_s, choices)), None),
        "With 2 consumers 2 partitions do as well as 8: take the fewer.",
    ),
    "max(sizes(load, per_s, choices), default=(0, 0))[::-1]": (
        lambda load, per_s, choices: max(sizes(load, per_s, choices), default=(0, 0))[::-1],
        "4 partitions need 1 consumer, fewer than 4; consumers cost most.",
    ),
    "next(((p, ceil(load / per_s)) for p in [*sorted(choices), 99] if p * …": (
        lambda load, per_s, choices: next((p, ceil(load / per_s)) for p in [*sorted(choices), 99] if p * per_s >= load),
        "Even 4 partitions with a consumer each keep up with only 4,000/s: the answer is None.",
    ),
    "min(sizes(load, per_s, choices), key=lambda size: (size[0], -size[1])…": (
        lambda load, per_s, choices: min(
            sizes(load, per_s, choices), key=lambda size: (size[0], -size[1]), default=[None] * 2
        )[::-1],
        "Even 4 partitions with a consumer each keep up with only 4,000/s: the answer is None.",
    ),
    "by_tuple(load, per_s, [one for one in choices if one < 10] or choices)": (
        lambda load, per_s, choices: by_tuple(load, per_s, [one for one in choices if one < 10] or choices),
        "12 partitions need 3 consumers, fewer than 4; consumers cost most.",
    ),
    "no remainder": (no_remainder, "4 partitions and 3 consumers keep up with 2,000/s; 3,000 arrive."),
}
