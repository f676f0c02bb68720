"""Draws the lens share: each record of a share group's partitions, its state, and the member that it is lent to."""

from collections.abc import Sequence
from typing import Final

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import quantity
from kafkaviz.graph.lenses import Attributes, share_lens
from kafkaviz.scene.canvas import DECORATION, Canvas, longest
from kafkaviz.scene.layout import RING, Room, draw_clock, draw_ring, in_rows
from kafkaviz.scene.lenses.lens import Lens
from kafkaviz.scene.lenses.script import lends_records
from kafkaviz.scene.lenses.share_records import LOOKS, SMALL, draw_record, lent_records
from kafkaviz.scene.lenses.share_stage import (
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
from kafkaviz.scene.lenses.small import Small
from kafkaviz.scene.lenses.unseen import mark_at_partitions, mark_creation
from kafkaviz.scene.routing import ways
from kafkaviz.scene.telling.cue import lock_id, slot_id
from kafkaviz.scene.values import WIDTH_OF_A_LETTER

WORD_H = 17.0
MOST_NAMED: Final = 2
"""Of so many partitions a member's card says the names."""
STATES: Final = {
    "joining": ("joins",),
    "unrevoked": ("must give some up", "gives up"),
    "unreleased": ("waits for its share", "waits"),
}
"""What a member does in each state, in many words and in few."""


def draw(graph: nx.MultiDiGraph, on: Stage, now_ms: int) -> Canvas:
    """Draws one moment."""
    canvas = Canvas()
    head = f"{DECORATION}head"
    canvas.group(head, 0.0, 0.0, layer="back")
    near, far = on.band.near, on.band.far
    canvas.box(head, "band", (on.group.x, far + 6, on.group.w, near - far - 12), "net")
    if not graph:
        canvas.nobody(head, (on.group.x + 14, on.group.y + on.group.h / 2), "share group", "s14", on.group.w - 20)
    waiting = graph.graph.get("waiting", {})
    for node in [node for node in on.rows if node in waiting]:
        _draw_partition(canvas, node, waiting[node], on.rows[node])
    if on.is_narrow:
        draw_clock(canvas, on.group.x + on.group.w - 14, on.group.y + 14, now_ms, "t s14 b mono end", layer="over")
    else:
        draw_clock(canvas, on.group.x + 6, far + 18, now_ms)
    lent: dict[str, list[tuple[str, Attributes]]] = {}
    most = graph.graph.get("delivery_count_limit", 0)
    for node, data in graph.nodes(data=True):
        if data["kind"] == "group":
            _draw_group(canvas, node, data, graph, on)
        elif data["kind"] == "partition" and node in on.rows:
            _draw_partition(canvas, node, data, on.rows[node])
    rows = {graph.nodes[node]["tp"]: row for node, row in on.rows.items() if node in graph}
    for node, data in graph.nodes(data=True):
        if data["kind"] != "delivery" or data["tp"] not in rows:
            continue
        row = rows[data["tp"]]
        if row.first <= data["offset"] < row.last:
            _draw_slot(canvas, node, data, row, on, most)
        borrower = next((member for _, member, kind in graph.out_edges(node, data="kind") if kind == "lent to"), "")
        if borrower in on.members:
            lent.setdefault(borrower, []).append((node, data))
    limit_ms = graph.graph.get("record_lock_duration_ms") or 0
    for node, data in graph.nodes(data=True):
        if data["kind"] == "member" and node in on.members:
            _draw_member(canvas, node, data, len(lent.get(node, ())), on)
            _draw_locks(canvas, node, lent.get(node, ()), on, limit_ms, most)
    return canvas


def _draw_group(canvas: Canvas, node: str, data: Attributes, graph: nx.MultiDiGraph, on: Stage) -> None:
    room = on.group
    canvas.group(node, room.x, room.y, layer="card")
    canvas.box(node, "box", (0.0, 0.0, room.w, room.h), "strip", tip=f"share group {data['name']}: {data['state']}")
    name, where = f"share group {data['name']}", data["coordinator"]
    words = ("group coordinator: broker", "coordinator: broker", "broker") if where is not None else ()
    names = [*(f"{name} · {who} {where}" for who in words), name]
    states = [record["state"] for _, record in graph.nodes(data=True) if record["kind"] == "delivery"]
    counts = {look.sign: (states.count(state), state) for state, look in LOOKS.items()}
    full = " · ".join(f"{sign} {count} {state}" for sign, (count, state) in counts.items())
    few = " · ".join(f"{sign} {count}" for sign, (count, _) in counts.items())
    size = 14 if on.is_narrow else 16
    # The right of the strip stays free, for the time and for what is the cause of a step.
    canvas.words(node, "name", (14.0, 14.0), longest(names, room.w * 0.74, size), f"t s{size} b", room.w * 0.74)
    by_state = longest((full, few), room.w - 20, SMALL)
    canvas.words(node, "about", (14.0, 32.0), by_state, "t s12", room.w - 20)
    epoch, left = f"epoch {data['generation']}", 14 + (len(by_state) + 2) * SMALL * WIDTH_OF_A_LETTER
    target = longest((*(f"{epoch} · {said}" for said in _target(data)), epoch, ""), room.w - left - 8, SMALL)
    canvas.words(node, "target", (left, 32.0), target, "t s12")
    more = [f"+{quantity(n, what)}" for n, what in zip(on.hidden, ("partition", "member"), strict=True) if n > 0]
    if more:
        at = on.band.near - 18 - room.y
        canvas.words(node, "more", (room.w - 6, at), " · ".join(more), "t-mute s12 end", room.w / 2)


def _target(data: Attributes) -> tuple[str, ...]:
    """Says who is to read what: a share group gives one partition to several."""
    readers: dict[TopicPartition, list[str]] = {}
    for member, tps in data["target"].items():
        for tp in tps:
            readers.setdefault(tp, []).append(member)
    said = [f"{tp} → {', '.join(members)}" for tp, members in readers.items()]
    return tuple(f"target: {', '.join(said[:n])}{' …' * (n < len(said))}" for n in range(len(said), 0, -1))


def _draw_partition(canvas: Canvas, node: str, data: Attributes, row: Row) -> None:
    room = row.room
    canvas.group(node, room.x, room.y, layer="card", event=node)
    start = f"start offset {data['start_offset']} · " if "start_offset" in data else ""
    said = f"{start}end {data['end_offset']}"
    tip = f"{data['tp']}: {said}; what lies before the start offset is done"
    canvas.box(node, "box", (0.0, 0.0, room.w, TITLE_H - 3), "net", tip=tip)
    leader = "no leader" if data["leader"] is None else f"leader: broker {data['leader']}"
    lends = ", lends its records" if start and data["leader"] is not None else ""
    names = longest((f"{data['tp']} · {leader}{lends}", f"{data['tp']} · {leader}", str(data["tp"])), room.w * 0.6, 14)
    canvas.words(node, "name", (6.0, 10.0), names, "t s14 b", room.w * 0.6)
    hidden = [f"‹ {row.first} older" if row.first else "", f"{data['end_offset'] - row.last} younger ›"]
    parts = [part for part in (hidden[0], said, hidden[1] if data["end_offset"] > row.last else "") if part]
    canvas.words(node, "offsets", (room.w - 6, 10.0), " · ".join(parts), "t s12 end", room.w * 0.4 - 12)


def _draw_slot(canvas: Canvas, node: str, data: Attributes, row: Row, on: Stage, most: int) -> None:
    """Draws the place of a record in its log: the record itself, or to whom it is lent."""
    (w, h), x, y = on.cell, row.room.x + on.x(row, data["offset"]), row.room.y + TITLE_H
    slot = slot_id(node)
    canvas.group(slot, x, y, layer="chip")
    canvas.box(slot, "box", (0.0, 0.0, w, h), "ghost")
    canvas.words(slot, "offset", (w / 2, h + OFFSET_H / 2 + 1), str(data["offset"]), "t-mute s12 mid", w)
    if data["state"] != "acquired":
        draw_record(canvas, node, data, Room(x, y, w, h), most)
        return
    said = longest((f"→ {data['member']}", "→"), w - 2, SMALL)
    canvas.words(slot, "to", (w / 2, h / 2), said, "t s12 b mid", w - 2)


def _draw_member(canvas: Canvas, node: str, data: Attributes, held: int, on: Stage) -> None:
    room = on.members[node]
    canvas.group(node, room.x, room.y, layer="card", event=node)
    waits = data["state"] in STATES or data["stalled"]
    look, text = ("card-dead", "t-dead") if not data["up"] else ("member-waits" if waits else "member", "t")
    reads = " ".join(map(str, data["owned"][:MOST_NAMED])) or "no partition"
    said = [f"has {quantity(held, 'record')}" if held else "has no record"]
    said = [f"reads {reads} · {said[0]}", *said]
    if data["late"]:
        said = [f"works on {quantity(data['late'], 'record')} without a lock", f"{data['late']} without lock"]
    if not data["up"]:
        said = ["✕ crashed"]
    elif data["stalled"]:
        said = [f"‖ stuck, {said[-1]}", "‖ stuck"]
    elif data["state"] in STATES:
        said = [f"‖ {doing}" for doing in STATES[data["state"]]]
    canvas.box(node, "box", (0.0, 0.0, room.w, room.h), look, tip=f"member {data['name']}: {said[0]}")
    canvas.words(node, "name", (room.w / 2, 15.0), data["name"], f"{text} s14 b mid", room.w - 12)
    shown = longest(said, room.w - 8, SMALL)
    canvas.words(node, "state", (room.w / 2, room.h - 12), shown, f"{text} s12 mid", room.w - 8)


def _draw_locks(
    canvas: Canvas, member: str, lent: Sequence[tuple[str, Attributes]], on: Stage, limit_ms: int, most: int
) -> None:
    """Draws the records that a member has, those of one acquisition lock beside its ring."""
    room = on.members[member]
    lines = in_rows(
        on.lines,
        Room(room.x + 6, room.y + HEAD_H, room.w - 12, room.h - HEAD_H - FOOT_H),
        narrowest=room.w,
        gap=CELL_GAP,
    )
    locks: dict[int, list[tuple[str, Attributes]]] = {}
    for node, data in lent:
        locks.setdefault(data["until_ms"], []).append((node, data))
    for line, (until_ms, several) in zip(lines, sorted(locks.items()), strict=False):
        _draw_lock(canvas, lock_id(member, until_ms), line, several[0][1]["left_ms"], limit_ms)
        _draw_lent(canvas, several, line, on, most)


def _draw_lock(canvas: Canvas, name: str, line: Room, left_ms: int, limit_ms: int) -> None:
    """Draws how long nobody else gets the records."""
    draw_ring(canvas, name, (line.x + LOCK_W / 2, line.y + line.h / 2), left_ms, limit_ms)
    if line.h >= 2 * (RING + WORD_H):
        canvas.words(name, "said", (0.0, RING + WORD_H / 2), "lock", "t s12 mid")


def _draw_lent(canvas: Canvas, several: Sequence[tuple[str, Attributes]], line: Room, on: Stage, most: int) -> None:
    room = line.w - LOCK_W
    fits = max(1, int((room + CELL_GAP) // (NARROWEST + CELL_GAP)))
    shown = several if len(several) <= fits else several[: fits - 1]
    count = len(shown) + (len(shown) < len(several))
    w = min(on.cell[0], (room + CELL_GAP) / count - CELL_GAP)
    h = max(min(LEAST_H, line.h), min(on.cell[1], line.h))
    for n, (node, data) in enumerate(shown):
        at = line.x + LOCK_W + n * (w + CELL_GAP)
        draw_record(canvas, node, data, Room(at, line.y + (line.h - h) / 2, w, h), most)
    if len(shown) < len(several):
        more = f"{DECORATION}more {several[0][0]}"
        canvas.group(more, line.x + LOCK_W + len(shown) * (w + CELL_GAP), line.y + line.h / 2, layer="over")
        canvas.words(more, "said", (w / 2, 0.0), f"+{len(several) - len(shown)}", "t s12 b mid")


LENS = Lens(
    graph=share_lens,
    stage=stage,
    draw=draw,
    ways=ways,
    tells=lends_records,
    legend=(
        ("uncommitted", "○ available"),
        ("acquired", "● acquired"),
        ("committed", "✓ acknowledged"),
        ("archived", "✕ archived"),
        ("member-waits", "waits"),
    ),
    small=Small(share_lens, lent_records),
    relabel=lambda cues: mark_creation(mark_at_partitions(cues)),
)
