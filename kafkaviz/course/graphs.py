"""The graphs of exercises: a state of a lab by the names of its nodes alone, which shows itself as it can be pasted."""

from collections.abc import Iterable

import networkx as nx

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
    named = NameGraph()
    named.add_nodes_from(wanted)
    named.add_edges_from((one, other) for one, other in graph.subgraph(wanted).edges())
    return named


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
    return node.partition(":")[2].partition("@")[0]
