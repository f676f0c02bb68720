"""What several lenses show in a small picture: who decides and writes above, copies or brokers as columns below."""

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import ZOOKEEPER_ID, broker_id
from kafkaviz.graph.lenses import Attributes, partition_lens
from kafkaviz.scene.canvas import DECORATION, label_of
from kafkaviz.scene.lenses.replicas import ROLES, record_look
from kafkaviz.scene.lenses.small import MOST_COLUMNS, Cell, Column, Head, Panel, Small


def nodes_of(graph: nx.MultiDiGraph, *kinds: str) -> list[tuple[str, Attributes]]:
    """Returns the nodes of some kinds, with what is known of each."""
    return [(node, data) for node, data in graph.nodes(data=True) if data["kind"] in kinds]


def decider(graph: nx.MultiDiGraph) -> Head:
    """Returns who decides, or that nobody does."""
    deciders = nodes_of(graph, "controller", "zookeeper")
    if not deciders:
        return Head(f"{DECORATION}nobody", "controller", "strip", "t")
    for node, data in deciders:
        if node == ZOOKEEPER_ID:
            who = "nobody" if data["controller"] is None else f"broker {data['controller']}"
            return Head(node, f"controller: {who}", "strip", "t")
        if data["active"]:
            return Head(node, f"★ controller {data['id']}", "voter-leader", "t-controller")
    return Head(f"{DECORATION}nobody", "no controller", "card-dead", "t-dead")


def clients(graph: nx.MultiDiGraph) -> list[Head]:
    """Returns the first and the last of those who write and read."""
    found = [Head(node, data["name"], data["kind"], "t") for node, data in nodes_of(graph, "producer", "consumer")]
    return found[:1] if len(found) < 2 else [found[0], found[-1]]


def brokers(graph: nx.MultiDiGraph) -> tuple[Column, ...]:
    """Returns the brokers as columns, for a moment without partitions."""
    found = []
    for node, data in nodes_of(graph, "broker")[:MOST_COLUMNS]:
        box, ink = ("card-dead", "t-dead") if data["state"] == "dead" else ("card", "t")
        badge = "✕ down" if data["state"] == "dead" else f"▒ {data['out']}" if data["fenced"] else ""
        found.append(Column(node, f"broker {data['id']}", str(data["id"]), badge, box, ink))
    return tuple(found)


def _copies(graph: nx.MultiDiGraph, tp: TopicPartition | None) -> Panel:
    """Returns the copies of one partition as columns, its records as cells, and who decides and writes above."""
    shown = [pair for pair in nodes_of(graph, "replica") if pair[1]["tp"] == tp][:MOST_COLUMNS]
    records: dict[int, list[Cell]] = {}
    for node, data in nodes_of(graph, "record"):
        if data["tp"] == tp:
            box, ink = record_look(data)
            records.setdefault(data["broker"], []).append(Cell(node, label_of(data["value"]), box, ink))
    above = decider(graph)
    columns, alias = [], {node: above.node for node, _ in nodes_of(graph, "controller")}
    for node, data in shown:
        role = ROLES[data["role"]]
        cells = tuple(records.get(data["broker"], ()))
        title = f"broker {data['broker']}"
        columns.append(Column(node, title, str(data["broker"]), role.short, role.box, role.text, cells, newest=True))
        alias[broker_id(data["broker"])] = node
    return Panel((above, *clients(graph)), tuple(columns) or brokers(graph), alias)


COPIES = Small(partition_lens, _copies)
"""One partition with its copies, for lenses on brokers and logs."""
