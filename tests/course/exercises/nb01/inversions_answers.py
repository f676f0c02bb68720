"""Answers to E01.2: right ones in other forms than the reference, wrong ones with the sentence each must get."""

import itertools

import numpy as np

from kafkaviz.course.exercises.nb01.inversions import inversions


def in_two_loops(published, consumed):
    count = 0
    for i in range(len(consumed)):
        for j in range(i + 1, len(consumed)):
            if published.index(consumed[i]) > published.index(consumed[j]):
                count += 1
    return count


def by_moving_to_the_front(published, consumed):
    left, count = [one for one in published if one in consumed], 0
    for message in consumed:
        count += left.index(message)
        left.remove(message)
    return count


def by_merging(published, consumed):
    places = [published.index(one) for one in consumed]
    if len(places) < 2:
        return 0
    half = len(places) // 2
    first, second = places[:half], places[half:]
    within = by_merging(published, consumed[:half]) + by_merging(published, consumed[half:])
    return within + sum(one > other for one in first for other in second)


def neighbours(published, consumed):
    return sum(published.index(one) > published.index(other) for one, other in itertools.pairwise(consumed))


RIGHT = {
    "in two loops": in_two_loops,
    "by moving to the front": by_moving_to_the_front,
    "by merging": by_merging,
    "in numpy": lambda p, c: np.sum(np.triu(np.greater.outer(*[np.array([p.index(one) for one in c])] * 2))),
    "the other way round": lambda p, c: sum(
        p.index(c[later]) < p.index(c[place]) for later in range(len(c)) for place in range(later)
    ),
}

WRONG = {
    "neighbours": (neighbours, "There are 2 such pairs, not 1; one is C and A: C was read first and published later."),
    "both ways": (
        lambda p, c: 2 * inversions(p, c),
        "There are 2 such pairs, not 4; one is C and A: C was read first and published later.",
    ),
    "the pairs in order": (
        lambda p, c: len(c) * (len(c) - 1) // 2 - inversions(p, c),
        "Everything was read in the order of publishing, so there are no such pairs, and not 3.",
    ),
    "misplaced": (
        lambda p, c: sum(one != other for one, other in zip(p, c, strict=False)),
        "There are 2 such pairs, not 3; one is C and A: C was read first and published later.",
    ),
    "by name": (
        lambda p, c: sum(c[i] > c[j] for j in range(len(c)) for i in range(j)),
        "Everything was read in the order of publishing, so there are no such pairs, and not 2.",
    ),
    "late ones": (
        lambda p, c: sum(p.index(one) < place for place, one in enumerate(c)),
        "There are 6 such pairs, not 3; one is 2 and 1: 2 was read first and published later.",
    ),
    "is there one": (lambda p, c: inversions(p, c) > 0, "The answer is a number of pairs, not True."),
    "with those that were not read": (
        lambda p, c: inversions(p, [*c, *(one for one in p if one not in c)]),
        "Everything was read in the order of publishing, so there are no such pairs, and not 1.",
    ),
    "messages that were overtaken": (
        lambda p, c: sum(any(p.index(a) > p.index(b) for a in c[:place]) for place, b in enumerate(c)),
        "There are 6 such pairs, not 3; one is 2 and 1: 2 was read first and published later.",
    ),
    "the pairs themselves": (
        lambda p, c: [(a, b) for a in c for b in c if p.index(a) > p.index(b)],
        "The answer is a number of pairs, not [['B', 'A'], ['C', 'A'], ['C', 'B']].",
    ),
    "a share": (
        lambda p, c: inversions(p, c) / max(1, len(c)),
        "0.0 is a float, and this exercise asks for none: `//` divides whole numbers, and `int` cuts to one.",
    ),
    "none": (lambda p, c: 0, "There are 2 such pairs, not 0; one is C and A: C was read first and published later."),
}

TIRED = (
    inversions,
    lambda published, consumed: 0,
    1,
    "From 2 partitions it read 1, 3, 5, 7, 9, 2, 4, 6, 8: 10 pairs are in the wrong order; you say 0.",
)
