"""Answers to E06.5: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from bisect import bisect_right

import numpy as np

from kafkaviz.decisions.truncation import truncate_by_common_epoch, truncate_by_latest_epoch, truncate_to_high_watermark


def written(epochs, end):
    return [epochs[bisect_right([start for _, start in epochs], offset) - 1][0] for offset in range(end)]


def by_shortening(epochs, log_end, high_watermark, leader_epochs, leader_end):
    mine, theirs = written(epochs, log_end), written(leader_epochs, leader_end)
    while mine != theirs[: len(mine)]:
        mine.pop()
    return len(mine)


def by_entries(epochs, log_end, high_watermark, leader_epochs, leader_end):
    """Walks over both lists at once; where an entry differs, the logs part."""
    for (mine, start), (theirs, other) in zip(epochs, leader_epochs, strict=False):
        if (mine, start) != (theirs, other):
            return min(start, other, log_end, leader_end)
    both = min(len(epochs), len(leader_epochs))
    ends = [start for _, start in [*epochs[both:], *leader_epochs[both:]]]
    return min([log_end, leader_end, *ends])


def same_entries(epochs, log_end, mark, leader_epochs, leader_end):
    different = [start for epoch, start in epochs if (epoch, start) not in leader_epochs]
    return min([log_end, *different])


RIGHT = {
    "Kafka's own": lambda *asked: truncate_by_common_epoch(*asked),
    "by shortening": by_shortening,
    "entry by entry": by_entries,
    "a number of numpy's": lambda e, end, mark, le, lend: np.int64(by_entries(e, end, mark, le, lend)),
    "from the back": lambda e, end, mark, le, lend: max(
        n for n in range(min(end, lend) + 1) if written(e, n) == written(le, n)
    ),
}

AS_WELL = "Offset 1 of epoch 0 is cut off, which the leader has as well: while it is gone, one replica fewer holds it."
STAYS = "Offset 1 of epoch 0 stays, where the leader has a record of epoch 1: the two logs differ for ever."
ONCE = "Offset 2 of epoch 1 stays, where the leader has a record of epoch 0: the two logs differ for ever."

WRONG = {
    "to the high watermark": (truncate_to_high_watermark, AS_WELL),
    "one question": (truncate_by_latest_epoch, ONCE),
    "by length": (lambda e, end, mark, le, lend: min(end, lend), STAYS),
    "nothing": (lambda e, end, mark, le, lend: end, STAYS),
    "everything": (
        lambda e, end, mark, le, lend: 0,
        "Offset 0 of epoch 0 is cut off, which the leader has as well: while it is gone, one replica fewer holds it.",
    ),
    "one more": (lambda e, end, mark, le, lend: max(0, by_entries(e, end, mark, le, lend) - 1), AS_WELL),
    "one less": (lambda e, end, mark, le, lend: min(end, by_entries(e, end, mark, le, lend) + 1), STAYS),
    "where the leader's newest epoch began": (
        lambda e, end, mark, le, lend: min(end, le[-1][1]) if e and le[-1][0] > e[-1][0] else min(end, lend),
        ONCE,
    ),
    "what both have as an entry": (
        lambda e, end, mark, le, lend: min([end, lend, *(start for epoch, start in e if (epoch, start) not in le)]),
        STAYS,
    ),
    "how many": (
        lambda e, end, mark, le, lend: end - by_entries(e, end, mark, le, lend),
        "Offset 0 of epoch 0 is cut off, which the leader has as well: while it is gone, one replica fewer holds it.",
    ),
    "beyond the end": (lambda e, end, mark, le, lend: max(end, lend), STAYS),
    "a word": (lambda e, end, mark, le, lend: "all", "The answer is an offset, a whole number, not 'all'."),
    "same entries": (
        same_entries,
        "Offset 1 of epoch 0 stays, where the leader has a record of epoch 1: the two logs differ for ever.",
    ),
}

COMPLAINTS = (
    (
        truncate_to_high_watermark,
        "After the power failed the logs are ['ABC@0', 'DEF@0'] and ['ABC@0', 'GHI@1']; "
        "they should be ['ABC@0', 'GHI@1'] both.",
    ),
    (
        truncate_by_latest_epoch,
        "After two elections came quickly the logs are ['ABC@0', 'DEF@0', 'GHI@0', 'PQR@2'] and "
        "['ABC@0', 'DEF@0', 'JKL@1', 'PQR@2']; they should be ['ABC@0', 'DEF@0', 'GHI@0', 'PQR@2'] both.",
    ),
)
