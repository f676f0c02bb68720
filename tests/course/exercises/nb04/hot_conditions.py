"""What may hold of a case of E04.4 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb04.cases import has_leader, is_no_text, resembles
from kafkaviz.course.exercises.nb04.hot import HOT, cooled
from kafkaviz.decisions.hashing import keyed_partition

CONDITIONS = (
    ("the key is football", lambda key, n, sent: key == HOT),
    ("the key resembles football", lambda key, n, sent: resembles(key, (HOT,))),
    ("the key is no UTF-8", lambda key, n, sent: is_no_text(key)),
    ("the key is empty", lambda key, n, sent: key == b""),
    ("football draws its home", lambda key, n, sent: key == HOT and sent.draw(n) == keyed_partition(key, n)),
    ("football draws another partition", lambda key, n, sent: key == HOT and sent.draw(n) != keyed_partition(key, n)),
    ("football draws partition 0", lambda key, n, sent: key == HOT and sent.draw(n) == 0),
    (
        "football draws a partition without a leader",
        lambda key, n, sent: key == HOT and sent.draw(n) not in sent.available,
    ),
    ("another key would draw elsewhere", lambda key, n, sent: key != HOT and sent.draw(n) != keyed_partition(key, n)),
    ("nobody leads the home of another key", lambda key, n, sent: key != HOT and not has_leader(key, n, sent)),
    ("the partition has two digits", lambda *case: cooled(*case) > 9),
)
