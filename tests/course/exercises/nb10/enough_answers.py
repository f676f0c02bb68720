"""Answers to E10.3: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from fractions import Fraction
from itertools import count
from math import ceil

from kafkaviz.course.exercises.nb10.enough import partitions_needed


def by_trying(load, written, read, partitions):
    many = partitions
    while many * written < load or many * read < load:
        many += partitions
    return many


def with_ceil(load, written, read, partitions):
    return partitions * max(1, ceil(max(Fraction(load, written), Fraction(load, read)) / partitions))


RIGHT = {
    "by trying": by_trying,
    "with ceil of fractions": with_ceil,
    "the first multiple": lambda load, written, read, partitions: next(
        many for many in count(partitions, partitions) if many * min(written, read) >= load
    ),
    "what is missing is added": lambda load, written, read, partitions: (
        (least := max(-(-load // written), -(-load // read))) + -least % partitions
    ),
}

NEXT = "7 is no multiple of 6, so more keys would move than must: 12 is one, and enough."
READ_TOO_LITTLE = "Consumers read 300 MB/s at most of 6 partitions, and 350 arrive."

WRONG = {
    "no multiple": (lambda load, written, read, partitions: max(partitions, -(-load // min(written, read))), NEXT),
    "as many as carry it": (lambda load, written, read, partitions: -(-load // min(written, read)), NEXT),
    "half of what is there": (
        lambda load, written, read, partitions: (
            partitions // 2
            if 2 * load <= partitions * min(written, read)
            else partitions_needed(load, written, read, partitions)
        ),
        "The topic has 4 partitions; 2 would be fewer, and Kafka refuses that.",
    ),
    "writers alone": (
        lambda load, written, read, partitions: partitions_needed(load, written, written, partitions),
        READ_TOO_LITTLE,
    ),
    "readers alone": (
        lambda load, written, read, partitions: partitions_needed(load, read, read, partitions),
        "The leaders of 2 partitions write 20 MB/s at most, and 100 arrive.",
    ),
    "the wider limit": (
        lambda load, written, read, partitions: partitions_needed(load, *[max(written, read)] * 2, partitions),
        READ_TOO_LITTLE,
    ),
    "rounded down": (
        lambda load, written, read, partitions: partitions * max(1, load // min(written, read) // partitions),
        READ_TOO_LITTLE,
    ),
    "always one more": (
        lambda load, written, read, partitions: partitions * (-(-load // min(written, read)) // partitions + 1),
        "6 partitions carry 300 MB/s as well, and are fewer than 12.",
    ),
    "always double": (
        lambda load, written, read, partitions: 2 * partitions,
        "6 partitions carry 300 MB/s as well, and are fewer than 12.",
    ),
    "both limits together": (
        lambda load, written, read, partitions: partitions_needed(load, written + read, written + read, partitions),
        READ_TOO_LITTLE,
    ),
    "powers of two": (
        lambda load, written, read, partitions: next(
            many for many in (partitions * 2**n for n in count()) if many * min(written, read) >= load
        ),
        "10 partitions carry 100 MB/s as well, and are fewer than 16.",
    ),
    "how often": (
        lambda load, written, read, partitions: partitions_needed(load, written, read, partitions) // partitions,
        "The topic has 6 partitions; 1 would be fewer, and Kafka refuses that.",
    ),
    "with reserve": (
        lambda load, written, read, partitions: partitions_needed(2 * load, written, read, partitions),
        "6 partitions carry 300 MB/s as well, and are fewer than 12.",
    ),
    "in a list": (lambda *case: [partitions_needed(*case)], "The answer is a number of partitions, not [6]."),
    "nothing": (lambda *case: None, "It returned nothing: is there a `return`?"),
}
