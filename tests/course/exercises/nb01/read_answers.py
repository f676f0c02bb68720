"""Answers to E01.1: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from bisect import bisect_left

import numpy as np

from kafkaviz.course.exercises.nb01.read import read


def in_a_loop(offsets, log_start, log_end, asked, max_records):
    if asked < log_start or asked > log_end:
        return None
    got = []
    for offset in offsets:
        if offset >= asked and len(got) < max_records:
            got.append(offset)
    return got


def by_bisection(offsets, log_start, log_end, asked, max_records):
    if asked in range(log_start, log_end + 1):
        at = bisect_left(offsets, asked)
        return offsets[at : at + max_records]


RIGHT = {
    "in a loop": in_a_loop,
    "by bisection": by_bisection,
    "as a tuple": lambda *case: None if read(*case) is None else tuple(read(*case)),
    "in numpy's numbers": lambda *case: None if read(*case) is None else [*np.array(read(*case), dtype=np.int64)],
    "sorted": lambda offsets, first, end, asked, most: (
        sorted({*range(asked, end)} & {*offsets})[:most] if first <= asked <= end else None
    ),
}

WRONG = {
    "by place": (
        lambda offsets, first, end, asked, most: offsets[asked : asked + most] if first <= asked <= end else None,
        "From 5 on the log has [5, 6]; the reader gets [5, 6].",
    ),
    "by place after the start": (
        lambda offsets, first, end, asked, most: offsets[asked - first :][:most] if first <= asked <= end else None,
        "From 5 on the log has [6]; the reader gets [6].",
    ),
    "the next numbers": (
        lambda offsets, first, end, asked, most: (
            [*range(asked, min(asked + most, end))] if first <= asked <= end else None
        ),
        "There is no record at offset 0: the log has those at [3, 4, 6].",
    ),
    "those that fall in a range": (
        lambda offsets, first, end, asked, most: (
            [one for one in offsets if asked <= one < asked + most] if first <= asked <= end else None
        ),
        "From 0 on the log has [3, 4, 6]; the reader gets [3, 4].",
    ),
    "a gap is out of range": (
        lambda *case: read(*case) if case[3] in case[0] or case[3] == case[2] else None,
        "Offset 0 is in range, for the log goes from 0 to 7: the answer is a list, not None.",
    ),
    "the end is out of range": (
        lambda *case: read(*case) if case[3] < case[2] else None,
        "Offset 4 is in range, for the log goes from 0 to 4: the answer is a list, not None.",
    ),
    "the end is in the log": (
        lambda offsets, first, end, asked, most: (
            [one for one in offsets if one >= asked][:most] if first <= asked <= end + 1 else None
        ),
        "Offset 3 is out of range, for the log goes from 0 to 2: Kafka answers with an error, so None, not [].",
    ),
    "nothing is out of range": (
        lambda *case: [one for one in case[0] if one >= case[3]][: case[4]],
        "Offset 3 is out of range, for the log goes from 4 to 7: Kafka answers with an error, so None, not [4, 5, 6].",
    ),
    "the end of what is there": (
        lambda kept, first, end, asked, most: read(kept, first, kept[-1] + 1 if kept else first, asked, most),
        "Offset 4 is in range, for the log goes from 0 to 4: the answer is a list, not None.",
    ),
    "the reset": (
        lambda *case: read(*case[:3], max(case[3], case[1]), case[4]),
        "Offset 3 is out of range, for the log goes from 4 to 7: Kafka answers with an error, so None, not [4, 5, 6].",
    ),
    "above the offset": (
        lambda *case: None if read(*case) is None else [one for one in case[0] if one > case[3]][: case[4]],
        "From 1 on the log has [1, 2, 3]; the reader gets [1, 2].",
    ),
    "all there is": (
        lambda *case: None if read(*case) is None else [one for one in case[0] if one >= case[3]],
        "The reader wants at most 2, and your list has 3.",
    ),
    "the last ones": (
        lambda *case: None if read(*case) is None else [one for one in case[0] if one >= case[3]][-case[4] :],
        "From 1 on the log has [1, 2, 3]; the reader gets [1, 2].",
    ),
    "an empty list for an error": (
        lambda *case: read(*case) or [],
        "Offset 3 is out of range, for the log goes from 4 to 7: Kafka answers with an error, so None, not [].",
    ),
    "nothing for an empty list": (
        lambda *case: read(*case) or None,
        "Offset 4 is in range, for the log goes from 0 to 4: the answer is a list, not None.",
    ),
    "one number": (
        lambda *case: (read(*case) or [None])[0],
        "The answer is a list of offsets, or None where the offset is out of range; not 1.",
    ),
    "it raises": (
        lambda *case: case[0][case[3]],
        "The answer is a list of offsets, or None where the offset is out of range; not 1.",
    ),
}

TIRED = (read, lambda *case: [], 1, "The member asks from 3 on and gets the records at [3, 4, 5]; you say [].")
