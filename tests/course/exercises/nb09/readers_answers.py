"""Answers to E09.6: right ones in other forms than the reference, wrong ones with the sentence each must get."""

import networkx as nx


def name(node):
    return node.removeprefix("partition:")


def partitions(graph):
    return [node for node in graph if node.startswith("partition:")]


def by_a_dict(graph):
    return {name(node): graph.out_degree(node) for node in partitions(graph) if graph.out_degree(node) != 1}


def by_successors(graph):
    found = {}
    for node in partitions(graph):
        readers = list(graph.successors(node))
        if len(readers) != 1:
            found[name(node)] = len(readers)
    return found


def by_edges(graph):
    count = dict.fromkeys(map(name, partitions(graph)), 0)
    for one, _ in graph.edges:
        if one.startswith("partition:"):
            count[name(one)] += 1
    return {partition: many for partition, many in count.items() if many != 1}


def by_degrees(graph):
    adjacency = nx.to_dict_of_lists(graph, [*partitions(graph), *(n for n in graph if n.startswith("member:"))])
    return {name(node): len(set(adjacency[node])) for node in partitions(graph) if len(adjacency[node]) != 1}


def only_several(graph):
    return {name(node): graph.out_degree(node) for node in partitions(graph) if graph.out_degree(node) > 1}


def only_none(graph):
    return {name(node): 0 for node in partitions(graph) if not graph.out_degree(node)}


def all_of_them(graph):
    return {name(node): graph.out_degree(node) for node in partitions(graph)}


def whole_names(graph):
    return {node: graph.out_degree(node) for node in partitions(graph) if graph.out_degree(node) != 1}


def members_too(graph):
    return {name(node): graph.out_degree(node) for node in graph if graph.out_degree(node) != 1}


def a_list(graph):
    return list(by_a_dict(graph))


def edges_in(graph):
    return {name(node): graph.in_degree(node) for node in partitions(graph) if graph.in_degree(node) != 1}


def names_of_readers(graph):
    return {partition: [*graph.successors(f"partition:{partition}")] for partition in by_a_dict(graph)}


def at_most_two(graph):
    return {partition: min(many, 2) for partition, many in by_a_dict(graph).items()}


def nothing(graph):
    return {}


RIGHT = {"by a dict": by_a_dict, "by successors": by_successors, "by edges": by_edges, "by degrees": by_degrees}
WRONG = {
    "only several": (only_several, "No member reads t-1: the dict must name it."),
    "only none": (only_none, "2 members read t-0: the dict must name it."),
    "all of them": (all_of_them, "t-0 has one reader, as it should have, so the dict does not name it."),
    "whole names": (whole_names, "'partition:t-1' is no partition of this graph; the first is 't-0'."),
    "members too": (members_too, "'member:app/C1' is no partition of this graph; the first is 't-0'."),
    "a list": (a_list, "The answer is a dict: a partition's name, then how many read it; not ['t-1']."),
    "edges in": (edges_in, "t-0 has one reader, as it should have, so the dict does not name it."),
    "names of readers": (names_of_readers, "No member reads t-1; you say []."),
    "at most two": (at_most_two, "3 members read u-0; you say 2."),
    "nothing": (nothing, "No member reads t-1: the dict must name it."),
}
COMPLAINTS = ((only_several, "In the group it is {'t-0': 0, 't-1': 0}, and you say {}."),)
