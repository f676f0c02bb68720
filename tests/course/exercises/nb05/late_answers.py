"""Answers to E05.3: right ones in other forms than the reference, wrong ones with the sentence each must get."""

import numpy as np


def in_numbers(end, leader_end, caught_up_ms, now_ms, replica_lag_time_max_ms):
    return int(end < leader_end and caught_up_ms + replica_lag_time_max_ms < now_ms)


def how_late(end, leader_end, caught_up_ms, now_ms, replica_lag_time_max_ms):
    return max(0, now_ms - caught_up_ms)


def never(end, leader_end, caught_up_ms, now_ms, replica_lag_time_max_ms):
    return False


def two_questions(end, leader_end, caught_up_ms, now_ms, replica_lag_time_max_ms):
    if end == leader_end:
        return False
    deadline = caught_up_ms + replica_lag_time_max_ms
    return not now_ms <= deadline


def by_distance(end, leader_end, caught_up_ms, now_ms, lag_ms):
    return leader_end - end > 50


RIGHT = {
    "1 and 0 for True and False": in_numbers,
    "two questions": two_questions,
    "True of numpy": lambda end, all, was, now, lag: np.bool_(end != all) & np.bool_(now - was > lag),
    "a product": lambda end, all, was, now, lag: (all - end > 0) * (now - was > lag),
    "the time left": lambda end, all, was, now, lag: (
        min(lag - (now - was), end - all) < 0 and end < all and was + lag < now
    ),
}

WRONG = {
    "how late": (how_late, "The answer is True or False, not 1000."),
    "never": (never, "It lacks something, and had everything 45000 ms ago, which is more than the 30000 ms allowed."),
    "by distance": (
        lambda end, all, was, now, lag: all - end > 10,
        "It lacks something, and had everything 45000 ms ago, which is more than the 30000 ms allowed.",
    ),
    "behind at all": (
        lambda end, all, was, now, lag: end < all,
        "It had everything 1000 ms ago, and 30000 ms are allowed. That it lacks 1 now does not count.",
    ),
    "by time alone": (
        lambda end, all, was, now, lag: now - was > lag,
        "It has everything up to 5, so it is in sync, however long ago that was.",
    ),
    "not before": (
        lambda end, all, was, now, lag: end < all and now - was >= lag,
        "It had everything 30000 ms ago, which is still allowed; only more than 30000 ms is too long.",
    ),
    "half a minute": (
        lambda end, all, was, now, lag: end < all and now - was > 30_000,
        "It lacks something, and had everything 20000 ms ago, which is more than the 10000 ms allowed.",
    ),
    "since the start": (
        lambda end, all, was, now, lag: end < all and now > lag,
        "It had everything 10000 ms ago, and 30000 ms are allowed. That it lacks 100 now does not count.",
    ),
    "either": (
        lambda end, all, was, now, lag: end < all or now - was > lag,
        "It had everything 1000 ms ago, and 30000 ms are allowed. That it lacks 1 now does not count.",
    ),
    "the opposite": (
        lambda end, all, was, now, lag: not (end < all and now - was > lag),
        "It has everything up to 5, so it is in sync, however long ago that was.",
    ),
    "in seconds": (
        lambda end, all, was, now, lag: end < all and (now - was) // 1000 > lag // 1000,
        "It lacks something, and had everything 45001 ms ago, which is more than the 45000 ms allowed.",
    ),
    "more than one record": (
        lambda end, all, was, now, lag: all - end > 1 and now - was > lag,
        "It lacks something, and had everything 45000 ms ago, which is more than the 30000 ms allowed.",
    ),
    "in words": (
        lambda end, all, was, now, lag: "True" if end < all and now - was > lag else "False",
        "The answer is True or False, not 'False'.",
    ),
    "printed": (
        lambda end, all, was, now, lag: print(end < all and now - was > lag),
        "It printed False and returned nothing: write `return` instead.",
    ),
    "a float": (
        lambda end, all, was, now, lag: float(end < all and now - was > lag),
        "0.0 is a float, and this exercise asks for none: `//` divides whole numbers, and `int` cuts to one.",
    ),
    "by a larger distance": (
        by_distance,
        "It lacks something, and had everything 45000 ms ago, which is more than the 30000 ms allowed.",
    ),
}

COMPLAINTS = [
    (never, "Broker 3 lacked a record for 50 seconds, and the ISR was still {1, 2, 3}."),
    (
        lambda end, leader_end, *times: end < leader_end,
        "Broker 3 left the ISR within 20 seconds, though 30 are allowed; it was {1, 2}.",
    ),
]
