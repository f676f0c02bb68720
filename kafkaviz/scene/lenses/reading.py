"""How much of a group's partitions is read, moment by moment, and the strip of time that shows what it costs."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import networkx as nx

from kafkaviz.scene.canvas import DECORATION, Canvas, longest
from kafkaviz.scene.layout import Room

LABEL_H, WIDEST, INSET = 18.0, 56.0, 4.0
CLOCK_W: Final = 44.0
"""How much of the right half the clock needs where it stands in the middle."""
LOST: Final = ("partitions × steps without a reader", "unread × steps")
"""What the red area is, in many words and in few: it is as large as so many partitions in as many steps."""
UNASSIGNED: Final = ("partitions × steps assigned to nobody", "nobody's × steps")
"""What it is where only assignments are known, and not who reads."""


class Count(NamedTuple):
    """How many partitions were read at one moment, of how many."""

    read: int
    of: int


class Reading(NamedTuple):
    """What was read at each moment of a film until now, and how many moments it has in all."""

    counts: Sequence[Count]
    moments: int


def is_read(graph: nx.MultiDiGraph, member: str, partition: str) -> bool:
    """Tells whether a member reads a partition now: it runs and polls, and the partition is its own."""
    data = graph.nodes[member]
    return bool(data["up"] and not data["stalled"] and graph.nodes[partition]["tp"] in data["owned"])


def read_in(graph: nx.MultiDiGraph) -> Count:
    """Returns how many partitions of the group in a graph are read, or are assigned where nobody is heard."""
    owned, heard = set[object](), is_heard(graph)
    for _, data in graph.nodes(data=True):
        if data["kind"] == "member" and not heard:
            owned.update((*data["owned"], *data["revoking"]))
        elif data["kind"] == "member" and data["up"] and not data["stalled"]:
            owned.update(data["owned"])
    partitions = [data["tp"] for _, data in graph.nodes(data=True) if data["kind"] == "partition"]
    return Count(sum(tp in owned for tp in partitions), len(partitions))


def is_heard(graph: nx.MultiDiGraph) -> bool:
    """Tells whether it is known who reads; where nobody's silence is counted, only assignments are."""
    return bool(graph.graph.get("group_session_timeout_ms", 1))


def draw_reading(canvas: Canvas, room: Room, reading: Reading, *, heard: bool = True) -> None:
    """Draws a strip of time: a column for each moment until now, as high as what was read; the rest is the price.

    It grows with every step, which is no news. Where nobody is `heard` it is as high as what was assigned.
    """
    name = f"{DECORATION}clock reading"
    canvas.group(name, room.x, room.y, layer="back")
    # What is read by nobody before anybody reads costs nothing.
    began = next((n for n, count in enumerate(reading.counts) if count.read), len(reading.counts))
    lost = sum(count.of - count.read for count in reading.counts[began:])
    canvas.words(
        name, "label", (INSET, 8.0), f"partitions {'read' if heard else 'assigned'}, step by step", "t-mute s12"
    )
    said = longest([f"{words}: {lost}" for words in (LOST if heard else UNASSIGNED)], room.w / 2 - CLOCK_W, 12)
    canvas.words(name, "lost", (room.w - INSET, 8.0), said, f"{'t-bad' if lost else 't'} s12 b end")
    pitch = min(WIDEST, room.w / max(1, reading.moments))
    height = room.h - LABEL_H
    canvas.line(name, "floor", (0.0, room.h, room.w, room.h), "axis")
    for n, count in enumerate(reading.counts):
        read = height * count.read / count.of if count.of else 0.0
        if read:
            canvas.box(name, f"read{n}", (n * pitch, room.h - read, pitch, read), "area-read")
        if n >= began and count.of and read < height:
            canvas.box(name, f"lost{n}", (n * pitch, LABEL_H, pitch, height - read), "area-lost")
