"""What may hold of a case of E01.1 and what a wrong answer overlooks; the cases meet each both ways."""


def in_range(offsets, log_start, log_end, asked, max_records):
    return log_start <= asked <= log_end


CONDITIONS = (
    ("a record is at that offset", lambda kept, first, end, asked, most: asked in kept),
    ("a gap is there", lambda kept, *rest: in_range(kept, *rest) and rest[2] not in (*kept, rest[1])),
    ("it is the log's end", lambda kept, first, end, asked, most: asked == end),
    ("it is just above the log's end", lambda kept, first, end, asked, most: asked == end + 1),
    ("it is the log's start", lambda kept, first, end, asked, most: asked == first),
    ("it is just below the log's start", lambda kept, first, end, asked, most: asked == first - 1),
    ("it is out of range", lambda *case: not in_range(*case)),
    ("the log has lost its front", lambda kept, first, end, asked, most: first > 0),
    ("the log begins with a gap", lambda kept, first, end, asked, most: bool(kept) and kept[0] > first),
    ("the log ends behind its last record", lambda kept, first, end, *rest: bool(kept) and end > kept[-1] + 1),
    (
        "it is behind the last record and in range",
        lambda kept, first, end, asked, most: bool(kept) and kept[-1] + 1 < asked <= end,
    ),
    ("the log is empty", lambda kept, *rest: not kept),
    ("more is there than is wanted", lambda kept, first, end, asked, most: sum(o >= asked for o in kept) > most),
    ("less is there than is wanted", lambda kept, first, end, asked, most: sum(o >= asked for o in kept) < most),
    ("an offset has two digits", lambda kept, first, end, asked, most: end > 10),
)
