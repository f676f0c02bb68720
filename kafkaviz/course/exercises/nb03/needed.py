"""E03.5: which brokers does this client need?"""

from collections.abc import Callable
from random import Random

import networkx as nx

from kafkaviz.course.exercise import Example, Exercise, Played, Working
from kafkaviz.course.graphs import NameGraph, names, names_fault, names_of, wrong_at
from kafkaviz.course.working import here, working_of
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import listing
from kafkaviz.lab import Lab

KINDS = ("broker", "replica", "producer", "consumer")


def needed_brokers(graph: nx.DiGraph, client: str) -> list[str]:
    """Returns the brokers that host a replica which a client writes to, or which feeds it.

    >>> needed_brokers(NameGraph([("producer:app", "replica:t-0@2"), ("broker:2", "replica:t-0@2")]), "producer:app")
    ['broker:2']

    Kafka: the nodes that a client's NetworkClient is connected to, the coordinator and bootstrap servers left out.
    """
    replicas = {*graph.successors(client), *graph.predecessors(client)}
    return [broker for broker in names(graph, "broker") if replicas & {*graph.successors(broker)}]


def _draw(random: Random) -> tuple[NameGraph, str]:
    graph = NameGraph()
    brokers = random.sample(range(1, 14), random.choice((2, 3, 3, 4)))
    graph.add_nodes_from(f"broker:{broker}" for broker in brokers)
    clients = [random.choice(("producer:app", "consumer:app")), random.choice(("producer:web", "consumer:web"))]
    graph.add_nodes_from(clients)
    for number in range(random.choice((1, 2, 3, 5))):
        first, *others = random.sample(brokers, random.randint(1, min(3, len(brokers))))
        leader = f"replica:t-{number}@{first}"
        graph.add_edge(f"broker:{first}", leader)
        for broker in others:
            graph.add_edge(f"broker:{broker}", follower := f"replica:t-{number}@{broker}")
            graph.add_edge(follower, leader)
        for client in clients:
            if random.random() < 0.6:
                graph.add_edge(*((client, leader) if client.startswith("producer") else (leader, client)))
    return graph, random.choice(clients)


def _promise(graph: nx.DiGraph, client: str, answer: object) -> str | None:
    if fault := names_fault(answer, "brokers"):
        return fault
    assert isinstance(answer, list)
    brokers = names(graph, "broker")
    if strange := [node for node in answer if node not in brokers]:
        return f"{strange[0]} is no broker of this graph; its brokers are {listing(brokers, '')}."
    at = wrong_at(brokers, answer, needed_brokers(graph, client))
    if at is None:
        return None
    if brokers[at] in answer:
        return f"{client} does not need {brokers[at]}: no edge joins {client} and a replica that {brokers[at]} hosts."
    replica = _between(graph, client, brokers[at])[0]
    return f"{client} needs {brokers[at]}, which hosts {replica}: an edge joins {replica} and {client}."


def _between(graph: nx.DiGraph, client: str, broker: str) -> list[str]:
    replicas = {*graph.successors(client), *graph.predecessors(client)}
    return [replica for replica in graph.successors(broker) if replica in replicas]


def _in_cluster(my_needed: Callable[[nx.DiGraph, str], list[str]]) -> Played:
    """Lets a client write to two partitions and read them, before and after a broker dies."""
    lab = Lab(3).create_topic("t", assignment=[[1, 2], [3, 2]]).send("t", "a", partition=0).send("t", "b", partition=1)
    since = lab.poll("t").cluster
    for is_over in (False, True):
        if is_over:
            lab.kill(1).send("t", "c", partition=0).poll("t")
        graph = names_of(lab, kinds=KINDS)
        for client in ("producer:producer", "consumer:consumer"):
            if sorted(my_needed(graph, client)) != sorted(needed_brokers(graph, client)):
                leaders = [f"broker:{lab.cluster.partitions[TopicPartition('t', number)].leader}" for number in (0, 1)]
                return Played(lab, f"{client} uses the leaders of t-0 and t-1: {listing(leaders, '')}.", since)
    return Played(lab, "", since)


def _working(graph: nx.DiGraph, client: str, answer: object) -> Working:
    said, brokers = answer if isinstance(answer, list) else [], names(graph, "broker")
    rows = [
        (broker, ", ".join(graph.successors(broker)), ", ".join(_between(graph, client, broker)), here(broker in said))
        for broker in brokers
    ]
    at = wrong_at(brokers, said, needed_brokers(graph, client))
    return working_of(("broker", "hosts", f"with an edge to or from {client}", ""), rows, answer, at=at)


E03_5 = Exercise[nx.DiGraph, str, list[str]](
    id="E03.5",
    title="Which brokers does this client need?",
    stars=2,
    minutes=6,
    hints=(
        "Two steps along the edges: from the client to the replicas it is joined to, and from these to their brokers.",
        "A producer writes, so its edge begins at it; a consumer is fed, so its edge ends there. `graph.successors(n)` "
        "and `graph.predecessors(n)` give both sides.",
        "`replicas = {*graph.successors(client), *graph.predecessors(client)}`; then every node that begins with "
        '`"broker:"` and has one of them among its successors.',
    ),
    examples=(
        Example(
            (NameGraph([("broker:1", "replica:t-0@1"), ("producer:app", "replica:t-0@1")]), "producer:app"),
            ["broker:1"],
        ),
        Example(
            (NameGraph([("broker:1", "replica:t-0@1"), ("replica:t-0@1", "consumer:app")]), "consumer:app"),
            ["broker:1"],
        ),
        Example(
            (
                NameGraph(
                    [
                        ("broker:1", "replica:t-0@1"),
                        ("broker:2", "replica:t-0@2"),
                        ("replica:t-0@2", "replica:t-0@1"),
                        ("producer:app", "replica:t-0@1"),
                    ]
                ),
                "producer:app",
            ),
            ["broker:1"],
        ),
    ),
    reference=needed_brokers,
    draw=_draw,
    promise=_promise,
    form=sorted,
    in_cluster=_in_cluster,
    case_film=_working,
    matters="Two steps in a graph tell which brokers must be up for this client: those that lead its partitions. "
    "After a failover these are others. A broker that hosts only followers is not among them.",
    next="Next: go back to the notebook, to a reader that is sent elsewhere.",
)
