"""What may hold of a case of E02.2 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb02.majority import committed_by_majority


def half(current, ends):
    return max(current, sorted(ends, reverse=True)[(len(ends) - 1) // 2])


CONDITIONS = (
    ("it stays where it is", lambda current, ends: committed_by_majority(current, ends) == current),
    ("a majority has less than was committed", lambda current, ends: committed_by_majority(0, ends) < current),
    ("a majority is not everybody", lambda current, ends: committed_by_majority(current, ends) > min(ends)),
    ("all have the same", lambda current, ends: len({*ends}) == 1),
    ("the leader is ahead", lambda current, ends: committed_by_majority(current, ends) < max(ends)),
    ("the number of voters is even", lambda current, ends: len(ends) % 2 == 0),
    (
        "half of them have more, which is no majority",
        lambda current, ends: half(current, ends) > committed_by_majority(current, ends),
    ),
    ("there is one voter", lambda current, ends: len(ends) == 1),
    ("the ends are in no order", lambda current, ends: ends != sorted(ends, reverse=True)),
    ("an end has two digits", lambda current, ends: max(ends) > 9),
)
