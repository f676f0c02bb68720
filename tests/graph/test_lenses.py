"""The graph of a cluster: what is a node, what is an edge, and how nodes are named."""

import networkx as nx
import pytest

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.groups import _holds
from kafkaviz.graph.lenses import Focus, client_lens, lens_graph
from kafkaviz.graph.share import share_group_of
from kafkaviz.lab import Lab
from kafkaviz.model.core.groups import Group, Member
from kafkaviz.scene.lenses import LENSES


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
    assert isinstance(lens_graph(Lab(2).cluster, LENSES[lens].graph, Focus()), nx.MultiDiGraph)


def test_a_frozen_node_is_neither_dead_nor_working() -> None:
    it = Lab(3, process_roles="combined").create_topic("letters", assignment=[[1, 2, 3]]).freeze(1)
    nodes = it.graph("cluster").nodes
    assert (nodes["broker:1"]["state"], nodes["replica:letters-0@1"]["role"]) == ("frozen", "zombie")
    assert nodes["replica:letters-0@1"]["up"] is False
    assert [nodes[f"controller:{n}"]["frozen"] for n in (1, 2, 3)] == [True, False, False]


def test_what_a_producer_believes_is_an_edge_that_says_whether_it_is_right() -> None:
    it = Lab(3).create_topic("letters", partitions=1, replication_factor=3).send("letters", "ABC")
    edges = lambda: [d for *_, d in it.graph("client").edges(data=True) if d["kind"] == "believes"]  # noqa: E731
    assert [(edge["leader"], edge["right"]) for edge in edges()] == [(1, True)]
    it.kill(1)
    assert [(edge["leader"], edge["right"]) for edge in edges()] == [(1, False)]
    it.send("letters", "DEF")
    assert [(edge["leader"], edge["right"]) for edge in edges()] == [(2, True)]


def test_a_batch_is_a_node_that_says_where_it_is() -> None:
    it = Lab(3).create_topic("t", 1, 3).send("t", "a").kill(1).send("t", "b").restart(1).tick(5_000)
    it.elect_preferred("t", 0).send("t", "c")
    seen = {
        (data["state"], data["error"], data["attempts"])
        for cluster in it.history.clusters
        for _, data in lens_graph(cluster, client_lens, Focus("t")).nodes(data=True)
        if data["kind"] == "batch" and data["records"] == [b"c"]
    }
    refused = ("refused", "NOT_LEADER_OR_FOLLOWER", 1)
    assert seen == {("waiting", "", 0), refused, ("stored", "", 2)}


def test_a_log_is_its_files_and_their_records_and_those_who_read_it() -> None:
    it = Lab(3).create_topic("t", 1, 1, configs={"segment.bytes": 60}).join("app", "C", topics=["t"])
    it.send("t", "a").send("t", "b").send("t", "c" * 40).poll("t").commit("app", "C", {("t", 0): 2})
    graph = it.graph("log", partition=("t", 0))
    files = [
        (d["base_offset"], d["end_offset"], d["active"]) for _, d in graph.nodes(data=True) if d["kind"] == "segment"
    ]
    assert files == [(0, 2, False), (2, 3, True)]
    assert sorted(graph.successors("segment:t-0@1#0")) == ["record:t-0@1#0e0", "record:t-0@1#1e0"]
    assert {n: graph.nodes[n]["offset"] for n in ("group:app", "consumer:consumer")} == {
        "group:app": 2,
        "consumer:consumer": 3,
    }


def test_the_plain_graph_has_everybody_and_no_record() -> None:
    it = lab().join("app", "C0", topics=["letters"])
    graph = it.graph("graph")
    kinds = {kind for _, kind in graph.nodes(data="kind")}
    assert kinds == {"controller", "broker", "replica", "producer", "consumer", "group", "member"}
    feeds = [a for a, b, kind in graph.edges(data="kind") if kind == "feeds" and b == "member:app/C0"]
    assert sorted(feeds) == ["replica:letters-0@1", "replica:letters-1@2", "replica:letters-2@3"]


def test_a_follower_that_hangs_copies_nothing() -> None:
    copies = [
        edge for *edge, kind in lab().freeze(3, detect=False).graph("cluster").edges(data="kind") if kind == "copies"
    ]
    assert ["replica:letters-0@2", "replica:letters-0@1"] in copies
    assert not [a for a, _ in copies if a.endswith("@3")]


def test_what_a_member_still_gives_up_is_not_promised_to_it() -> None:
    tp = TopicPartition("t", 0)
    group = Group(
        "consumer", 0, state="Stable", members={"A": Member(topics=("t",), revoking=(tp,))}, target={"A": (tp,)}
    )
    assert _holds(group, "A") == [(tp, "revoking")]


def test_the_share_group_that_was_asked_for_is_shown_and_without_a_name_the_first() -> None:
    groups = {name: Group(protocol, 0) for name, protocol in (("c", "classic"), ("s", "share"), ("u", "share"))}
    cluster = Lab(1).cluster._replace(groups=groups)
    assert [share_group_of(cluster, name) for name in (None, "s", "u", "c")] == ["s", "s", "u", "s"]
