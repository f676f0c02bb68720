"""What may hold of a case of E08.5 and what a wrong answer overlooks; the cases meet each both ways."""

from itertools import pairwise

from kafkaviz.course.exercises.nb08.lags import lag_of_group, lags_of_groups


def missed(arriving, most, kept):
    return [missed for _, missed in lags_of_groups(arriving, most, kept).values()]


def misses(arriving, most, kept):
    """Returns in how many rounds a group misses something."""
    so_far = [lag_of_group(arriving[:n], most, kept)[1] for n in range(len(arriving) + 1)]
    return sum(later > earlier for earlier, later in pairwise(so_far))


def behind(arriving, most, kept):
    return [behind for behind, _ in lags_of_groups(arriving, most, kept).values()]


def catches_up(behind):
    return any(later < earlier for earlier, later in pairwise(behind))


CONDITIONS = (
    ("a group has missed something", lambda *case: any(missed(*case))),
    (
        "a group misses something twice",
        lambda arriving, most, kept: any(misses(arriving, m, kept) > 1 for m in most.values()),
    ),
    ("one has missed something, and another nothing", lambda *case: 0 in missed(*case) and any(missed(*case))),
    ("a group reads more than there is", lambda a, most, kept: any(m > sum(a) for m in most.values())),
    ("a group lags more and more", lambda *case: any(b[-1] > b[0] > 0 for b in behind(*case))),
    ("a group catches up", lambda *case: any(map(catches_up, behind(*case)))),
    ("two groups lag differently", lambda *case: len({tuple(b) for b in behind(*case)}) > 1),
    ("nothing arrives in a round", lambda arriving, most, kept: 0 in arriving),
    ("more arrives in a round than is kept", lambda arriving, most, kept: max(arriving) > kept),
    ("all is kept", lambda arriving, most, kept: sum(arriving) <= kept),
    ("there is one group", lambda arriving, most, kept: len(most) == 1),
    ("there is one round", lambda arriving, most, kept: len(arriving) == 1),
    ("a lag has two digits", lambda *case: max(map(max, behind(*case))) > 9),
    ("the groups are in no order", lambda arriving, most, kept: [*most] != sorted(most)),
)
