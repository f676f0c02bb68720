"""E05.5: what is on this broker alone?"""

from collections.abc import Callable
from random import Random

import networkx as nx

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played, Working
from kafkaviz.course.graphs import NameGraph, names, names_fault, names_of, partition_of, wrong_at
from kafkaviz.course.working import here, working_of
from kafkaviz.decisions.wording import listing
from kafkaviz.lab import Lab

TOPICS = ("t", "sports-news")


def only_here(graph: nx.DiGraph, broker: str) -> list[str]:
    """Returns the partitions of which no other broker hosts a replica.

    >>> here = NameGraph({"broker:1": ["replica:t-0@1", "replica:u-0@1"], "broker:2": ["replica:u-0@2"]})
    >>> only_here(here, "broker:1")
    ['t-0']

    Kafka: partitions with replication factor 1, or whose other replicas are gone; kafka-topics.sh
    --unavailable-partitions names them once the broker is down.
    """
    others = {partition for other in names(graph, "broker") if other != broker for partition in _hosted(graph, other)}
    return [partition for partition in _hosted(graph, broker) if partition not in others]


def _hosted(graph: nx.DiGraph, broker: str) -> list[str]:
    return [partition_of(replica) for replica in graph.successors(broker)]


def _draw(random: Random) -> tuple[NameGraph, str]:
    graph = NameGraph()
    brokers = random.sample(range(1, 14), random.choice((1, 2, 3, 3, 4)))
    graph.add_nodes_from(f"broker:{broker}" for broker in brokers)
    for topic in random.sample(TOPICS, random.choice((1, 2))):
        for number in range(random.choice((1, 2, 4, 11))):
            leader, *others = random.sample(brokers, random.randint(1, min(3, len(brokers))))
            graph.add_edge(f"broker:{leader}", f"replica:{topic}-{number}@{leader}")
            for broker in others:
                graph.add_edge(f"broker:{broker}", f"replica:{topic}-{number}@{broker}")
                graph.add_edge(f"replica:{topic}-{number}@{broker}", f"replica:{topic}-{number}@{leader}")
    return graph, f"broker:{random.choice(brokers)}"


def _promise(graph: nx.DiGraph, broker: str, answer: object) -> str | None:
    if fault := names_fault(answer, "partitions"):
        return fault
    assert isinstance(answer, list)
    hosted = _hosted(graph, broker)
    if strange := [name for name in answer if name not in hosted]:
        return f"{broker} hosts {listing(hosted, '')}; {strange[0]} is none of these names."
    at = wrong_at(hosted, answer, only_here(graph, broker))
    if at is None:
        return None
    if hosted[at] not in answer:
        return f"{hosted[at]} lies on {broker} alone."
    return f"{_others(graph, broker, hosted[at])[0]} hosts a replica of {hosted[at]} as well."


def _others(graph: nx.DiGraph, broker: str, partition: str) -> list[str]:
    return [node for node in names(graph, "broker") if node != broker and partition in _hosted(graph, node)]


def _in_cluster(my_only_here: Callable[[nx.DiGraph, str], list[str]]) -> Played:
    """Kills a broker, and looks which partitions nobody leads any more."""
    placed = {"t": [[1, 2], [2, 3], [3, 1]], "sports-news": [[1], [2], [1]]}
    for broker in (1, 2, 3):
        lab = Lab(3)
        for topic, assignment in placed.items():
            lab.create_topic(topic, assignment=assignment)
        graph, since = names_of(lab, kinds=("broker", "replica")), lab.cluster
        silent = [str(tp) for tp, known in lab.kill(broker).cluster.partitions.items() if known.leader is None]
        said = my_only_here(graph, f"broker:{broker}")
        if sorted(said) != sorted(silent):
            complaint = f"When broker {broker} is dead nobody leads {listing(silent, '')}; you say {one_line(said)}."
            return Played(lab, complaint, since)
    return Played(lab, "", since)


def _working(graph: nx.DiGraph, broker: str, answer: object) -> Working:
    said, hosted = answer if isinstance(answer, list) else [], _hosted(graph, broker)
    rows = [(name, ", ".join(_others(graph, broker, name)), here(name in said)) for name in hosted]
    at = wrong_at(hosted, said, only_here(graph, broker))
    return working_of((f"on {broker}", "also on", ""), rows, answer, at=at)


_TWO = NameGraph(
    [
        ("broker:1", "replica:t-0@1"),
        ("broker:1", "replica:t-1@1"),
        ("broker:2", "replica:t-1@2"),
        ("replica:t-1@2", "replica:t-1@1"),
    ]
)

E05_5 = Exercise[nx.DiGraph, str, list[str]](
    id="E05.5",
    title="What is on this broker alone?",
    stars=2,
    minutes=6,
    hints=(
        "Collect the partitions on this broker, and those on all others; what is in the first and not in the second "
        "is on this broker alone.",
        'The replicas of a broker are `graph.successors(broker)`. Of `"replica:sports-news-0@1"` the partition stands '
        'between the first `":"` and the `"@"`.',
        '`replica.partition(":")[2].partition("@")[0]` is the partition of a replica; '
        '`[b for b in graph if b.startswith("broker:") and b != broker]` are the others.',
    ),
    examples=(
        Example((_TWO, "broker:1"), ["t-0"]),
        Example((_TWO, "broker:2"), []),
        Example((NameGraph([("broker:1", "replica:sports-news-0@1")]), "broker:1"), ["sports-news-0"]),
    ),
    reference=only_here,
    draw=_draw,
    promise=_promise,
    form=sorted,
    in_cluster=_in_cluster,
    case_film=_working,
    matters="Each of three brokers was killed, and the partitions that you named had no leader any more. What lies on "
    "one machine alone ends with it; a graph tells before it happens.",
    next="Next: go back to the notebook and answer its last three questions.",
)
