"""Answers to X3.1: right ones in another form, and wrong ones that look right, each with its sentence."""

from collections import Counter
from fractions import Fraction

import numpy as np


def of(counts):
    return counts.get("refused", 0), counts.get("lost", 0), counts.get("kept", 0)


def with_fractions(counts):
    refused, lost, kept = of(counts)
    return float(Fraction(refused, refused + lost + kept)), float(Fraction(lost, (lost + kept) or 1))


def with_a_counter(counts):
    counted = Counter(counts)
    acknowledged = counted.total() - counted["refused"]
    return [1 - acknowledged / counted.total(), counted["lost"] / acknowledged if acknowledged else 0]


def with_numpy(counts):
    refused, lost, kept = map(np.float64, of(counts))
    return np.array([refused / (refused + lost + kept), lost / max(lost + kept, 1)])


def with_zero_division(counts):
    refused, lost, kept = of(counts)
    try:
        share = lost / (lost + kept)
    except ZeroDivisionError:
        share = 0.0
    return {"refused": refused / (refused + lost + kept), "lost": share}.values()


RIGHT = {
    "fractions": with_fractions,
    "a counter": with_a_counter,
    "numpy": with_numpy,
    "an error caught": with_zero_division,
}

WRONG = {
    "(of(counts)[0] / sum(of(counts)), of(counts)[1] / sum(of(counts)))": (
        lambda counts: (of(counts)[0] / sum(of(counts)), of(counts)[1] / sum(of(counts))),
        "A refused write cannot be lost, its producer knows: 5 of 50 acknowledged records are lost, not of 100 writes.",
    ),
    "(of(counts)[0] / (sum(of(counts)[1:]) or 1), of(counts)[1] / (sum(of(…": (
        lambda counts: (of(counts)[0] / (sum(of(counts)[1:]) or 1), of(counts)[1] / (sum(of(counts)[1:]) or 1)),
        "50 of all 100 writes were refused; as a share you say 1.0.",
    ),
    "(of(counts)[0] / sum(of(counts)), of(counts)[1] / (of(counts)[2] or 1…": (
        lambda counts: (of(counts)[0] / sum(of(counts)), of(counts)[1] / (of(counts)[2] or 1)),
        "5 of 50 acknowledged records are lost; as a share you say 0.1111111111111111.",
    ),
    "(of(counts)[1] / (sum(of(counts)[1:]) or 1), of(counts)[0] / sum(of(c…": (
        lambda counts: (of(counts)[1] / (sum(of(counts)[1:]) or 1), of(counts)[0] / sum(of(counts))),
        "50 of all 100 writes were refused; as a share you say 0.1.",
    ),
    "(of(counts)[0], of(counts)[1])": (
        lambda counts: (of(counts)[0], of(counts)[1]),
        "50 of all 100 writes were refused; as a share you say 50.",
    ),
    "(of(counts)[0] / sum(of(counts)), of(counts)[1] / sum(of(counts)[1:])…": (
        lambda counts: (
            of(counts)[0] / sum(of(counts)),
            of(counts)[1] / sum(of(counts)[1:]) if counts.get("kept") else 0,
        ),
        "5 of 5 acknowledged records are lost; as a share you say 0.",
    ),
    "(of(counts)[0] / sum(of(counts)), of(counts)[1] / sum(of(counts)[1:]))": (
        lambda counts: (of(counts)[0] / sum(of(counts)), of(counts)[1] / sum(of(counts)[1:])),
        "my_function({'refused': 7}) raised ZeroDivisionError: division by zero",
    ),
    "(counts['refused'] / sum(of(counts)), counts['lost'] / (counts['lost'…": (
        lambda counts: (counts["refused"] / sum(of(counts)), counts["lost"] / (counts["lost"] + counts["kept"])),
        "my_function({'kept': 10}) raised KeyError: 'refused'",
    ),
    "(1 - of(counts)[0] / sum(of(counts)), of(counts)[1] / (sum(of(counts)…": (
        lambda counts: (1 - of(counts)[0] / sum(of(counts)), of(counts)[1] / (sum(of(counts)[1:]) or 1)),
        "0 of all 10 writes were refused; as a share you say 1.0.",
    ),
    "(of(counts)[0] / sum(of(counts)), 1 if not any(of(counts)[1:]) else w…": (
        lambda counts: (of(counts)[0] / sum(of(counts)), 1 if not any(of(counts)[1:]) else with_fractions(counts)[1]),
        "Nothing was acknowledged, so nothing can be lost: 0, not 1.",
    ),
    "tuple((round(share, 2) for share in with_fractions(counts)))": (
        lambda counts: tuple(round(share, 2) for share in with_fractions(counts)),
        "4 of 9 acknowledged records are lost; as a share you say 0.44.",
    ),
    "with_fractions(dict(zip(('refused', 'lost', 'kept'), counts.values(),…": (
        lambda counts: with_fractions(dict(zip(("refused", "lost", "kept"), counts.values(), strict=False))),
        "0 of all 10 writes were refused; as a share you say 1.0.",
    ),
}
