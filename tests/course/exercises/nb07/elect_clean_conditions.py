"""What may hold of a case of E07.1 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb07.elect_clean import first_in_sync


def able(replicas, isr, eligible):
    return [broker for broker in replicas if broker in isr and broker in eligible]


def first_of_isr(replicas, isr, eligible):
    return next((broker for broker in isr if broker in eligible), None)


def first_eligible(replicas, isr, eligible):
    return next((broker for broker in eligible if broker in isr), None)


CONDITIONS = (
    ("nobody is in sync", lambda replicas, isr, alive: not isr),
    ("nobody is alive", lambda replicas, isr, alive: not alive),
    (
        "some are in sync, some alive, and none is both",
        lambda replicas, isr, alive: isr and {*alive} & {*replicas} and not able(replicas, isr, alive),
    ),
    (
        "the first replica is alive, but not in sync",
        lambda replicas, isr, alive: replicas[0] in alive and replicas[0] not in isr,
    ),
    (
        "the first replica is in sync, but dead",
        lambda replicas, isr, alive: replicas[0] in isr and replicas[0] not in alive,
    ),
    ("the first replica is both", lambda replicas, isr, alive: replicas[0] in isr and replicas[0] in alive),
    (
        "the last replica is the only one that is both",
        lambda replicas, isr, alive: able(replicas, isr, alive) == replicas[-1:],
    ),
    ("the ISR is in another order", lambda *asked: first_of_isr(*asked) != first_in_sync(*asked)),
    ("those alive are in another order", lambda *asked: first_eligible(*asked) != first_in_sync(*asked)),
    ("a lower id comes later", lambda *asked: first_in_sync(*asked) != min(able(*asked), default=None)),
    ("a broker without a copy is alive", lambda replicas, isr, alive: {*alive} - {*replicas}),
    ("there is one replica", lambda replicas, isr, alive: len(replicas) == 1),
    ("the leader has two digits", lambda *asked: (first_in_sync(*asked) or 0) > 9),
)
