"""What may hold of a case of E07.2 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb07.elect_unclean import elect_or_wait


def is_clean(*asked):
    leader, clean = elect_or_wait(*asked)
    return leader is not None and clean


def stays(*asked):
    return is_clean(*asked) and elect_or_wait(*asked)[0] == asked[3]


def is_unclean(*asked):
    return not elect_or_wait(*asked)[1]


def waits(*asked):
    replicas, isr, eligible, _, unclean = asked
    return not unclean and bool({*replicas} & {*eligible}) and not {*isr} & {*eligible}


CONDITIONS = (
    ("nobody leads now", lambda replicas, isr, alive, current, unclean: current is None),
    ("the current leader stays", stays),
    (
        "it stays, although another comes first",
        lambda *asked: stays(*asked) and elect_or_wait(*asked[:3])[0] != asked[3],
    ),
    (
        "the current leader is alive, but out of the ISR",
        lambda replicas, isr, alive, current, unclean: current in alive and current not in isr,
    ),
    (
        "the current leader is in sync, but dead",
        lambda replicas, isr, alive, current, unclean: current in isr and current not in alive,
    ),
    ("nobody is in sync", lambda replicas, isr, alive, current, unclean: not isr),
    ("no replica is alive", lambda replicas, isr, alive, current, unclean: not {*replicas} & {*alive}),
    ("unclean elections are on", lambda replicas, isr, alive, current, unclean: unclean),
    ("they are on, and not needed", lambda *asked: asked[4] and is_clean(*asked)),
    ("they are off, and needed", waits),
    ("an unclean election is held", is_unclean),
    (
        "an unclean election passes the first replica over",
        lambda *asked: is_unclean(*asked) and elect_or_wait(*asked)[0] != asked[0][0],
    ),
    (
        "an unclean election passes the current leader over",
        lambda *asked: is_unclean(*asked) and asked[3] in asked[2] and elect_or_wait(*asked)[0] != asked[3],
    ),
    ("a lower id comes later", lambda replicas, isr, alive, current, unclean: replicas[0] > min(replicas)),
    ("a broker without a copy is alive", lambda replicas, isr, alive, current, unclean: {*alive} - {*replicas}),
    ("the leader has two digits", lambda *asked: (elect_or_wait(*asked)[0] or 0) > 9),
)
