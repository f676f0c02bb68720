"""Answers to X2.1: right ones in another form, and wrong ones that look right, each with its sentence."""

from collections import Counter, defaultdict
from itertools import groupby

import pandas as pd

from kafkaviz.course.exercises.m2.moved import moved_shares


def by_pandas(rows):
    frame = pd.DataFrame(rows, columns=["assignor", "partition", "before", "after"])
    return (frame.before != frame.after).groupby(frame.assignor).mean().to_dict()


def by_lists(rows):
    moves = defaultdict(list)
    for name, _, before, after in rows:
        moves[name].append(before != after)
    return {name: sum(one) / len(one) for name, one in moves.items()}


def by_counters(rows):
    every, moved = Counter(row[0] for row in rows), Counter(row[0] for row in rows if row[2] != row[3])
    return {name: moved[name] / every[name] for name in every}


def by_groups(rows):
    groups = ((name, list(mine)) for name, mine in groupby(sorted(rows), key=lambda row: row[0]))
    return {name: sum(row[2] != row[3] for row in mine) / len(mine) for name, mine in groups}


def by_together(rows):
    """Forgets that the rows of one assignor may stand apart."""
    groups = ((name, list(mine)) for name, mine in groupby(rows, key=lambda row: row[0]))
    return {name: sum(row[2] != row[3] for row in mine) / len(mine) for name, mine in groups}


def by_name(rows, moved, every=lambda rows, name: sum(row[0] == name for row in rows)):
    return {name: sum(moved(row) for row in rows if row[0] == name) / every(rows, name) for name, *_ in rows}


def counted(rows):
    return {name: sum(a != b for one, _, a, b in rows if one == name) for name, *_ in rows}


def stayed(rows):
    return {name: 1 - share for name, share in moved_shares(rows).items()}


RIGHT = {
    "pandas": by_pandas,
    "lists of truths": by_lists,
    "two counters": by_counters,
    "groups of sorted rows": by_groups,
}

WRONG = {
    "by_name(rows, lambda row: row[2] != row[3], lambda rows, name: 1)": (
        lambda rows: by_name(rows, lambda row: row[2] != row[3], lambda rows, name: 1),
        "Under range 1 of its 2 partitions moved: a share of 0.5.",
    ),
    "by_name(rows, lambda row: row[2] != row[3], lambda rows, name: len(ro…": (
        lambda rows: by_name(rows, lambda row: row[2] != row[3], lambda rows, name: len(rows)),
        "Under range 1 of its 2 partitions has another owner; you say 0.25.",
    ),
    "by_name(rows, lambda row: row[2] == row[3])": (
        lambda rows: by_name(rows, lambda row: row[2] == row[3]),
        "Under range the share that moved is 0; the others kept their owner.",
    ),
    "{name: share for name, share in by_lists(rows).items() if share}": (
        lambda rows: {name: share for name, share in by_lists(rows).items() if share},
        "range has rows and is not in the answer; when nothing of it moves its share is 0.",
    ),
    "by_together": (by_together, "Under range 1 of its 2 partitions has another owner; you say 0.0."),
    "by_name(rows, lambda row: row[2][:2] != row[3][:2])": (
        lambda rows: by_name(rows, lambda row: row[2][:2] != row[3][:2]),
        "Under sticky the share that moved is 1; the others kept their owner.",
    ),
    "sum((row[2] != row[3] for row in rows)) / len(rows)": (
        lambda rows: sum(row[2] != row[3] for row in rows) / len(rows),
        "The answer is a dict: assignor, then its share.",
    ),
    "list(by_lists(rows).values())": (
        lambda rows: list(by_lists(rows).values()),
        "The answer is a dict: assignor, then its share.",
    ),
    "{name: round(share, 1) for name, share in by_lists(rows).items()}": (
        lambda rows: {name: round(share, 1) for name, share in by_lists(rows).items()},
        "Under range 1 of its 6 partitions has another owner; you say 0.2.",
    ),
    "{**dict.fromkeys(('range', 'roundrobin', 'sticky'), 0.0), **by_lists(…": (
        lambda rows: {**dict.fromkeys(("range", "roundrobin", "sticky"), 0.0), **by_lists(rows)},
        "There is no row of 'roundrobin'.",
    ),
    "{name: 100 * share for name, share in by_lists(rows).items()}": (
        lambda rows: {name: 100 * share for name, share in by_lists(rows).items()},
        "Under range 1 of its 2 partitions has another owner; you say 50.0.",
    ),
    "counted": (counted, "Under range 1 of its 2 partitions moved: a share of 0.5."),
    "stayed": (stayed, "Under range the share that moved is 0; the others kept their owner."),
}
