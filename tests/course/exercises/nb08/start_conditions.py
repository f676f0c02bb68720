"""What may hold of a case of E08.2 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb08.start import start

CONDITIONS = (
    ("nothing is committed", lambda committed, *log: committed is None),
    ("0 is committed, and it is there", lambda c, first, end, reset: c == 0 == first),
    ("0 is committed, and it is gone", lambda c, first, end, reset: c == 0 < first),
    ("the committed offset is the log's start", lambda c, first, end, reset: c == first),
    ("it is just below the log's start", lambda c, first, end, reset: c is not None and c == first - 1),
    ("it is the log's end", lambda c, first, end, reset: c == end),
    ("it is just above the log's end", lambda c, first, end, reset: c is not None and c == end + 1),
    ("it is inside", lambda c, first, end, reset: c is not None and first < c < end),
    ("the reset is asked", lambda *case: start(*case[:3], "none") is None),
    ("the reset is earliest", lambda committed, first, end, reset: reset == "earliest"),
    ("the reset is none", lambda committed, first, end, reset: reset == "none"),
    ("there is an error", lambda *case: start(*case) is None),
    ("the log is empty", lambda committed, first, end, reset: first == end),
    ("the log has lost its front", lambda committed, first, end, reset: first > 0),
)
