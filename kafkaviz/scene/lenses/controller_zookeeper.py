"""Draws who decides as ZooKeeper has it: its nodes, a session for each broker, the node held and the watches on it."""

from collections.abc import Mapping
from typing import Final

import networkx as nx

from kafkaviz.graph.lenses import Attributes
from kafkaviz.scene.canvas import Canvas, longest
from kafkaviz.scene.layout import Room
from kafkaviz.scene.lenses.replicas import down
from kafkaviz.scene.lenses.sessions import draw_session

NODE_H: Final = 100.0
"""How high ZooKeeper is."""
CHIP_Y, CHIP_H, LEAST_H = 56.0, 26.0, 90.0


def draw_zookeeper(
    canvas: Canvas, node: str, data: Attributes, rooms: Mapping[str, Room], graph: nx.MultiDiGraph
) -> None:
    """Draws ZooKeeper with its nodes: who is controller, which brokers have a session, and each session's ring."""
    room = rooms[node]
    canvas.group(node, room.x, room.y, layer="card", event=node)
    canvas.box(node, "box", (0.0, 0.0, room.w, room.h), "strip", tip="ZooKeeper")
    canvas.words(node, "name", (12.0, 16.0), "ZooKeeper", "t s14 b")
    holder = "nobody" if data["controller"] is None else f"broker {data['controller']}"
    canvas.words(node, "node", (room.w / 2, 18.0), f"/controller → {holder}", "t s16 b mid mono", room.w - 180)
    canvas.words(node, "epoch", (room.w / 2, 40.0), f"/controller_epoch → {data['epoch']}", "t s14 mid mono")
    timeout_ms = graph.graph.get("session_timeout_ms") or 0
    brokers = [(id, d) for id, d in graph.nodes(data=True) if d["kind"] == "broker"]
    if len({rooms[id].y for id, _ in brokers}) > 1:
        return
    for id, broker in brokers:
        card = rooms[id]
        x = card.x + card.w - 22
        if not broker["fenced"]:
            names = (f"/brokers/ids/{broker['id']}", f"ids/{broker['id']}")
            said = longest(names, card.w, 12)
            canvas.words(node, f"id{broker['id']}", (card.x - room.x + card.w - 8, 66.0), said, "t s12 mono end")
        draw_session(canvas, id, broker, (x, room.y + room.h), card.y, timeout_ms, layer="over")


def draw_broker(canvas: Canvas, node: str, data: Attributes, room: Room) -> None:
    """Draws on a broker's card what it has of the node /controller: it holds it, watches it, or tries to make it."""
    dead = data["state"] == "dead"
    if room.h < LEAST_H:
        return
    look, text, said = "ghost", "t", ("watches /controller", "watches it", "watches")
    if data["controller"]:
        look, text, said = "voter-leader", "t-controller", ("holds /controller", "holds it", "holds")
    elif data.get("racing"):
        look, text, said = "ask", "t", ("creates /controller", "creates it", "creates")
    elif data["fenced"] or dead:
        return
    canvas.box(node, "watch", (10.0, CHIP_Y, room.w - 20, CHIP_H), look)
    canvas.words(
        node, "watches", (room.w / 2, CHIP_Y + CHIP_H / 2), longest(said, room.w - 24, 12), f"{text} s12 b mid"
    )


def state_of(data: Attributes) -> str:
    """Says how a broker stands with ZooKeeper."""
    if data["state"] == "dead":
        return down(data)[0]
    frozen = "‖ frozen, " if data["state"] == "frozen" else ""
    if data.get("racing"):
        return "its watch has fired"
    return f"{frozen}{data['out'] or 'has a session'}"
