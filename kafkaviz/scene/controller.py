"""Draws the lens controller: a quorum that votes now, brokers that race for a node in ZooKeeper then."""

from collections.abc import Iterable, Mapping
from math import cos, pi, sin
from typing import NamedTuple

import networkx as nx

from kafkaviz.graph.ids import ZOOKEEPER_ID
from kafkaviz.graph.lenses import Attributes
from kafkaviz.scene.canvas import DECORATION, Canvas

SIZE = (1280, 560)

CENTRE = (450.0, SIZE[1] / 2 + 6)
RADII = (310.0, 200.0)
ZOOKEEPER_RADII = (420.0, 216.0)
VOTER_W, VOTER_H, BROKER_W, BROKER_H = 236.0, 106.0, 190.0, 64.0
OBSERVERS_X = SIZE[0] - BROKER_W - 24
STATES = {
    "leader": "★ leader",
    "follower": "follower",
    "candidate": "? candidate",
    "prospective": "… asks around",
    "unattached": "knows no leader",
    "resigned": "resigned",
}


class Stage(NamedTuple):
    """Where each voter and broker stands for a whole film."""

    places: Mapping[str, tuple[float, float]]


def stage(graphs: Iterable[nx.MultiDiGraph]) -> Stage:
    """Returns voters a ring and brokers a column; with ZooKeeper the brokers stand around it."""
    kinds: dict[str, dict[str, int]] = {"controller": {}, "broker": {}, "zookeeper": {}}
    for graph in graphs:
        for node, data in graph.nodes(data=True):
            kinds[data["kind"]].setdefault(node, data.get("id", 0))
    voters = sorted(kinds["controller"], key=kinds["controller"].__getitem__)
    brokers = sorted(kinds["broker"], key=kinds["broker"].__getitem__)
    if kinds["zookeeper"]:
        return Stage({ZOOKEEPER_ID: (CENTRE[0] + 140, CENTRE[1]), **_ring(brokers, CENTRE[0] + 140, ZOOKEEPER_RADII)})
    pitch = min(84.0, (SIZE[1] - 70) / max(1, len(brokers)))
    column = {node: (OBSERVERS_X + BROKER_W / 2, 96 + n * pitch) for n, node in enumerate(brokers)}
    return Stage({**_ring(voters, CENTRE[0], RADII), **column})


def _ring(nodes: list[str], x: float, radii: tuple[float, float]) -> dict[str, tuple[float, float]]:
    turn = 2 * pi / max(1, len(nodes))
    return {node: (x + radii[0] * sin(n * turn), CENTRE[1] - radii[1] * cos(n * turn)) for n, node in enumerate(nodes)}


def draw(graph: nx.MultiDiGraph, places: Stage, now_ms: int) -> Canvas:
    """Draws one moment."""
    canvas = Canvas()
    head = f"{DECORATION}head"
    canvas.group(head, 0.0, 0.0, layer="back")
    canvas.words(head, "time", (16.0, 32.0), f"t = {now_ms / 1000:g} s", "t s22 b mono")
    voters = [data for _, data in graph.nodes(data=True) if data["kind"] == "controller"]
    if voters:
        epoch, majority = max(data["epoch"] for data in voters), len(voters) // 2 + 1
        canvas.words(head, "epoch", (CENTRE[0], CENTRE[1] - 12), f"epoch {epoch}", "t s28 b mid")
        canvas.words(
            head, "majority", (CENTRE[0], CENTRE[1] + 20), f"majority: {majority} of {len(voters)}", "t s16 mid"
        )
        canvas.words(head, "observers", (OBSERVERS_X, 32.0), "brokers watch", "t-mute s16")
    for node, data in graph.nodes(data=True):
        x, y = places.places[node]
        if data["kind"] == "controller":
            _draw_voter(canvas, node, data, x - VOTER_W / 2, y - VOTER_H / 2)
        elif data["kind"] == "zookeeper":
            _draw_zookeeper(canvas, node, data, x, y)
        else:
            _draw_broker(canvas, node, data, x - BROKER_W / 2, y - BROKER_H / 2)
    for start, end, data in graph.edges(data=True):
        if data["kind"] in ("voted", "watches"):
            _draw_edge(canvas, start, end, data, places)
    return canvas


def _draw_voter(canvas: Canvas, node: str, data: Attributes, x: float, y: float) -> None:
    canvas.group(node, x, y, layer="card")
    look, text = ("voter-leader", "t-controller") if data["active"] else ("voter", "t")
    if not data["up"]:
        look, text = "card-dead", "t-dead"
    canvas.box(node, "box", (0.0, 0.0, VOTER_W, VOTER_H), look, tip=f"controller {data['id']}")
    canvas.words(node, "name", (VOTER_W / 2, 24.0), f"controller {data['id']}", f"{text} s18 b mid")
    state = STATES[data["state"]] if data["up"] else "‖ frozen" if data["frozen"] else "✕ down"
    if data["state"] == "leader" and data["up"] and not data["active"]:
        state = "★? without a majority"
    votes = f" · {data['votes']} vote{'s' * (data['votes'] > 1)}" if data["votes"] else ""
    canvas.words(node, "state", (VOTER_W / 2, 52.0), f"{state}{votes}", f"{text} s16 mid", VOTER_W - 12)
    about = f"epoch {data['epoch']} · log end {data['log_end_offset']}"
    canvas.words(node, "about", (VOTER_W / 2, 82.0), about, f"{text} s16 mid", VOTER_W - 12)
    if data["active"]:
        canvas.crown(node, VOTER_W - 36, 10.0)


def _draw_zookeeper(canvas: Canvas, node: str, data: Attributes, x: float, y: float) -> None:
    canvas.group(node, x - 170, y - 60, layer="card")
    canvas.box(node, "box", (0.0, 0.0, 340.0, 120.0), "strip", tip="ZooKeeper")
    canvas.words(node, "name", (170.0, 28.0), "ZooKeeper", "t s22 b mid")
    holder = "nobody" if data["controller"] is None else f"broker {data['controller']}"
    canvas.words(node, "node", (170.0, 62.0), f"/controller → {holder}", "t s18 mid mono")
    canvas.words(node, "epoch", (170.0, 92.0), f"/controller_epoch → {data['epoch']}", "t s16 mid mono")


def _draw_broker(canvas: Canvas, node: str, data: Attributes, x: float, y: float) -> None:
    canvas.group(node, x, y, layer="card")
    dead = data["state"] == "dead"
    look = "card-dead" if dead else "card-fenced" if data["fenced"] else "card"
    look = "card-controller" if data["controller"] and not dead else look
    text = "t-dead" if dead else "t"
    canvas.box(node, "box", (0.0, 0.0, BROKER_W, BROKER_H), look, tip=f"broker {data['id']}")
    canvas.words(node, "name", (BROKER_W / 2, 22.0), f"broker {data['id']}", f"{text} s16 b mid")
    said = "✕ down" if dead else "▒ fenced" if data["fenced"] else "controller" if data["controller"] else "counted on"
    if data["state"] == "frozen":
        said = "‖ frozen, fenced" if data["fenced"] else "‖ frozen"
    if data.get("racing"):
        said = "races for the node"
    canvas.words(node, "state", (BROKER_W / 2, 45.0), said, f"{text} s14 mid", BROKER_W - 10)
    if data["controller"] and not dead:
        canvas.crown(node, BROKER_W - 34, 8.0)


def _draw_edge(canvas: Canvas, start: str, end: str, data: Attributes, places: Stage) -> None:
    name = f"{DECORATION}{data['kind']} {start} {end}"
    canvas.group(name, 0.0, 0.0, layer="edge")
    look = "edge-assign" if data["kind"] == "voted" else "edge-follow"
    canvas.line(name, "line", (*places.places[start], *places.places[end]), look)
