"""What may hold of a case of X2.1 and what a wrong answer overlooks; the cases meet each both ways."""

from itertools import groupby

from kafkaviz.course.exercises.m2.moved import moved_shares


def runs(rows):
    """Returns the assignors, once for each stretch of rows that follow each other."""
    return [name for name, _ in groupby(row[0] for row in rows)]


CONDITIONS = (
    ("there are two assignors", lambda rows: len({row[0] for row in rows}) > 1),
    ("the rows of one assignor are not together", lambda rows: len(runs(rows)) > len({*runs(rows)})),
    ("nothing of one moves", lambda rows: 0 in moved_shares(rows).values()),
    ("everything of one moves", lambda rows: 1 in moved_shares(rows).values()),
    (
        "one has more rows than another",
        lambda rows: len({sum(row[0] == name for row in rows) for name, *_ in rows}) > 1,
    ),
    ("an owner's name begins like the one before", lambda rows: any(a != b and a[:2] == b[:2] for *_, a, b in rows)),
    ("a partition has two digits", lambda rows: any(row[1] > 9 for row in rows)),
)
