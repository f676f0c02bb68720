"""What may hold of a case of E03.5 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb03.needed import needed_brokers
from kafkaviz.course.graphs import names

CONDITIONS = (
    ("the client writes", lambda graph, client: client.startswith("producer:")),
    ("it needs nobody", lambda graph, client: not needed_brokers(graph, client)),
    ("it needs every broker", lambda graph, client: needed_brokers(graph, client) == names(graph, "broker")),
    ("it uses two replicas", lambda graph, client: graph.degree(client) > 1),
    (
        "it uses two replicas on one broker",
        lambda graph, client: graph.degree(client) > len(needed_brokers(graph, client)),
    ),
    ("a broker has a number of two digits", lambda graph, client: any(len(b) > 8 for b in names(graph, "broker"))),
)
