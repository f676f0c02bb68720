"""Draws the cards of the lens client: producers and members of groups with what they believe, and consumers."""

from collections.abc import Sequence
from typing import Final

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.lenses import Attributes
from kafkaviz.scene.canvas import Canvas, longest
from kafkaviz.scene.layout import Room

LINE_H: Final = 20.0
CELL: Final = (48.0, 26.0)
"""The size of a record that a producer holds."""
LEAST_H: Final = 74.0
"""A member's card: its name, its coordinator, and one position."""


def draw_client(canvas: Canvas, node: str, data: Attributes, room: Room, kind: str) -> None:
    """Draws the box of a client, with its name and what it is."""
    canvas.group(node, room.x, room.y, layer="card", event=node)
    look = "producer" if kind == "producer" else "consumer"
    canvas.box(node, "box", (0.0, 0.0, room.w, room.h), look, tip=f"{kind} {data['name']}")
    said = "" if kind == data["name"] else kind
    canvas.words(node, "name", (14.0, 18.0), data["name"], "t s14 b", room.w - 34 - 7.2 * len(said))
    if said:
        canvas.words(node, "kind", (room.w - 12, 18.0), said, "t s12 end", room.w - 60)


def draw_stale(canvas: Canvas, node: str, part: str, room: Room, y: float) -> None:
    """Draws that what a client believes is out of date."""
    words, w = ("! out of date", 104.0) if room.w >= 320 else ("!", 24.0)
    canvas.box(node, f"stale {part}", (room.w - w - 8, y - 10, w, LINE_H), "stale", tip="out of date")
    canvas.words(node, f"stale-label {part}", (room.w - w / 2 - 8, y), words, "t-lagging s12 b mid")


def draw_producer(
    canvas: Canvas, node: str, graph: nx.MultiDiGraph, room: Room, rows: Sequence[TopicPartition]
) -> None:
    """Draws a producer: the broker that it takes for the leader of each partition."""
    data = graph.nodes[node]
    draw_client(canvas, node, data, room, "producer")
    right = {edge["tp"]: edge["right"] for _, _, edge in graph.out_edges(node, data=True) if edge["kind"] == "believes"}
    for n, tp in enumerate(rows):
        y = 44.0 + n * LINE_H
        if y > room.h - CELL[1] - LINE_H - 8:
            break
        leader = data["beliefs"].get(tp)
        if tp not in data["beliefs"]:
            said, look = "not asked yet", "t-mute"
        elif leader is None:
            said, look = "knows no leader", "t-mute"
        else:
            said, look = f"→ broker {leader}", "t b"
        canvas.words(node, f"tp {tp}", (14.0, y), name_of(tp, rows, room), "t s14", room.w * 0.36)
        canvas.words(node, f"leader {tp}", (room.w * 0.4, y), said, f"{look} s14")
        if leader is not None and not right.get(tp, True):
            draw_stale(canvas, node, str(tp), room, y)


def draw_consumer(canvas: Canvas, node: str, data: Attributes, room: Room, rows: Sequence[TopicPartition]) -> None:
    """Draws a consumer without a group: where it reads next."""
    draw_client(canvas, node, data, room, "consumer")
    _draw_positions(canvas, node, data, room, rows, 44.0)


def draw_member(canvas: Canvas, node: str, data: Attributes, room: Room, rows: Sequence[TopicPartition]) -> None:
    """Draws a member of a group: the broker it takes for its coordinator, where it reads next, and what it commits."""
    draw_client(canvas, node, data, room, f"group {data['group']}" if data["up"] else "✕ silent")
    y, at = 44.0, data["coordinator"]
    said, look = ("knows none", "t-mute") if at is None else (f"→ broker {at}", "t b")
    canvas.words(node, "coordinator", (14.0, y), longest(("coordinator", "asks"), room.w * 0.36, 14), "t s14")
    canvas.words(node, "believes", (room.w * 0.4, y), said, f"{look} s14")
    if at is not None and not data["right"]:
        draw_stale(canvas, node, "coordinator", room, y)
    shown = _draw_positions(canvas, node, data, room, rows, y + LINE_H)
    if data["committing"] is not None and shown <= room.h - 8:
        offsets = ", ".join(f"{tp}: {offset}" for tp, offset in data["committing"].items())
        said = longest((f"✕ not committed yet: {offsets}", "✕ not committed yet"), room.w - 24, 12)
        canvas.words(node, "committing", (14.0, shown), said, "t s12", room.w - 24)


def name_of(tp: TopicPartition, rows: Sequence[TopicPartition], room: Room) -> str:
    """Names a partition in a client's table: by its number alone where it has no room and is of the only topic."""
    alone = len({each.topic for each in rows}) == 1
    return longest((str(tp), f"p{tp.partition}") if alone else (str(tp),), room.w * 0.36, 14)


def _draw_positions(
    canvas: Canvas, node: str, data: Attributes, room: Room, rows: Sequence[TopicPartition], top: float
) -> float:
    """Draws where a client reads next, line by line as far as there is room; returns where the next line would be."""
    y = top
    for tp in rows:
        if y > room.h - 8:
            break
        if tp in data["positions"]:
            canvas.words(node, f"tp {tp}", (14.0, y), name_of(tp, rows, room), "t s14", room.w * 0.36)
            canvas.words(node, f"at {tp}", (room.w * 0.4, y), f"reads next {data['positions'][tp]}", "t b s14")
            y += LINE_H
    return y
