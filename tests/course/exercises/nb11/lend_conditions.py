"""What may hold of a case of E11.2 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb11.lend import lend


def before_the_first(offsets, states, max_records):
    """Returns what is lent before the first record that somebody has."""
    first = next((n for n, offset in enumerate(offsets) if states.get(offset) == "acquired"), len(offsets))
    return lend(offsets[:first], states, max_records)


def is_free(states, offset):
    return states.get(offset, "available") == "available"


CONDITIONS = (
    ("nothing can be read", lambda offsets, states, n: not offsets),
    ("nothing is available", lambda offsets, states, n: offsets and not lend(offsets, states, n)),
    ("a released one is lent again", lambda o, s, n: any(s.get(x) == "available" for x in lend(o, s, n))),
    ("one is acquired", lambda o, states, n: "acquired" in states.values()),
    ("one is archived", lambda o, states, n: "archived" in states.values()),
    ("one behind an acquired one is lent", lambda *case: lend(*case) != before_the_first(*case)),
    ("more are available than may be lent", lambda o, s, n: sum(is_free(s, x) for x in o) > n),
    ("fewer are available than may be lent", lambda o, s, n: sum(is_free(s, x) for x in o) < n),
    ("offsets have gaps", lambda offsets, states, n: offsets and len(offsets) <= offsets[-1] - offsets[0]),
    ("the log begins at 0", lambda offsets, states, n: offsets[:1] == [0]),
    ("one record may be lent", lambda offsets, states, n: n == 1),
)
