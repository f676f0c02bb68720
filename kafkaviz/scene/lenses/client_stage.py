"""Where the lens client has clients and brokers for a whole film, and the rows of each client's table."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import batch_id
from kafkaviz.graph.lenses import Attributes
from kafkaviz.scene.layout import Room
from kafkaviz.scene.lenses.client_cards import CELL, LEAST_H, LINE_H
from kafkaviz.scene.routing import Band, Port
from kafkaviz.scene.values import WIDE, Size

MARGIN, HEAD_H, GAP = 8.0, 28.0, 10.0
MOST_BROKERS = 8
PARTS, NARROW_PARTS = (0.45, 0.24), (0.44, 0.25)
"""How much of the width clients have, and brokers."""


class Stage(NamedTuple):
    """The places of clients and brokers for a whole film, the rows of each client's table, and whether ISRs are told.

    That is of the only partition that anybody leads: of several it would not be clear whose ISR stands there.
    """

    size: Size
    clients: Mapping[str, Room]
    brokers: Mapping[str, Room]
    rows: Mapping[str, Sequence[TopicPartition]]
    ports: Mapping[str, Port]
    band: Band
    tells_isr: bool


def stage(graphs: Sequence[nx.MultiDiGraph], size: Size) -> Stage:
    """Returns the places for a film; what a client writes or reads stands in its table before what it only knows."""
    clients: dict[str, dict[TopicPartition, int]] = {}
    brokers: dict[str, int] = {}
    telling = _astray(graphs)
    for graph in graphs:
        for node, data in graph.nodes(data=True):
            if data["kind"] == "broker":
                brokers.setdefault(node, data["id"])
            elif data["kind"] == "producer":
                touched = clients.setdefault(node, {})
                for tp in data["beliefs"]:
                    touched.setdefault(tp, 1)
            elif data["kind"] == "consumer" or (data["kind"] == "member" and node in telling):
                clients.setdefault(node, {}).update(dict.fromkeys(data["positions"], 0))
        for _, data in graph.nodes(data=True):
            if data["kind"] == "batch":
                clients[producer_of(graph, data)][data["tp"]] = 0
    w, h = size
    left, right = ((w - 2 * MARGIN) * part for part in (PARTS if w >= WIDE[0] else NARROW_PARTS))
    top, height = MARGIN + HEAD_H, h - 2 * MARGIN - HEAD_H
    fits = max(1, int(height // (LEAST_H + GAP)))
    clients = {node: tps for n, (node, tps) in enumerate(clients.items()) if n < fits or node not in telling}
    each = (height - GAP * (len(clients) - 1)) / max(1, len(clients))
    rooms: dict[str, Room] = {}
    for node, tps in clients.items():
        held = CELL[1] if node.startswith("producer") else LINE_H * node.startswith("member")
        high = min(each, 64 + len(tps) * LINE_H + held + LINE_H)
        rooms[node] = Room(MARGIN, top, left, high)
        top += high + GAP
    top = MARGIN + HEAD_H
    # Of many brokers those stand there that a client has to do with.
    known = {node for graph in graphs for _, node, kind in graph.edges(data="kind") if kind in ("believes", "sent to")}
    needed = brokers if len(brokers) <= MOST_BROKERS else known & brokers.keys()
    shown = sorted(needed, key=brokers.__getitem__)[:MOST_BROKERS]
    high = min(110.0, (height - GAP * (len(shown) - 1)) / max(1, len(shown)))
    cards = {node: Room(w - MARGIN - right, top + n * (high + GAP), right, high) for n, node in enumerate(shown)}
    fit = max(1, int((each - 58 - CELL[1] - LINE_H) // LINE_H))
    rows = {node: sorted(sorted(tps), key=tps.__getitem__)[:fit] for node, tps in clients.items()}
    ports = {node: Port(room.y, room.y + room.h, room.x + room.w, far=True) for node, room in rooms.items()}
    ports |= {node: Port(room.y, room.y + room.h, room.x) for node, room in cards.items()}
    led = {tp for graph in graphs for _, leads in graph.nodes(data="leads") for tp in leads or ()}
    band = Band(w - MARGIN - right, MARGIN + left, upright=True)
    return Stage(size, rooms, cards, rows, ports, band, tells_isr=len(led) == 1)


def _astray(graphs: Sequence[nx.MultiDiGraph]) -> set[str]:
    """Returns the members of groups that lose their coordinator at some moment, or cannot commit.

    The others have nothing to tell, one that asks for its first coordinator neither.
    """
    knew, found = set[str](), set[str]()
    for graph in graphs:
        for node, data in graph.nodes(data=True):
            if data["kind"] == "member":
                if data["coordinator"] is not None:
                    knew.add(node)
                if data["committing"] is not None or (node in knew and not data["right"]):
                    found.add(node)
    return found


def producer_of(graph: nx.MultiDiGraph, batch: Attributes) -> str:
    """Returns the node of the producer that holds a batch."""
    return str(next(iter(graph.predecessors(batch_id(batch["producer"], batch["number"])))))
