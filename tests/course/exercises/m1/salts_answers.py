"""Answers to X1.3: right ones in another form, and wrong ones that look right, each with its sentence."""

from fractions import Fraction
from math import ceil


def always_all(hot, rest, partitions, most):
    return partitions


RIGHT = {
    "in whole numbers": lambda hot, rest, n, most: next((s for s in range(1, n + 1) if hot <= (most - rest) * s), None),
    "by division": lambda hot, rest, n, most: (
        None if most <= rest or -(-hot // (most - rest)) > n else -(-hot // (most - rest))
    ),
    "from the other end": lambda hot, rest, n, most: min(
        [s for s in range(n, 0, -1) if hot / s + rest <= most], default=None
    ),
    "with Fraction": lambda hot, rest, n, most: next(
        (s for s in range(1, n + 1) if Fraction(hot, s) + rest <= most), None
    ),
}

WRONG = {
    "next((s for s in range(1, n + 1) if hot / s <= most), None)": (
        lambda hot, rest, n, most: next((s for s in range(1, n + 1) if hot / s <= most), None),
        "With 1 the fullest partition has 100/1 + 50 = 150 records; 100 are allowed.",
    ),
    "next((s for s in range(1, n + 1) if hot / s + rest < most), None)": (
        lambda hot, rest, n, most: next((s for s in range(1, n + 1) if hot / s + rest < most), None),
        "Fewer do as well: with 2 the fullest has 100 records, 100 are allowed.",
    ),
    "next((s for s in range(1, n + 1) if hot // s + rest <= most), None)": (
        lambda hot, rest, n, most: next((s for s in range(1, n + 1) if hot // s + rest <= most), None),
        "With 3 the fullest partition has 601/3 + 100 = 300.333 records; 300 are allowed.",
    ),
    "next((s for s in range(1, n) if hot / s + rest <= most), None)": (
        lambda hot, rest, n, most: next((s for s in range(1, n) if hot / s + rest <= most), None),
        "3 salts are enough: 10.3333 of at most 11 records; None means that none are.",
    ),
    "next((s for s in range(1, n + 1) if hot / s + rest <= most), n)": (
        lambda hot, rest, n, most: next((s for s in range(1, n + 1) if hot / s + rest <= most), n),
        "Even 4 salts, one for each partition, leave 250 records in the fullest, and 200 are "
        "allowed: the answer is None.",
    ),
    "next((s for s in range(2, n + 1) if hot / s + rest <= most), None)": (
        lambda hot, rest, n, most: next((s for s in range(2, n + 1) if hot / s + rest <= most), None),
        "Fewer do as well: with 1 the fullest has 150 records, 200 are allowed.",
    ),
    "ceil(hot / (most - rest)) if most > rest else None": (
        lambda hot, rest, n, most: ceil(hot / (most - rest)) if most > rest else None,
        "Even 4 salts, one for each partition, leave 250 records in the fullest, and 200 are "
        "allowed: the answer is None.",
    ),
    "next((s for s in range(1, n + 1) if round(hot / s) + rest <= most), N…": (
        lambda hot, rest, n, most: next((s for s in range(1, n + 1) if round(hot / s) + rest <= most), None),
        "With 3 the fullest partition has 601/3 + 100 = 300.333 records; 300 are allowed.",
    ),
    "next((s for s in range(1, n + 1) if (hot + rest) / s <= most), None)": (
        lambda hot, rest, n, most: next((s for s in range(1, n + 1) if (hot + rest) / s <= most), None),
        "With 3 the fullest partition has 601/3 + 100 = 300.333 records; 300 are allowed.",
    ),
    "max((s for s in range(1, n + 1) if hot / s + rest <= most), default=N…": (
        lambda hot, rest, n, most: max((s for s in range(1, n + 1) if hot / s + rest <= most), default=None),
        "Fewer do as well: with 11 the fullest has 59.0909 records, 200 are allowed.",
    ),
    "always all": (always_all, "Fewer do as well: with 11 the fullest has 59.0909 records, 200 are allowed."),
}
