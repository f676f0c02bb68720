"""What may hold of a case of E09.1 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb09.in_group import are_unsorted, differ_by_number


def uneven(counts, subscriptions):
    return counts["t0"] % len(subscriptions)


CONDITIONS = (
    ("the members arrive in no order", lambda counts, members: are_unsorted(members)),
    ("as numbers the members are in another order", lambda counts, members: differ_by_number(members)),
    ("there is one member", lambda counts, members: len(members) == 1),
    ("it divides evenly", lambda *case: not uneven(*case)),
    ("one is left over", lambda *case: uneven(*case) == 1),
    ("several are left over", lambda *case: uneven(*case) > 1),
    ("a member gets nothing", lambda counts, members: counts["t0"] < len(members)),
    ("everybody gets one", lambda counts, members: counts["t0"] == len(members)),
    ("there is one partition", lambda counts, members: counts["t0"] == 1),
    ("a partition has two digits", lambda counts, members: counts["t0"] > 10),
)
