"""What may hold of a case of E01.4 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb01.deletable import bytes_in, deletable


def anywhere(segments, start, mark, now, most, age):
    small = deletable(segments, start, mark, now, most, -1)
    late = [one for one in segments if age >= 0 and now - (one.largest_timestamp_ms or 0) > age and one.size_bytes]
    return max(small, len([one for one in late if one.end_offset <= mark]))


CONDITIONS = (
    ("nothing goes", lambda *case: not deletable(*case)),
    ("everything goes", lambda *case: deletable(*case) == len(case[0])),
    ("only the last one stays", lambda *case: len(case[0]) > 1 and deletable(*case) == len(case[0]) - 1),
    (
        "size and age both take some",
        lambda s, a, m, now, b, ms: (
            deletable(s, a, m, now, b, -1) < deletable(s, a, m, now, b, ms)
            and deletable(s, a, m, now, b, -1) > deletable(s, a, m, now, -1, -1)
        ),
    ),
    (
        "size takes some, and there is no limit of age",
        lambda s, a, m, now, b, ms: ms < 0 and deletable(s, a, m, now, b, -1) > deletable(s, a, m, now, -1, -1),
    ),
    (
        "exactly the limit of size is left",
        lambda s, a, m, now, b, ms: b > 0 and bytes_in(s[deletable(s, a, m, now, b, -1) :]) == b,
    ),
    (
        "more than the limit of size is left",
        lambda s, a, m, now, b, ms: 0 <= b < bytes_in(s[deletable(s, a, m, now, b, ms) :]),
    ),
    (
        "a limit of 0 for the age takes some",
        lambda s, a, m, now, b, ms: ms == 0 and deletable(s, a, m, now, b, 0) > deletable(s, a, m, now, b, -1),
    ),
    (
        "a file's first record is too old, and its newest is not",
        lambda s, a, m, now, b, ms: (
            deletable(s, a, m, now, b, ms)
            < deletable([one._replace(largest_timestamp_ms=one.first_timestamp_ms) for one in s], a, m, now, b, ms)
        ),
    ),
    ("the limit of size is 0", lambda s, a, m, now, b, ms: b == 0),
    (
        "a file is just as old as allowed",
        lambda s, a, m, now, b, ms: (
            ms >= 0 and any(now - (one.largest_timestamp_ms or 0) == ms for one in s if one.size_bytes)
        ),
    ),
    (
        "an old file lies behind one that stays",
        lambda s, a, m, now, b, ms: anywhere(s, a, m, now, -1, ms) > deletable(s, a, m, now, -1, ms),
    ),
    (
        "what is not committed keeps a file",
        lambda s, a, m, now, b, ms: deletable(s, a, m, now, b, ms) < deletable(s, a, s[-1].end_offset, now, b, ms),
    ),
    (
        "the log start lies inside a file",
        lambda s, a, m, now, b, ms: any(one.base_offset < a < one.end_offset for one in s),
    ),
    ("files lie below the log start", lambda s, a, m, now, b, ms: deletable(s, a, m, now, -1, -1) > 0),
    ("the last file is empty", lambda s, a, m, now, b, ms: not s[-1].size_bytes),
    ("there is one file", lambda s, a, m, now, b, ms: len(s) == 1),
    ("there is no limit", lambda s, a, m, now, b, ms: b == ms == -1),
)
