"""What may hold of a case of E01.3 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb01.roll import age_ms, is_rolled, is_too_full, is_too_old

CONDITIONS = (
    ("a new file is needed", lambda *case: is_rolled(*case)),
    ("the file is empty", lambda segment, *rest: not segment.size_bytes),
    ("an empty file is too small for the batch", lambda s, batch, at, most, ms: not s.size_bytes and batch > most),
    ("the batch just fits", lambda s, batch, at, most, ms: bool(s.size_bytes) and s.size_bytes + batch == most),
    ("one byte is too much", lambda s, batch, at, most, ms: bool(s.size_bytes) and s.size_bytes + batch == most + 1),
    ("it is too full and not too old", lambda *case: is_too_full(*case) and not is_too_old(*case)),
    ("it is too old and not too full", lambda *case: is_too_old(*case) and not is_too_full(*case)),
    ("its age is just allowed", lambda s, batch, at, most, ms: age_ms(s, at) == ms),
    ("it is one millisecond too old", lambda s, batch, at, most, ms: age_ms(s, at) == ms + 1),
    ("the batch is older than the file's first record", lambda s, batch, at, most, ms: age_ms(s, at) < 0),
    ("the file begins at an offset above 0", lambda segment, *rest: segment.base_offset > 0),
    (
        "its first record makes it too old, and its last would not",
        lambda s, b, at, most, ms: bool(s.size_bytes) and age_ms(s, at) > ms >= at - (s.largest_timestamp_ms or 0),
    ),
)
