"""Draws the members of a group in the lens assignment: as cards, or where there are many as cells."""

from collections.abc import Sequence
from typing import Final

from kafkaviz.graph.lenses import Attributes
from kafkaviz.scene.canvas import DECORATION, Canvas, longest
from kafkaviz.scene.layout import Room, draw_ring
from kafkaviz.scene.lenses.assignment_stage import Stage

LEAST_WITH_WORDS = 22.0
STATES: Final = {
    "joining": ("joins", "waits"),
    "waiting": ("waits for the others", "waits"),
    "syncing": ("waits for its share", "waits"),
    "unrevoked": ("must give some up", "gives up"),
    "unreleased": ("waits for a free one", "waits"),
}
"""What a member does in each state, in many words and in few."""
SIGNS: Final = "‖✕ "


def draw_member(canvas: Canvas, node: str, data: Attributes, on: Stage, held: int, *, heard: bool) -> None:
    """Draws a member with what it does, and with its partitions counted where it is only a cell."""
    room, does = on.members[node], _said(data, heard=heard)
    if not on.cards:
        _draw_cell(canvas, node, data, room, held, does[-1])
        return
    canvas.group(node, room.x, room.y, layer="card", event=node)
    look, text = _look(data)
    tip = f"member {data['name']}: {does[0]}"
    canvas.box(node, "box", (0.0, 0.0, room.w, room.h), look, tip=tip)
    leads = (" ★ group leader", " ★") if data["leads"] else ("",)
    name = longest([f"{data['name']}{sign}" for sign in leads], room.w - 12, 14)
    canvas.words(node, "name", (room.w / 2, 16.0), name, f"{text} s14 b mid", room.w - 12)
    said = longest(does, room.w - 8, 12)
    canvas.words(node, "state", (room.w / 2, room.h - 13), said, f"{text} s12 mid", room.w - 8)


def _draw_cell(canvas: Canvas, node: str, data: Attributes, room: Room, held: int, does: str) -> None:
    """Draws one of many members, whose tip tells in few words what it does."""
    canvas.group(node, room.x, room.y, layer="card", event=node)
    look, text = _cell_look(data)
    canvas.box(node, "box", (0.0, 0.0, room.w, room.h), look, tip=f"{data['name']}: {does.lstrip(SIGNS)}")
    if room.w >= LEAST_WITH_WORDS:
        sign = "✕" if not data["up"] else "‖" if data["state"] in STATES else str(held)
        canvas.words(node, "name", (room.w / 2, room.h / 2), sign, f"{text} s12 b mid", room.w)


def draw_patience(canvas: Canvas, node: str, data: Attributes, on: Stage, limit_ms: int, now_ms: int) -> None:
    """Draws how long the coordinator still waits for a member whose heartbeats have stopped."""
    if data["quiet_since_ms"] is None or not on.cards or not limit_ms:
        return
    room = on.members[node]
    left_ms = max(0, limit_ms - (now_ms - data["quiet_since_ms"]))
    at = room.x + room.w - 26, on.group.y + on.group.h + 8
    draw_ring(canvas, f"{DECORATION}patience {node}", at, left_ms, limit_ms)


def _look(data: Attributes) -> tuple[str, str]:
    if not data["up"]:
        return "card-dead", "t-dead"
    if data["state"] in STATES or data["stalled"]:
        return "member-waits", "t"
    return ("consumer-idle", "t-mute") if data["idle"] else ("member", "t")


def _cell_look(data: Attributes) -> tuple[str, str]:
    """Returns how one of many members looks: filled while it reads, hollow while it waits."""
    if not data["up"]:
        return "dead", "t-dead"
    if data["state"] in STATES or data["stalled"] or not data["owned"]:
        return "lagging", "t-lagging"
    return "committed", "t-committed"


def _said(data: Attributes, *, heard: bool) -> Sequence[str]:
    """Says what a member does, in many words and in few; of one that nobody hears only what it was assigned."""
    if not data["up"]:
        return ("✕ crashed",) if heard else ("✕ closed, may be back", "✕ closed")
    if data["stalled"]:
        return "‖ stuck, does not poll", "‖ stuck"
    if data["state"] in STATES:
        return [f"‖ {doing}" for doing in STATES[data["state"]]]
    if not heard:
        return (f"has {len(data['owned'])}",)
    return (f"reads {len(data['owned'])}",) if data["owned"] else ("idle: nothing left", "idle")
