"""Answers to E07.4: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from itertools import takewhile

import numpy as np

from kafkaviz.course.exercises.nb07.rejoin import rejoin


def one_number(old_log, new_log, high_watermark):
    return rejoin(old_log, new_log, high_watermark)[0]


def by_shortening(old_log, new_log, high_watermark):
    kept = list(old_log)
    while kept != new_log[: len(kept)]:
        kept.pop()
    return len(old_log) - len(kept), len(old_log[len(kept) : high_watermark])


def record_by_record(old_log, new_log, high_watermark):
    truncated = lost = 0
    for place, record in enumerate(old_log):
        if truncated or place >= len(new_log) or record != new_log[place]:
            truncated += 1
            lost += place < high_watermark
    return np.array([truncated, lost])


RIGHT = {
    "the two numbers as a list": lambda *arguments: list(rejoin(*arguments)),
    "by shortening": by_shortening,
    "record by record": record_by_record,
    "a tuple from takewhile": lambda old, new, mark: (
        len(old) - (same := len(list(takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False))))),
        len(range(same, mark)),
    ),
}

WRONG = {
    "one number": (one_number, "The answer is two numbers: truncated, lost."),
    "to the mark": (
        lambda old, new, mark: (len(old) - mark, 0),
        "The logs agree up to offset 2: cut off is 1 of 3 records, not 0.",
    ),
    "by length": (
        lambda old, new, mark: (max(0, len(old) - len(new)), rejoin(old, new, mark)[1]),
        "The logs agree up to offset 2: cut off is 1 of 3 records, not 0.",
    ),
    "all that is cut is lost": (
        lambda old, new, mark: (rejoin(old, new, mark)[0],) * 2,
        "Committed is what lies below 2: from offset 2 on 0 are lost, not 1.",
    ),
    "nothing is ever lost": (
        lambda old, new, mark: (rejoin(old, new, mark)[0], 0),
        "Committed is what lies below 3: from offset 2 on 1 is lost, not 0.",
    ),
    "what is not there": (
        lambda old, new, mark: (sum(one not in new for one in old), sum(one not in new for one in old[:mark])),
        "The logs agree up to offset 1: cut off are 2 of 3 records, not 1.",
    ),
    "as sets": (
        lambda old, new, mark: (len({*old} - {*new}), len({*old[:mark]} - {*new})),
        "The logs agree up to offset 0: cut off are 2 of 2 records, not 1.",
    ),
    "places that differ": (
        lambda old, new, mark: tuple(sum(a != b for a, b in zip(one, new, strict=False)) for one in (old, old[:mark])),
        "The logs agree up to offset 2: cut off is 1 of 3 records, not 0.",
    ),
    "without the leader epochs": (
        lambda old, new, mark: rejoin([one[0] for one in old], [one[0] for one in new], mark),
        "The logs agree up to offset 0: cut off are 2 of 2 records, not 1.",
    ),
    "the new log's end forgotten": (
        lambda old, new, mark: rejoin(old[: len(new)], new, mark),
        "The logs agree up to offset 2: cut off is 1 of 3 records, not 0.",
    ),
    "a shorter log cuts too": (
        lambda old, new, mark: (abs(len(new) - len(old)) or rejoin(old, new, mark)[0], rejoin(old, new, mark)[1]),
        "The logs agree up to offset 1: cut off are 0 of 1 record, not 1.",
    ),
    "the mark included": (
        lambda old, new, mark: (rejoin(old, new, mark)[0], rejoin(old, new, min(mark + 1, len(old)))[1]),
        "Committed is what lies below 2: from offset 2 on 0 are lost, not 1.",
    ),
    "what stays": (
        lambda old, new, mark: (len(old) - rejoin(old, new, mark)[0], rejoin(old, new, mark)[1]),
        "The logs agree up to offset 2: cut off are 0 of 2 records, not 2.",
    ),
    "less than nothing": (
        lambda old, new, mark: (rejoin(old, new, mark)[0], mark - len(old) + rejoin(old, new, mark)[0]),
        "Committed is what lies below 0: from offset 1 on 0 are lost, not -1.",
    ),
    "lost first": (
        lambda old, new, mark: rejoin(old, new, mark)[::-1],
        "These are the right numbers, turned round: first truncated, 1, then lost, 0.",
    ),
    "one is enough": (lambda old, new, mark: rejoin(old, new, mark)[0], "The answer is two numbers: truncated, lost."),
    "the records themselves": (
        lambda old, new, mark: (old[len(old) - rejoin(old, new, mark)[0] :], rejoin(old, new, mark)[1]),
        "The answer is two numbers: truncated, lost.",
    ),
}

TIRED = (
    rejoin,
    lambda old, new, mark: (1, 0),
    1,
    "After the unclean election broker 1 drops ['final@0'], committed were ['final@0']; you say (1, 0).",
)
