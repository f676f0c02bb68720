"""Draws the lens share: each record of a share group's partitions, its state, and the member that it is lent to."""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import networkx as nx

from kafkaviz.decisions.sharing import RecordState
from kafkaviz.decisions.wording import counted
from kafkaviz.graph.lenses import Attributes
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.scene.canvas import DECORATION, Canvas, label_of, lock_id, longest, slot_id
from kafkaviz.scene.film.timing import Timed
from kafkaviz.scene.layout import Room, draw_clock, in_rows
from kafkaviz.scene.routing import Way, routed
from kafkaviz.scene.share_stage import (
    CELL_GAP,
    FOOT_H,
    HEAD_H,
    LEAST_H,
    LOCK_W,
    NARROWEST,
    OFFSET_H,
    TITLE_H,
    Row,
    Stage,
    stage,
)

__all__ = ["Stage", "draw", "stage", "tells", "ways"]
RING, LOW = 13.0, 1 / 3
SMALL, TWO_LINES, THREE_LINES = 12, 36.0, 54.0
"""The size of the smaller texts in a cell, and how high it must be for two lines and for three."""


class Look(NamedTuple):
    """How a record in one state looks: its box, its text, and the sign beside its state's name."""

    box: str
    text: str
    sign: str


LOOKS: Final[dict[RecordState, Look]] = {
    "available": Look("uncommitted", "t", "○"),
    "acquired": Look("acquired", "t-consumer", "●"),
    "acknowledged": Look("committed", "t-committed", "✓"),
    "archived": Look("archived", "t-dead", "✕"),
}
STATES: Final = {"joining": "joins", "unrevoked": "must give some up", "unreleased": "waits for a free one"}


def tells(moments: Sequence[Cluster]) -> bool:
    """Tells whether a share group lends a record at any moment."""
    return any(group.deliveries for moment in moments for group in moment.groups.values())


def ways(places: Stage, messages: Sequence[Timed]) -> list[Way]:
    """Returns the ways of messages between the members and the partitions."""
    return routed(messages, places.ports, places.band)


def draw(graph: nx.MultiDiGraph, places: Stage, now_ms: int) -> Canvas:
    """Draws one moment."""
    canvas = Canvas()
    head = f"{DECORATION}head"
    canvas.group(head, 0.0, 0.0, layer="back")
    if not graph:
        canvas.nobody(head, places.size, "share group")
        return canvas
    near, far = places.band.near, places.band.far
    canvas.box(head, "band", (places.group.x, far + 6, places.group.w, near - far - 12), "net")
    draw_clock(canvas, places.group.x + 6, far + 18, now_ms)
    lent: dict[str, list[tuple[str, Attributes]]] = {}
    for node, data in graph.nodes(data=True):
        if data["kind"] == "group":
            _draw_group(canvas, node, data, graph, places)
        elif data["kind"] == "partition" and node in places.rows:
            _draw_partition(canvas, node, data, places.rows[node], several=len(places.rows) > 1)
    rows = {graph.nodes[node]["tp"]: row for node, row in places.rows.items() if node in graph}
    for node, data in graph.nodes(data=True):
        if data["kind"] != "delivery" or data["tp"] not in rows:
            continue
        row = rows[data["tp"]]
        if row.first <= data["offset"] < row.last:
            _draw_slot(canvas, node, data, row, places)
        borrower = next((one for _, one, kind in graph.out_edges(node, data="kind") if kind == "lent to"), "")
        if borrower in places.members:
            lent.setdefault(borrower, []).append((node, data))
    limit_ms = graph.graph.get("record_lock_duration_ms") or 0
    for node, data in graph.nodes(data=True):
        if data["kind"] == "member" and node in places.members:
            _draw_member(canvas, node, data, len(lent.get(node, ())), places)
            _draw_locks(canvas, node, lent.get(node, ()), places, limit_ms)
    return canvas


def _draw_group(canvas: Canvas, node: str, data: Attributes, graph: nx.MultiDiGraph, places: Stage) -> None:
    room = places.group
    canvas.group(node, room.x, room.y, layer="card")
    canvas.box(node, "box", (0.0, 0.0, room.w, room.h), "strip", tip=f"share group {data['name']}: {data['state']}")
    canvas.words(node, "name", (14.0, room.h / 2), f"share group {data['name']}", "t s16 b", room.w * 0.4)
    states = [one["state"] for _, one in graph.nodes(data=True) if one["kind"] == "delivery"]
    counts = {look.sign: (states.count(state), state) for state, look in LOOKS.items()}
    full = " · ".join(f"{sign} {count} {state}" for sign, (count, state) in counts.items())
    few = " · ".join(f"{sign} {count}" for sign, (count, _) in counts.items())
    wide = room.w * 0.6 - 20
    canvas.words(node, "about", (room.w - 14, room.h / 2), longest((full, few), wide, SMALL), "t s12 end", wide)
    more = [f"+{counted(n, what)}" for n, what in zip(places.hidden, ("partition", "member"), strict=True) if n > 0]
    if more:
        at = places.band.near - 18 - room.y
        canvas.words(node, "more", (room.w - 6, at), " · ".join(more), "t-mute s12 end", room.w / 2)


def _draw_partition(canvas: Canvas, node: str, data: Attributes, row: Row, *, several: bool) -> None:
    room = row.room
    canvas.group(node, room.x, room.y, layer="card", event=node)
    said = f"start offset {data['start_offset']} · end {data['end_offset']}"
    tip = f"{data['tp']}: {said}; what lies before the start offset is done"
    canvas.box(node, "box", (0.0, 0.0, room.w, TITLE_H - 3), "net", tip=tip)
    canvas.words(node, "name", (6.0, 10.0), str(data["tp"]), "t s14 b", room.w * 0.4)
    hidden = [f"‹ {row.first} older" if row.first else "", f"{data['end_offset'] - row.last} younger ›"]
    told = [one for one in (hidden[0], said, hidden[1] if data["end_offset"] > row.last else "") if one]
    canvas.words(node, "offsets", (room.w - 6, 10.0), " · ".join(told), "t s12 end", room.w * 0.6 - 12)


def _draw_slot(canvas: Canvas, node: str, data: Attributes, row: Row, places: Stage) -> None:
    """Draws the place of a record in its log: the record itself, or to whom it is lent."""
    (w, h), x, y = places.cell, row.room.x + places.x(row, data["offset"]), row.room.y + TITLE_H
    slot = slot_id(node)
    canvas.group(slot, x, y, layer="chip")
    canvas.box(slot, "box", (0.0, 0.0, w, h), "ghost")
    canvas.words(slot, "offset", (w / 2, h + OFFSET_H / 2 + 1), str(data["offset"]), "t-mute s12 mid", w)
    if data["state"] != "acquired":
        _draw_record(canvas, node, data, Room(x, y, w, h))
        return
    said = longest((f"→ {data['member']}", "→"), w - 2, SMALL)
    canvas.words(slot, "to", (w / 2, h / 2), said, "t s12 b mid", w - 2)


def _draw_record(canvas: Canvas, node: str, data: Attributes, room: Room) -> None:
    """Draws a record as a cell: what it holds, its state, and how often it was delivered."""
    look, count = LOOKS[data["state"]], data["delivery_count"]
    w, h = room.w, room.h
    canvas.group(node, room.x, room.y, layer="cell")
    times = f", delivered {counted(count, 'time')}" if count else ""
    canvas.box(node, "box", (0.0, 0.0, w, h), look.box, tip=f"offset {data['offset']}: {data['state']}{times}")
    value = label_of(data["value"] if data["value"] is not None else data["key"])
    again = f" ×{count}" if count > 1 else ""
    # Whatever has no room, its sign stays: a state is never told by colour alone.
    few = (f"{look.sign}{again}", f"{look.sign}{again.lstrip()}", look.sign)
    if h < TWO_LINES:
        said = longest((f"{look.sign} {value}{again}", *few), w - 2, SMALL)
        canvas.words(node, "value", (w / 2, h / 2), said, f"{look.text} s12 b mid", w - 2)
        return
    third = h >= THREE_LINES
    canvas.words(node, "value", (w / 2, h * (0.24 if third else 0.3)), value, f"{look.text} s14 b mid", w - 4)
    full = f"{look.sign} {data['state']}"
    said = longest((full, look.sign) if third else (f"{full}{again}", *few), w - 4, SMALL)
    canvas.words(node, "state", (w / 2, h * (0.54 if third else 0.73)), said, f"{look.text} s12 mid", w - 2)
    if third and count:
        told = longest((f"delivered {count}×", f"×{count}"), w - 4, SMALL)
        canvas.words(node, "count", (w / 2, h * 0.82), told, f"{look.text} s12 mid", w - 2)


def _draw_member(canvas: Canvas, node: str, data: Attributes, held: int, places: Stage) -> None:
    room = places.members[node]
    canvas.group(node, room.x, room.y, layer="card", event=node)
    waits = data["state"] in STATES or data["stalled"]
    look, text = ("card-dead", "t-dead") if not data["up"] else ("member-waits" if waits else "member", "t")
    said = f"has {counted(held, 'record')}" if held else "has no record"
    if not data["up"]:
        said = "✕ crashed"
    elif data["stalled"]:
        said = f"‖ stuck, {said}"
    elif data["state"] in STATES:
        said = f"‖ {STATES[data['state']]}"
    canvas.box(node, "box", (0.0, 0.0, room.w, room.h), look, tip=f"member {data['name']}: {said}")
    canvas.words(node, "name", (room.w / 2, 15.0), data["name"], f"{text} s14 b mid", room.w - 12)
    canvas.words(node, "state", (room.w / 2, room.h - 12), said, f"{text} s12 mid", room.w - 8)


def _draw_locks(
    canvas: Canvas, member: str, lent: Sequence[tuple[str, Attributes]], places: Stage, limit_ms: int
) -> None:
    """Draws the records that a member has, those of one acquisition lock beside its ring."""
    room = places.members[member]
    lines = in_rows(
        places.lines,
        Room(room.x + 6, room.y + HEAD_H, room.w - 12, room.h - HEAD_H - FOOT_H),
        narrowest=room.w,
        gap=CELL_GAP,
    )
    locks: dict[int, list[tuple[str, Attributes]]] = {}
    for node, data in lent:
        locks.setdefault(data["until_ms"], []).append((node, data))
    for line, (until_ms, several) in zip(lines, sorted(locks.items()), strict=False):
        _draw_lock(canvas, lock_id(member, until_ms), line, several[0][1]["left_ms"], limit_ms)
        _draw_lent(canvas, several, line, places)


def _draw_lock(canvas: Canvas, name: str, line: Room, left_ms: int, limit_ms: int) -> None:
    """Draws how long nobody else gets the records."""
    left = min(1.0, left_ms / limit_ms) if limit_ms else 1.0
    low = left < LOW
    canvas.group(name, line.x + LOCK_W / 2, line.y + line.h / 2, layer="over")
    canvas.circle(name, "track", (0.0, 0.0, RING), "ring-track")
    canvas.ring(name, "ring", (0.0, 0.0, RING), left, "ring low" if low else "ring")
    said = str(math.ceil(left_ms / 1000 - 1e-9))
    canvas.words(name, "left", (0.0, 0.0), said, f"{'t-warn' if low else 't'} s12 b mid")


def _draw_lent(canvas: Canvas, several: Sequence[tuple[str, Attributes]], line: Room, places: Stage) -> None:
    room = line.w - LOCK_W
    fits = max(1, int((room + CELL_GAP) // (NARROWEST + CELL_GAP)))
    shown = several if len(several) <= fits else several[: fits - 1]
    count = len(shown) + (len(shown) < len(several))
    w = min(places.cell[0], (room + CELL_GAP) / count - CELL_GAP)
    h = max(min(LEAST_H, line.h), min(places.cell[1], line.h))
    for n, (node, data) in enumerate(shown):
        at = line.x + LOCK_W + n * (w + CELL_GAP)
        _draw_record(canvas, node, data, Room(at, line.y + (line.h - h) / 2, w, h))
    if len(shown) < len(several):
        more = f"{DECORATION}more {several[0][0]}"
        canvas.group(more, line.x + LOCK_W + len(shown) * (w + CELL_GAP), line.y + line.h / 2, layer="over")
        canvas.words(more, "said", (w / 2, 0.0), f"+{len(several) - len(shown)}", "t s12 b mid")
