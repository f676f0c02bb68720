"""Draws the clients beside a small cluster: what each holds, what it believes, and where it reads next."""

from collections.abc import Sequence

from kafkaviz.graph.lenses import Attributes
from kafkaviz.scene.canvas import WARNING, Canvas, fit_name, label_of, largest, longest
from kafkaviz.scene.layout import Room
from kafkaviz.scene.lenses.cluster_stage import WORDS, Stage, split_name
from kafkaviz.scene.lenses.replicas import draw_read

TOP, CELL_W, CELL_H, PITCH, LINE = 33.0, 46.0, 26.0, 30.0, 16.0
HIGH, LOW, BELOW_NAME = 150.0, 60.0, 30.0
"""From which height on there is room for several lines, and below which for none."""
Cell = tuple[str, bytes | None, str, str]
"""A record in a client: its part, its value, the classes of its box and of its text."""


def draw_producer(canvas: Canvas, node: str, data: Attributes, on: Stage) -> None:
    """Draws what a producer holds, and what it believes; what is out of date says so."""
    w, h = _draw_box(canvas, node, data, on)
    believed = sorted(data["believes"].items(), key=lambda item: (item[0] not in data["outdated"], item[0]))
    shown = [item for item in believed if item[0] in on.full] or believed
    shown = shown[: 3 if h >= HIGH else 1] if h >= LOW else []
    # What is said below the beliefs is said of those that are seen.
    wrong = any(tp in data["outdated"] for tp, _ in shown)
    if h - 14 - LINE * wrong - LINE * len(shown) < BELOW_NAME:
        shown = []
    foot = h - 14 - LINE * wrong - LINE * len(shown)
    held = [
        (r.name.removeprefix(f"{node}/"), r.value, "ghost" if r.sent else "uncommitted", "t-mute" if r.sent else "t")
        for r in data["held"]
    ]
    _draw_cells(canvas, node, held, w, foot)
    if shown:
        canvas.words(node, "believes", (w / 2, foot), "believes", "t-producer s12 mid")
    for n, (tp, leader) in enumerate(shown):
        who = "nobody" if leader is None else str(leader) if w < 100 else f"broker {leader}"
        short = "–" if leader is None else str(leader)
        text = "t-warn" if tp in data["outdated"] else "t-producer"
        at = (w / 2, foot + LINE * (n + 1))
        topic, number = split_name(on.name_of(tp))
        ends = (f"{number} → {who}", f"{number} → {short}")
        said = longest((*(topic + end for end in ends), fit_name(topic, ends[1], w - 8, 12)), w - 4, 12)
        canvas.words(node, f"belief{n}", at, said, f"{text} s12 b mid", w - 4)
    if wrong:
        x, y, *_ = on.clients[node]
        said = longest(("out of date", "outdated"), w - 4, 12)
        canvas.group(f"{WARNING}{node}", x, y, layer="over")
        canvas.words(f"{WARNING}{node}", "outdated", (w / 2, h - 12), said, "t-warn s12 b mid")


def draw_consumer(canvas: Canvas, node: str, data: Attributes, on: Stage) -> None:
    """Draws what a consumer read last, and where it reads next."""
    w, h = _draw_box(canvas, node, data, on)
    positions = sorted(data["positions"].items())
    shown = positions[: 3 if h >= HIGH else 1] if h >= LOW else []
    foot = h - 14 - LINE * len(shown)
    fits = max(0, int((foot - TOP - 4) // PITCH))
    for n, (name, value) in enumerate([*data["read"].items()][max(0, len(data["read"]) - fits) :]):
        draw_read(canvas, name, value, Room((w - CELL_W) / 2, TOP + n * PITCH, CELL_W, CELL_H))
    if shown:
        canvas.words(node, "next", (w / 2, foot), longest(("reads next", "next"), w - 4, 12), "t-consumer s12 mid")
    for n, (tp, offset) in enumerate(shown):
        at = (w / 2, foot + LINE * (n + 1))
        said = longest((f"{on.name_of(tp)} from {offset}", f"{on.name_of(tp)}: {offset}"), w - 4, 12)
        canvas.words(node, f"next{n}", at, said, "t-consumer s12 b mid", w - 4)


def _draw_box(canvas: Canvas, node: str, data: Attributes, on: Stage) -> tuple[float, float]:
    x, y, w, h = on.clients[node]
    canvas.group(node, x, y, layer="card")
    canvas.box(node, "box", (0.0, 0.0, w, h), data["kind"], tip=f"{data['kind']} {data['name']}")
    canvas.words(
        node, "name", (w / 2, min(18.0, h / 2)), data["name"], f"t {largest(data['name'], w - 8, 14, 12)} b mid", w - 8
    )
    return w, h


def _draw_cells(canvas: Canvas, node: str, cells: Sequence[Cell], w: float, foot: float) -> None:
    """Draws as many records as there is room for above `foot`; the last place says how many there is none for."""
    fits = int((foot - TOP - 4) // PITCH)
    letters = max((len(label_of(value)) for _, value, *_ in cells), default=0)
    wide = max(CELL_W, min(w - 12, letters * WORDS + 2))
    for n, (part, value, box, text) in enumerate(cells[: max(0, fits)]):
        y = TOP + n * PITCH
        if n == fits - 1 and len(cells) > fits:
            canvas.words(node, "more", (w / 2, y + CELL_H / 2), f"+ {len(cells) - n} more", "t-producer s12 mid")
            return
        canvas.box(node, part, ((w - wide) / 2, y, wide, CELL_H), box)
        canvas.words(node, f"{part}t", (w / 2, y + CELL_H / 2), label_of(value), f"{text} s12 b mid", wide - 1)
