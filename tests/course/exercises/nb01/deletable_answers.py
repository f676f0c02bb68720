"""Answers to E01.4: right ones in other forms than the reference, wrong ones with the sentence each must get."""

import numpy as np

from kafkaviz.course.exercises.nb01.deletable import deletable


def in_one_loop(segments, log_start_offset, high_watermark, now_ms, retention_bytes, retention_ms):
    gone, left = 0, sum(segment.size_bytes for segment in segments)
    for segment in segments:
        is_last = segment is segments[-1]
        left -= segment.size_bytes
        if segment.end_offset > high_watermark or (is_last and segment.size_bytes == 0):
            break
        below = segment.end_offset <= log_start_offset and not is_last
        by_size = retention_bytes != -1 and left >= retention_bytes
        by_age = retention_ms != -1 and now_ms - segment.largest_timestamp_ms > retention_ms
        if not (below or by_size or by_age):
            break
        gone += 1
    return gone


def by_what_stays(segments, log_start_offset, high_watermark, now_ms, retention_bytes, retention_ms):
    for place, segment in enumerate(segments):
        rest = sum(one.size_bytes for one in segments[place + 1 :])
        last = place == len(segments) - 1
        reasons = [
            not last and segment.end_offset <= log_start_offset,
            retention_bytes >= 0 and rest >= retention_bytes,
            retention_ms >= 0 and (segment.largest_timestamp_ms or 0) + retention_ms < now_ms,
        ]
        if segment.end_offset > high_watermark or not any(reasons) or (last and not segment.size_bytes):
            return place
    return len(segments)


def in_three_rounds(segments, log_start_offset, high_watermark, now_ms, retention_bytes, retention_ms):
    safe = [one for one in segments if one.end_offset <= high_watermark and (one.size_bytes or one != segments[-1])]
    gone = 0
    while gone < min(len(safe), len(segments) - 1) and safe[gone].end_offset <= log_start_offset:
        gone += 1
    while gone < len(safe) and 0 <= retention_bytes <= sum(one.size_bytes for one in segments[gone + 1 :]):
        gone += 1
    while gone < len(safe) and retention_ms >= 0 and now_ms - safe[gone].largest_timestamp_ms > retention_ms:
        gone += 1
    return gone


RIGHT = {
    "in one loop": in_one_loop,
    "by what stays": by_what_stays,
    "in three rounds": in_three_rounds,
    "in numpy's numbers": lambda *case: np.int64(deletable(*case)),
}


def down_to_the_limit(segments, start, mark, now, most, age):
    gone = deletable(segments, start, mark, now, -1, age)
    while most >= 0 and sum(one.size_bytes for one in segments[gone:]) > most:
        gone += 1
    return gone


def all_that_are_old(segments, start, mark, now, most, age):
    def is_old(one):
        return age >= 0 and one.size_bytes > 0 and now - one.largest_timestamp_ms > age and one.end_offset <= mark

    return max(deletable(segments, start, mark, now, most, -1), sum(map(is_old, segments)))


WRONG = {
    "down to the limit": (
        down_to_the_limit,
        "The file 2.log stays, and so do all after it, for without it 30 bytes are left, and 40 are asked for.",
    ),
    "more than the limit must be left": (
        lambda s, a, m, now, most, age: deletable(s, a, m, now, most + 1 if most >= 0 else most, age),
        "The file 0.log goes as well, for without it 0 bytes are left, and 0 are asked for.",
    ),
    "no limit is a limit of 0": (
        lambda s, a, m, now, most, age: deletable(s, a, m, now, max(0, most), age),
        "The file 4.log stays, and so do all after it, for its newest record is 15 ms old, and 20 are allowed.",
    ),
    "the first record of each file": (
        lambda s, a, m, now, most, age: deletable(
            [one._replace(largest_timestamp_ms=one.first_timestamp_ms) for one in s], a, m, now, most, age
        ),
        "The file 4.log stays, and so do all after it, for its newest record is 15 ms old, and 20 are allowed.",
    ),
    "a limit of 0 is none": (
        lambda s, a, m, now, most, age: deletable(s, a, m, now, most, age or -1),
        "The file 0.log goes as well, for its newest record is 1 ms old, and 0 are allowed.",
    ),
    "for no time": (
        lambda s, a, m, now, most, age: deletable(s, a, m, now, most, max(0, age)),
        "The file 7.log stays, and so do all after it, for it is the last file, and one below the log start goes only "
        "where another file follows; and without it 0 bytes are left, and 1 is asked for.",
    ),
    "just as old is too old": (
        lambda s, a, m, now, most, age: deletable(s, a, m, now, most, age - 1 if age > 0 else age),
        "The file 7.log stays, and so do all after it, for its newest record is 1000 ms old, and 1000 are allowed.",
    ),
    "all that are old": (
        all_that_are_old,
        "The file 2.log stays, and so do all after it, for its newest record is 10 ms old, and 20 are allowed.",
    ),
    "size alone": (
        lambda s, a, m, now, most, age: deletable(s, a, m, now, most, -1),
        "The file 0.log goes as well, for its newest record is 35 ms old, and 20 are allowed.",
    ),
    "age alone": (
        lambda s, a, m, now, most, age: deletable(s, a, m, now, -1, age),
        "The file 0.log goes as well, for without it 50 bytes are left, and 40 are asked for.",
    ),
    "committed or not": (
        lambda s, a, m, now, most, age: deletable(s, a, s[-1].end_offset, now, most, age),
        "The file 2.log stays, and so do all after it, for it is not committed as a whole (it ends at 4, and the high "
        "watermark is 3).",
    ),
    "the log start is nothing": (
        lambda s, a, m, now, most, age: deletable(s, -1, m, now, most, age),
        "The file 0.log goes as well, for all of it lies below the log start, 3.",
    ),
    "a file that the start is in": (
        lambda s, a, m, now, most, age: max(
            deletable(s, a, m, now, most, age), sum(one.base_offset < a for one in s[:-1])
        ),
        "The file 2.log stays, and so do all after it, for no limit is set.",
    ),
    "the last one always stays": (
        lambda s, a, m, now, most, age: min(deletable(s, a, m, now, most, age), len(s) - 1),
        "The file 2.log goes as well, for its newest record is 100 ms old, and 20 are allowed.",
    ),
    "an empty one goes as well": (
        lambda s, a, m, now, most, age: deletable(s, a, m, now, most, age) + (s[-1].size_bytes == 0),
        "The file 2.log stays, and so do all after it, for it is empty, and waits for records.",
    ),
    "the new log start": (
        lambda *case: [*(one.base_offset for one in case[0]), case[2]][deletable(*case)],
        "The file 2.log stays, and so do all after it, for without it 30 bytes are left, and 40 are asked for.",
    ),
    "the files themselves": (
        lambda *case: case[0][: deletable(*case)],
        "The answer is a number of files, from 0 to 4, and not [[0, 2, 20, 0, 0]].",
    ),
    "what stays": (
        lambda *case: len(case[0]) - deletable(*case),
        "The file 2.log stays, and so do all after it, for without it 30 bytes are left, and 40 are asked for.",
    ),
    "the first record's age": (
        lambda s, a, m, now, most, age: deletable(
            [one._replace(largest_timestamp_ms=s[0].largest_timestamp_ms) for one in s], a, m, now, most, age
        ),
        "The file 4.log stays, and so do all after it, for its newest record is 15 ms old, and 20 are allowed.",
    ),
    "it never stops": (lambda *case: -1, "The answer is a number of files, from 0 to 4, and not -1."),
}

TIRED = (deletable, lambda *case: 0, 1, "After a day 4 of 4 files are gone; you say 0.")
