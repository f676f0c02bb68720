"""What may hold of a case of E09.4 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb09.cost import cost
from kafkaviz.course.exercises.nb09.in_group import are_unsorted, owner_of


def is_another_topics(before, after, protocol):
    """Tells whether partitions of two topics have the same number, and one of them moves while the other does not."""
    was, now = owner_of(before), owner_of(after)
    moved, stayed = ({tp[1] for tp in was if (now.get(tp) != was[tp]) is moves} for moves in (True, False))
    return bool(moved & stayed)


CONDITIONS = (
    ("the protocol is eager", lambda before, after, protocol: protocol == "eager"),
    ("nothing moves", lambda *case: cost(*case)[0] == 0),
    ("everything moves", lambda *case: cost(*case)[0] == len(owner_of(case[0])) > 0),
    ("a member has come", lambda before, after, protocol: {*after} - {*before}),
    ("a member has left", lambda before, after, protocol: {*before} - {*after}),
    (
        "a member that read something has left",
        lambda before, after, protocol: any(before[m] for m in {*before} - {*after}),
    ),
    ("a partition gains its first reader", lambda before, after, protocol: {*owner_of(after)} - {*owner_of(before)}),
    ("a partition loses its only reader", lambda before, after, protocol: {*owner_of(before)} - {*owner_of(after)}),
    ("nobody read anything", lambda before, after, protocol: not owner_of(before)),
    ("there are two topics", lambda before, after, protocol: len({tp[0] for tp in owner_of(after)}) > 1),
    ("the same number moves in one topic and stays in another", is_another_topics),
    ("the members are in no order", lambda before, after, protocol: are_unsorted(before)),
    (
        "the partitions of a member are in no order",
        lambda before, after, protocol: any(s != sorted(s) for s in before.values()),
    ),
    (
        "a member keeps the number of its partitions, and not which",
        lambda before, after, protocol: any(
            len(after.get(m, ())) == len(s) and {*after.get(m, ())} != {*s} for m, s in before.items()
        ),
    ),
    ("a partition has two digits", lambda before, after, protocol: any(tp[1] > 9 for tp in owner_of(before))),
)
