"""What may hold of a case of E07.4 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb07.rejoin import rejoin


def agree(old, new, high_watermark):
    return len(old) - rejoin(old, new, high_watermark)[0]


def same_text(old, new, high_watermark):
    """Tells whether the first records that differ do so in their leader epoch alone."""
    both = next((pair for pair in zip(old, new, strict=False) if pair[0] != pair[1]), None)
    return both is not None and both[0].partition("@")[0] == both[1].partition("@")[0]


def repeated(old, new, high_watermark):
    """Tells whether a record that is cut off has an equal one in what stays."""
    kept = agree(old, new, high_watermark)
    return any(record in old[:kept] for record in old[kept:])


CONDITIONS = (
    ("nothing is cut off", lambda old, new, mark: agree(old, new, mark) == len(old)),
    ("everything is cut off", lambda old, new, mark: agree(old, new, mark) == 0 < len(old)),
    ("the old log is empty", lambda old, new, mark: not old),
    ("the new log is empty", lambda old, new, mark: not new),
    ("the old log is the shorter one and stays whole", lambda old, new, mark: old == new[: len(old)] != new),
    ("the new log has just ended", lambda old, new, mark: new == old[: len(new)] != old),
    ("the logs are equally long and differ", lambda old, new, mark: len(old) == len(new) and old != new),
    ("the new log is longer and differs", lambda old, new, mark: len(new) > len(old) > agree(old, new, mark)),
    ("only the leader epochs differ", same_text),
    ("a record that is cut off has an equal one before it", repeated),
    (
        "some of what is cut off is lost, but not all",
        lambda old, new, mark: 0 < rejoin(old, new, mark)[1] < rejoin(old, new, mark)[0],
    ),
    ("all that is cut off is lost", lambda old, new, mark: 0 < rejoin(old, new, mark)[1] == rejoin(old, new, mark)[0]),
    ("the high watermark is where the logs part", lambda old, new, mark: mark == agree(old, new, mark) < len(old)),
    ("the high watermark is below that", lambda old, new, mark: mark < agree(old, new, mark)),
    ("a leader epoch has two digits", lambda old, new, mark: any(record.endswith("@10") for record in new)),
    ("a log has ten records or more", lambda old, new, mark: len(old) >= 10),
)
