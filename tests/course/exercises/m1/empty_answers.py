"""Answers to X1.2: right ones in another form, and wrong ones that look right, each with its sentence."""

from fractions import Fraction
from math import prod

import numpy as np


def one_fewer(keys, n):
    return n * (1 - 1 / n) ** (keys - 1)


RIGHT = {
    "a product in a loop": lambda keys, n: n * prod([(n - 1) / n] * keys),
    "all ways counted": lambda keys, n: float(Fraction(n * (n - 1) ** keys, n**keys)),
    "numpy's power": lambda keys, n: n * np.power(1 - 1 / n, keys),
    "one key after the other": lambda keys, n: n if keys == 0 else (1 - 1 / n) * one_fewer(keys, n),
}

WRONG = {
    "max(n - keys, 0)": (
        lambda keys, n: max(n - keys, 0),
        "0.5 stay empty on average, not rounded: 0 of 2 partitions would only if no two of 2 keys met.",
    ),
    "(1 - 1 / n) ** keys": (
        lambda keys, n: (1 - 1 / n) ** keys,
        "One partition stays empty with this chance; there are 3 of them.",
    ),
    "n - n * (1 - 1 / n) ** keys": (
        lambda keys, n: n - n * (1 - 1 / n) ** keys,
        "That is how many partitions get a key, on average; asked is how many get none.",
    ),
    "n * (1 / n) ** keys": (
        lambda keys, n: n * (1 / n) ** keys,
        "That is how many partitions get a key, on average; asked is how many get none.",
    ),
    "n * (1 - keys / n)": (
        lambda keys, n: n * (1 - keys / n),
        "0.5 stay empty on average, not rounded: 0 of 2 partitions would only if no two of 2 keys met.",
    ),
    "keys * (1 - 1 / keys) ** n if keys else n": (
        lambda keys, n: keys * (1 - 1 / keys) ** n if keys else n,
        "One key misses a given partition with the chance 1 - 1/2; all 1 must miss it, and there are "
        "2 partitions to be missed.",
    ),
    "round(n * (1 - 1 / n) ** keys)": (
        lambda keys, n: round(n * (1 - 1 / n) ** keys),
        "0.5 stay empty on average, not rounded: 0 of 2 partitions would only if no two of 2 keys met.",
    ),
    "n * 2.718281828459045 ** (-keys / n)": (
        lambda keys, n: n * 2.718281828459045 ** (-keys / n),
        "One key misses a given partition with the chance 1 - 1/2; all 1 must miss it, and there are "
        "2 partitions to be missed.",
    ),
    "n * (1 - 1 / n) ** (keys - 1) if keys else n": (
        lambda keys, n: n * (1 - 1 / n) ** (keys - 1) if keys else n,
        "One key misses a given partition with the chance 1 - 1/2; all 1 must miss it, and there are "
        "2 partitions to be missed.",
    ),
    "(n - 1) * (1 - 1 / n) ** keys": (
        lambda keys, n: (n - 1) * (1 - 1 / n) ** keys,
        "One key misses a given partition with the chance 1 - 1/3; all 0 must miss it, and there are "
        "3 partitions to be missed.",
    ),
}
