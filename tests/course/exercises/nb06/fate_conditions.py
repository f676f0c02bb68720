"""What may hold of a case of E06.3 and what a wrong answer overlooks; the cases meet each both ways."""

from functools import partial

from kafkaviz.course.exercises.nb06.fate import FATES, fate


def asks_for(wanted, acks, isr, has):
    return acks == wanted


def becomes(wanted, acks, isr, has):
    return fate(acks, isr, has) == wanted


CONDITIONS = (
    *((f"acks is {one}", partial(asks_for, one)) for one in (0, 1, "all")),
    *((f"it is {one}", partial(becomes, one)) for one in FATES),
    ("nobody has it", lambda acks, isr, has: not has),
    ("only the leader has it", lambda acks, isr, has: list(has) == [isr[0]]),
    ("everybody in sync has it", lambda acks, isr, has: {*isr} <= {*has}),
    (
        "a follower in sync has it, but not the next leader",
        lambda acks, isr, has: isr[1] not in has and {*isr[1:]} & {*has},
    ),
    ("somebody out of sync has it", lambda acks, isr, has: {*has} - {*isr}),
    (
        "only the leader and somebody out of sync have it",
        lambda acks, isr, has: {*has} - {*isr} and {*has} & {*isr} == {isr[0]},
    ),
    ("acks is 1, and nobody has it", lambda acks, isr, has: acks == 1 and not has),
    ("two are in sync", lambda acks, isr, has: len(isr) == 2),
    ("the leader has not the lowest id", lambda acks, isr, has: isr[0] != min(isr)),
    ("the next leader has not the lowest id left", lambda acks, isr, has: isr[1] != min(isr[1:])),
    ("a broker has two digits", lambda acks, isr, has: max(isr) > 9),
)
