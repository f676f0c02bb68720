"""What may hold of a case of E10.2 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb10.broken import broken, is_moved
from kafkaviz.decisions.hashing import keyed_partition


def all_that_move(before, after, partitions, to):
    return {key for key in {*before, *after} if key is not None and is_moved(key, partitions, to)}


def in_new_ones(before, after, partitions, to):
    return {key for key in broken(before, after, partitions, to) if keyed_partition(key, to) >= partitions}


def all_on_both_sides(before, after, partitions, to):
    return {key for key in {*before} & {*after} if key is not None}


CONDITIONS = (
    ("nobody's order breaks", lambda *case: not broken(*case)),
    ("more than one key breaks", lambda *case: len(broken(*case)) > 1),
    ("a key moves that was new", lambda b, a, p, to: all_that_move([], a, p, to) - {*b}),
    ("a key would move that came no more", lambda b, a, p, to: all_that_move(b, [], p, to) - {*a}),
    ("a key on both sides stays", lambda *case: all_on_both_sides(*case) - broken(*case)),
    ("a key moves to an old partition", lambda *case: broken(*case) - in_new_ones(*case)),
    ("a key moves to a new partition", lambda *case: in_new_ones(*case)),
    ("records without a key are on both sides", lambda b, a, p, to: None in b and None in a),
    ("a key that breaks comes twice", lambda b, a, p, to: any(b.count(k) > 1 for k in broken(b, a, p, to))),
    ("the topic doubles", lambda before, after, partitions, to: to == 2 * partitions),
    ("there was one partition", lambda before, after, partitions, to: partitions == 1),
    ("the empty key breaks", lambda *case: b"" in broken(*case)),
    ("nothing was sent on one side", lambda before, after, *counts: not before or not after),
)
