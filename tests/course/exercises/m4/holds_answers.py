"""Answers to X4.1: right ones in another form, and wrong ones that look right, each with its sentence."""

from fractions import Fraction
from math import ceil


def dealt(partitions, consumers, per_s):
    """Deals the partitions out and looks at the fullest hand."""
    hands = [len(range(place, partitions, consumers)) for place in range(consumers)]
    return per_s * partitions / max(hands)


RIGHT = {
    "dealt out": dealt,
    "the double minus": lambda n, consumers, per_s: n * per_s / -(-n // consumers),
    "floor and one more": lambda n, consumers, per_s: n * per_s / ((n - 1) // consumers + 1),
    "in fractions": lambda n, consumers, per_s: float(Fraction(n * per_s, -(-n // consumers))),
}

WRONG = {
    "per_s * consumers": (
        lambda n, consumers, per_s: per_s * consumers,
        "1 of 5 consumers has no partition and reads nothing.",
    ),
    "per_s * min(n, consumers)": (
        lambda n, consumers, per_s: per_s * min(n, consumers),
        "3 partitions do not divide evenly: somebody reads 2, and is busy when each of them gets "
        "1,000/2 records a second.",
    ),
    "per_s * n / max(n // consumers, 1)": (
        lambda n, consumers, per_s: per_s * n / max(n // consumers, 1),
        "Somebody reads 2 of 3 partitions with 1,000 a second, so each partition may get 500, and all of them 1,500.",
    ),
    "per_s * n / (n / consumers)": (
        lambda n, consumers, per_s: per_s * n / (n / consumers),
        "1 of 5 consumers has no partition and reads nothing.",
    ),
    "per_s / ceil(n / consumers)": (
        lambda n, consumers, per_s: per_s / ceil(n / consumers),
        "Somebody reads 1 of 4 partitions with 1,000 a second, so each partition may get 1,000, and all of them 4,000.",
    ),
    "per_s * n / round(n / consumers + 0.001)": (
        lambda n, consumers, per_s: per_s * n / round(n / consumers + 0.001),
        "Somebody reads 6 of 48 partitions with 1,000 a second, so each partition may get 166.667, "
        "and all of them 8,000.",
    ),
    "per_s * n // ceil(n / consumers)": (
        lambda n, consumers, per_s: per_s * n // ceil(n / consumers),
        "Somebody reads 21 of 41 partitions with 100 a second, so each partition may get 4.7619, and "
        "all of them 195.238.",
    ),
    "per_s * n": (
        lambda n, consumers, per_s: per_s * n,
        "Somebody reads 2 of 3 partitions with 1,000 a second, so each partition may get 500, and all of them 1,500.",
    ),
    "per_s * n / (n // consumers + 1)": (
        lambda n, consumers, per_s: per_s * n / (n // consumers + 1),
        "Somebody reads 1 of 4 partitions with 1,000 a second, so each partition may get 1,000, and all of them 4,000.",
    ),
    "per_s * consumers * (n % consumers == 0)": (
        lambda n, consumers, per_s: per_s * consumers * (n % consumers == 0),
        "Somebody reads 1 of 4 partitions with 1,000 a second, so each partition may get 1,000, and all of them 4,000.",
    ),
    "per_s * consumers / ceil(n / consumers)": (
        lambda n, consumers, per_s: per_s * consumers / ceil(n / consumers),
        "1 of 5 consumers has no partition and reads nothing.",
    ),
    "per_s * consumers / ceil(consumers / n)": (
        lambda n, consumers, per_s: per_s * consumers / ceil(consumers / n),
        "Somebody reads 1 of 4 partitions with 1,000 a second, so each partition may get 1,000, and all of them 4,000.",
    ),
}
