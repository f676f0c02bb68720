"""Measures and remedies for notebook M1: unusual right ones, and wrong ones that look right."""

from fractions import Fraction
from math import ceil, prod
from statistics import mean, median

import numpy as np
import pandas as pd

from kafkaviz.decisions.hashing import keyed_partition, murmur2


def first(key, n):
    return keyed_partition(key, n)


def second(key, n):
    return keyed_partition(key + b"#2", n)


RIGHT = {
    "numpy": ("X1.1", lambda records: np.max(records) / np.mean(records)),
    "fractions, turned into a float at the end": (
        "X1.1",
        lambda records: float(Fraction(max(records)) / Fraction(sum(records), len(records))),
    ),
    "pandas": ("X1.1", lambda records: pd.Series(records).max() / pd.Series(records).mean()),
    "the share times the number": ("X1.1", lambda records: max(r / sum(records) for r in records) * len(records)),
    "a product in a loop": ("X1.2", lambda keys, n: n * prod([(n - 1) / n] * keys)),
    "all ways counted": ("X1.2", lambda keys, n: float(Fraction(n * (n - 1) ** keys, n**keys))),
    "numpy's power": ("X1.2", lambda keys, n: n * np.power(1 - 1 / n, keys)),
    "one key after the other": ("X1.2", lambda keys, n: n if keys == 0 else (1 - 1 / n) * one_fewer(keys, n)),
    "in whole numbers": (
        "X1.3",
        lambda hot, rest, n, most: next((s for s in range(1, n + 1) if hot <= (most - rest) * s), None),
    ),
    "by division": (
        "X1.3",
        lambda hot, rest, n, most: None if most <= rest or -(-hot // (most - rest)) > n else -(-hot // (most - rest)),
    ),
    "from the other end": (
        "X1.3",
        lambda hot, rest, n, most: min([s for s in range(n, 0, -1) if hot / s + rest <= most], default=None),
    ),
    "with Fraction": (
        "X1.3",
        lambda hot, rest, n, most: next((s for s in range(1, n + 1) if Fraction(hot, s) + rest <= most), None),
    ),
    "min of both homes": (
        "X1.4",
        lambda key, n, hot, loads: (
            min([first(key, n), second(key, n)], key=lambda p: loads[p]) if key in hot else first(key, n)
        ),
    ),
    "a set of hot keys": (
        "X1.4",
        lambda key, n, hot, loads: (first, second)[key in {*hot} and loads[second(key, n)] < loads[first(key, n)]](
            key, n
        ),
    ),
    "murmur2 by hand": (
        "X1.4",
        lambda key, n, hot, loads: min(
            [(murmur2(k) & (2**31 - 1)) % n for k in ([key, key + b"#2"] if key in hot else [key])],
            key=loads.__getitem__,
        ),
    ),
    "sorted, which is stable": (
        "X1.4",
        lambda key, n, hot, loads: sorted([first(key, n), second(key, n)], key=lambda p: loads[p] * (key in hot))[0],
    ),
}


def one_fewer(keys, n):
    return n * (1 - 1 / n) ** (keys - 1)


def filled(records):
    return [one for one in records if one]


WRONG = {
    "X1.1": [
        lambda records: max(records) / sum(records),
        lambda records: max(records) / mean(filled(records)),
        lambda records: max(records) // mean(records),
        lambda records: max(records) / max(median(records), 1),
        lambda records: records[0] / mean(records),
        lambda records: sorted(records)[-1] / (sum(records) // len(records) or 1),
        lambda records: max(records) / min(filled(records)),
        lambda records: mean(records) / max(records),
        lambda records: max(records) - mean(records),
        lambda records: max(records) / mean(set(records)),
        lambda records: round(max(records) / mean(records), 2),
        lambda records: str(max(records) / mean(records)),
    ],
    "X1.2": [
        lambda keys, n: max(n - keys, 0),
        lambda keys, n: (1 - 1 / n) ** keys,
        lambda keys, n: n - n * (1 - 1 / n) ** keys,
        lambda keys, n: n * (1 / n) ** keys,
        lambda keys, n: n * (1 - keys / n),
        lambda keys, n: keys * (1 - 1 / keys) ** n if keys else n,
        lambda keys, n: round(n * (1 - 1 / n) ** keys),
        lambda keys, n: n * 2.718281828459045 ** (-keys / n),
        lambda keys, n: n * (1 - 1 / n) ** (keys - 1) if keys else n,
        lambda keys, n: (n - 1) * (1 - 1 / n) ** keys,
    ],
    "X1.3": [
        lambda hot, rest, n, most: next((s for s in range(1, n + 1) if hot / s <= most), None),
        lambda hot, rest, n, most: next((s for s in range(1, n + 1) if hot / s + rest < most), None),
        lambda hot, rest, n, most: next((s for s in range(1, n + 1) if hot // s + rest <= most), None),
        lambda hot, rest, n, most: next((s for s in range(1, n) if hot / s + rest <= most), None),
        lambda hot, rest, n, most: next((s for s in range(1, n + 1) if hot / s + rest <= most), n),
        lambda hot, rest, n, most: next((s for s in range(2, n + 1) if hot / s + rest <= most), None),
        lambda hot, rest, n, most: ceil(hot / (most - rest)) if most > rest else None,
        lambda hot, rest, n, most: next((s for s in range(1, n + 1) if round(hot / s) + rest <= most), None),
        lambda hot, rest, n, most: next((s for s in range(1, n + 1) if (hot + rest) / s <= most), None),
        lambda hot, rest, n, most: max((s for s in range(1, n + 1) if hot / s + rest <= most), default=None),
    ],
    "X1.4": [
        lambda key, n, hot, loads: first(key, n),
        lambda key, n, hot, loads: min([first(key, n), second(key, n)], key=lambda p: loads[p]),
        lambda key, n, hot, loads: loads.index(min(loads)) if key in hot else first(key, n),
        lambda key, n, hot, loads: second(key, n) if key in hot else first(key, n),
        lambda key, n, hot, loads: (
            max([first(key, n), second(key, n)], key=lambda p: loads[p]) if key in hot else first(key, n)
        ),
        lambda key, n, hot, loads: (
            second(key, n) if key in hot and loads[second(key, n)] <= loads[first(key, n)] else first(key, n)
        ),
        lambda key, n, hot, loads: (
            min([first(key, n), (first(key, n) + 1) % n], key=lambda p: loads[p]) if key in hot else first(key, n)
        ),
        lambda key, n, hot, loads: (
            min([first(key, n), keyed_partition(b"#2" + key, n)], key=lambda p: loads[p])
            if key in hot
            else first(key, n)
        ),
        lambda key, n, hot, loads: (
            second(key, n)
            if any(key.startswith(one) for one in hot) and loads[second(key, n)] < loads[first(key, n)]
            else first(key, n)
        ),
        lambda key, n, hot, loads: (
            second(key, n)
            if b"".join(hot).find(key) >= 0 and loads[second(key, n)] < loads[first(key, n)]
            else first(key, n)
        ),
        lambda key, n, hot, loads: (
            min(sorted([first(key, n), second(key, n)]), key=lambda p: loads[p]) if key in hot else first(key, n)
        ),
        lambda key, n, hot, loads: (
            second(key, n) if key in hot[:1] and loads[second(key, n)] < loads[first(key, n)] else first(key, n)
        ),
    ],
}
