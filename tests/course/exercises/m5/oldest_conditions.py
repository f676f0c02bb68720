"""What may hold of a case of X5.1 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.m5.oldest import slowest_partition

CONDITIONS = (
    ("retention is unlimited", lambda rates, keep, size, roll: keep == -1),
    ("nothing is to be kept", lambda rates, keep, size, roll: keep == 0),
    ("nobody writes at all", lambda rates, keep, size, roll: not any(rates)),
    ("nobody writes to a partition of several", lambda rates, keep, size, roll: any(rates) and 0 in rates),
    ("partitions get different amounts", lambda rates, keep, size, roll: len({*rates} - {0}) > 1),
    (
        "the slowest partition is not the first that is written to",
        lambda rates, keep, size, roll: (
            slowest_partition(rates) != next((n for n, one in enumerate(rates) if one), None)
        ),
    ),
    (
        "the oldest segment is closed because it is full",
        lambda rates, keep, size, roll: any(rates) and size / rates[slowest_partition(rates) or 0] < roll,
    ),
    (
        "the oldest segment is closed because it is old",
        lambda rates, keep, size, roll: any(rates) and size / rates[slowest_partition(rates) or 0] > roll,
    ),
    (
        "it is full just when it is old",
        lambda rates, keep, size, roll: any(rates) and size == roll * rates[slowest_partition(rates) or 0],
    ),
    (
        "the oldest segment is full in no whole number of seconds",
        lambda rates, keep, size, roll: (
            any(rates) and size % rates[slow := slowest_partition(rates) or 0] != 0 and size / rates[slow] < roll
        ),
    ),
    ("there is one partition", lambda rates, keep, size, roll: len(rates) == 1),
)
