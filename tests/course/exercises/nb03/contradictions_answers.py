"""Answers to E03.2: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from collections import Counter
from itertools import pairwise

from kafkaviz.course.exercises.nb03.contradictions import contradictions


def misses_a_contradiction(statements):
    return contradictions(statements)[:-1]


def contradictions_by_recursion(statements):
    if not statements:
        return []
    (partition, leader), *rest = statements
    found = set(contradictions_by_recursion(rest))
    if any(one == partition and other != leader for one, other in rest):
        found.add(partition)
    return tuple(sorted(found))


def every_time(statements):
    first: dict[int, str] = {}
    return sorted(partition for partition, leader in statements if first.setdefault(partition, leader) != leader)


def as_found(statements):
    found = contradictions(statements)
    return [partition for partition in dict.fromkeys(partition for partition, _ in statements) if partition in found]


RIGHT = {
    "partitions as a tuple": lambda statements: tuple(contradictions(statements)),
    "partitions as a set": lambda statements: set(contradictions(statements)),
    "every pair compared": lambda said: sorted({p for p, one in said for q, other in said if p == q and one != other}),
    "contradictions by recursion": contradictions_by_recursion,
    "distinct statements counted": lambda said: [
        p for p, many in sorted(Counter(p for p, _ in set(said)).items()) if many > 1
    ],
    "the keys of a dict in order": lambda said: dict.fromkeys(
        sorted({p for p, one in said if any(p == q and one != other for q, other in said)})
    ).keys(),
}

WRONG = {
    "misses a contradiction": (
        misses_a_contradiction,
        "Partition 0 is missing: statements name broker-1 and broker-2 as its leader.",
    ),
    "any partition named twice": (
        lambda said: sorted({p for p, _ in said if [q for q, _ in said].count(p) > 1}),
        "Partition 0 always has the same leader, broker-1; that is no contradiction.",
    ),
    "neighbours only": (
        lambda said: sorted({p for (p, one), (q, other) in pairwise(said) if p == q and one != other}),
        "Partition 1 is missing: statements name broker-1 and broker-2 as its leader.",
    ),
    "first against last": (
        lambda said: sorted(
            p
            for p, (first, last) in {
                p: tuple([one for q, one in said if q == p][place] for place in (0, -1)) for p, _ in said
            }.items()
            if first != last
        ),
        "Partition 5 is missing: statements name broker-12 and broker-3 as its leader.",
    ),
    "exactly two leaders": (
        lambda said: [p for p in contradictions(said) if len({one for q, one in said if q == p}) == 2],
        "Partition 1 is missing: statements name broker-1 and broker-2 and broker-3 as its leader.",
    ),
    "the last letter compared": (
        lambda said: contradictions([(p, leader[-1]) for p, leader in said]),
        "Partition 6 is missing: statements name broker-12 and broker-2 as its leader.",
    ),
    "sorted as texts": (
        lambda said: sorted(contradictions(said), key=str),
        "All of them are there; put them in ascending order.",
    ),
    "backwards": (lambda said: contradictions(said)[::-1], "All of them are there; put them in ascending order."),
    "pairs for partitions": (
        lambda said: [(p, leader) for p, leader in said if p in contradictions(said)],
        "The list names partitions by their numbers, such as 0; [0, 'broker-1'] is no number.",
    ),
    "how many there are": (lambda said: len(contradictions(said)), "The answer is a list of partition numbers."),
    "names of partitions": (
        lambda said: [f"P{p}" for p in contradictions(said)],
        "The list names partitions by their numbers, such as 0; 'P0' is no number.",
    ),
    "the contradictions of a dict": (
        lambda said: dict.fromkeys(contradictions(said), True),
        "The answer is a list of partition numbers.",
    ),
    "floats": (
        lambda said: [float(p) for p in contradictions(said)],
        "0.0 is a float, and this exercise asks for none: `//` divides whole numbers, and `int` cuts to one.",
    ),
    "every time": (every_time, "Partition 1 is in the list more than once; name each partition once."),
    "as found": (as_found, "All of them are there; put them in ascending order."),
}
