"""What may hold of a case of X1.3 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.m1.salts import fewest_salts

CONDITIONS = (
    ("none are enough", lambda *case: fewest_salts(*case) is None),
    ("no salt is needed", lambda *case: fewest_salts(*case) == 1),
    ("as many salts as partitions are needed", lambda *case: fewest_salts(*case) == case[2] > 1),
    (
        "the bound is met exactly",
        lambda hot, rest, n, most: hot == (most - rest) * (fewest_salts(hot, rest, n, most) or 0),
    ),
    ("the rest alone is too much", lambda hot, rest, n, most: rest >= most),
    ("there is nothing but the hot key", lambda hot, rest, n, most: rest == 0),
    ("the fullest has no whole number of records", lambda *case: case[0] % (fewest_salts(*case) or 1) != 0),
    ("ten salts or more are needed", lambda *case: (fewest_salts(*case) or 0) > 9),
)
