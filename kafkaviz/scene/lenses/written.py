"""Draws what the controller wrote last, for lenses that have no room for the whole metadata log: why things change."""

from collections.abc import Sequence
from typing import Final

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.scene.canvas import DECORATION, Canvas
from kafkaviz.scene.film.timing import LENGTH_MS
from kafkaviz.scene.layout import Room
from kafkaviz.scene.telling.cue import entry_id
from kafkaviz.scene.values import Effect, Marks

LETTER, PAD, GAP = 7.2, 14.0, 4.0
WORDS: Final = ("the controller wrote", "controller wrote", "controller:", "written")
"""What is said before the entries: rather less of it than of them."""
ENTRY: Final = entry_id(0).removesuffix("0")


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


def scroll(before: Marks, after: Marks, effects: Sequence[Effect]) -> tuple[Effect, ...]:
    """Returns how older entries make room for those that are written: they move, or go as their successors come.

    >>> a, b = {"k": "g", "x": 0}, {"k": "g", "x": 9}
    >>> written = {"k": "write", "at": 500, "ms": 450, "m": ["deco/entry2"]}
    >>> before, after = {"deco/entry0": a, "deco/entry1": b}, {"deco/entry1": a, "deco/entry2": b}
    >>> [(effect["k"], effect["at"], effect["m"]) for effect in scroll(before, after, [written])]
    [('drop', 200, ['deco/entry0']), ('flip', 200, ['deco/entry1'])]
    """
    gone, stay = ([name for name in _entries(before) if (name in after) is there] for there in (False, True))
    moved = [name for name in stay if before[name] != after[name]]
    times = [e["at"] for e in effects if e["k"] == "write" for name in e["m"] if name in _entries(after)]
    if not times:
        return ()
    ms = LENGTH_MS["come"]
    first = max(0, times[0] - ms)
    # Where none stays, each is there until its successor comes.
    at = [first] * len(gone) if stay else [times[min(n, len(times) - 1)] for n in range(len(gone))]
    drops: list[Effect] = [{"k": "drop", "at": t, "ms": ms, "m": [name]} for t, name in zip(at, gone, strict=True)]
    return (*drops, *([Effect(k="flip", at=first, ms=ms, m=moved)] if moved else []))


def _entries(marks: Marks) -> list[str]:
    return [name for name, mark in marks.items() if mark["k"] == "g" and name.startswith(ENTRY)]


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
