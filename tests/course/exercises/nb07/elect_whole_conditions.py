"""What may hold of a case of E07.5 and what a wrong answer overlooks; the cases meet each both ways."""

from functools import partial

from kafkaviz.course.exercises.nb07.elect_whole import deciding_rung, in_sync, whole_election

RUNGS = ("preferred", "current", "first", "last known", "unclean", "")


def stays_before_another(*asked):
    """Tells whether the current leader stays in spite of a wish, and another would be the first."""
    replicas, isr, eligible, current, preferred, elr, last_known, unclean = asked
    first, _ = whole_election(replicas, isr, eligible, None, preferred, elr, last_known, unclean)
    return preferred and deciding_rung(*asked) == "current" and first != current


def is_rung(rung, *asked):
    return deciding_rung(*asked) == rung


CONDITIONS = (
    *((f"it is decided by: {rung or 'nobody'}", partial(is_rung, rung)) for rung in RUNGS),
    (
        "the preferred leader is asked for, and cannot lead",
        lambda *asked: asked[4] and asked[0][0] not in {*in_sync(*asked)} & {*asked[2]},
    ),
    (
        "the preferred leader is asked for while another leads",
        lambda *asked: asked[4] and asked[3] not in (None, asked[0][0]),
    ),
    ("the preferred leader is asked for, cannot lead, and the current one stays before another", stays_before_another),
    (
        "nobody asks for the preferred leader, and it could lead",
        lambda *asked: (
            not asked[4]
            and deciding_rung(*asked) == "current"
            and asked[0][0] in {*in_sync(*asked)} & {*asked[2]} - {asked[3]}
        ),
    ),
    (
        "the current leader is alive, but does not count as in sync",
        lambda *asked: asked[3] in asked[2] and asked[3] not in in_sync(*asked),
    ),
    ("the ELR counts", lambda *asked: not asked[1] and asked[5]),
    (
        "one of the ELR is alive, but the ISR is not empty",
        lambda *asked: asked[1] and {*asked[5]} & {*asked[2]} and not {*asked[1]} & {*asked[2]},
    ),
    ("one of the ELR leads", lambda *asked: whole_election(*asked)[0] in asked[5]),
    (
        "the last known leader is alive, but the ISR is not empty",
        lambda *asked: asked[6] in asked[2] and asked[1] and not {*asked[1]} & {*asked[2]},
    ),
    (
        "the last known leader is alive, but the ELR is not empty",
        lambda *asked: asked[6] in asked[2] and not asked[1] and asked[5] and not {*asked[5]} & {*asked[2]},
    ),
    (
        "the last known leader is dead, with ISR and ELR empty",
        lambda *asked: not in_sync(*asked) and asked[6] is not None and asked[6] not in asked[2],
    ),
    (
        "unclean elections are on, and not needed",
        lambda *asked: asked[7] and deciding_rung(*asked) in ("preferred", "current", "first", "last known"),
    ),
    (
        "unclean elections are on, with somebody dead in the ISR",
        lambda *asked: deciding_rung(*asked) == "unclean" and asked[1],
    ),
    (
        "an unclean election passes the current leader over",
        lambda *asked: (
            deciding_rung(*asked) == "unclean" and asked[3] in asked[2] and asked[3] != whole_election(*asked)[0]
        ),
    ),
    ("the ISR is in another order", lambda *asked: asked[1] != [broker for broker in asked[0] if broker in asked[1]]),
    ("a broker without a copy is alive", lambda *asked: {*asked[2]} - {*asked[0]}),
    ("a broker has two digits", lambda *asked: (whole_election(*asked)[0] or 0) > 9),
)
