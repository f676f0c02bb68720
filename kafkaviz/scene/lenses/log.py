"""Draws the lens log: one partition's copies as files of records, with their ends, and how far each group has read."""

from collections.abc import Iterator, Sequence
from typing import Any

import networkx as nx

from kafkaviz.graph.lenses import Attributes, log_lens
from kafkaviz.scene.canvas import DECORATION, Canvas, longest
from kafkaviz.scene.layout import draw_clock
from kafkaviz.scene.lenses.lens import RECORDS, Lens, has_records
from kafkaviz.scene.lenses.log_files import draw_cleaned, draw_gone, draw_record, draw_segment, newest_of_each_key, span
from kafkaviz.scene.lenses.log_stage import (
    FLAG_H,
    MARGIN,
    READERS,
    TALKERS,
    Stage,
    stage,
    tell_beside_a_log,
    ways_to_copies,
)
from kafkaviz.scene.lenses.replicas import ROLES, STATES
from kafkaviz.scene.lenses.script import has_files
from kafkaviz.scene.lenses.small_panels import COPIES
from kafkaviz.scene.values import WIDE

LIMITS_H = 144.0
"""How tall a row must be to say what is kept."""


def draw(graph: nx.MultiDiGraph, on: Stage, now_ms: int) -> Canvas:
    """Draws one moment."""
    canvas = Canvas()
    head = f"{DECORATION}head"
    canvas.group(head, 0.0, 0.0, layer="back")
    replicas = {node: data for node, data in graph.nodes(data=True) if data["kind"] == "replica"}
    if not replicas:
        canvas.nobody(head, (on.size[0] / 2, on.size[1] / 2), "such partition")
        return canvas
    tp = next(iter(replicas.values()))["tp"]
    middle = on.size[0] / 2
    canvas.words(head, "tp", (MARGIN + 4, 20.0), str(tp), "t s18 b", min(240, middle - 60))
    draw_clock(canvas, middle, 20.0, now_ms, "t s14 b mono mid")
    for node, data in graph.nodes(data=True):
        if data["kind"] in TALKERS:
            _draw_seat(canvas, node, data, on)
    newest = newest_of_each_key(graph)
    for node, data in replicas.items():
        _draw_copy(canvas, node, data, on, [*_limits(graph, data)])
    for node, data in graph.nodes(data=True):
        if data["kind"] == "segment":
            draw_segment(canvas, node, data, on, now_ms)
    for node, data in replicas.items():
        draw_gone(canvas, node, data, {r["offset"] for _, r in graph.nodes(data=True) if _is_in(r, data)}, on)
    leaders = {data["broker"] for data in replicas.values() if data["role"] == "leader"}
    for node, data in graph.nodes(data=True):
        if data["kind"] == "record":
            latest = newest[data["broker"], data["key"]]
            draw_record(canvas, node, data, on, latest, leads=data["broker"] in leaders)
    for node, data in replicas.items():
        if on.cleans:
            draw_cleaned(canvas, node, data, on)
        _draw_ends(canvas, node, data, on)
    _draw_offsets(canvas, graph, on)
    return canvas


def _is_in(record: Attributes, replica: Attributes) -> bool:
    return bool(record["kind"] == "record" and record["broker"] == replica["broker"])


def _limits(graph: nx.MultiDiGraph, replica: Attributes) -> Iterator[str]:
    """Yields what the log holds and how much of it is kept, in few words."""
    kept: dict[str, Any] = graph.graph
    if "compact" in kept["cleanup_policy"]:
        yield from ("keeps the", "newest of", "each key")
        return
    sizes = [
        d["size_bytes"]
        for _, d in graph.nodes(data=True)
        if d["kind"] == "segment" and d["broker"] == replica["broker"]
    ]
    yield f"holds {sum(sizes)} B"
    limits = [f"{kept['retention_bytes']} B"] if kept["retention_bytes"] >= 0 else []
    limits += [span(kept["retention_ms"])] if kept["retention_ms"] >= 0 else []
    for verb, limit in zip(("keeps", "for"), limits, strict=False):
        yield f"{verb} {limit}"


def _draw_seat(canvas: Canvas, node: str, data: Attributes, on: Stage) -> None:
    if (room := on.seats.get(node)) is None:
        canvas.group(node, on.size[0], MARGIN, layer="back")
        return
    canvas.group(node, room.x, room.y, layer="card", event=node)
    look = "producer" if data["kind"] == "producer" else "consumer"
    canvas.box(node, "box", (0.0, 0.0, room.w, room.h), look, tip=f"{data['kind']} {data['name']}")
    canvas.words(node, "name", (room.w / 2, room.h / 2), data["name"], "t s12 b mid", room.w - 8)


def _draw_copy(canvas: Canvas, node: str, data: Attributes, on: Stage, limits: Sequence[str]) -> None:
    room = on.rows[node]
    role = ROLES[data["role"]]
    look, text, state = role.box, role.text, STATES.get(data["state"], "")
    canvas.group(node, room.x, room.y, layer="card", event=node)
    canvas.box(node, "log", (on.label_w - 8, 0.0, room.w - on.label_w + 8, room.h), "net")
    canvas.box(node, "box", (0.0, 0.0, on.label_w, room.h), look, tip=f"{data['tp']} on broker {data['broker']}")
    canvas.words(node, "name", (10.0, 18.0), f"broker {data['broker']}", f"{text} s14 b")
    canvas.words(
        node,
        "role",
        (10.0, 40.0),
        longest((state, state[:1]) if state else (role.short, role.sign), on.label_w - 14, 12),
        f"{text} s12",
    )
    if room.h >= 70:
        canvas.words(node, "start", (10.0, 60.0), f"start {data['log_start_offset']}", f"{text} s12")
    if room.h >= 88:
        canvas.words(node, "end", (10.0, 78.0), f"end {data['log_end_offset']}", f"{text} s12")
    if room.h >= LIMITS_H and (on.cleans or on.deletes):
        for n, said in enumerate(limits):
            words = longest((said, in_short(said)), on.label_w - 14, 12)
            canvas.words(node, f"limit{n}", (10.0, 100.0 + 18 * n), words, f"{text} s12 b", on.label_w - 14)


def in_short(limit: str) -> str:
    """Returns what the log holds or keeps in fewer letters, for the narrow picture.

    >>> in_short("holds 180 B"), in_short("keeps 180 B")
    ('has 180 B', 'max 180 B')
    """
    return limit.replace("holds", "has").replace("keeps", "max")


def _draw_ends(canvas: Canvas, node: str, data: Attributes, on: Stage) -> None:
    """Draws where a log starts, where it ends, and how far it is committed, over its records."""
    room = on.rows[node]
    foot = room.h - 4
    end, hw = on.x(data["log_end_offset"]) - room.x, on.x(data["high_watermark"]) - room.x
    start = on.x(data["log_start_offset"]) - room.x
    canvas.line(node, "start-line", (start - 3, 2.0, start - 3, foot), "log-start")
    canvas.line(node, "leo", (end + 1, 2.0, end + 1, foot), "log-end")
    if data["role"] != "dead":
        canvas.line(node, "hw", (hw - 2, -3.0, hw - 2, foot + 2), "high-watermark")
        canvas.box(node, "flag", (hw - 27, foot - 14, 50.0, 18.0), "flag")
        canvas.words(node, "flag-label", (hw - 2, foot - 5), f"HW {data['high_watermark']}", "t-inverse s12 b mid")


def _draw_offsets(canvas: Canvas, graph: nx.MultiDiGraph, on: Stage) -> None:
    """Draws a flag for each group, member and consumer, above the offset that it has committed or reads next."""
    readers = [(n, d) for n, d in graph.nodes(data=True) if d["kind"] in READERS]
    taken: list[tuple[float, float, int]] = []
    verbs = {node: "committed" if data["kind"] == "group" else "reads" for node, data in readers}
    said = {node: f"{data['name']} {verbs[node]} {data['offset']}{_keeper(data, on)}" for node, data in readers}
    # From the right, and the short ones first, so that the pole of a flag crosses no words below it.
    for node, data in sorted(readers, key=lambda pair: (-pair[1]["offset"], len(said[pair[0]]), pair[0])):
        x, text = on.x(data["offset"]), said[node]
        width = len(text) * 7.4 + 14
        left = min(max(MARGIN, x - 10), on.size[0] - MARGIN - width)
        near = {level for begin, end, level in taken if left < end and begin < left + width}
        level = next((level for level in range(on.levels) if level not in near), len(taken) % on.levels)
        taken.append((left, left + width, level))
        flag = f"{DECORATION}at {node}" if data["kind"] in TALKERS else node
        canvas.group(flag, left, on.base - FLAG_H - FLAG_H * level, layer="over", event=node)
        canvas.line(flag, "pole", (x - left - 3, 20.0, x - left - 3, FLAG_H + FLAG_H * level + 8), "pole")
        look = "member" if data["kind"] == "member" else "consumer"
        canvas.box(flag, "box", (0.0, 0.0, width, 20.0), look, tip=text)
        canvas.words(flag, "name", (width / 2, 10.0), text, "t s12 b mid")


def _keeper(data: Attributes, on: Stage) -> str:
    """Says which broker keeps what a group committed, where there is room for it, or which commit has no answer yet."""
    if data.get("waits") is not None:
        return f" · commit {data['waits']} waits"
    known = on.size[0] >= WIDE[0] and data.get("coordinator") is not None
    return f" · kept by broker {data['coordinator']}" if known else ""


LENS = Lens(
    graph=log_lens,
    stage=stage,
    draw=draw,
    ways=ways_to_copies,
    tells=has_files,
    legend=(
        *RECORDS,
        ("segment", "a closed file"),
        ("segment-active", "the file that grows"),
        ("log-start", "log start offset"),
        ("log-end", "log end offset"),
        ("unlike", "not the same record"),
    ),
    small=COPIES,
    relabel=tell_beside_a_log,
    filled=has_records,
)
