"""What may hold of a case of E05.5 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb05.only_here import only_here
from kafkaviz.course.graphs import names


def leads(graph, broker):
    return [replica for replica in graph.successors(broker) if not [*graph.successors(replica)]]


CONDITIONS = (
    ("nothing is on it alone", lambda graph, broker: not only_here(graph, broker)),
    ("all of it is on it alone", lambda graph, broker: len(only_here(graph, broker)) == graph.out_degree(broker)),
    ("it hosts nothing", lambda graph, broker: not graph.out_degree(broker)),
    ("it leads what others copy", lambda graph, broker: len(leads(graph, broker)) > len(only_here(graph, broker))),
    ("there is one broker", lambda graph, broker: len(names(graph, "broker")) == 1),
    ("a topic has a dash", lambda graph, broker: any("sports-news" in name for name in graph.successors(broker))),
)
