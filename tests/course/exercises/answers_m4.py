"""Sizes and times for notebook M4: unusual right ones, and wrong ones that look right."""

from fractions import Fraction
from itertools import accumulate
from math import ceil, floor, gcd, lcm

import numpy as np


def dealt(partitions, consumers, per_s):
    """Deals the partitions out and looks at the fullest hand."""
    hands = [len(range(place, partitions, consumers)) for place in range(consumers)]
    return per_s * partitions / max(hands)


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


def recursion(arriving, per_s, outage_s):
    left = 0
    for second, records in enumerate(arriving):
        left = left + records if second < outage_s else max(0, left + records - per_s)
        if second >= outage_s and not left and any(arriving[:outage_s]):
            return second - outage_s + 1
    return None if any(arriving[:outage_s]) else 0


def with_accumulate(arriving, per_s, outage_s):
    lags = list(
        accumulate(arriving[outage_s:], lambda lag, more: max(lag + more - per_s, 0), initial=sum(arriving[:outage_s]))
    )
    return lags.index(0) if 0 in lags else None


def with_sums(arriving, per_s, outage_s):
    """Until the lag is 0 for the first time it is what has arrived, less what could be read."""
    for seconds in range(len(arriving) - outage_s + 1):
        if sum(arriving[: outage_s + seconds]) <= per_s * seconds:
            return seconds
    return None


def with_numpy(arriving, per_s, outage_s):
    behind = np.cumsum([sum(arriving[:outage_s]), *(np.array(arriving[outage_s:], dtype=int) - per_s)]) <= 0
    return int(behind.argmax()) if behind.any() else None


def drains(start=1, reads_all=False, strictly=False, skips=True):
    def drain(arriving, per_s, outage_s):
        lag = sum(arriving[:outage_s])
        if skips and not lag:
            return 0
        for second, records in enumerate(arriving[outage_s:], start):
            lag = lag + records - per_s if reads_all else max(lag + records - per_s, 0)
            if (lag < 0) if strictly else (lag <= 0):
                return second
        return None

    return drain


def counted(before, after, most):
    return sum(h % before != h % after for h in range(most)) / most


RIGHT = {
    "dealt out": ("X4.1", dealt),
    "the double minus": ("X4.1", lambda n, consumers, per_s: n * per_s / -(-n // consumers)),
    "floor and one more": ("X4.1", lambda n, consumers, per_s: n * per_s / ((n - 1) // consumers + 1)),
    "in fractions": ("X4.1", lambda n, consumers, per_s: float(Fraction(n * per_s, -(-n // consumers)))),
    "all sizes": ("X4.2", by_tuple),
    "consumers in the outer loop": ("X4.2", consumers_first),
    "how many partitions one can bear": ("X4.2", from_the_floor),
    "more consumers than partitions tried": ("X4.2", sorted_sizes),
    "the outage in the same loop": ("X4.3", recursion),
    "accumulate": ("X4.3", with_accumulate),
    "sums from the start": ("X4.3", with_sums),
    "numpy's cumsum": ("X4.3", with_numpy),
    "counted over a period": ("X4.4", lambda before, after: counted(before, after, before * after)),
    "counted over the shortest period": ("X4.4", lambda before, after: counted(before, after, lcm(before, after))),
    "the number of remainders that stay": ("X4.4", lambda before, after: 1 - before / lcm(before, after)),
    "a fraction": ("X4.4", lambda before, after: float(1 - Fraction(gcd(before, after), after))),
}

WRONG = {
    "X4.1": [
        lambda n, consumers, per_s: per_s * consumers,
        lambda n, consumers, per_s: per_s * min(n, consumers),
        lambda n, consumers, per_s: per_s * n / max(n // consumers, 1),
        lambda n, consumers, per_s: per_s * n / (n / consumers),
        lambda n, consumers, per_s: per_s / ceil(n / consumers),
        lambda n, consumers, per_s: per_s * n / round(n / consumers + 0.001),
        lambda n, consumers, per_s: per_s * n // ceil(n / consumers),
        lambda n, consumers, per_s: per_s * n,
        lambda n, consumers, per_s: per_s * n / (n // consumers + 1),
        lambda n, consumers, per_s: per_s * consumers * (n % consumers == 0),
        lambda n, consumers, per_s: per_s * consumers / ceil(n / consumers),
        lambda n, consumers, per_s: per_s * consumers / ceil(consumers / n),
    ],
    "X4.2": [
        fewest_partitions,
        lambda load, per_s, choices: (min(choices), ceil(load / per_s)),
        lambda load, per_s, choices: min(sizes(load, per_s, choices), default=None),
        lambda load, per_s, choices: by_tuple(load + 1, per_s, choices),
        lambda load, per_s, choices: by_tuple(load, per_s, choices[:1]),
        lambda load, per_s, choices: by_tuple(load, per_s, [max(choices)]),
        lambda load, per_s, choices: by_tuple(load, per_s, choices) or (max(choices), max(choices)),
        lambda load, per_s, choices: next((s[::-1] for s in sizes(load, per_s, choices)), None),
        lambda load, per_s, choices: max(sizes(load, per_s, choices), default=(0, 0))[::-1],
        lambda load, per_s, choices: next((p, ceil(load / per_s)) for p in [*sorted(choices), 99] if p * per_s >= load),
        lambda load, per_s, choices: min(
            sizes(load, per_s, choices), key=lambda size: (size[0], -size[1]), default=[None] * 2
        )[::-1],
        lambda load, per_s, choices: by_tuple(load, per_s, [one for one in choices if one < 10] or choices),
    ],
    "X4.3": [
        drains(start=0),
        drains(start=2),
        drains(strictly=True, reads_all=True),
        drains(skips=False),
        lambda arriving, per_s, outage_s: ceil(sum(arriving[:outage_s]) / per_s),
        lambda arriving, per_s, outage_s: drains()(arriving[:], per_s, outage_s + 1),
        lambda arriving, per_s, outage_s: drains()(arriving, per_s, max(outage_s - 1, 0)),
        lambda arriving, per_s, outage_s: drains()(arriving, per_s, outage_s) or 0,
        lambda arriving, per_s, outage_s: (drains()(arriving, per_s, outage_s) or -outage_s) + outage_s,
        lambda arriving, per_s, outage_s: drains()([*arriving, 0, 0, 0], per_s, outage_s),
        lambda arriving, per_s, outage_s: drains()(arriving[:-1], per_s, outage_s),
        lambda arriving, per_s, outage_s: drains()(
            [*arriving[:outage_s], *sorted(arriving[outage_s:])], per_s, outage_s
        ),
        lambda arriving, per_s, outage_s: drains()([0] * outage_s + arriving[outage_s:], per_s, outage_s),
        lambda arriving, per_s, outage_s: floor(sum(arriving[:outage_s]) / max(per_s - max(arriving), 1)),
    ],
    "X4.4": [
        lambda before, after: 1 - before / after,
        lambda before, after: gcd(before, after) / after,
        lambda before, after: 1 - 1 / after,
        lambda before, after: 0.5 if after % before == 0 else 1.0,
        lambda before, after: 1 - gcd(before, after) / before,
        lambda before, after: counted(before, after, 100),
        lambda before, after: counted(before, after, after),
        lambda before, after: 1 - 1 / gcd(before, after),
        lambda before, after: 1 - 1 / lcm(before, after),
        lambda before, after: 0 if after == before else 1 - 1 / after,
        lambda before, after: round(1 - gcd(before, after) / after, 2),
        lambda before, after: 100 * (1 - gcd(before, after) / after),
    ],
}
