"""Answers to E01.3: right ones in other forms than the reference, wrong ones with the sentence each must get."""

import numpy as np

from kafkaviz.course.exercises.nb01.roll import E01_3, is_too_old

rolls = E01_3.reference


def in_steps(segment, batch_bytes, newest_timestamp_ms, segment_bytes, segment_ms):
    if segment.size_bytes == 0:
        return False
    if segment.size_bytes + batch_bytes > segment_bytes:
        return True
    return newest_timestamp_ms - segment.first_timestamp_ms > segment_ms


def by_the_room_that_is_left(segment, batch_bytes, newest_timestamp_ms, segment_bytes, segment_ms):
    room = segment_bytes - segment.size_bytes
    fits = batch_bytes <= room
    young = segment.first_timestamp_ms is None or newest_timestamp_ms <= segment.first_timestamp_ms + segment_ms
    return segment.size_bytes > 0 and not (fits and young)


def by_records(segment, batch_bytes, newest_timestamp_ms, segment_bytes, segment_ms):
    base, end, size, first, _ = segment
    return base < end and (size + batch_bytes > segment_bytes or newest_timestamp_ms - first > segment_ms)


def full(segment, batch_bytes, segment_bytes):
    return segment.size_bytes + batch_bytes > segment_bytes


def old(segment, newest, segment_ms):
    return segment.size_bytes > 0 and newest - segment.first_timestamp_ms > segment_ms


def looks_at_the_file_alone(segment, batch, newest, segment_bytes, segment_ms):
    return segment.size_bytes >= segment_bytes or is_too_old(segment, batch, newest, segment_bytes, segment_ms)


RIGHT = {
    "in steps": in_steps,
    "by the room that is left": by_the_room_that_is_left,
    "by records": by_records,
    "as a number": lambda *case: int(rolls(*case)),
    "numpy's truth": lambda *case: np.bool_(rolls(*case)),
}

WRONG = {
    "an empty file as well": (
        lambda s, b, t, most, ms: full(s, b, most) or old(s, t, ms),
        "The file is empty, so the batch goes into it, however large or late it is.",
    ),
    "full is too full": (
        lambda s, b, t, most, ms: s.size_bytes > 0 and (s.size_bytes + b >= most or old(s, t, ms)),
        "It fits: with the batch the file has 100 bytes, and may have 100; the batch is 60 ms younger than the "
        "file's first record, and may be 1000 younger.",
    ),
    "just as old is too old": (
        lambda s, b, t, most, ms: s.size_bytes > 0 and (full(s, b, most) or t - s.first_timestamp_ms >= ms),
        "It fits: with the batch the file has 90 bytes, and may have 100; the batch is 1000 ms younger than the "
        "file's first record, and may be 1000 younger.",
    ),
    "the file alone": (
        lambda s, b, t, most, ms: s.size_bytes > most or old(s, t, ms),
        "With the batch the file would have 101 bytes, more than 100.",
    ),
    "the batch alone": (
        lambda s, b, t, most, ms: b > most or old(s, t, ms),
        "With the batch the file would have 101 bytes, more than 100.",
    ),
    "size alone": (
        lambda s, b, t, most, ms: s.size_bytes > 0 and full(s, b, most),
        "The newest record of the batch is 1001 ms younger than the first of the file: more than 1000.",
    ),
    "age alone": (
        lambda s, b, t, most, ms: old(s, t, ms),
        "With the batch the file would have 101 bytes, more than 100.",
    ),
    "both at once": (
        lambda s, b, t, most, ms: full(s, b, most) and old(s, t, ms),
        "With the batch the file would have 101 bytes, more than 100.",
    ),
    "since the newest record": (
        lambda s, b, t, most, ms: s.size_bytes > 0 and (full(s, b, most) or t - s.largest_timestamp_ms > ms),
        "The newest record of the batch is 1001 ms younger than the first of the file: more than 1000.",
    ),
    "by the clock": (
        lambda s, b, t, most, ms: s.size_bytes > 0 and (full(s, b, most) or t > ms),
        "It fits: with the batch the file has 50 bytes, and may have 100; the batch is 3000 ms older than the file's "
        "first record, and may be 1000 younger.",
    ),
    "either way in time": (
        lambda s, b, t, most, ms: s.size_bytes > 0 and (full(s, b, most) or abs(t - s.first_timestamp_ms) > ms),
        "It fits: with the batch the file has 50 bytes, and may have 100; the batch is 3000 ms older than the file's "
        "first record, and may be 1000 younger.",
    ),
    "by offsets": (
        lambda s, b, t, most, ms: s.end_offset + b > most or old(s, t, ms),
        "With the batch the file would have 101 bytes, more than 100.",
    ),
    "a word": (lambda *case: "yes" if rolls(*case) else "no", "The answer is True or False, not 'no'."),
    "nothing comes back": (lambda *case: None, "It returned nothing: is there a `return`?"),
    "no time is zero": (
        lambda s, b, t, most, ms: full(s, b, most) or t - s.first_timestamp_ms > ms,
        "The file is empty, so the batch goes into it, however large or late it is.",
    ),
    "looks at the file alone": (
        looks_at_the_file_alone,
        "With the batch the file would have 101 bytes, more than 100.",
    ),
}

TIRED = (rolls, lambda *case: False, 1, "With a batch of 10 bytes at 0 ms the log begins a new file; you say False.")
