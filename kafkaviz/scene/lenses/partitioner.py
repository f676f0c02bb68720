"""Draws the lens partitioner: the latest records, the arithmetic that placed each, and the columns they add to."""

from collections.abc import Sequence
from typing import Final

import networkx as nx

from kafkaviz.decisions.hashing import keyed_partition, murmur2, to_positive
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import quantity
from kafkaviz.graph.lenses import Attributes, partitioner_lens
from kafkaviz.scene.canvas import DECORATION, Canvas, fit_text, label_of, largest, longest
from kafkaviz.scene.layout import Room
from kafkaviz.scene.lenses.lens import Lens
from kafkaviz.scene.lenses.partitioner_stage import (
    CEILING,
    FOOT_H,
    LABELS_H,
    MARGIN,
    PILL_H,
    ROW_H,
    Landing,
    Stage,
    landings_in,
    name_of,
    stage,
    sums_first,
    ways,
)
from kafkaviz.scene.lenses.script import routes_often
from kafkaviz.scene.lenses.small import MOST_COLUMNS, Column, Panel, Small
from kafkaviz.scene.lenses.small_panels import clients, nodes_of

LEAST_WITH_WORDS = 16.0
CHOICE: Final = "the partitioner chose", "partitioner chose"
SIGN_W, GAP = 38.0, 8.0
"""How wide the sign is at the end of a sum, and the room between the parts of it."""
LIGHT_TO_BOLD: Final = 0.9
"""How much of a room words may fill that have room in it as well when they are bold."""


def draw(graph: nx.MultiDiGraph, on: Stage, now_ms: int) -> Canvas:
    """Draws one moment."""
    canvas = Canvas()
    head = f"{DECORATION}head"
    canvas.group(head, 0.0, 0.0, layer="back")
    if not graph:
        canvas.nobody(head, (on.size[0] / 2, on.size[1] / 2), "topic")
        return canvas
    right = on.lines.x + on.lines.w + on.band_w
    said = longest(("records in each partition", "records in each"), on.size[0] - right, 14)
    canvas.words(head, "bars", (right, MARGIN + 14), said, "t-mute s14")
    partitions = [(node, data) for node, data in graph.nodes(data=True) if data["kind"] == "partition"]
    moment = graph.graph["moment"]
    total = sum(data["records"] for _, data in partitions)
    for node, data in partitions:
        landings = landings_in(on, graph, node)
        _draw_column(canvas, node, data, on, landings, total if node in on.hot[moment] else 0)
        _draw_blocks(canvas, node, data, on, landings, moment)
    for node, data in graph.nodes(data=True):
        if data["kind"] == "producer":
            _draw_producer(canvas, node, data, on.producers[node], graph.graph.get("batch_size", 0))
    routings = [(node, data) for node, data in graph.nodes(data=True) if data["kind"] == "routing"]
    latest = max((on.rows[node].page for node, _ in routings), default=0)
    page = f"{DECORATION}page{latest}"
    if routings:
        canvas.group(page, on.lines.x, on.lines.y, layer="card")
    for node, data in routings:
        if on.rows[node].page < latest:
            canvas.group(node, on.lines.x, on.lines.y)
        else:
            canvas.group(node, 0.0, on.rows[node].number * ROW_H, parent=page)
            _draw_routing(canvas, node, data, on, newest=node in on.fresh[moment])
    return canvas


def _draw_producer(canvas: Canvas, node: str, data: Attributes, at: Room, most_bytes: int) -> None:
    w = at.w
    canvas.group(node, at.x, at.y, layer="card", event=node)
    canvas.box(node, "box", (0.0, 0.0, w, at.h), "producer", tip=f"producer {data['name']}")
    canvas.words(node, "name", (12.0, 14.0), data["name"], "t s14 b", w * 0.4)
    knows = ["knows no partition yet", ""]
    if data["knows"] is not None:
        knows = [f"knows {quantity(data['knows'], 'partition')}", ""]
    if data["sticks_to"] is not None:
        now = f"now at p{data['sticks_to']}"
        knows = [f"{now}: {data['sent_bytes']:,} of {most_bytes:,} bytes", now, f"→ p{data['sticks_to']}"]
    room = w - 30 - len(data["name"]) * 8.4
    canvas.words(node, "knows", (w - 10, 14.0), longest(knows, room, 12), "t s12 end")


def _draw_column(
    canvas: Canvas, node: str, data: Attributes, on: Stage, landings: Sequence[Landing], total: int
) -> None:
    """Draws a column; of a hot one is said how many of the `total` it has, which is 0 for others."""
    room = on.partitions[node]
    width, floor = room.w * 0.8, room.h - FOOT_H
    top = floor - on.unit * data["records"]
    waiting = max(0, data["unstored"] - len(landings))
    height = on.unit * (data["records"] - len(landings) - waiting)
    canvas.group(node, room.x, room.y, layer="chip", event=node)
    canvas.box(node, "box", (-4.0, CEILING - 8, width + 8, floor + LABELS_H - CEILING + 8), "net")
    canvas.box(node, "bucket", (0.0, CEILING - 4, width, floor - CEILING + 4), "bucket")
    tip = f"{data['tp']}: {quantity(data['records'], 'record')}"
    canvas.box(node, "bar", (0.0, floor - height, width, height), "bar-hot" if total else "bar", tip=tip)
    if waiting:
        canvas.box(node, "waiting", (0.0, top, width, on.unit * waiting), "waiting")
    if width < LEAST_WITH_WORDS and not total:
        return
    size = 16 if width >= 40 else 12
    said = (f"{data['records']} of {total} !", f"{data['records']} !") if total else (str(data["records"]),)
    canvas.words(node, "count", (width / 2, top - 12), longest(said, room.w, size), f"t s{size} b mid")
    canvas.words(node, "name", (width / 2, floor + 16), name_of(data["tp"]), f"t s{min(14, size)} b mid")
    if width < 40:
        return
    leader = "✕" if data["leader"] is None else f"b{data['leader']}"
    said = ("nobody leads", leader) if data["leader"] is None else (f"on broker {data['leader']}", leader)
    canvas.words(node, "leader", (width / 2, floor + 34), longest(said, room.w - 4, 12), "t-mute s12 mid", room.w)
    if data["records"]:
        stored = longest(_stored(data), room.w - 4, 12)
        canvas.words(node, "stored", (width / 2, floor + 50), stored, "t s12 mid", room.w)


def _stored(data: Attributes) -> tuple[str, ...]:
    """Returns how far the records of a column are, in many words and in few: in a batch, written, acknowledged."""
    if data["unstored"]:
        return f"{data['unstored']} in a batch", f"{data['unstored']} wait", f"… {data['unstored']}"
    if data["unanswered"]:
        return f"{data['unanswered']} written", "written", f"{data['unanswered']} log"
    return "✓ all stored", "✓ stored", "✓"


def _draw_blocks(
    canvas: Canvas, node: str, data: Attributes, on: Stage, landings: Sequence[Landing], moment: int
) -> None:
    """Draws the records that a partition has and the film has seen, the first one lowest; the last ones may wait."""
    room = on.partitions[node]
    width, h = room.w * 0.8, on.unit
    floor = room.h - FOOT_H - h * (data["records"] - len(landings))
    for n, landing in enumerate(landings, 1):
        is_new = landing.block.removeprefix(f"{DECORATION}block ") in on.fresh[moment]
        look, text = ("bar-hot", "t-hot") if node in on.hot[moment] else ("bar", "t-leader")
        if is_new or n > len(landings) - data["unstored"]:
            look, text = ("send", "t-message") if is_new else ("waiting", "t")
        canvas.group(landing.block, 2.0, floor - n * h + 1, parent=node, layer="cell")
        canvas.box(landing.block, "box", (0.0, 0.0, width - 4, h - 2), look, tip=landing.label)
        if width >= 28 or fit_text(landing.label, width, 12) == landing.label:
            at = ((width - 4) / 2, (h - 2) / 2)
            canvas.words(landing.block, "name", at, landing.label, f"{text} s12 b mid", width)


def _draw_routing(canvas: Canvas, node: str, data: Attributes, on: Stage, *, newest: bool) -> None:
    """Draws a record's sum as a way: the record, over the line its hash, under it the remainder, at its end a name.

    Where there is more than one page, each record says how manieth it is.
    """
    label = f"{on.turns[node] + 1}. " * on.is_numbered + label_of(data["value"])
    pill_w, end = on.pill_w, on.lines.w - SIGN_W
    canvas.box(node, "box", (0.0, 0.0, pill_w, PILL_H), "send" if newest else "producer", tip=label)
    text = "t-message" if newest else "t"
    look = f"{text} {largest(label, pill_w - 8, 14, 12)} b mid"
    canvas.words(node, "name", (pill_w / 2, PILL_H / 2), label, look, pill_w - 8)
    weight = " b" if newest else ""
    room = end - pill_w - 2 * GAP
    over, under = reasoning(data)
    line = "sum-new" if newest else "sum"
    for part, said, y in (("hash", over, 8.0), ("rest", under, PILL_H - 8)):
        group = f"{node}/{part}"
        canvas.group(group, pill_w + GAP, 0.0, parent=node)
        # Every record's sum in the same words, whether it is bold or not, and no bold one under the sign.
        canvas.words(group, "said", (0.0, y), longest(said, room * LIGHT_TO_BOLD, 12), f"t s12{weight}", room)
    middle = PILL_H / 2
    canvas.line(f"{node}/hash", "line", (-GAP, middle, room / 2, middle), line)
    canvas.line(f"{node}/rest", "line", (room / 2, middle, room + GAP, middle), line)
    sign = f"{node}/rest"
    canvas.box(sign, "to", (room + GAP, middle - 12, SIGN_W, 24.0), "send" if newest else "producer")
    name = name_of(data["tp"])
    canvas.words(sign, "name", (room + GAP + SIGN_W / 2, middle), name, f"{text} s14 b mid", SIGN_W)


def reasoning(data: Attributes) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the arithmetic that led to a partition, where it was murmur2's; else says that it was a choice.

    It is what stands over the line, the longest words first, and what stands under it.

    >>> from kafkaviz.decisions.values import TopicPartition
    >>> over, under = reasoning({"key": b"ABC", "tp": TopicPartition("letters", 0), "partitions": 3})
    >>> over
    ('murmur2(ABC) = 2103866058', 'ABC → 2103866058', 'hash 2103866058')
    >>> under
    ('& 0x7fffffff = 2103866058, mod 3 = 0', '2103866058 mod 3 = 0', 'mod 3 = 0')
    """
    number, key, partitions = data["tp"].partition, data["key"], data["partitions"]
    if key is None:
        return ("no key",), CHOICE
    if keyed_partition(key, partitions) != number:
        return (f"key {label_of(key)}, not its hash", "not the key's hash"), CHOICE
    hashed, remainder = murmur2(key), f"mod {partitions} = {number}"
    positive = to_positive(hashed)
    over = f"murmur2({label_of(key)}) = {hashed}", f"{label_of(key)} → {hashed}", f"hash {hashed}"
    return over, (f"& 0x7fffffff = {positive}, {remainder}", f"{positive} {remainder}", remainder)


def _panel(graph: nx.MultiDiGraph, tp: TopicPartition | None) -> Panel:
    """Returns partitions as columns that are filled as far as the fullest one allows."""
    partitions = nodes_of(graph, "partition")
    most = max([5, *(data["records"] for _, data in partitions)])
    columns = []
    for node, data in partitions[:MOST_COLUMNS]:
        name, count = f"p{data['tp'].partition}", data["records"]
        columns.append(Column(node, name, name, str(count), "bucket", "t", filled=count / most))
    alias = {record: producer for producer, record, kind in graph.edges(data="kind") if kind == "sends"}
    return Panel(tuple(clients(graph)), tuple(columns), alias)


LENS = Lens(
    graph=partitioner_lens,
    stage=stage,
    draw=draw,
    ways=ways,
    tells=routes_often,
    relabel=sums_first,
    legend=(
        ("send", "the newest record"),
        ("waiting", "in a batch, not sent yet"),
        ("bar-hot", "got more than twice its share"),
    ),
    small=Small(partitioner_lens, _panel),
    filled=lambda graph: any(records for _, records in graph.nodes(data="records")),
)
