"""Answers to E08.3: right ones in other forms than the reference, wrong ones with the sentence each must get."""

import numpy as np

from kafkaviz.course.exercises.nb08.crashed import after_crash, committed_offsets, next_offset, processed_offsets


def step_by_step(did):
    done, at = [], 0
    for what, offset in did:
        if what == "commit":
            at = offset
        else:
            done.append(offset)
    return [n for n in done if n >= at], [n for n in range(at) if n not in done]


def by_sets(did):
    commits = [offset for what, offset in did if what == "commit"]
    below = {*range(commits[-1])} if commits else set()
    done = {offset for what, offset in did if what == "process"}
    return done - below, below - done


def as_arrays(did):
    return [np.array(one) for one in after_crash(did)]


def split(did):
    return [n for w, n in did if w == "commit"], [n for w, n in did if w == "process"]


def from_offset(at, did):
    done = split(did)[1]
    return sorted(n for n in done if n >= at), [n for n in range(at) if n not in done]


def highest_commit(did):
    at = max(committed_offsets(did), default=0)
    return [o for o in processed_offsets(did) if o >= at], [n for n in range(at) if n not in processed_offsets(did)]


def last_read(did):
    at = next_offset(did)
    return [o for o in processed_offsets(did) if o > at], [n for n in range(at + 1) if n not in processed_offsets(did)]


RIGHT = {
    "step by step": step_by_step,
    "by sets": by_sets,
    "as arrays": as_arrays,
    "the other way round": lambda did: tuple(one[::-1] for one in after_crash(did)),
}

WRONG = {
    "the highest commit": (
        lambda did: from_offset(max([0, *split(did)[0]]), did),
        "The last commit says 2. The records from there on that were processed are [3], not [].",
    ),
    "the first commit": (
        lambda did: from_offset([*split(did)[0], 0][0], did),
        "The last commit says 4. The records from there on that were processed are [], not [2].",
    ),
    "a commit is the last read": (
        lambda did: from_offset(split(did)[0][-1] + 1, did) if split(did)[0] else after_crash(did),
        "The last commit says 2. The records from there on that were processed are [2], not [].",
    ),
    "nothing is skipped": (
        lambda did: (after_crash(did)[0], []),
        "The last commit says 4. The records below it that were never processed are [3], not [].",
    ),
    "nothing is repeated": (
        lambda did: ([], after_crash(did)[1]),
        "The last commit says 2. The records from there on that were processed are [2], not [].",
    ),
    "exactly once": (
        lambda did: ([], []),
        "The last commit says 2. The records from there on that were processed are [2], not [].",
    ),
    "a commit covers what was done before it": (
        lambda did: (lambda last: ([n for w, n in did[last:] if w == "process"], after_crash(did)[1]))(
            max([n for n, (w, _) in enumerate(did) if w == "commit"], default=-1) + 1
        ),
        "The last commit says 4. The records from there on that were processed are [], not [2].",
    ),
    "without a commit nothing comes again": (
        lambda did: after_crash(did) if split(did)[0] else ([], []),
        "Nothing was committed, so it begins at 0 again. The records from there on that were processed are [0, 1], "
        "not [].",
    ),
    "in order only": (
        lambda did: ([*range(split(did)[0][-1] if split(did)[0] else 0, len(split(did)[1]))], after_crash(did)[1]),
        "The last commit says 2. The records from there on that were processed are [2], not [].",
    ),
    "skipped up to the last one done": (
        lambda did: (after_crash(did)[0], [n for n in range(max([0, *split(did)[1]])) if n not in split(did)[1]]),
        "The last commit says 4. The records below it that were never processed are [3], not [].",
    ),
    "how many": (
        lambda did: tuple(map(len, after_crash(did))),
        "The answer is two lists of offsets: repeated, skipped.",
    ),
    "turned round": (
        lambda did: after_crash(did)[::-1],
        "These are the right lists, swapped: first repeated, [2], then skipped, [].",
    ),
    "repeated alone": (lambda did: after_crash(did)[0], "The answer is two lists of offsets: repeated, skipped."),
    "in one dict": (
        lambda did: dict(zip(("repeated", "skipped"), after_crash(did), strict=True)),
        "The answer is two lists of offsets: repeated, skipped.",
    ),
    "names of records": (
        lambda did: tuple([f"o{n}" for n in one] for one in after_crash(did)),
        "Each of the two lists holds offsets, which are numbers.",
    ),
    "highest commit": (
        highest_commit,
        "The last commit says 2. The records from there on that were processed are [3], not [].",
    ),
    "last read": (last_read, "The last commit says 2. The records from there on that were processed are [2], not []."),
}

TIRED = (
    after_crash,
    lambda did: ([], []),
    1,
    "C1 did [('process', 0), ('process', 1), ('commit', 2), ('process', 2)] and crashed; C2 got [2, 3]. So [2] come "
    "again and [] are never processed; you say [] and [].",
)
