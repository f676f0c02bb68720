"""Answers to X5.1: right ones in another form, and wrong ones that look right, each with its sentence."""

from fractions import Fraction
from math import inf

import numpy as np

from kafkaviz.course.exercises.m5.oldest import oldest_s


def step_by_step(bytes_per_s, retention_s, segment_bytes, segment_s):
    """Goes from partition to partition, and keeps the oldest."""
    oldest = 0
    for rate in bytes_per_s:
        if rate > 0:
            wait = segment_s if rate * segment_s <= segment_bytes else segment_bytes / rate
            oldest = inf if retention_s == -1 else max(oldest, retention_s + wait)
    return None if oldest == inf else oldest


def of_the_slowest(bytes_per_s, retention_s, segment_bytes, segment_s):
    slowest = min((rate for rate in bytes_per_s if rate), default=None)
    if slowest is None:
        return 0
    if retention_s == -1:
        return None
    return retention_s + float(min(Fraction(segment_bytes, slowest), segment_s))


def with_numpy(bytes_per_s, retention_s, segment_bytes, segment_s):
    rates = np.array([rate for rate in bytes_per_s if rate], dtype=float)
    if not rates.size:
        return 0
    return None if retention_s == -1 else float(np.minimum(segment_bytes / rates, segment_s).max() + retention_s)


def sorted_first(bytes_per_s, retention_s, segment_bytes, segment_s):
    rates = sorted(set(bytes_per_s) - {0})
    if rates == []:
        return 0
    if retention_s == -1:
        return None
    return min(retention_s + segment_bytes / rates[0], retention_s + segment_s)


def as_written(bytes_per_s, retention_s, segment_bytes, segment_s):
    return None if retention_s < 0 else retention_s


def until_full(bytes_per_s, retention_s, segment_bytes, segment_s):
    return oldest_s(bytes_per_s, retention_s, segment_bytes, 10**9)


RIGHT = {
    "from partition to partition": step_by_step,
    "the slowest alone, with fractions": of_the_slowest,
    "numpy": with_numpy,
    "sorted": sorted_first,
}


def ages(pick=max, close=min, idle=False, endless=None, empty=0, total=False, kept=True, strictly=False):
    def age(bytes_per_s, retention_s, segment_bytes, segment_s):
        rates = [sum(bytes_per_s)] if total else bytes_per_s
        waits = [close(segment_bytes / rate, segment_s) if rate else segment_s for rate in rates if rate or idle]
        if not waits:
            return empty
        if retention_s == -1 and not strictly:
            return endless
        return (retention_s if kept else 0) + pick(waits)

    return age


def swapped(bytes_per_s, retention_s, segment_bytes, segment_s):
    return None if retention_s == -1 else ages()(bytes_per_s, retention_s, segment_bytes, segment_s)


def mean(bytes_per_s, retention_s, segment_bytes, segment_s):
    rates = [sum(bytes_per_s) / len(bytes_per_s)]
    return ages()(rates, retention_s, segment_bytes, segment_s)


def larger(bytes_per_s, retention_s, segment_bytes, segment_s):
    right = ages()(bytes_per_s, retention_s, segment_bytes, segment_s)
    return right if right is None or not any(bytes_per_s) else max(retention_s, right - retention_s)


WRONG = {
    "ages(pick=min)": (ages(pick=min), "That is so where segments fill fastest; partition 1 gets 10 bytes a second."),
    "ages(close=max)": (ages(close=max), "A segment of partition 0 is full after 100 s, before 500 s are over."),
    "ages(idle=True)": (ages(idle=True), "Nobody writes to partition 1, so it holds no record that gets old."),
    "ages(endless=-1)": (ages(endless=-1), "retention_s is -1: nothing is ever deleted, and the answer is None."),
    "ages(empty=None)": (ages(empty=None), "Nobody writes to any partition, so there is no record that gets old: 0."),
    "ages(total=True)": (
        ages(total=True),
        "Partition 1 gets 10 bytes a second, so a segment is closed after 100 s; with 60 s after that its first record "
        "is 160 s old.",
    ),
    "ages(kept=False)": (
        ages(kept=False),
        "That is when the segment closes; its newest record is then kept for 60 s more.",
    ),
    "ages(strictly=True)": (ages(strictly=True), "retention_s is -1: nothing is ever deleted, and the answer is None."),
    "None before the empty topic": (swapped, "Nobody writes to any partition, so there is no record that gets old: 0."),
    "the mean of the partitions": (
        mean,
        "Partition 1 gets 10 bytes a second, so a segment is closed after 100 s; with 60 s after that its first record "
        "is 160 s old.",
    ),
    "retention.ms or the segment, whichever is longer": (
        larger,
        "That is when the segment closes; its newest record is then kept for 60 s more.",
    ),
    "ages(close=lambda full, old: full)": (
        ages(close=lambda full, old: full),
        "A segment of partition 0 is closed after 50 s, long before it is full.",
    ),
    "ages(close=lambda full, old: old)": (
        ages(close=lambda full, old: old),
        "A segment of partition 0 is full after 100 s, before 500 s are over.",
    ),
    "whole seconds": (
        lambda rates, keep, size, roll: old if (old := ages()(rates, keep, size, roll)) is None else float(int(old)),
        "Partition 0 gets 7 bytes a second, so a segment is closed after 142.857 s; with 0 s after that its first "
        "record is 142.857 s old.",
    ),
    "about so many seconds": (
        lambda rates, keep, size, roll: None if (old := ages()(rates, keep, size, roll)) is None else round(old, 1),
        "Partition 0 gets 7 bytes a second, so a segment is closed after 142.857 s; with 0 s after that its first "
        "record is 142.857 s old.",
    ),
    "retention_s": (
        lambda rates, keep, size, roll: keep if any(rates) and keep >= 0 else ages()(rates, keep, size, roll),
        "Only whole segments go: in partition 0 the first record of one waits 100 s for the last, and 60 s begin then.",
    ),
    "as written": (
        as_written,
        (
            "Only whole segments go: in partition 0 the first record of one waits 100 s for the last, and 60 s begin "
            "then."
        ),
    ),
    "until full": (until_full, "A segment of partition 0 is closed after 50 s, long before it is full."),
}
