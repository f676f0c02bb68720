"""What may hold of a case of E07.3 and what a wrong answer overlooks; the cases meet each both ways."""

from itertools import chain

from kafkaviz.course.exercises.nb07.load import leader_load


def fallen(placement, alive):
    """Returns the replicas of partitions whose first one is dead."""
    return [replicas for replicas in placement.values() if replicas[0] not in alive]


CONDITIONS = (
    ("everybody is alive", lambda placement, alive: {*chain(*placement.values())} <= {*alive}),
    ("one broker is alive", lambda placement, alive: len(alive) == 1),
    (
        "a partition's first copy is dead, another alive",
        lambda placement, alive: any({*r} & {*alive} for r in fallen(placement, alive)),
    ),
    (
        "the second copy is dead as well, the third alive",
        lambda placement, alive: any(
            r[1] not in alive and {*r} & {*alive} for r in fallen(placement, alive) if len(r) > 2
        ),
    ),
    (
        "every copy of a partition is dead",
        lambda placement, alive: any(not {*r} & {*alive} for r in placement.values()),
    ),
    ("nobody leads anything", lambda placement, alive: not leader_load(placement, alive)),
    ("a broker is alive and leads nothing", lambda placement, alive: {*alive} - {*leader_load(placement, alive)}),
    ("a broker is alive and has no copy", lambda placement, alive: {*alive} - {*chain(*placement.values())}),
    (
        "a broker leads several partitions",
        lambda placement, alive: max([0, *leader_load(placement, alive).values()]) > 1,
    ),
    ("a copy with a lower id comes later", lambda placement, alive: any(r != sorted(r) for r in placement.values())),
    ("those alive are in no order", lambda placement, alive: alive != sorted(alive)),
    ("the partitions are 0, 1, 2 and so on", lambda placement, alive: [*placement] == [*range(len(placement))]),
    ("a partition has the number of a broker", lambda placement, alive: {*placement} & {*alive}),
    ("a broker has two digits", lambda placement, alive: max([0, *leader_load(placement, alive)]) > 9),
)
