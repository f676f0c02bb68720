"""What may hold of a case of E04.3 and what a wrong answer overlooks; the cases meet each both ways."""

from functools import partial

from kafkaviz.course.exercises.nb04.cases import SPORTS, has_leader, is_no_text, resembles
from kafkaviz.course.exercises.nb04.sports import TABLE, by_sport
from kafkaviz.decisions.hashing import keyed_partition


def is_key(wanted, key, partitions, sent):
    return key == wanted


CONDITIONS = (
    *((f"the key is {sport.decode()}", partial(is_key, sport)) for sport in SPORTS),
    ("the key resembles a sport", lambda key, n, sent: resembles(key)),
    ("the key is no UTF-8", lambda key, n, sent: is_no_text(key)),
    ("the key is empty", lambda key, n, sent: key == b""),
    ("there are fewer partitions than sports", lambda key, n, sent: n < 3),
    ("there are as many partitions as sports", lambda key, n, sent: n == 3),
    ("the sport wraps around", lambda key, n, sent: TABLE.get(key, 0) >= n),
    (
        "the hash of the sport leads elsewhere",
        lambda key, n, sent: key in TABLE and by_sport(key, n, sent) != keyed_partition(key, n),
    ),
    (
        "nobody leads the sport's partition",
        lambda key, n, sent: key in TABLE and by_sport(key, n, sent) not in sent.available,
    ),
    ("nobody leads the home of another key", lambda key, n, sent: key not in TABLE and not has_leader(key, n, sent)),
    ("the partition has two digits", lambda *case: by_sport(*case) > 9),
)
