"""Draws what the controller wrote last, for lenses that have no room for the whole metadata log: why things change."""

from collections.abc import Sequence

from kafkaviz.scene.canvas import DECORATION, Canvas, entry_id
from kafkaviz.scene.layout import Room

LETTER, PAD, GAP, MOST = 7.2, 14.0, 4.0, 3
WORDS = "the controller wrote"


def draw_written(canvas: Canvas, log: Sequence[tuple[int, str]], room: Room) -> None:
    """Draws the newest of some entries, each with its number, as far as they fit into a room, the newest one last.

    Kafka: the records of __cluster_metadata, which brokers read; ZooKeeper has none.
    """
    start = x = room.x + len(WORDS) * LETTER + GAP
    shown: list[tuple[int, str, float]] = []
    for number, text in reversed(log[-MOST:]):
        width = len(text) * LETTER + PAD
        if start + sum(w + GAP for _, _, w in shown) + width > room.x + room.w:
            break
        shown.insert(0, (number, text, width))
    if shown:
        ground = f"{DECORATION}written"
        canvas.group(ground, room.x, room.y + room.h / 2, layer="back")
        canvas.words(ground, "said", (0.0, 0.0), WORDS, "t-mute s12")
    for number, text, width in shown:
        name = entry_id(number)
        canvas.group(name, x, room.y, layer="cell")
        canvas.box(name, "box", (0.0, 0.0, width, room.h), "entry", tip=text)
        canvas.words(name, "text", (width / 2, room.h / 2), text, "t s12 b mid")
        x += width + GAP
