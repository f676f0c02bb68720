"""What may hold of a case of E04.2 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb04.cases import LOOK_ALIKE, SPORTS, has_leader, is_no_text
from kafkaviz.course.exercises.nb04.home import home
from kafkaviz.decisions.hashing import keyed_partition, murmur2


def differs(key, partitions):
    return murmur2(key) % partitions != keyed_partition(key, partitions)


CONDITIONS = (
    ("there is no key", lambda key, n, sent: key is None),
    ("the key is empty", lambda key, n, sent: key == b""),
    ("there is no key, and some have been dealt in a circle", lambda key, n, sent: key is None and sent.records > n),
    ("murmur2 is negative", lambda key, n, sent: key is not None and murmur2(key) < 0),
    ("the sign bit makes a difference", lambda key, n, sent: key is not None and differs(key, n)),
    ("the key is no UTF-8", lambda key, n, sent: is_no_text(key)),
    ("the key differs from another in case or at its end", lambda key, n, sent: key in (*SPORTS, *LOOK_ALIKE)),
    ("nobody leads the home of the key", lambda key, n, sent: key is not None and not has_leader(key, n, sent)),
    (
        "nobody leads the partition whose turn it is",
        lambda key, n, sent: key is None and sent.records % n not in sent.available,
    ),
    ("there is one partition", lambda key, n, sent: n == 1),
    ("the partition has two digits", lambda *case: home(*case) > 9),
)
