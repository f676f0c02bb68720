"""What may hold of a case of E08.1 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb08.lag import lag

CONDITIONS = (
    ("nothing was committed anywhere", lambda ends, committed: not committed),
    ("nothing was committed for one partition of several", lambda e, c: 0 < len(c) < len(e)),
    ("a group is at the end", lambda ends, committed: any(ends[p] == c > 0 for p, c in committed.items())),
    ("0 was committed where records are", lambda e, c: any(not o and e[p] for p, o in c.items())),
    ("a partition is empty", lambda ends, committed: 0 in ends.values()),
    ("an empty partition was committed", lambda ends, committed: any(not ends[p] for p in committed)),
    ("one record is left", lambda ends, committed: 1 in lag(ends, committed).values()),
    ("ten records or more are left", lambda e, c: any((n or 0) > 9 for n in lag(e, c).values())),
    ("the partitions are in no order", lambda ends, committed: [*ends] != sorted(ends)),
    (
        "the committed offsets are in another order",
        lambda ends, committed: [*committed] != [p for p in ends if p in committed],
    ),
    ("a partition has two digits", lambda ends, committed: max(ends) > 9),
    ("there is one partition", lambda ends, committed: len(ends) == 1),
)
