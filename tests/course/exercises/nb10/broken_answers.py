"""Answers to E10.2: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from kafkaviz import keyed_partition, murmur2
from kafkaviz.course.exercises.nb10.broken import broken


def moves(key, partitions, to):
    return keyed_partition(key, partitions) != keyed_partition(key, to)


def in_a_loop(before, after, partitions, to):
    found = []
    for key in before:
        if key is not None and key in after and key not in found and moves(key, partitions, to):
            found.append(key)
    return found


def by_the_hash(before, after, partitions, to):
    both = {*before} & {*after} - {None}
    return [key for key in both if (murmur2(key) & 0x7FFFFFFF) % partitions != (murmur2(key) & 0x7FFFFFFF) % to]


def by_places(before, after, partitions, to):
    places = {}
    for keys, count in ((before, partitions), (after, to)):
        for key in keys:
            if key is not None:
                places.setdefault(key, set()).add((count, keyed_partition(key, count)))
    return {key for key, at in places.items() if len({p for _, p in at}) == 2}


def with_doubles(before, after, partitions, to):
    return [key for key in before if key in broken(before, after, partitions, to)]


def crashes(before, after, partitions, to):
    return {key for key in {*before} & {*after} if moves(key, partitions, to)}


NO_AFTER = "b'ada' has no record after the growth: its records lie where they were, in order."
GOES_ON = "b'ada' has records in partition 2, from before, and goes on in partition 1."

RIGHT = {
    "in a loop": in_a_loop,
    "by the hash": by_the_hash,
    "by the places of each key": by_places,
    "as keys of a dict": lambda *case: dict.fromkeys(sorted(broken(*case), reverse=True)).keys(),
}

WRONG = {
    "all that move": (
        lambda before, after, partitions, to: {
            key for key in [*before, *after] if key is not None and moves(key, partitions, to)
        },
        NO_AFTER,
    ),
    "those of before that move": (
        lambda before, after, partitions, to: {key for key in before if key is not None and moves(key, partitions, to)},
        NO_AFTER,
    ),
    "those of after that move": (
        lambda before, after, partitions, to: {key for key in after if key is not None and moves(key, partitions, to)},
        "b'cyd' has no record from before the growth: all of its records are in one partition.",
    ),
    "all on both sides": (
        lambda before, after, partitions, to: {*before} & {*after} - {None},
        "b'ann' stays in partition 2, with 3 partitions and with 4.",
    ),
    "those in new partitions": (
        lambda before, after, partitions, to: {
            key for key in broken(before, after, partitions, to) if keyed_partition(key, to) >= partitions
        },
        GOES_ON,
    ),
    "those in old partitions": (
        lambda before, after, partitions, to: {
            key for key in broken(before, after, partitions, to) if keyed_partition(key, to) < partitions
        },
        "b'ada' has records in partition 2, from before, and goes on in partition 5.",
    ),
    "nobody when it doubles": (
        lambda before, after, partitions, to: set() if to % partitions == 0 else broken(before, after, partitions, to),
        "b'ada' has records in partition 2, from before, and goes on in partition 5.",
    ),
    "nobody": (lambda *case: [], GOES_ON),
    "twice": (with_doubles, "b'ada' is named twice; each key is asked for once."),
    "None as well": (
        lambda before, after, partitions, to: [
            *broken(before, after, partitions, to),
            *({None} & {*before} & {*after}),
        ],
        "None is no key: records without a key have no order that could break.",
    ),
    "None is hashed": (
        crashes,
        "crashes(before=[b'ada', b'bob', None], after=[b'bob', b'ada', None], partitions=3, to=6) "
        "raised WrongTypeError: murmur2 hashes bytes, "
        "not NoneType, in the line `return {key for key in {*before} & {*after} if moves(key, partitions, to)}`.",
    ),
    "how many": (lambda *case: len(broken(*case)), "The answer is the keys, as a set or a list, not 1."),
    "as texts": (lambda *case: [key.decode() for key in broken(*case)], "'ada' is none of the keys that were sent."),
    "the empty key is none": (
        lambda *case: {key for key in broken(*case) if key},
        "b'' has records in partition 0, from before, and goes on in partition 1.",
    ),
    "nothing": (lambda *case: None, "It returned nothing: is there a `return`?"),
}

TIRED = (
    broken,
    lambda *case: [],
    1,
    "From 3 to 6 partitions the keys [b'ada', b'dan', b'gil', b'joe'] lie in two of them; you say [].",
)
