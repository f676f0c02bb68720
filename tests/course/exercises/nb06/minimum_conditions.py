"""What may hold of a case of E06.2 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb06.minimum import UNKNOWN, committed_up_to, has_too_few
from kafkaviz.decisions.replication import high_watermark


def without_minimum(current, leader_end, isr_ends, min_isr, replicas):
    return high_watermark(leader_end, isr_ends, current=current)


CONDITIONS = (
    ("too few are in sync", has_too_few),
    (
        "too few are in sync, and otherwise it would move",
        lambda *asked: has_too_few(*asked) and without_minimum(*asked) > asked[0],
    ),
    ("exactly the minimum is in sync", lambda now, end, ends, least, all: 1 + len(ends) == least),
    ("more are asked for than there are replicas", lambda now, end, ends, least, all: least > all),
    ("everybody is in sync, and more are asked for", lambda now, end, ends, least, all: 1 + len(ends) == all < least),
    ("the leader is alone in sync", lambda now, end, ends, least, all: not ends),
    ("one has not fetched yet", lambda now, end, ends, least, all: UNKNOWN in ends),
    (
        "one has not fetched yet, and enough are in sync",
        lambda *asked: UNKNOWN in asked[2] and not has_too_few(*asked) and asked[0] > 0,
    ),
    ("it moves", lambda *asked: committed_up_to(*asked) > asked[0]),
    ("it moves, and not to the leader's end", lambda *asked: asked[0] < committed_up_to(*asked) < asked[1]),
    ("all is committed already", lambda now, end, ends, least, all: now == end),
    ("the slowest comes last", lambda now, end, ends, least, all: ends and ends[-1] < min([end, *ends[:-1]])),
    ("an offset has two digits or more", lambda now, end, ends, least, all: end > 9),
)
