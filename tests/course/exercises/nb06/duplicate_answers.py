"""Answers to E06.4: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from kafkaviz.course.exercises.nb06.duplicate import numbered

HIGHEST = 2**31 - 1


def one_by_one(kept, first, last):
    newest = None
    for one, other in kept:
        if one == first and other == last:
            return "duplicate"
        newest = other
    if newest is None or first == newest + 1 or (newest == HIGHEST and first == 0):
        return "append"
    return "out of order"


def newest_only(kept, first, last):
    return numbered(kept[-1:], first, last)


def by_the_first_number(kept, first, last):
    if first in [one for one, _ in kept]:
        return "duplicate"
    return numbered(kept, first, last)


OLDER = "A batch of 1 to 3 is in the log already: the producer never heard the answer to it."
GAP = "The last number was 0, and 2 does not follow: it is out of order, and no kept batch either."
UNKNOWN = "The leader knows nothing of this producer: whatever number it begins with, 7, is new."
AGED = "The last number was 12, and 4 does not follow: it is out of order, and no kept batch either."
INSIDE = "The last number was 2, and 1 does not follow: it is out of order, and no kept batch either."
PART = "Of the kept batches none goes from 1 to 2; it is no duplicate, and 1 does not follow."


def by_the_last_alone(kept, first, last):
    return "append" if not kept or first > kept[-1][1] else "duplicate"


RIGHT = {
    "one by one": one_by_one,
    "lists of pairs": lambda kept, first, last: (
        "duplicate" if [first, last] in [list(one) for one in kept] else numbered(kept, first, last)
    ),
    "by the distance": lambda kept, first, last: (
        "duplicate"
        if any((first, last) == tuple(one) for one in kept)
        else "out of order"
        if kept and (first - kept[-1][1]) % 2**31 != 1
        else "append"
    ),
    "a dict of kept batches": lambda kept, first, last: (
        "duplicate" if dict(kept).get(first, -1) == last else numbered(kept, first, last)
    ),
}

WRONG = {
    "only the newest": (newest_only, OLDER),
    "by the first number": (by_the_first_number, PART),
    "by the last number": (
        lambda kept, first, last: "duplicate" if last in [b for _, b in kept] else numbered(kept, first, last),
        INSIDE,
    ),
    "a gap is no matter": (
        lambda kept, first, last: "append" if not kept or first > kept[-1][1] else numbered(kept, first, last),
        GAP,
    ),
    "whatever is lower": (
        lambda kept, first, last: "duplicate" if kept and first <= kept[-1][1] else numbered(kept, first, last),
        AGED,
    ),
    "must begin with 0": (lambda kept, first, last: numbered(kept or [(-1, -1)], first, last), UNKNOWN),
    "never starts again": (
        lambda kept, first, last: (
            "out of order" if kept and kept[-1][1] == HIGHEST and first == 0 else numbered(kept, first, last)
        ),
        "After 2147483647 comes 0: this batch is the next one.",
    ),
    "always new": (
        lambda kept, first, last: "append",
        "A batch of 1 to 1 is in the log already: the producer never heard the answer to it.",
    ),
    "never new": (
        lambda kept, first, last: "duplicate",
        "The leader knows nothing of this producer: whatever number it begins with, 0, is new.",
    ),
    "another word": (
        lambda kept, first, last: numbered(kept, first, last).replace("out of order", "refuse"),
        'The answer is "append", "duplicate" or "out of order", not \'refuse\'.',
    ),
    "two batches joined": (
        lambda kept, first, last: (
            "duplicate" if kept and kept[0][0] <= first and last <= kept[-1][1] else numbered(kept, first, last)
        ),
        PART,
    ),
    "follows by the first number": (
        lambda kept, first, last: "append" if kept and first == kept[-1][0] + 1 else numbered(kept, first, last),
        INSIDE,
    ),
    "by the last alone": (
        by_the_last_alone,
        "The last number was 0, and 2 does not follow: it is out of order, and no kept batch either.",
    ),
}

COMPLAINTS = (
    (
        lambda kept, first, last: "append",
        "ABC came to the leader with number 0, and of this producer it had [(0, 0)]: duplicate; you say append.",
    ),
    (
        lambda kept, first, last: "append" if not kept or first > kept[-1][1] else "duplicate",
        "GHI came to the leader with number 2, and of this producer it had [(0, 0)]: out of order; you say append.",
    ),
)
