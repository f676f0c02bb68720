"""Draws what the controller wrote last, for lenses that have no room for the whole metadata log: why things change."""

from collections.abc import Sequence
from typing import Final

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.scene.canvas import DECORATION, Canvas, entry_id
from kafkaviz.scene.layout import Room

LETTER, PAD, GAP = 7.2, 14.0, 4.0
WORDS: Final = ("the controller wrote", "written")
"""What is said before the entries: rather less of it than of them."""


def draw_written(canvas: Canvas, log: Sequence[tuple[int, str]], room: Room, most: int) -> None:
    """Draws the newest of some entries, each with its number, as far as they fit into a room, the newest one last.

    Kafka: the records of __cluster_metadata, which brokers read; ZooKeeper has none.
    """
    fits = ((words, _fitting(log[-most:], room.w - len(words) * LETTER - GAP)) for words in WORDS)
    words, shown = max(fits, key=lambda fit: len(fit[1]))
    x = room.x + len(words) * LETTER + GAP
    if shown:
        ground = f"{DECORATION}written"
        canvas.group(ground, room.x, room.y + room.h / 2, layer="back")
        canvas.words(ground, "said", (0.0, 0.0), words, "t-mute s12")
    for number, text, width in shown:
        name = entry_id(number)
        canvas.group(name, x, room.y, layer="cell")
        canvas.box(name, "box", (0.0, 0.0, width, room.h), "entry", tip=text)
        canvas.words(name, "text", (width / 2, room.h / 2), text, "t s12 b mid")
        x += width + GAP


def entries_written(graph: nx.MultiDiGraph) -> list[tuple[int, str]]:
    """Returns what the controller wrote so far, each entry with its number and in few letters."""
    log = graph.graph.get("metadata_log", ())
    one_topic = len({entry.about.topic for entry in log if isinstance(entry.about, TopicPartition)}) <= 1
    return [*enumerate("".join(entry_words(entry, one_topic)) for entry in log)]


def _fitting(log: Sequence[tuple[int, str]], wide: float) -> list[tuple[int, str, float]]:
    """Returns the newest of some entries, as many as fit beside each other, each with its width."""
    shown: list[tuple[int, str, float]] = []
    for number, text in reversed(log):
        width = len(text) * LETTER + PAD
        if sum(w + GAP for _, _, w in shown) + width > wide:
            break
        shown.insert(0, (number, text, width))
    return shown


def entry_words(entry: tuple[object, str], one_topic: bool) -> tuple[str, str]:
    """Returns an entry of the metadata log in few letters: what may be cut of it, and what must be read.

    >>> entry_words((TopicPartition("letters", 0), "→ 2"), True), entry_words(("broker 1", "fenced"), True)
    (('', 'p0 → 2'), ('', '1 fenced'))
    >>> entry_words((TopicPartition("letters", 0), "→ 2"), False)
    ('letters', '-0 → 2')
    """
    about, says = entry
    if isinstance(about, TopicPartition):
        return ("", f"p{about.partition} {says}") if one_topic else (about.topic, f"-{about.partition} {says}")
    broker = str(about).removeprefix("broker ")
    return ("", f"{broker} {says}") if broker != about else (broker, f" {says}")
