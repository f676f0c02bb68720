"""Draws the lens log: one partition's copies as files of records, with their ends, and how far each group has read."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import networkx as nx

from kafkaviz.graph.ids import replica_id
from kafkaviz.graph.lenses import Attributes, log_lens
from kafkaviz.scene.canvas import DECORATION, Canvas, fitted, label_of, longest
from kafkaviz.scene.film.timing import Timed
from kafkaviz.scene.layout import Room, draw_clock
from kafkaviz.scene.lenses.lens import RECORDS, Lens, has_records
from kafkaviz.scene.lenses.replicas import ROLES, record_look, record_tip
from kafkaviz.scene.lenses.script import Moments
from kafkaviz.scene.lenses.small_panels import COPIES
from kafkaviz.scene.routing import Port, Way
from kafkaviz.scene.values import WIDE, Size

MARGIN, HEAD_H, FLAG_H, GAP = 8.0, 30.0, 24.0, 10.0
LABEL_W, NARROW_LABEL_W, CLOCK_W = 116.0, 84.0, 110.0
WIDEST, NARROWEST, LEAST_WITH_TEXT, GHOST = 110.0, 6.0, 24.0, 1
TALLEST = 150.0
TALL_ENOUGH, FOOT = 100.0, 16.0
"""How tall a row must be to have its offsets below the records, and the room that they take."""
FEWEST_LEVELS, LEVELS = 2, 4
READERS = ("group", "member", "consumer")


class Stage(NamedTuple):
    """The row of each copy, above them the levels of flags, and where each offset stands, for a whole film."""

    size: Size
    rows: Mapping[str, Room]
    levels: int
    label_w: float
    first: int
    cell: float
    ports: Mapping[str, Port]

    def x(self, offset: int) -> float:
        """Returns where an offset begins; those before the first one shown stand at the left edge."""
        return self.label_w + 18 + max(0, offset - self.first) * self.cell


def tells(moments: Moments) -> bool:
    """Tells whether files, starts or offsets of groups can be seen at any moment."""
    return any(
        len(replica.segments) > 1 or replica.log_start_offset > 0 or replica.cleaned_offset > 0
        for moment in (moments[0], moments[-1])
        for held in moment.replicas.values()
        for replica in held.values()
    ) or any(group.committed for group in moments[-1].groups.values())


def stage(graphs: Sequence[nx.MultiDiGraph], size: Size) -> Stage:
    """Returns each copy its row and each offset its place; what does not fit is told as so many older ones."""
    copies: dict[str, None] = {}
    start, end = None, 0
    flags = max((sum(kind in READERS for _, kind in graph.nodes(data="kind")) for graph in graphs), default=0)
    levels = min(LEVELS, max(FEWEST_LEVELS, flags))
    for graph in graphs:
        for node, data in graph.nodes(data=True):
            if data["kind"] == "replica":
                copies.setdefault(node)
                start = min(data["log_start_offset"], data["log_start_offset"] if start is None else start)
                end = max(end, data["log_end_offset"])
    w, h = size
    top = MARGIN + HEAD_H + FLAG_H * levels + 8
    each = min(TALLEST, (h - MARGIN - top - GAP * (len(copies) - 1)) / max(1, len(copies)))
    rows = {node: Room(MARGIN, top + n * (each + GAP), w - 2 * MARGIN, each) for n, node in enumerate(copies)}
    label_w = LABEL_W if w >= WIDE[0] else NARROW_LABEL_W
    room = w - 2 * MARGIN - label_w - 40
    shown = max(1, min(end + GHOST - (start or 0), int(room // NARROWEST)))
    return Stage(size, rows, levels, label_w, end + GHOST - shown, min(WIDEST, room / shown), {})


def draw(graph: nx.MultiDiGraph, on: Stage, now_ms: int) -> Canvas:
    """Draws one moment."""
    canvas = Canvas()
    head = f"{DECORATION}head"
    canvas.group(head, 0.0, 0.0, layer="back")
    replicas = {node: data for node, data in graph.nodes(data=True) if data["kind"] == "replica"}
    if not replicas:
        canvas.nobody(head, on.size, "such partition")
        return canvas
    tp = next(iter(replicas.values()))["tp"]
    middle = on.size[0] / 2
    canvas.words(head, "tp", (MARGIN + 4, 20.0), str(tp), "t s18 b", min(240, middle - 20))
    said = longest(("files of records, oldest left", "oldest left"), middle - CLOCK_W, 14)
    canvas.words(head, "said", (on.size[0] - MARGIN, 20.0), said, "t-mute s14 end")
    draw_clock(canvas, middle, 20.0, now_ms)
    for node, data in replicas.items():
        _draw_copy(canvas, node, data, on)
    for node, data in graph.nodes(data=True):
        if data["kind"] == "segment":
            _draw_segment(canvas, node, data, graph, on, replica_id(data["tp"], data["broker"]))
    for node, data in graph.nodes(data=True):
        if data["kind"] == "record":
            _draw_record(canvas, node, data, on)
    for node, data in replicas.items():
        _draw_ends(canvas, node, data, on)
    _draw_offsets(canvas, graph, on)
    return canvas


def ways(on: Stage, messages: Sequence[Timed]) -> list[Way]:
    """Returns no ways, for messages are told by other lenses, and no node has a port here."""
    return []


def _draw_copy(canvas: Canvas, node: str, data: Attributes, on: Stage) -> None:
    room = on.rows[node]
    role = ROLES[data["role"]]
    look, text = role.box, role.text
    canvas.group(node, room.x, room.y, layer="card", event=node)
    canvas.box(node, "box", (0.0, 0.0, on.label_w, room.h), look, tip=f"{data['tp']} on broker {data['broker']}")
    canvas.words(node, "name", (10.0, 18.0), f"broker {data['broker']}", f"{text} s14 b")
    canvas.words(node, "role", (10.0, 40.0), longest((role.short, role.sign), on.label_w - 14, 12), f"{text} s12")
    if room.h >= 70:
        canvas.words(node, "start", (10.0, 60.0), f"start {data['log_start_offset']}", f"{text} s12")
    if room.h >= 88:
        canvas.words(node, "end", (10.0, 78.0), f"end {data['log_end_offset']}", f"{text} s12")


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


def _draw_segment(canvas: Canvas, node: str, data: Attributes, graph: nx.MultiDiGraph, on: Stage, home: str) -> None:
    room = on.rows[home]
    x, end = on.x(data["base_offset"]) - room.x, on.x(data["end_offset"]) - room.x
    width = max(end - x, on.cell) - 4
    canvas.group(node, x, 0.0, parent=home, layer="chip")
    if data["end_offset"] < on.first:
        return
    kind = "active" if data["active"] else "closed"
    look = "segment-active" if data["active"] else "segment"
    if not data["up"]:
        look = "faded"
    tip = f"file {data['base_offset']:020d}.log, {data['size_bytes']} bytes, {kind}"
    canvas.box(node, "box", (0.0, 4.0, width, room.h - 26), look, tip=tip)
    file, size = f"{data['base_offset']}.log", f"{data['size_bytes']} B"
    label = longest((f"{file} · {size}" + (" · active" if data["active"] else ""), size, file, ""), width - 6, 12)
    if label:
        canvas.words(node, "label", (4.0, 14.0), label, "t s12")


def _draw_record(canvas: Canvas, node: str, data: Attributes, on: Stage) -> None:
    home = replica_id(data["tp"], data["broker"])
    room = on.rows[home]
    canvas.group(node, on.x(data["offset"]) - room.x + 2, 24.0, parent=home, layer="cell")
    if data["offset"] < on.first:
        return
    numbered = room.h >= TALL_ENOUGH and on.cell >= LEAST_WITH_TEXT
    w, h = max(2.0, on.cell - 8), room.h - 50 - (FOOT if numbered else 0)
    look, text = record_look(data)
    if numbered:
        canvas.words(node, "offset", (w / 2, h + FOOT / 2 + 1), str(data["offset"]), "t-mute s12 mid", on.cell)
    canvas.box(node, "box", (0.0, 0.0, w, h), look, tip=record_tip(data))
    label = label_of(data["key"]) if data["key"] is not None else label_of(data["value"])
    if w >= LEAST_WITH_TEXT or fitted(label, w, 12) == label:
        canvas.words(node, "name", (w / 2, min(h / 2, 12.0)), label, f"{text} s12 b mid", w)
    if data["key"] is not None and h >= 34:
        value = "✕" if data["value"] is None else label_of(data["value"])
        if w >= LEAST_WITH_TEXT or fitted(value, w, 12) == value:
            canvas.words(node, "value", (w / 2, 28.0), value, f"{text} s12 mid", w)


def _draw_offsets(canvas: Canvas, graph: nx.MultiDiGraph, on: Stage) -> None:
    """Draws a flag for each group, member and consumer, above the offset that it has committed or reads next."""
    readers = [(n, d) for n, d in graph.nodes(data=True) if d["kind"] in READERS]
    taken: list[tuple[float, float, int]] = []
    base = MARGIN + HEAD_H + FLAG_H * on.levels + 4
    for node, data in sorted(readers, key=lambda pair: (pair[1]["offset"], pair[0])):
        x = on.x(data["offset"])
        verb = "committed" if data["kind"] == "group" else "reads"
        text = f"{data['name']} {verb} {data['offset']}"
        width = len(text) * 7.4 + 14
        left = min(max(MARGIN, x - 10), on.size[0] - MARGIN - width)
        near = {level for begin, end, level in taken if left < end and begin < left + width}
        level = next((level for level in range(on.levels) if level not in near), len(taken) % on.levels)
        taken.append((left, left + width, level))
        canvas.group(node, left, base - FLAG_H - FLAG_H * level, layer="over", event=node)
        canvas.line(node, "pole", (x - left - 3, 20.0, x - left - 3, FLAG_H + FLAG_H * level + 8), "pole")
        look = "member" if data["kind"] == "member" else "consumer"
        canvas.box(node, "box", (0.0, 0.0, width, 20.0), look, tip=text)
        canvas.words(node, "name", (width / 2, 10.0), text, "t s12 b mid")


LENS = Lens(
    graph=log_lens,
    stage=stage,
    draw=draw,
    ways=ways,
    tells=tells,
    legend=(*RECORDS, ("segment", "a closed file"), ("segment-active", "the file that grows")),
    small=COPIES,
    filled=has_records,
)
