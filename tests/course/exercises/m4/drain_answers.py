"""Answers to X4.3: right ones in another form, and wrong ones that look right, each with its sentence."""

from itertools import accumulate
from math import ceil, floor

import numpy as np

from kafkaviz.course.exercises.m4.drain import drain_seconds


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


def from_the_start(arriving, per_s, outage_s):
    answer = drain_seconds(arriving, per_s, outage_s)
    return None if answer is None else answer + outage_s


def reads_first(arriving, per_s, outage_s):
    lag = sum(arriving[:outage_s])
    for second, records in enumerate(arriving[outage_s:], 1):
        if not lag:
            return second - 1
        lag = max(lag - per_s, 0) + records
    return None if lag else len(arriving) - outage_s


RIGHT = {
    "the outage in the same loop": recursion,
    "accumulate": with_accumulate,
    "sums from the start": with_sums,
    "numpy's cumsum": with_numpy,
}

WRONG = {
    "drains(start=0)": (
        drains(start=0),
        "2 records alone would take 1 s; but new ones arrive meanwhile, and take their part of 3 a second.",
    ),
    "drains(start=2)": (
        drains(start=2),
        "The lag is 0 again 2 s after the end of the outage, 3 s after its beginning.",
    ),
    "drains(strictly=True, reads_all=True)": (
        drains(strictly=True, reads_all=True),
        "After 2 s nothing is left unread; None means that the list ends before.",
    ),
    "drains(skips=False)": (drains(skips=False), "Without an outage there is nothing to catch up: 0."),
    "ceil(sum(arriving[:outage_s]) / per_s)": (
        lambda arriving, per_s, outage_s: ceil(sum(arriving[:outage_s]) / per_s),
        "2 records alone would take 1 s; but new ones arrive meanwhile, and take their part of 3 a second.",
    ),
    "drains()(arriving[:], per_s, outage_s + 1)": (
        lambda arriving, per_s, outage_s: drains()(arriving[:], per_s, outage_s + 1),
        "After 0 s nothing is left unread; None means that the list ends before.",
    ),
    "drains()(arriving, per_s, max(outage_s - 1, 0))": (
        lambda arriving, per_s, outage_s: drains()(arriving, per_s, max(outage_s - 1, 0)),
        "2 records wait when the outage ends; after each second it is [1, 0].",
    ),
    "drains()(arriving, per_s, outage_s) or 0": (
        lambda arriving, per_s, outage_s: drains()(arriving, per_s, outage_s) or 0,
        "When the list ends 2 records are still unread: the answer is None.",
    ),
    "(drains()(arriving, per_s, outage_s) or -outage_s) + outage_s": (
        lambda arriving, per_s, outage_s: (drains()(arriving, per_s, outage_s) or -outage_s) + outage_s,
        "The lag is 0 again 2 s after the end of the outage, 3 s after its beginning.",
    ),
    "drains()([*arriving, 0, 0, 0], per_s, outage_s)": (
        lambda arriving, per_s, outage_s: drains()([*arriving, 0, 0, 0], per_s, outage_s),
        "When the list ends 2 records are still unread: the answer is None.",
    ),
    "drains()(arriving[:-1], per_s, outage_s)": (
        lambda arriving, per_s, outage_s: drains()(arriving[:-1], per_s, outage_s),
        "After 2 s nothing is left unread; None means that the list ends before.",
    ),
    "drains()([*arriving[:outage_s], *sorted(arriving[outage_s:])], per_s,…": (
        lambda arriving, per_s, outage_s: drains()(
            [*arriving[:outage_s], *sorted(arriving[outage_s:])], per_s, outage_s
        ),
        "4 records alone would take 1 s; but new ones arrive meanwhile, and take their part of 4 a second.",
    ),
    "drains()([0] * outage_s + arriving[outage_s:], per_s, outage_s)": (
        lambda arriving, per_s, outage_s: drains()([0] * outage_s + arriving[outage_s:], per_s, outage_s),
        "2 records wait when the outage ends; after each second it is [1, 0].",
    ),
    "floor(sum(arriving[:outage_s]) / max(per_s - max(arriving), 1))": (
        lambda arriving, per_s, outage_s: floor(sum(arriving[:outage_s]) / max(per_s - max(arriving), 1)),
        "When the list ends 2 records are still unread: the answer is None.",
    ),
    "from the start": (from_the_start, "The lag is 0 again 2 s after the end of the outage, 3 s after its beginning."),
    "reads first": (reads_first, "After 2 s nothing is left unread; None means that the list ends before."),
}
