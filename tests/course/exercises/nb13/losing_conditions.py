"""What may hold of a case of E13.1 and what a wrong answer overlooks; the cases meet each both ways."""

from itertools import pairwise

from kafkaviz.course.exercises.nb13.losing import lost_at


def unclean(changes):
    return [b for a, b in pairwise(changes) if b["leader"] not in [None, *a["isr"], *a["elr"]]]


CONDITIONS = (
    ("nothing is lost", lambda changes: lost_at(changes) is None),
    ("there is one change alone", lambda changes: len(changes) == 1),
    ("somebody leads who was in the ELR alone", lambda c: any(b["leader"] in a["elr"] for a, b in pairwise(c))),
    ("nobody leads for a while", lambda changes: any(one["leader"] is None for one in changes)),
    ("nobody leads at the end", lambda changes: changes[-1]["leader"] is None),
    ("it is lost twice", lambda changes: len(unclean(changes)) > 1),
    ("it is lost while somebody led", lambda c: any(a["leader"] and b in unclean(c) for a, b in pairwise(c))),
    ("the ISR is a single broker", lambda changes: any(len(one["isr"]) == 1 for one in changes)),
    ("offsets have gaps", lambda c: any(b["offset"] - a["offset"] > 1 for a, b in pairwise(c))),
    ("an id has two digits", lambda changes: any(broker > 9 for broker in changes[0]["isr"])),
)
