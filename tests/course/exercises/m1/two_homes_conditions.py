"""What may hold of a case of X1.4 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.m1.two_homes import less_loaded_home, two_homes


def compared(key, partitions, hot, loads):
    """Returns by how much the second home of a hot key carries more than the first."""
    first, second = two_homes(key, partitions)
    return loads[second] - loads[first] if key in hot else 0


def resembles(key, hot):
    return any(one != key and (one.startswith(key) or key.startswith(one)) for one in hot)


CONDITIONS = (
    ("the key is hot", lambda key, n, hot, loads: key in hot),
    ("no key is hot", lambda key, n, hot, loads: not hot),
    ("a hot key begins like this one", lambda key, n, hot, loads: key not in hot and resembles(key, hot)),
    (
        "another key begins with a hot one, and its second home carries less",
        lambda key, n, hot, loads: (
            key not in hot and any(key.startswith(one) for one in hot) and compared(key, n, [key], loads) < 0
        ),
    ),
    ("both homes are the same", lambda key, n, hot, loads: len({*two_homes(key, n)}) == 1),
    ("the second home of a hot key carries less", lambda *case: compared(*case) < 0),
    ("the second home of a hot key carries more", lambda *case: compared(*case) > 0),
    (
        "two homes of a hot key carry the same",
        lambda *case: case[0] in case[2] and compared(*case) == 0 and len({*two_homes(*case[:2])}) > 1,
    ),
    (
        "the second home of another key carries less",
        lambda key, n, hot, loads: key not in hot and compared(key, n, [key], loads) < 0,
    ),
    ("a third partition carries least", lambda *case: min(case[3]) < min(case[3][p] for p in two_homes(*case[:2]))),
    ("the partition has two digits", lambda *case: less_loaded_home(*case) > 9),
)
