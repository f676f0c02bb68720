"""Draws the lens cluster: who decides on top, brokers side by side, those who send left, those who read right."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import ZOOKEEPER_ID, broker_id, replica_id
from kafkaviz.graph.lenses import RECORDS_IN_CLUSTER, Attributes
from kafkaviz.scene.canvas import DECORATION, Canvas, label_of
from kafkaviz.scene.replicas import ROLES, record_look, record_tip

SIZE = (1280, 560)

Box = tuple[float, float, float, float]
GUTTER, GAP, STRIP, HEAD, PAD = 168.0, 22.0, 64.0, 38.0, 8.0
CARDS_IN_A_ROW = 6
MOST_DETAILED_ROWS = 6


class Stage(NamedTuple):
    """Where everything stands for a whole film; nothing moves because something else came or went."""

    places: Mapping[str, Box]
    detailed: bool


def stage(graphs: Iterable[nx.MultiDiGraph]) -> Stage:
    """Returns each node of a film its place, from nothing but the ids that occur."""
    kinds: dict[str, list[str]] = {}
    tps: dict[TopicPartition, None] = {}
    for graph in graphs:
        for node, data in graph.nodes(data=True):
            names = kinds.setdefault(data["kind"], [])
            if node not in names:
                names.append(node)
            if data["kind"] == "replica":
                tps.setdefault(data["tp"])
    width, height = SIZE
    left = GUTTER if kinds.get("producer") else 10.0
    right = GUTTER if kinds.get("consumer") else 10.0
    places = {
        **_strip(kinds.get("controller", []), kinds.get("zookeeper", [])),
        **_column(kinds.get("producer", []), 8.0),
        **_column(kinds.get("consumer", []), width - GUTTER + 20.0),
    }
    brokers = sorted(kinds.get("broker", []), key=lambda node: int(node.split(":")[1]))
    area = (left, STRIP + 16, width - left - right, height - STRIP - 26)
    places |= _grid(brokers, area)
    rows = sorted(tps)
    for broker in brokers:
        for index, tp in enumerate(rows):
            places[replica_id(tp, int(broker.split(":")[1]))] = _chip(places[broker], index, len(rows))
    return Stage(places, len(rows) <= MOST_DETAILED_ROWS)


def _strip(controllers: list[str], zookeeper: list[str]) -> dict[str, Box]:
    places: dict[str, Box] = {}
    for n, node in enumerate(sorted(controllers)):
        places[node] = (330.0 + n * 196, 8.0, 180.0, STRIP - 8)
    for node in zookeeper:
        places[node] = (330.0, 8.0, 420.0, STRIP - 8)
    return places


def _column(names: list[str], x: float) -> dict[str, Box]:
    height = SIZE[1] - STRIP
    return {
        node: (x, STRIP + height * (n + 1) / (len(names) + 1) - 42, 140.0, 84.0) for n, node in enumerate(sorted(names))
    }


def _grid(names: list[str], area: Box) -> dict[str, Box]:
    x, y, w, h = area
    columns = min(len(names), CARDS_IN_A_ROW) or 1
    rows = -(-len(names) // columns)
    card_w, card_h = (w - GAP * (columns - 1)) / columns, (h - GAP * (rows - 1)) / max(1, rows)
    return {
        node: (x + (n % columns) * (card_w + GAP), y + (n // columns) * (card_h + GAP), card_w, card_h)
        for n, node in enumerate(names)
    }


def _chip(card: Box, index: int, rows: int) -> Box:
    """Returns a replica's place inside its broker's card; the same partition has the same row on every card."""
    columns = 1 if rows <= MOST_DETAILED_ROWS else 2
    lines = -(-rows // columns)
    w = (card[2] - PAD * (columns + 1)) / columns
    h = min(190.0, (card[3] - HEAD - PAD) / lines - PAD)
    return PAD + (index % columns) * (w + PAD), HEAD + (index // columns) * (h + PAD), w, max(h, 12.0)


def draw(graph: nx.MultiDiGraph, places: Stage, now_ms: int) -> Canvas:
    """Draws one moment."""
    canvas = Canvas()
    _draw_clock(canvas, now_ms)
    for node, data in graph.nodes(data=True):
        kind = data["kind"]
        if kind in ("controller", "zookeeper"):
            _draw_controller(canvas, node, data, places.places[node])
        elif kind == "broker":
            _draw_broker(canvas, node, data, places.places[node])
        elif kind in ("producer", "consumer"):
            _draw_client(canvas, node, data, places.places[node])
    ends = _ends(graph)
    for node, data in graph.nodes(data=True):
        if data["kind"] == "replica":
            _draw_replica(canvas, node, data, places, ends[data["tp"]])
        elif data["kind"] == "record":
            _draw_record(canvas, node, data, places, ends[data["tp"]])
    return canvas


def _ends(graph: nx.MultiDiGraph) -> dict[TopicPartition, int]:
    ends: dict[TopicPartition, int] = {}
    for _, data in graph.nodes(data=True):
        if data["kind"] == "replica":
            ends[data["tp"]] = max(ends.get(data["tp"], 0), data["log_end_offset"])
    return ends


def _draw_clock(canvas: Canvas, now_ms: int) -> None:
    canvas.group(f"{DECORATION}clock", 16.0, 8.0, layer="back")
    canvas.words(f"{DECORATION}clock", "time", (0.0, 28.0), f"t = {now_ms / 1000:g} s", "t s22 b mono")


def _draw_controller(canvas: Canvas, node: str, data: Attributes, at: Box) -> None:
    x, y, w, h = at
    canvas.group(node, x, y, layer="card")
    if node == ZOOKEEPER_ID:
        who = data["controller"]
        names = f"/controller: broker {who}" if who is not None else "/controller: nobody"
        canvas.box(node, "box", (0.0, 0.0, w, h), "strip", tip="ZooKeeper keeps the node /controller")
        canvas.words(node, "name", (14.0, 19.0), "ZooKeeper", "t s18 b")
        canvas.words(node, "role", (14.0, 42.0), f"{names} · controller epoch {data['epoch']}", "t s14")
        return
    active = data["active"]
    canvas.box(node, "box", (0.0, 0.0, w, h), "voter-leader" if active else "voter", tip=f"controller {data['id']}")
    text = "t-controller" if active else "t"
    canvas.words(node, "name", (12.0, 19.0), f"controller {data['id']}", f"{text} s16 b")
    role = f"active · epoch {data['epoch']}" if active else "standby"
    canvas.words(node, "role", (12.0, 41.0), role, f"{text} s14")
    if active:
        canvas.crown(node, w - 34.0, 9.0)


def _draw_broker(canvas: Canvas, node: str, data: Attributes, at: Box) -> None:
    x, y, w, h = at
    status = _status(data)
    canvas.group(node, x, y, layer="card")
    rack = f", rack {data['rack']}" if data["rack"] else ""
    canvas.box(node, "box", (0.0, 0.0, w, h), _card(data), tip=f"broker {data['id']}{rack} {status}".strip())
    text = "t-dead" if data["state"] == "dead" else "t"
    canvas.words(node, "name", (12.0, 20.0), f"broker {data['id']}", f"{text} s18 b")
    if data["controller"]:
        canvas.crown(node, 104.0, 12.0)
        status = status or "controller"
    if status:
        canvas.words(node, "status", (w - 14, 20.0), status, f"{text} s14 b end", w - 136)


def _status(data: Attributes) -> str:
    if data["state"] == "dead":
        return "✕ down, fenced" if data["fenced"] else "✕ down, unnoticed"
    if data["cut_off"]:
        return "⚡ cut off"
    if data["fenced"]:
        return "‖ frozen, fenced" if data["state"] == "frozen" else "▒ fenced"
    return {"paused": "‖ paused", "frozen": "‖ frozen", "shutting down": "↓ stopping"}.get(data["state"], "")


def _card(data: Attributes) -> str:
    if data["state"] == "dead":
        return "card-dead"
    if data["fenced"] or data["cut_off"]:
        return "card-fenced"
    if data["state"] in ("paused", "frozen"):
        return "card-paused"
    return "card-controller" if data["controller"] else "card"


def _draw_client(canvas: Canvas, node: str, data: Attributes, at: Box) -> None:
    x, y, w, h = at
    kind = data["kind"]
    canvas.group(node, x, y, layer="card")
    canvas.box(node, "box", (0.0, 0.0, w, h), kind, tip=f"{kind} {data['name']}")
    canvas.words(node, "name", (w / 2, 24.0), data["name"], "t s16 b mid", w - 12)
    if kind == "producer":
        held, label = (data["waiting"], "to send:") if data["waiting"] else (data["unacknowledged"], "not acked:")
        lines = [label, ", ".join(map(label_of, held))] if held else []
    else:
        lines = ["reads next", " ".join(f"{tp.partition}:{o}" for tp, o in sorted(data["positions"].items()))]
    for n, line in enumerate(lines):
        if line:
            canvas.words(node, f"line{n}", (w / 2, 48.0 + 20 * n), line, "t s14 mid", w - 12)


def _draw_replica(canvas: Canvas, node: str, data: Attributes, stage_: Stage, end: int) -> None:
    box, text, role, _ = ROLES[data["role"]]
    x, y, w, h = stage_.places[node]
    canvas.group(node, x, y, parent=broker_id(data["broker"]))
    tip = (
        f"{data['tp']} on broker {data['broker']}: {role.strip('★!✕? ') or 'down'}, log end offset "
        f"{data['log_end_offset']}, high watermark {data['high_watermark']}, leader epoch {data['leader_epoch']}"
    )
    canvas.box(node, "box", (0.0, 0.0, w, h), box, tip=tip)
    if not stage_.detailed:
        canvas.words(node, "name", (5.0, h / 2), f"{data['tp']} {role[0]}", f"{text} s12 b", w - 8)
        return
    top = min(18.0, h / 2)
    canvas.words(node, "name", (8.0, top), str(data["tp"]), f"{text} s16 b", w * 0.55)
    canvas.words(node, "role", (w - 8, top), role, f"{text} s14 end", w * 0.45)
    older = end - RECORDS_IN_CLUSTER
    if older > 0 and h >= 70:
        canvas.words(node, "older", (8.0, h - 10), f"‹ {older} older", f"{text} s12")
    if data["role"] != "dead" and h >= 52:
        hx = _cell_x(data["high_watermark"], end, w) - 2
        canvas.line(node, "hw", (hx, 32.0, hx, h - _foot(end, h) + 2), "high-watermark")


def _foot(end: int, h: float) -> float:
    return 22.0 if end > RECORDS_IN_CLUSTER and h >= 70 else 8.0


def _cell_x(offset: int, end: int, w: float) -> float:
    first = max(0, end - RECORDS_IN_CLUSTER)
    return 8.0 + max(0, min(offset - first, RECORDS_IN_CLUSTER)) * (w - 14) / RECORDS_IN_CLUSTER


def _draw_record(canvas: Canvas, node: str, data: Attributes, stage_: Stage, end: int) -> None:
    _, _, w, h = stage_.places[replica_id(data["tp"], data["broker"])]
    if not stage_.detailed or h < 52:
        canvas.group(node, 0.0, 0.0, parent=replica_id(data["tp"], data["broker"]))
        return
    x, y = _cell_x(data["offset"], end, w), 34.0
    cell_w, cell_h = (w - 14) / RECORDS_IN_CLUSTER - 5, h - 34 - _foot(end, h)
    look, text = record_look(data)
    canvas.group(node, x, y, parent=replica_id(data["tp"], data["broker"]))
    canvas.box(node, "box", (0.0, 0.0, cell_w, cell_h), look, tip=record_tip(data))
    canvas.words(node, "value", (cell_w / 2, cell_h / 2), label_of(data["value"]), f"{text} s16 b mid", cell_w - 2)
