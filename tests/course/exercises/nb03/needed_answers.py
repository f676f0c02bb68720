"""Answers to E03.5: right ones in other forms than the reference, wrong ones with the sentence each must get."""

import networkx as nx


def is_broker(node):
    return node.startswith("broker:")


def by_neighbours(graph, client):
    both = graph.to_undirected()
    return {node for replica in both[client] for node in both[replica] if is_broker(node)}


def by_paths(graph, client):
    lengths = nx.single_source_shortest_path_length(graph.to_undirected(), client, cutoff=2)
    return [node for node, steps in lengths.items() if steps == 2 and is_broker(node)]


def by_edges(graph, client):
    replicas = [other for edge in graph.edges if client in edge for other in edge if other != client]
    return sorted({one for one, other in graph.edges if other in replicas and is_broker(one)})


def by_name(graph, client):
    both = graph.to_undirected()
    return tuple({f"broker:{replica.rpartition('@')[2]}" for replica in both.neighbors(client)})


def writers_only(graph, client):
    return sorted({node for replica in graph[client] for node in graph.predecessors(replica) if is_broker(node)})


def readers_only(graph, client):
    fed = graph.predecessors(client)
    return sorted({node for replica in fed for node in graph.predecessors(replica) if is_broker(node)})


def followers_as_well(graph, client):
    reached = nx.descendants(graph, client) | nx.ancestors(graph, client)
    return sorted({node for replica in reached for node in graph.predecessors(replica) if is_broker(node)})


def every_broker(graph, client):
    return [node for node in graph if is_broker(node)]


def replicas(graph, client):
    return [*graph.successors(client), *graph.predecessors(client)]


def all_neighbours_of_replicas(graph, client):
    both = graph.to_undirected()
    return sorted({node for replica in both[client] for node in both[replica]})


def once_for_each_partition(graph, client):
    both = graph.to_undirected()
    return [node for replica in both[client] for node in both[replica] if is_broker(node)]


def numbers(graph, client):
    return [int(node.partition(":")[2]) for node in by_neighbours(graph, client)]


def the_first(graph, client):
    return by_paths(graph, client)[:1]


def nobody(graph, client):
    return []


RIGHT = {"by neighbours": by_neighbours, "by paths": by_paths, "by edges": by_edges, "by name": by_name}
WRONG = {
    "writers only": (
        writers_only,
        "consumer:app needs broker:1, which hosts replica:t-0@1: an edge joins replica:t-0@1 and consumer:app.",
    ),
    "readers only": (
        readers_only,
        "producer:app needs broker:1, which hosts replica:t-0@1: an edge joins replica:t-0@1 and producer:app.",
    ),
    "followers as well": (
        followers_as_well,
        "consumer:web does not need broker:2: no edge joins consumer:web and a replica that broker:2 hosts.",
    ),
    "every broker": (
        every_broker,
        "producer:app does not need broker:2: no edge joins producer:app and a replica that broker:2 hosts.",
    ),
    "replicas": (replicas, "replica:t-0@1 is no broker of this graph; its brokers are broker:1."),
    "all neighbours of replicas": (
        all_neighbours_of_replicas,
        "producer:app is no broker of this graph; its brokers are broker:1.",
    ),
    "once for each partition": (once_for_each_partition, "broker:6 is there more than once."),
    "numbers": (numbers, "The answer is a list of brokers by their names, not [1]."),
    "the first": (
        the_first,
        "consumer:app needs broker:13, which hosts replica:t-1@13: an edge joins replica:t-1@13 and consumer:app.",
    ),
    "nobody": (
        nobody,
        "producer:app needs broker:1, which hosts replica:t-0@1: an edge joins replica:t-0@1 and producer:app.",
    ),
}
COMPLAINTS = ((nobody, "producer:producer uses the leaders of t-0 and t-1: broker:1 and broker:3."),)
