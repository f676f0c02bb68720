"""Answers to E13.1: right ones in other forms than the reference, wrong ones with the sentence each must get."""

import itertools

from kafkaviz.course.exercises.nb13.losing import lost_at


def with_an_index(changes):
    for n in range(1, len(changes)):
        safe = set(changes[n - 1]["isr"]) | set(changes[n - 1]["elr"])
        if changes[n]["leader"] not in safe | {None}:
            return changes[n]["offset"]
    return None


def as_an_expression(changes):
    pairs = itertools.pairwise(changes)
    found = (b["offset"] for a, b in pairs if b["leader"] not in [None, *a["isr"], *a["elr"]])
    return next(found, None)


def with_a_memory(changes):
    safe = None
    for change in changes:
        leader = change["leader"]
        if safe is not None and leader is not None and leader not in safe:
            return change["offset"]
        safe = [*change["isr"], *change["elr"]]


def by_recursion(changes):
    if len(changes) < 2:
        return None
    before, now, *_ = changes
    if now["leader"] is not None and now["leader"] not in before["isr"] + before["elr"]:
        return now["offset"]
    return by_recursion(changes[1:])


def without_the_elr(changes):
    return next((b["offset"] for a, b in itertools.pairwise(changes) if b["leader"] not in [None, *a["isr"]]), None)


def the_isr_shrinks(changes):
    return next((b["offset"] for a, b in itertools.pairwise(changes) if len(b["isr"]) < len(a["isr"])), None)


def nobody_leads(changes):
    return next((change["offset"] for change in changes if change["leader"] is None), None)


def alone(changes):
    return next((change["offset"] for change in changes if len(change["isr"]) == 1), None)


def the_last(changes):
    found = [b["offset"] for a, b in itertools.pairwise(changes) if b["leader"] not in [None, *a["isr"], *a["elr"]]]
    return found[-1] if found else None


def of_the_same_change(changes):
    """Looks at the lists behind the election, in which the new leader always is."""
    return next((c["offset"] for c in changes if c["leader"] not in [None, *c["isr"], *c["elr"]]), None)


def any_new_leader(changes):
    return next((b["offset"] for a, b in itertools.pairwise(changes) if b["leader"] not in (None, a["leader"])), None)


def the_place(changes):
    right = lost_at(changes)
    return None if right is None else [change["offset"] for change in changes].index(right)


def the_leader_before(changes):
    """Asks whether the last leader comes back."""
    led = None
    for change in changes:
        if led is not None and change["leader"] not in (None, led):
            return change["offset"]
        led = change["leader"] or led


def none_counts(changes):
    """Takes nobody for a broker that is not in the ISR."""
    return next((b["offset"] for a, b in itertools.pairwise(changes) if b["leader"] not in a["isr"] + a["elr"]), None)


def as_text(changes):
    return str(lost_at(changes))


RIGHT = {
    "with an index": with_an_index,
    "as an expression": as_an_expression,
    "with a memory": with_a_memory,
    "by recursion": by_recursion,
}
WRONG = {
    "without the ELR": (
        without_the_elr,
        "At offset 30 broker 10 leads, an eligible leader replica: it has all that was acknowledged.",
    ),
    "the ISR shrinks": (
        the_isr_shrinks,
        "From offset 20 on nobody leads. That stops everybody, and loses nothing: who leads next decides.",
    ),
    "nobody leads": (
        nobody_leads,
        "From offset 20 on nobody leads. That stops everybody, and loses nothing: who leads next decides.",
    ),
    "alone": (
        alone,
        "From offset 20 on nobody leads. That stops everybody, and loses nothing: who leads next decides.",
    ),
    "the last": (the_last, "Records may be gone at offset 12, too; but the first such change is at offset 9."),
    "of the same change": (
        of_the_same_change,
        "At offset 31 broker 2 leads, which was neither in the ISR nor an eligible leader replica: records may be "
        "gone, and you say None.",
    ),
    "any new leader": (
        any_new_leader,
        "At offset 12 broker 2 leads, and it was in the ISR: it has all that was acknowledged.",
    ),
    "the place": (the_place, "There is no change at offset 2; there are [7, 20, 31]."),
    "the leader before": (
        the_leader_before,
        "At offset 12 broker 2 leads, and it was in the ISR: it has all that was acknowledged.",
    ),
    "none counts": (
        none_counts,
        "From offset 20 on nobody leads. That stops everybody, and loses nothing: who leads next decides.",
    ),
    "as text": (as_text, "The answer is the offset of a change, or None, and not '31'."),
}
TIRED = (
    lost_at,
    lambda changes: None,
    1,
    "In a cluster of three brokers an acknowledged record was lost at offset 9; you say None.",
)
