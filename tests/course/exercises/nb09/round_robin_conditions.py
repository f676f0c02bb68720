"""What may hold of a case of E09.2 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb09.in_group import are_unsorted, differ_by_number

CONDITIONS = (
    ("the members arrive in no order", lambda counts, members: are_unsorted(members)),
    ("as numbers the members are in another order", lambda counts, members: differ_by_number(members)),
    ("the topics are in no order", lambda counts, members: are_unsorted(counts)),
    ("as numbers the topics are in another order", lambda counts, members: differ_by_number(counts)),
    ("there is one topic", lambda counts, members: len(counts) == 1),
    ("there is one member", lambda counts, members: len(members) == 1),
    ("a member gets nothing", lambda counts, members: sum(counts.values()) < len(members)),
    ("everybody gets equally many", lambda counts, members: sum(counts.values()) % len(members) == 0),
    (
        "a topic ends in the middle of a circle",
        lambda counts, members: len(counts) > 1 and counts[min(counts)] % len(members),
    ),
    ("a topic ends with a circle", lambda counts, members: len(counts) > 1 and counts[min(counts)] % len(members) == 0),
    ("a partition has two digits", lambda counts, members: max(counts.values()) > 10),
)
