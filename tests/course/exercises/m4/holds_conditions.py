"""What may hold of a case of X4.1 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.m4.holds import group_capacity

CONDITIONS = (
    ("there are more consumers than partitions", lambda n, consumers, per_s: consumers > n),
    ("there are as many", lambda n, consumers, per_s: consumers == n),
    ("there is one consumer", lambda n, consumers, per_s: consumers == 1),
    ("they divide without a remainder", lambda n, consumers, per_s: n % consumers == 0),
    (
        "one consumer more brings nothing",
        lambda n, c, per_s: group_capacity(n, c, per_s) == group_capacity(n, c + 1, per_s),
    ),
    ("the answer is no whole number", lambda *case: not group_capacity(*case).is_integer()),
)
