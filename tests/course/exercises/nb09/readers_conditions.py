"""What may hold of a case of E09.6 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb09.readers import wrong_readers
from kafkaviz.course.graphs import names

CONDITIONS = (
    ("all is well", lambda graph: not wrong_readers(graph)),
    ("a partition has no reader", lambda graph: 0 in wrong_readers(graph).values()),
    ("a partition has two readers", lambda graph: 2 in wrong_readers(graph).values()),
    ("a partition has three readers", lambda graph: 3 in wrong_readers(graph).values()),
    ("there is one member", lambda graph: len(names(graph, "member")) == 1),
    ("a member reads nothing", lambda graph: any(graph.in_degree(m) == 1 for m in names(graph, "member"))),
    ("there are two topics", lambda graph: len({n.rpartition("-")[0] for n in names(graph, "partition")}) == 2),
)
