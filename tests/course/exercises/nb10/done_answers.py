"""Answers to E10.4: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from kafkaviz.course.exercises.nb10.done import complete


def in_python(replicas, adding, removing, isr):
    stay = [broker for broker in replicas if broker not in removing]
    awaited = adding if len(adding) >= len(removing) else stay
    in_sync = [broker for broker in isr if broker in stay]
    if not (adding or removing) or not in_sync or any(broker not in isr for broker in awaited):
        return None
    return stay, in_sync


def with_sets(replicas, adding, removing, isr):
    stay = {*replicas} - {*removing}
    late = ({*adding} if len(adding) >= len(removing) else stay) - {*isr}
    if late or not stay & {*isr} or not adding + removing:
        return None
    return replicas[: len(stay)], stay & {*isr}


def by_counting(replicas, adding, removing, isr):
    if not adding and not removing:
        return None
    stay = replicas[: len(replicas) - len(removing)]
    in_sync = sorted(broker for broker in stay if isr.count(broker))
    for broker in stay if len(removing) > len(adding) else adding:
        if broker not in in_sync:
            return None
    return [stay, in_sync] if in_sync else None


def but(condition, otherwise):
    """Returns a function that answers otherwise where a condition holds, and right everywhere else."""
    return lambda *case: otherwise(*case) if condition(*case) else complete(*case)


def as_it_stands(replicas, adding, removing, isr):
    return [b for b in replicas if b not in removing], [b for b in isr if b not in removing]


ALL_IN = "Everybody that is waited for is in the ISR [1, 3]: the move is done."
SHRINKS = "It removes more brokers, 1, than it adds, 0, so all that stay must be in sync, and broker 3 is not: None."
SHAPE = "The answer is None, or two lists of brokers: replicas, isr."


def added_alone(replicas, adding, removing, isr):
    if not {*adding} <= {*isr}:
        return None
    return [b for b in replicas if b not in removing], [b for b in isr if b not in removing]


RIGHT = {
    "in plain Python": in_python,
    "with sets": with_sets,
    "by counting": by_counting,
    "turned to lists": lambda *case: (done := complete(*case)) and [list(done[0]), list(reversed(done[1]))],
}

WRONG = {
    "when everybody is in sync": (
        but(lambda replicas, adding, removing, isr: {*replicas} - {*isr}, lambda *case: None),
        "The move waits for broker 3, and the ISR [1, 3] has them all: it is done.",
    ),
    "when the whole target is in sync, as before 4.3": (
        but(lambda replicas, adding, removing, isr: {*replicas} - {*removing} - {*isr}, lambda *case: None),
        "The move waits for broker 3, and the ISR [1, 3] has them all: it is done.",
    ),
    "when those added are in sync": (
        but(lambda replicas, adding, removing, isr: removing and {*adding} <= {*isr}, as_it_stands),
        SHRINKS,
    ),
    "when one of those added is in sync": (
        but(lambda replicas, adding, removing, isr: {*adding} & {*isr}, as_it_stands),
        "Broker 4 is added and not in the ISR yet, so the move goes on: None.",
    ),
    "at once": (as_it_stands, "Broker 3 is added and not in the ISR yet, so the move goes on: None."),
    "when there is no move": (
        but(lambda replicas, adding, removing, isr: not adding and not removing, as_it_stands),
        "Nothing is added and nothing removed: no move goes on that could be done.",
    ),
    "the ISR as it was": (
        lambda *case: (done := complete(*case)) and (done[0], case[3]),
        "A broker that is removed leaves the ISR as well, and no other does: [2, 3] in any order.",
    ),
    "everybody in sync afterwards": (
        lambda *case: (done := complete(*case)) and (done[0], done[0]),
        "A broker that is removed leaves the ISR as well, and no other does: [3] in any order.",
    ),
    "the replicas as they were": (
        lambda *case: (done := complete(*case)) and (case[0], done[1]),
        "Afterwards the replicas are those that are not removed, in their order: [3, 2].",
    ),
    "the replicas in ascending order": (
        lambda *case: (done := complete(*case)) and (sorted(done[0]), done[1]),
        "Afterwards the replicas are those that are not removed, in their order: [3, 2].",
    ),
    "turned round": (
        lambda *case: (done := complete(*case)) and (done[1], done[0]),
        "Afterwards the replicas are those that are not removed, in their order: [3, 2].",
    ),
    "whether it is done": (lambda *case: complete(*case) is not None, SHAPE),
    "empty lists while it goes on": (
        lambda *case: complete(*case) or ([], []),
        "Broker 3 is added and not in the ISR yet, so the move goes on: None.",
    ),
    "never": (lambda *case: None, "The move waits for broker 3, and the ISR [1, 2, 3] has them all: it is done."),
    "added alone, where any is": (
        lambda *case: added_alone(*case) if case[1] else complete(*case),
        "It removes more brokers, 2, than it adds, 1, so all that stay must be in sync, and broker 4 is not: None.",
    ),
    "added alone": (
        added_alone,
        "It removes more brokers, 1, than it adds, 0, so all that stay must be in sync, and broker 3 is not: None.",
    ),
}

TIRED = (
    complete,
    lambda *case: None,
    1,
    "From [1, 2, 3] to [2, 3] the leader proposes the ISR [1, 2, 3], and the controller makes [[2, 3], [2, 3]] of it; "
    "you say None.",
)
