"""How a replica and its records look, the same in every lens."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from kafkaviz.graph.lenses import Attributes
from kafkaviz.scene.canvas import WARNING, Canvas, label_of, longest
from kafkaviz.scene.layout import Room
from kafkaviz.scene.telling.cue import HIGH_WATERMARK, Cue
from kafkaviz.scene.values import Point


class Role(NamedTuple):
    """A replica's part in its partition: the classes of its box and its text, its name short and long, its sign."""

    box: str
    text: str
    short: str
    long: str
    sign: str


ROLES: Final = {
    "leader": Role("leader", "t-leader", "★ leader", "★ leader", "★"),
    "zombie": Role("lagging", "t-lagging", "★? old leader", "★? leads in an old epoch", "★?"),
    "follower": Role("follower", "t-follower", "in sync", "follower, in sync", "="),
    "lagging": Role("lagging", "t-lagging", "! not in sync", "! follower, not in sync", "!"),
    "dead": Role("dead", "t-dead", "✕ down", "✕ down", "✕"),
    "unaware": Role("unaware", "t", "no news yet", "has heard nothing yet", "?"),
}


STATES: Final = {"paused": "‖ no fetches", "frozen": "‖ frozen", "shutting down": "↓ stopping"}
"""What is said of a broker that runs otherwise than always."""
UNSEEN: Final = ("not fenced yet", "unnoticed")
"""How a dead broker is that whoever decides still counts on."""
WITH_HIGH_WATERMARK: Final = ("hw", "flag", "flagged", "flag-label", "ends")
"""What of a copy moves with its high watermark, in any lens."""
STILL: Final = ("paused", "frozen")
"""The states in which a broker is up and does not do its work."""


def down(data: Attributes) -> tuple[str, ...]:
    """Says of a dead broker, or of its copy, whether that is known, in many words and in few.

    >>> down({"out": "not fenced yet"}), down({"out": "fenced"})
    (('✕ down, not fenced yet', '✕ down, unnoticed', '✕ unnoticed', '✕ down'), ('✕ down, fenced', '✕ fenced', '✕ down'))
    """
    unseen = ("✕ down, unnoticed", "✕ unnoticed") if data["out"] in UNSEEN else (f"✕ {data['out']}",)
    return tuple(dict.fromkeys((f"✕ down, {data['out']}", *unseen, "✕ down")))


def flip_high_watermark_only(cues: Iterable[Cue]) -> list[Cue]:
    """Returns cues in which a copy whose high watermark alone moves flips no other part of itself."""
    return [
        cue._replace(text="", cells=tuple(f"{copy}/{part}" for copy in cue.cells for part in WITH_HIGH_WATERMARK))
        if cue.kind == "flip" and cue.text == HIGH_WATERMARK
        else cue
        for cue in cues
    ]


def record_look(record: Attributes) -> tuple[str, str]:
    """Returns the classes of a record's box and of its text."""
    if not record["up"]:
        return "faded", "t-mute"
    return ("committed", "t-committed") if record["committed"] else ("uncommitted", "t")


def record_tip(record: Attributes) -> str:
    """Returns what is told of a record under the pointer."""
    key = "" if record["key"] is None else f", key {label_of(record['key'])}"
    return f"offset {record['offset']}{key}, value {label_of(record['value'])}, leader epoch {record['leader_epoch']}"


def draw_read(canvas: Canvas, name: str, value: bytes | None, room: Room) -> None:
    """Draws a record that a consumer has been handed: what an answer brings becomes it."""
    canvas.group(name, room.x, room.y, parent=name.split("/")[0])
    canvas.box(name, "box", (0.0, 0.0, room.w, room.h), "committed")
    canvas.words(name, "value", (room.w / 2, room.h / 2), label_of(value), "t-committed s12 b mid", room.w - 2)


def draw_lost(canvas: Canvas, node: str, record: tuple[int, bytes | None], at: Point, size: Point, taken: bool) -> None:
    """Draws where a record was that was acknowledged and is gone: an outline crossed out, and words.

    Where another one has its place, a label on that says which one is lost.
    """
    (offset, value), (w, h) = record, size
    name = f"{WARNING}lost/{node}/{offset}"
    canvas.group(name, *at, layer="over")
    said = f"offset {offset}, value {label_of(value)}: acknowledged, and lost"
    if taken:
        # Where the cell is high the label stays within it: below stands the epoch.
        top = h - (14 if h > 40 else 10)
        canvas.box(name, "label", (-3.0, top, w + 6, 14.0), "lost", tip=said)
        label = longest((f"✕ {label_of(value)}", label_of(value)), w + 4, 12)
        canvas.words(name, "value", (w / 2, top + 7), label, "t-warn s12 b mid", w + 4)
        return
    canvas.box(name, "box", (0.0, 0.0, w, h), "lost", tip=said)
    canvas.line(name, "down", (0.0, 0.0, w, h), "lost-cross")
    canvas.line(name, "up", (0.0, h, w, 0.0), "lost-cross")
    canvas.words(name, "value", (w / 2, h * 0.3), label_of(value), "t-warn s12 b mid", w + 2)
    canvas.words(name, "lost", (w / 2, h * 0.72), "lost", "t-warn s12 b mid", w + 4)
