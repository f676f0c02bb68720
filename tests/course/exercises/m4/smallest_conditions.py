"""What may hold of a case of X4.2 and what a wrong answer overlooks; the cases meet each both ways."""

from math import ceil

from kafkaviz.course.exercises.m4.smallest import keeps_up, smallest


def as_good(load_per_s, per_s, choices):
    """Returns the numbers of partitions with which as few consumers hold the load."""
    right = smallest(load_per_s, per_s, choices)
    return [one for one in choices if right and keeps_up(one, right[1], per_s, load_per_s)]


def is_exact(load_per_s, per_s, choices):
    right = smallest(load_per_s, per_s, choices)
    return right is not None and per_s * right[0] == load_per_s * ceil(right[0] / right[1])


def fewest_partitions(load_per_s, per_s, choices):
    for partitions in sorted(choices):
        for consumers in range(1, partitions + 1):
            if keeps_up(partitions, consumers, per_s, load_per_s):
                return partitions, consumers
    return None


def no_remainder(load_per_s, per_s, choices):
    consumers = ceil(load_per_s / per_s)
    return next(((one, consumers) for one in sorted(choices) if one >= consumers), None)


CONDITIONS = (
    ("nothing holds it", lambda *case: smallest(*case) is None),
    ("one consumer is enough", lambda *case: (smallest(*case) or (0, 0))[1] == 1),
    ("it is held exactly", lambda load, per_s, choices: is_exact(load, per_s, choices)),
    (
        "the fewest partitions do not need the fewest consumers",
        lambda *case: fewest_partitions(*case) != smallest(*case),
    ),
    ("a remainder costs a consumer", lambda *case: no_remainder(*case) != smallest(*case)),
    ("several partitions do with as few consumers", lambda *case: len(as_good(*case)) > 1),
    ("the choices are in no order", lambda load, per_s, choices: choices != sorted(choices)),
    ("two digits are needed", lambda *case: (smallest(*case) or (0, 0))[1] > 9),
)
