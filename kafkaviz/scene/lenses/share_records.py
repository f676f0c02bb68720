"""How a record of a share group looks: as a cell that says its state and its deliveries, and in a small picture."""

from typing import Final, NamedTuple

import networkx as nx

from kafkaviz.decisions.sharing import RecordState
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import quantity
from kafkaviz.graph.ids import partition_id
from kafkaviz.graph.lenses import Attributes
from kafkaviz.scene.canvas import DECORATION, Canvas, label_of, longest
from kafkaviz.scene.layout import Room
from kafkaviz.scene.lenses.small import Cell, Column, Head, Panel
from kafkaviz.scene.lenses.small_panels import nodes_of

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


def draw_record(canvas: Canvas, node: str, data: Attributes, room: Room, most: int) -> None:
    """Draws a record as a cell: what it holds, its state, and which of at most so many deliveries it was."""
    look, count = LOOKS[data["state"]], data["delivery_count"]
    w, h = room.w, room.h
    canvas.group(node, room.x, room.y, layer="cell")
    often = f", delivered {quantity(count, 'time')}" if count else ""
    canvas.box(node, "box", (0.0, 0.0, w, h), look.box, tip=f"offset {data['offset']}: {data['state']}{often}")
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
        times = longest((f"delivery {count} of {most}", f"try {count} of {most}", f"×{count}"), w - 4, SMALL)
        canvas.words(node, "count", (w / 2, h * 0.82), times, f"{look.text} s12 mid", w - 2)


def lent_records(graph: nx.MultiDiGraph, tp: TopicPartition | None) -> Panel:
    """Returns what of one partition is available, what is lent and to whom, and what is done, as columns.

    The partition is the one in focus, or the first of which a record was lent.
    """
    records = nodes_of(graph, "delivery")
    there, lent = [d["tp"] for _, d in records], [d["tp"] for _, d in records if d["delivery_count"]]
    shown = tp if tp in there else next(iter([*lent, *there]), None)
    columns: dict[str, list[Cell]] = {"available": [], "acquired": [], "done": []}
    for node, data in records:
        if data["tp"] != shown:
            continue
        look, value = LOOKS[data["state"]], label_of(data["value"])
        text = f"{data['member']} {value}" if data["state"] == "acquired" else f"{look.sign} {value}"
        columns[data["state"] if data["state"] in columns else "done"].append(Cell(node, text, look.box, look.text))
    heads = [
        Head(node, f"{data['name']} · {shown or 'no record'}", "strip", "t") for node, data in nodes_of(graph, "group")
    ]
    boxes = {"available": "segment", "acquired": "member", "done": "segment"}
    drawn = tuple(
        Column(f"{DECORATION}{name}", name, name, str(len(cells)), boxes[name], "t", tuple(cells))
        for name, cells in columns.items()
    )
    alias = {node: drawn[1].node for node, _ in nodes_of(graph, "member")}
    return Panel(tuple(heads), drawn, alias | ({partition_id(shown): drawn[0].node} if shown else {}))
