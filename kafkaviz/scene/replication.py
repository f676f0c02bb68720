"""Draws the lens replication: the copies of one partition under each other, record by record."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import networkx as nx

from kafkaviz.graph.lenses import RECORDS_IN_REPLICATION, Attributes
from kafkaviz.scene.canvas import DECORATION, Canvas, label_of
from kafkaviz.scene.replicas import ROLES, record_look, record_tip

SIZE = (1280, 560)

LABEL_X, LABEL_W, LOG_X = 24.0, 216.0, 268.0
TOP, FOOT = 100.0, 16.0


class Stage(NamedTuple):
    """The row of each replica for a whole film."""

    rows: Mapping[str, int]


def stage(graphs: Iterable[nx.MultiDiGraph]) -> Stage:
    """Returns each replica of a film its row, in the order of the first assignment seen."""
    rows: dict[str, int] = {}
    for graph in graphs:
        for node, kind in graph.nodes(data="kind"):
            if kind == "replica":
                rows.setdefault(node, len(rows))
    return Stage(rows)


def draw(graph: nx.MultiDiGraph, places: Stage, now_ms: int) -> Canvas:
    """Draws one moment."""
    canvas = Canvas()
    replicas = {node: data for node, data in graph.nodes(data=True) if data["kind"] == "replica"}
    if not replicas:
        canvas.group(f"{DECORATION}empty", 0.0, 0.0, layer="back")
        text = "The partition in focus does not exist at this moment."
        canvas.words(f"{DECORATION}empty", "text", (SIZE[0] / 2, SIZE[1] / 2), text, "t-mute s18 mid")
        return canvas
    first = _first(replicas)
    row_h = min(190.0, (SIZE[1] - TOP - FOOT) / max(1, len(places.rows)))
    _draw_head(canvas, replicas, first, now_ms)
    for node, data in replicas.items():
        _draw_replica(canvas, node, data, TOP + places.rows[node] * row_h, row_h, first)
    homes = {(data["tp"], data["broker"]): node for node, data in replicas.items()}
    for node, data in graph.nodes(data=True):
        if data["kind"] == "record":
            home = homes[data["tp"], data["broker"]]
            _draw_record(canvas, node, data, home, TOP + places.rows[home] * row_h, row_h, first)
    return canvas


def _first(replicas: Mapping[str, Attributes]) -> int:
    newest = max(data["log_end_offset"] for data in replicas.values())
    return int(max(0, newest - RECORDS_IN_REPLICATION))


def _cell() -> float:
    return (SIZE[0] - LOG_X - 78) / RECORDS_IN_REPLICATION


def _x(offset: int, first: int) -> float:
    return LOG_X + max(0, min(offset - first, RECORDS_IN_REPLICATION)) * _cell()


def _draw_head(canvas: Canvas, replicas: Mapping[str, Attributes], first: int, now_ms: int) -> None:
    head = f"{DECORATION}head"
    one = next(iter(replicas.values()))
    in_sync = ", ".join(str(data["broker"]) for data in replicas.values() if data["in_isr"]) or "nobody"
    eligible = ", ".join(str(data["broker"]) for data in replicas.values() if data["in_elr"])
    canvas.group(head, 0.0, 0.0, layer="back")
    canvas.words(head, "tp", (24.0, 32.0), str(one["tp"]), "t s22 b", 300)
    about = f"leader epoch {one['leader_epoch']} · ISR {{{in_sync}}}" + (f" · ELR {{{eligible}}}" if eligible else "")
    canvas.words(head, "about", (LOG_X, 32.0), about, "t s18")
    canvas.words(head, "time", (SIZE[0] - 16, 32.0), f"t = {now_ms / 1000:g} s", "t s22 b end mono")
    canvas.words(head, "axis", (LOG_X - 12, 78.0), "offset", "t-mute s16 end")
    for n in range(RECORDS_IN_REPLICATION):
        canvas.words(head, f"offset{n}", (LOG_X + (n + 0.5) * _cell(), 78.0), str(first + n), "t-mute s16 mid mono")


def _draw_replica(canvas: Canvas, node: str, data: Attributes, y: float, row_h: float, first: int) -> None:
    look, text, _, role, _ = ROLES[data["role"]]
    if data["in_elr"]:
        role += ", eligible"
    h = row_h - 34
    canvas.group(node, 0.0, y, layer="chip")
    tip = (
        f"broker {data['broker']}: log start {data['log_start_offset']}, high watermark "
        f"{data['high_watermark']}, log end {data['log_end_offset']}"
    )
    canvas.box(node, "box", (LABEL_X, 0.0, LABEL_W, h), look, tip=tip)
    middle = LABEL_X + LABEL_W / 2
    canvas.words(node, "name", (middle, h / 2 - 12), f"broker {data['broker']}", f"{text} s18 b mid")
    canvas.words(node, "role", (middle, h / 2 + 14), role, f"{text} s14 mid", LABEL_W - 8)
    if first > data["log_start_offset"]:
        canvas.words(node, "older", (LOG_X, h + 14), f"‹ {first - data['log_start_offset']} older", "t-mute s14")
    end, hw = _x(data["log_end_offset"], first), _x(data["high_watermark"], first)
    canvas.line(node, "leo", (end + 1, -4.0, end + 1, h + 4), "log-end")
    canvas.words(node, "leo-label", (end + 8, 8.0), f"end {data['log_end_offset']}", "t s14 b")
    if data["role"] != "dead":
        canvas.line(node, "hw", (hw - 2, -6.0, hw - 2, h + 4), "high-watermark")
        canvas.box(node, "flag", (hw - 42, h + 4, 80.0, 22.0), "flag")
        canvas.words(node, "flag-label", (hw - 2, h + 15), f"HW {data['high_watermark']}", "t-inverse s14 b mid")


def _draw_record(canvas: Canvas, node: str, data: Attributes, home: str, y: float, row_h: float, first: int) -> None:
    h, w = row_h - 34, _cell() - 5
    look, text = record_look(data)
    canvas.group(node, _x(data["offset"], first) + 1, y, layer="cell")
    canvas.box(node, "box", (0.0, 0.0, w, h), look, tip=record_tip(data))
    canvas.words(node, "value", (w / 2, h / 2 - 9), label_of(data["value"]), f"{text} s16 b mid", w - 4)
    canvas.words(node, "epoch", (w / 2, h / 2 + 15), f"e{data['leader_epoch']}", f"{text} s14 mid mono")
