"""Answers to E05.2: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from collections import deque

import numpy as np

from kafkaviz.course.exercises.nb05.answered import fetched


def one_by_one(log, high_watermark, offset, is_follower):
    return tuple(
        record for place, record in enumerate(log) if place >= offset and (is_follower or place < high_watermark)
    )


def one_record_at_most(log, high_watermark, offset, is_follower):
    return fetched(log, high_watermark, offset, is_follower)[:1]


def by_counting_records(log, high_watermark, offset, is_follower):
    records = []
    while offset < (len(log) if is_follower else high_watermark):
        records.append(log[offset])
        offset += 1
    return records


def cut_at_both_ends(log, high_watermark, offset, is_follower):
    rest = deque(log)
    while not is_follower and len(rest) > high_watermark:
        rest.pop()
    for _ in range(offset):
        rest.popleft()
    return rest


RIGHT = {
    "a tuple of records": one_by_one,
    "record by record": by_counting_records,
    "cut at both ends": cut_at_both_ends,
    "an array of records": lambda log, mark, at, follower: np.array(
        (log if follower else log[:mark])[at:], dtype=object
    ),
    "the end chosen first": lambda log, mark, at, follower: [log[n] for n in range(at, (mark, len(log))[follower])],
}

WRONG = {
    "one record at most": (one_record_at_most, "There is more: DEF, GHI from offset 1 on."),
    "everything to all": (
        lambda log, mark, at, follower: log[at:],
        "A consumer sees nothing from the high watermark, 2, on: GHI there may still be lost.",
    ),
    "the committed to all": (
        lambda log, mark, at, follower: log[at:mark],
        "Without GHI at offset 2 no follower ever gets it, and the high watermark stays there.",
    ),
    "turned round": (
        lambda log, mark, at, follower: log[at:mark] if follower else log[at:],
        "Without GHI at offset 2 no follower ever gets it, and the high watermark stays there.",
    ),
    "from the start": (
        lambda log, mark, at, follower: log if follower else log[:mark],
        "Whoever asks for offset 2 has what lies before it; begin there.",
    ),
    "behind the offset": (
        lambda log, mark, at, follower: log[at + 1 :] if follower else log[at + 1 : mark],
        "The answer begins with offset 0, ABC there included.",
    ),
    "the mark included": (
        lambda log, mark, at, follower: log[at:] if follower else log[at : mark + 1],
        "A consumer sees nothing from the high watermark, 2, on: GHI there may still be lost.",
    ),
    "so many records": (
        lambda log, mark, at, follower: log[at:] if follower else log[at : at + mark],
        "A consumer sees nothing from the high watermark, 2, on: GHI there may still be lost.",
    ),
    "each record once": (
        lambda log, mark, at, follower: list(dict.fromkeys(log[at:] if follower else log[at:mark])),
        "A record comes as often as it stands in the log: these are 3 records, not 2.",
    ),
    "as a set": (
        lambda log, mark, at, follower: set(log[at:] if follower else log[at:mark]),
        "A record comes as often as it stands in the log: these are 3 records, not 2.",
    ),
    "what does not stand before": (
        lambda log, mark, at, follower: [one for one in (log if follower else log[:mark]) if one not in log[:at]],
        "There is more: MNO from offset 2 on.",
    ),
    "by the place of its text": (
        lambda log, mark, at, follower: [
            one for one in log if log.index(one) >= at and (follower or log.index(one) < mark)
        ],
        "There is more: MNO from offset 2 on.",
    ),
    "one record": (
        lambda log, mark, at, follower: (log[at:] if follower else log[at:mark])[:1],
        "There is more: DEF, GHI from offset 1 on.",
    ),
    "offsets for records": (
        lambda log, mark, at, follower: list(range(at, len(log) if follower else mark)),
        "The answer is a list of records, such as ['ABC', 'DEF']; offsets are their places in the log.",
    ),
    "joined": (
        lambda log, mark, at, follower: "".join(log[at:] if follower else log[at:mark]),
        "The answer is a list of records, such as ['ABC', 'DEF']; offsets are their places in the log.",
    ),
    "a generator": (
        lambda log, mark, at, follower: (one for one in (log[at:] if follower else log[at:mark])),
        "It returned a value of the kind generator; `list` makes a list of it.",
    ),
}

COMPLAINTS = [(lambda log, *rest: log, "Broker 2 asked for offset 2 and got []; your answer is ['ABC', 'DEF'].")]
