"""Answers to E05.5: right ones in other forms than the reference, wrong ones with the sentence each must get."""

from collections import Counter

import networkx as nx


def partition(replica):
    return replica.partition(":")[2].partition("@")[0]


def hosted(graph, broker):
    return {partition(replica) for replica in graph.successors(broker)}


def by_difference(graph, broker):
    others = [node for node in graph if node.startswith("broker:") and node != broker]
    return hosted(graph, broker).difference(*(hosted(graph, other) for other in others))


def by_counting(graph, broker):
    count = Counter(partition(node) for node in graph if node.startswith("replica:"))
    return [name for name in hosted(graph, broker) if count[name] == 1]


def by_taking_it_away(graph, broker):
    left = nx.restricted_view(graph, [broker, *graph.successors(broker)], [])
    there = {partition(node) for node in left if "@" in node}
    return sorted(hosted(graph, broker) - there)


def by_names(graph, broker):
    mine = f"@{broker.partition(':')[2]}"
    replicas = [node for node in graph if "@" in node]
    return [
        partition(replica)
        for replica in replicas
        if replica.endswith(mine) and sum(partition(other) == partition(replica) for other in replicas) == 1
    ]


def all_of_it(graph, broker):
    return sorted(hosted(graph, broker))


def what_it_leads(graph, broker):
    return sorted(partition(replica) for replica in graph.successors(broker) if not [*graph.successors(replica)])


def by_edges_of_replicas(graph, broker):
    return sorted(partition(replica) for replica in graph.successors(broker) if not graph.degree(replica) > 2)


def replicas(graph, broker):
    return [replica for replica in graph.successors(broker) if partition(replica) in by_difference(graph, broker)]


def topics(graph, broker):
    return sorted({name.rpartition("-")[0] for name in by_difference(graph, broker)})


def cut_at_the_first_dash(graph, broker):
    return sorted("-".join(name.split("-")[:2]) for name in by_difference(graph, broker))


def of_any_broker(graph, broker):
    count = Counter(partition(node) for node in graph if node.startswith("replica:"))
    return sorted(name for name, many in count.items() if many == 1)


def how_many(graph, broker):
    return len(by_difference(graph, broker))


def nothing(graph, broker):
    return []


def twice(graph, broker):
    return [*by_difference(graph, broker)] * 2


RIGHT = {
    "by difference": by_difference,
    "by counting": by_counting,
    "by taking it away": by_taking_it_away,
    "by names": by_names,
}
WRONG = {
    "all of it": (all_of_it, "broker:2 hosts a replica of t-1 as well."),
    "what it leads": (what_it_leads, "broker:2 hosts a replica of t-1 as well."),
    "replicas": (replicas, "broker:1 hosts t-0 and t-1; replica:t-0@1 is none of these names."),
    "topics": (topics, "broker:1 hosts t-0 and t-1; t is none of these names."),
    "cut at the first dash": (
        cut_at_the_first_dash,
        "broker:1 hosts sports-news-0; sports-news is none of these names.",
    ),
    "of any broker": (of_any_broker, "broker:2 hosts t-1; t-0 is none of these names."),
    "how many": (how_many, "The answer is a list of partitions by their names, not 1."),
    "nothing": (nothing, "t-0 lies on broker:1 alone."),
    "twice": (twice, "t-0 is there more than once."),
}
COMPLAINTS = ((nothing, "When broker 1 is dead nobody leads sports-news-0 and sports-news-2; you say []."),)
