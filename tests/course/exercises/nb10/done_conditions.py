"""What may hold of a case of E10.4 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb10.done import complete


def whole_target(replicas, adding, removing, isr):
    stay = [broker for broker in replicas if broker not in removing]
    return complete(replicas, adding, removing, isr) if {*stay} <= {*isr} else None


def added_alone(replicas, adding, removing, isr):
    if not {*adding} <= {*isr}:
        return None
    return [b for b in replicas if b not in removing], [b for b in isr if b not in removing]


CONDITIONS = (
    ("no move goes on", lambda replicas, adding, removing, isr: not adding and not removing),
    ("nobody is added", lambda replicas, adding, removing, isr: removing and not adding),
    ("nobody is removed", lambda replicas, adding, removing, isr: adding and not removing),
    ("more are removed than added", lambda r, adding, removing, isr: len(removing) > len(adding)),
    ("as many are removed as added", lambda r, adding, removing, isr: len(removing) == len(adding)),
    ("one of several added is late", lambda r, adding, m, isr: 0 < len({*adding} - {*isr}) < len(adding)),
    ("one that stays lags, and it is done", lambda *case: whole_target(*case) != complete(*case)),
    (
        "one that stays lags, and is waited for",
        lambda *case: added_alone(*case) is not None and complete(*case) is None,
    ),
    (
        "one that stays lags and is waited for, and another one is added",
        lambda *case: bool(case[1]) and added_alone(*case) is not None and complete(*case) is None,
    ),
    ("one that goes lags, and it is done", lambda *c: complete(*c) and {*c[2]} - {*c[3]}),
    ("it is done", lambda *case: complete(*case) is not None),
    ("nobody is in sync", lambda replicas, adding, removing, isr: not isr),
    ("the ISR is in another order", lambda r, a, m, isr: isr != [b for b in r if b in isr]),
    ("a broker has two digits", lambda replicas, *rest: max(replicas) > 9),
)
