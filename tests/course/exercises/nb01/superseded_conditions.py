"""What may hold of a case of E01.5 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb01.superseded import later_offsets, superseded


def equal_values(records, cleanable_end):
    seen = {(one.key, one.value): one.offset for one in records if one.offset < cleanable_end}
    return [one.offset for one in records if one.offset < cleanable_end and seen[one.key, one.value] != one.offset]


CONDITIONS = (
    ("something goes", lambda records, end: bool(superseded(records, end))),
    ("two of one key go", lambda records, end: any(len(later_offsets(one, records, end)) > 1 for one in records)),
    (
        "a later record of a key is in the active file alone",
        lambda records, end: any(
            one.offset < end and later_offsets(one, records) and not later_offsets(one, records, end) for one in records
        ),
    ),
    (
        "the active file has two records of a key",
        lambda records, end: any(one.offset >= end and later_offsets(one, records) for one in records),
    ),
    ("the active file is empty", lambda records, end: bool(records) and records[-1].offset < end),
    ("there is nothing but the active file", lambda records, end: bool(records) and records[0].offset >= end),
    (
        "a tombstone stays",
        lambda records, end: any(
            one.value is None and one.offset < end and not later_offsets(one, records, end) for one in records
        ),
    ),
    (
        "a tombstone goes",
        lambda records, end: any(one.value is None and later_offsets(one, records, end) for one in records),
    ),
    (
        "the later record of a key has another price",
        lambda records, end: superseded(records, end) != equal_values(records, end),
    ),
    ("there are gaps", lambda records, end: bool(records) and records[-1].offset - records[0].offset >= len(records)),
    ("the log begins above 0", lambda records, end: bool(records) and records[0].offset > 0),
    ("a key is empty", lambda records, end: any(one.key == b"" for one in records)),
    ("keys look alike", lambda records, end: {b"A", b"a"} <= {one.key for one in records}),
    ("the log is empty", lambda records, end: not records),
)
