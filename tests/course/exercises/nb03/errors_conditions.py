"""What may hold of a case of E03.4 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb03.errors import FINAL, SAYS, TIMEOUTS_MS

CONDITIONS = (
    *((f"the error is {error}", lambda given, *ms, error=error: given == error) for error in SAYS),
    ("the time is over", lambda error, waited, limit: waited >= limit),
    ("it is just over", lambda error, waited, limit: waited == limit),
    ("there is a millisecond left", lambda error, waited, limit: waited == limit - 1),
    ("no time has passed", lambda error, waited, limit: waited == 0),
    ("the timeout is not the default", lambda error, waited, limit: limit != TIMEOUTS_MS[0]),
    (
        "the time is over for an error that could be tried again",
        lambda error, waited, limit: waited >= limit and error not in FINAL,
    ),
    ("there is time, and the error is final", lambda error, waited, limit: waited < limit and error in FINAL),
)
