"""Answers to E01.5: right ones in other forms than the reference, wrong ones with the sentence each must get."""

import numpy as np

from kafkaviz.course.exercises.nb01.superseded import superseded


def backwards(records, cleanable_end):
    seen, gone = set(), []
    for record in reversed(records):
        if record.offset < cleanable_end:
            if record.key in seen:
                gone.append(record.offset)
            seen.add(record.key)
    return gone


def as_they_are_replaced(records, cleanable_end):
    last, gone = {}, []
    for offset, key, *_ in records:
        if offset >= cleanable_end:
            break
        if key in last:
            gone.append(last[key])
        last[key] = offset
    return gone


def old(records, end):
    return [one for one in records if one.offset < end]


RIGHT = {
    "backwards": backwards,
    "as they are replaced": as_they_are_replaced,
    "as a tuple": lambda records, end: tuple(superseded(records, end)),
    "a set without the last": lambda records, end: sorted(
        {one.offset for one in old(records, end)} - {*{one.key: one.offset for one in old(records, end)}.values()}
    ),
    "in numpy's numbers": lambda records, end: [*np.array(superseded(records, end), dtype=np.int64)],
    "pair by pair": lambda records, end: [
        one.offset
        for one in old(records, end)
        if any(one.key == other.key and other.offset > one.offset for other in old(records, end))
    ],
}

WRONG = {
    "the active file counts": (
        lambda records, end: [
            one.offset for one in old(records, end) if any(o.key == one.key and o.offset > one.offset for o in records)
        ],
        "Offset 0 stays: the later record with its key, at 2, is in the active file, which the cleaner leaves alone.",
    ),
    "everywhere": (
        lambda records, end: superseded(records, records[-1].offset + 1 if records else 0),
        "Offset 0 stays: the later record with its key, at 2, is in the active file, which the cleaner leaves alone.",
    ),
    "the end is in it": (
        lambda records, end: superseded(records, end + 1),
        "Offset 0 stays: the later record with its key, at 2, is in the active file, which the cleaner leaves alone.",
    ),
    "up to the last but one": (
        lambda records, end: superseded(records, end - 1),
        "Offset 0 goes: a later record with its key is at 2, below 3.",
    ),
    "by place": (
        lambda records, end: superseded(records[:end], 1_000_000),
        "Offset 8 stays: the later record with its key, at 9, is in the active file, which the cleaner leaves alone.",
    ),
    "places for offsets": (
        lambda records, end: [n for n, one in enumerate(records) if one.offset in superseded(records, end)],
        "There is no record at offset 0.",
    ),
    "tombstones as well": (
        lambda records, end: sorted(
            {*superseded(records, end), *(o.offset for o in old(records, end) if o.value is None)}
        ),
        "Offset 2 stays: it is the tombstone of its key, and no later record has that key.",
    ),
    "a tombstone replaces nothing": (
        lambda records, end: superseded([one for one in records if one.value is not None], end),
        "Offset 1 goes: a later record with its key is at 2, below 3.",
    ),
    "what stays": (
        lambda records, end: [one.offset for one in records if one.offset not in superseded(records, end)],
        "Offset 1 stays: it is the last record of its key, and no later record has that key.",
    ),
    "the later ones": (
        lambda records, end: [
            one.offset for n, one in enumerate(old(records, end)) if one.key in [o.key for o in old(records, end)[:n]]
        ],
        "Offset 2 stays: it is the last record of its key, and no later record has that key.",
    ),
    "equal values": (
        lambda records, end: [
            one.offset
            for n, one in enumerate(old(records, end))
            if (one.key, one.value) in [(o.key, o.value) for o in old(records, end)[n + 1 :]]
        ],
        "Offset 0 goes: a later record with its key is at 2, below 3.",
    ),
    "neighbours": (
        lambda records, end: [
            a.offset for a, b in zip(old(records, end), old(records, end)[1:], strict=False) if a.key == b.key
        ],
        "Offset 0 goes: a later record with its key is at 2, below 3.",
    ),
    "the first of each key alone": (
        lambda records, end: sorted(
            {*{one.key: one.offset for one in reversed(old(records, end))}.values()} & {*superseded(records, end)}
        ),
        "Offset 1 goes: a later record with its key is at 2, below 3.",
    ),
    "an empty key is none": (
        lambda records, end: superseded([one for one in records if one.key], end),
        "Offset 0 goes: a later record with its key is at 1, below 3.",
    ),
    "capital or not": (
        lambda records, end: superseded([one._replace(key=one.key.lower()) for one in records], end),
        "Offset 95 stays: it is the last record of its key, and no later record has that key.",
    ),
    "how many": (
        lambda records, end: len(superseded(records, end)),
        "The answer is a list of offsets, in any order, and not 1.",
    ),
    "the records": (
        lambda records, end: [one for one in records if one.offset in superseded(records, end)],
        "The answer is a list of offsets, in any order, and not [[0, b'A', b'10', 0]].",
    ),
    "twice": (lambda records, end: superseded(records, end) * 2, "Offset 0 stands in the answer more than once."),
}

TIRED = (
    superseded,
    lambda records, end: [],
    1,
    "Of A 10, B 20, C 30, A, B 21, C 31, A 11 the cleaner took out the offsets [0, 1, 2], below 6; you say [].",
)
