"""E09.6: what has two readers, or none?"""

from collections.abc import Callable, Mapping
from random import Random

import networkx as nx

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.course.exercise import Example, Exercise, Played, Working
from kafkaviz.course.graphs import NameGraph, names, names_of, partition_of
from kafkaviz.course.working import here, working_of
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import as_integer, quantity, verb
from kafkaviz.lab import Lab

Readers = dict[str, int]


def wrong_readers(graph: nx.DiGraph) -> Readers:
    """Returns how many members read each partition that does not have exactly one reader.

    >>> wrong_readers(NameGraph({"partition:t-0": ["member:app/C1"], "partition:t-1": []}))
    {'t-1': 0}

    Kafka: an assignor's answer gives each partition one member of the group; during a rebalance it may have none.
    """
    return {partition: count for partition, count in _counts(graph).items() if count != 1}


def _draw(random: Random) -> tuple[NameGraph]:
    graph = NameGraph()
    members = [f"member:app/C{number}" for number in random.sample(range(1, 13), random.choice((1, 2, 3, 4)))]
    graph.add_nodes_from(members)
    graph.add_edges_from(("group:app", member) for member in members)
    for topic in random.sample(("t", "u"), random.choice((1, 2))):
        for number in range(random.choice((1, 2, 3, 6, 11))):
            readers = random.choice((0, 1, 1, 1, 1, 2, 3))
            graph.add_node(node := f"partition:{topic}-{number}")
            graph.add_edges_from((node, member) for member in random.sample(members, min(readers, len(members))))
    return (graph,)


def _promise(graph: nx.DiGraph, answer: object) -> str | None:
    if answer is None:
        return "It returned nothing: is there a `return`?"
    if not isinstance(answer, dict):
        return f"The answer is a dict: a partition's name, then how many read it; not {one_line(answer)}."
    counts = _counts(graph)
    if strange := [partition for partition in answer if partition not in counts]:
        return f"{one_line(strange[0])} is no partition of this graph; the first is {next(iter(counts))!r}."
    at = _wrong_at(graph, answer)
    if at is None:
        return None
    partition, count = list(counts.items())[at]
    if count == 1:
        return f"{partition} has one reader, as it should have, so the dict does not name it."
    if partition in answer:
        return f"{_read(partition, count)}; you say {one_line(answer[partition])}."
    return f"{_read(partition, count)}: the dict must name it."


def _counts(graph: nx.DiGraph) -> Readers:
    return {partition_of(node): graph.out_degree(node) for node in names(graph, "partition")}


def _wrong_at(graph: nx.DiGraph, answer: Mapping[str, object]) -> int | None:
    """Returns the place of the first partition that an answer should name otherwise, or not at all."""
    right = wrong_readers(graph)
    for n, name in enumerate(_counts(graph)):
        if (name in answer, as_integer(answer.get(name))) != (name in right, right.get(name)):
            return n
    return None


def _read(partition: str, count: int) -> str:
    return f"{quantity(count, 'member') if count else 'No member'} {verb(count or 1, 'read')} {partition}"


def _in_cluster(my_wrong_readers: Callable[[nx.DiGraph], Readers]) -> Played:
    """Asks of a group before and after a member crashes, and while the others wait for it to be missed."""
    lab = Lab(3).create_topic("t", 4, 3).join("app", "C1", "C2", topics=["t"])
    since = lab.cluster
    comes = lab.fork().join("app", "C3", topics=["t"], wait=False)
    goes = lab.fork().crash_member("app", "C1")
    for now in (lab, comes, goes):
        graph = names_of(now, "assignment", ("partition", "member"))
        said, right = my_wrong_readers(graph), wrong_readers(graph)
        if said != right:
            return Played(now, f"In the group it is {right}, and you say {one_line(said)}.", since, "assignment")
    return Played(comes, "", since, "assignment")


def _working(graph: nx.DiGraph, answer: object) -> Working:
    if not isinstance(answer, dict):
        raise InvalidArgumentError("Only a dict has rows.")
    rows = [(name, count, answer.get(name, ""), here(name in answer)) for name, count in _counts(graph).items()]
    return working_of(("partition", "members", "answer", ""), rows, answer, at=_wrong_at(graph, answer))


E09_6 = Exercise[nx.DiGraph, Readers](
    id="E09.6",
    title="What has two readers, or none?",
    stars=2,
    minutes=6,
    hints=(
        "An edge leads from a partition to each member that reads it: count the edges that leave a partition.",
        '`graph.out_degree(node)` counts them. The partitions are the nodes that begin with `"partition:"`; '
        "members and groups are nodes, too.",
        '`for node in graph:` `if node.startswith("partition:") and graph.out_degree(node) != 1:` write '
        '`graph.out_degree(node)` into the dict, under `node.removeprefix("partition:")`.',
    ),
    examples=(
        Example((NameGraph({"partition:t-0": ["member:app/C1"], "partition:t-1": []}),), {"t-1": 0}),
        Example((NameGraph({"partition:t-0": ["member:app/C1", "member:app/C2"]}),), {"t-0": 2}),
        Example((NameGraph({"partition:t-0": ["member:app/C1"]}),), {}),
    ),
    reference=wrong_readers,
    draw=_draw,
    promise=_promise,
    in_cluster=_in_cluster,
    case_film=_working,
    matters="One reader for each partition is what a group promises, and the bipartite graph shows where it does not "
    "hold: no edge is a lag that grows, two edges are records that are read twice.",
    next="Next: go back to the notebook and answer its last three questions.",
)
