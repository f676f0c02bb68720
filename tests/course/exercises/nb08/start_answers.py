"""Answers to E08.2: right ones in other forms than the reference, wrong ones with the sentence each must get."""

import numpy as np

from kafkaviz.course.exercises.nb08.start import start

WHATEVER = "it goes on there, whatever the reset says"
NO_ERROR = "2 is out of range, for the log goes from 4 to 6, and the reset is none: that is an error, so None, and not"


def by_range(committed, log_start, log_end, reset):
    if committed in range(log_start, log_end + 1):
        return committed
    if reset == "earliest":
        return log_start
    if reset == "latest":
        return log_end
    return None


def with_match(committed, log_start, log_end, reset):
    match committed, reset:
        case int(), _ if log_start <= committed <= log_end:
            return committed
        case _, "earliest":
            return log_start
        case _, "latest":
            return log_end


RIGHT = {
    "by a range": by_range,
    "with match": with_match,
    "in numpy's numbers": lambda *case: None if start(*case) is None else np.int32(start(*case)),
    "by clamping": lambda c, first, end, reset: (
        c if c is not None and min(max(c, first), end) == c else {"earliest": first, "latest": end, "none": None}[reset]
    ),
}

WRONG = {
    "the reset always": (
        lambda c, first, end, reset: {"earliest": first, "latest": end}.get(reset),
        f"The group committed 2, and the log goes from 0 to 6: {WHATEVER}; not 6.",
    ),
    "earliest means from the beginning": (
        lambda c, first, end, reset: first if reset == "earliest" else start(c, first, end, reset),
        f"The group committed 6, where the next record will be, and the log goes from 4 to 6: {WHATEVER}; not 4.",
    ),
    "never out of range": (
        lambda c, first, end, reset: start(None, first, end, reset) if c is None else c,
        "2 is out of range, for the log goes from 4 to 6, so the reset is asked; earliest is 4, not 2.",
    ),
    "to the nearest": (
        lambda c, first, end, reset: start(c, first, end, reset) if c is None else min(max(c, first), end),
        f"{NO_ERROR} 4.",
    ),
    "the end is out of range": (
        lambda c, first, end, reset: start(None if c == end else c, first, end, reset),
        f"The group committed 6, where the next record will be, and the log goes from 4 to 6: {WHATEVER}; not 4.",
    ),
    "the start is out of range": (
        lambda c, first, end, reset: start(None if c == first else c, first, end, reset),
        f"The group committed 0, and the log goes from 0 to 7: {WHATEVER}; not None.",
    ),
    "0 is nothing": (
        lambda c, first, end, reset: start(c or None, first, end, reset),
        f"The group committed 0, and the log goes from 0 to 7: {WHATEVER}; not None.",
    ),
    "the end is the last record": (
        lambda c, first, end, reset: (
            start(c, first, end, reset) if reset != "latest" else start(c, first, end - 1, reset)
        ),
        "Nothing is committed, so the reset is asked; latest is 6, not 5.",
    ),
    "a commit is the last read": (
        lambda c, first, end, reset: start(c, first, end, reset) if c is None else start(c + 1, first, end, reset),
        f"The group committed 2, and the log goes from 0 to 6: {WHATEVER}; not 3.",
    ),
    "none goes on at the start": (
        lambda c, first, end, reset: start(c, first, end, "earliest" if reset == "none" else reset),
        f"{NO_ERROR} 4.",
    ),
    "latest by default": (
        lambda c, first, end, reset: start(c, first, end, reset if reset == "earliest" else "latest"),
        f"{NO_ERROR} 6.",
    ),
    "from zero": (
        lambda c, first, end, reset: (
            start(c, first, end, reset) if reset != "earliest" else start(c, first, end, "") or 0
        ),
        "2 is out of range, for the log goes from 4 to 6, so the reset is asked; earliest is 4, not 0.",
    ),
    "an error as a text": (
        lambda *case: "NoOffsetForPartitionException" if start(*case) is None else start(*case),
        "The answer is an offset, a number, or None where there is an error; not 'NoOffsetForPartitionException'.",
    ),
    "an error as -1": (lambda *case: -1 if start(*case) is None else start(*case), f"{NO_ERROR} -1."),
    "nothing at all": (lambda *case: None, "Nothing is committed, so the reset is asked; earliest is 0, not None."),
}

TIRED = (
    start,
    lambda *case: 0,
    2,
    "With auto.offset.reset=earliest a group that committed 4 polls a log from 4 to 6, and goes on at 4; you say 0.",
)
