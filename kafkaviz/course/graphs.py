"""The graphs of exercises: a state of a lab by the names of its nodes alone, which shows itself as it can be pasted."""

from collections.abc import Container, Iterable, Sequence

import networkx as nx

from kafkaviz.breaking.plain_values import one_line
from kafkaviz.graph.ids import parse_id
from kafkaviz.lab import Lab


class NameGraph(nx.DiGraph):  # type: ignore[misc]
    """A networkx graph whose nodes are names; two are equal that have the same nodes and edges.

    >>> NameGraph([("broker:1", "replica:letters-0@1")])
    nx.DiGraph({'broker:1': ['replica:letters-0@1'], 'replica:letters-0@1': []})
    """

    def __repr__(self) -> str:
        return f"nx.DiGraph({nx.to_dict_of_lists(self)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, nx.Graph) and nx.to_dict_of_lists(self) == nx.to_dict_of_lists(other)

    __hash__ = nx.DiGraph.__hash__


def names_of(lab: Lab, lens: str = "cluster", kinds: Iterable[str] = ()) -> NameGraph:
    """Returns the graph of a lab as it is now, with the nodes of these kinds alone.

    >>> names_of(Lab().create_topic("letters"), kinds=["broker", "replica"]).number_of_edges()
    1
    """
    graph = lab.graph(lens)
    wanted = [node for node, data in graph.nodes(data=True) if data["kind"] in set(kinds)]
    copy = NameGraph()
    copy.add_nodes_from(wanted)
    copy.add_edges_from((node, other) for node, other in graph.subgraph(wanted).edges())
    return copy


def names(graph: nx.Graph, kind: str) -> list[str]:
    """Returns the nodes of a kind, in their order.

    >>> names(NameGraph([("broker:1", "replica:letters-0@1")]), "broker")
    ['broker:1']
    """
    return [node for node in graph if node.startswith(f"{kind}:")]


def partition_of(node: str) -> str:
    """Returns the partition that a replica or a partition is named after.

    >>> partition_of("replica:sports-news-0@1"), partition_of("partition:t0-1")
    ('sports-news-0', 't0-1')
    """
    topic, partition, *_ = parse_id(node).parts
    return f"{topic}-{partition}"


def names_fault(answer: object, what: str) -> str | None:
    """Says what makes an answer no list of names, each of them once; `what` they name is in the plural.

    >>> names_fault(["t-0", "t-0"], "partitions"), names_fault(["t-0"], "partitions")
    ('t-0 is there more than once.', None)
    """
    if answer is None:
        return "It returned nothing: is there a `return`?"
    if not isinstance(answer, list) or not all(isinstance(name, str) for name in answer):
        return f"The answer is a list of {what} by their names, not {one_line(answer)}."
    twice = next((name for name in answer if answer.count(name) > 1), None)
    return None if twice is None else f"{twice} is there more than once."


def wrong_at(names: Sequence[str], answer: Container[object], right: Container[str]) -> int | None:
    """Returns the place of the first name that an answer leaves out, or else of the first that does not belong to it.

    >>> wrong_at("abc", answer="a", right="ac"), wrong_at("abc", answer="abc", right="ac"), wrong_at("abc", "ac", "ac")
    (2, 1, None)
    """
    missing = (n for n, name in enumerate(names) if name in right and name not in answer)
    extra = (n for n, name in enumerate(names) if name in answer and name not in right)
    return next(missing, next(extra, None))
