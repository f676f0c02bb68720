"""The graph of a cluster: what is a node, what is an edge, and how nodes are named."""

import networkx as nx
import pytest

from kafkaviz.graph.lenses import LENSES, Focus, lens_graph
from kafkaviz.lab import Lab


def lab() -> Lab:
    return Lab(3).create_topic("letters", partitions=3, replication_factor=3).send("letters", "ABC").poll("letters")


def test_node_names_can_be_read_and_odd_characters_are_encoded() -> None:
    nodes = set(lab().graph("cluster"))
    assert {"broker:1", "replica:letters-0@1", "record:letters-0@1#0e0", "controller:101", "producer:producer"} <= nodes
    odd = Lab(1).create_topic("t", 1, 1).send("t", "x", producer="<b>/a b").graph()
    assert "producer:%3Cb%3E%2Fa%20b" in odd


def test_the_degree_of_leadership_counts_leaders_per_broker() -> None:
    graph = lab().kill(1).graph("cluster")
    leaders = [data["broker"] for _, data in graph.nodes(data=True) if data.get("role") == "leader"]
    assert sorted(leaders) == [2, 2, 3]


def test_followers_copy_from_their_leader_and_nobody_copies_a_dead_one() -> None:
    graph = lab().kill(1, detect=False).graph("cluster")
    copies = [(a, b) for a, b, kind in graph.edges(data="kind") if kind == "copies"]
    assert ("replica:letters-0@2", "replica:letters-0@1") in copies
    assert not [a for a, _ in copies if a.endswith("@1")]


def test_zookeepers_controller_is_a_broker_and_controls_the_others() -> None:
    graph = Lab(3, kafka="2.3").graph("cluster")
    assert graph.nodes["broker:1"]["controller"]
    assert sorted(b for a, b, kind in graph.edges(data="kind") if kind == "controls") == ["broker:2", "broker:3"]


def test_a_window_of_records_keeps_the_graph_small() -> None:
    graph = Lab(1).create_topic("t", 1, 1).send("t", *map(str, range(30))).graph("replication", partition=("t", 0))
    offsets = [data["offset"] for _, data in graph.nodes(data=True) if data["kind"] == "record"]
    assert offsets == list(range(18, 30))


def test_many_replicas_leave_the_records_out() -> None:
    graph = Lab(3).create_topic("t", 9, 3).send("t", "a").graph("cluster")
    assert not [node for node, kind in graph.nodes(data="kind") if kind == "record"]


def test_an_unknown_lens_is_refused_in_one_sentence() -> None:
    with pytest.raises(ValueError, match=r"There is no lens 'x'; there are cluster, replication, assignment"):
        Lab(1).graph("x")


@pytest.mark.parametrize("lens", LENSES)
def test_every_lens_gives_a_multidigraph_even_of_an_empty_cluster(lens: str) -> None:
    assert isinstance(lens_graph(Lab(2).cluster, lens, Focus()), nx.MultiDiGraph)


def test_a_frozen_node_is_neither_dead_nor_working() -> None:
    it = Lab(3, process_roles="combined").create_topic("letters", assignment=[[1, 2, 3]]).freeze(1)
    nodes = it.graph("cluster").nodes
    assert (nodes["broker:1"]["state"], nodes["replica:letters-0@1"]["role"]) == ("frozen", "zombie")
    assert nodes["replica:letters-0@1"]["up"] is False
    assert [nodes[f"controller:{n}"]["frozen"] for n in (1, 2, 3)] == [True, False, False]
