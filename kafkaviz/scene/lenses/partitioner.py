"""Draws the lens partitioner: the latest records, the arithmetic that placed each, and the columns they add to."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import networkx as nx

from kafkaviz.decisions.hashing import keyed_partition, murmur2
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import quantity
from kafkaviz.graph.lenses import Attributes, partitioner_lens
from kafkaviz.model.clients.events import ROUTINGS_KEPT
from kafkaviz.scene.canvas import DECORATION, Canvas, label_of
from kafkaviz.scene.film.timing import Timed
from kafkaviz.scene.layout import Room
from kafkaviz.scene.lenses.lens import Lens
from kafkaviz.scene.lenses.script import Moments
from kafkaviz.scene.lenses.small import MOST_COLUMNS, Column, Panel, Small
from kafkaviz.scene.lenses.small_panels import clients, nodes_of
from kafkaviz.scene.routing import Port, Way
from kafkaviz.scene.values import Size

MARGIN, HEAD_H, ROW_H, PILL_H, FOOT_H = 8.0, 34.0, 44.0, 36.0, 46.0
LIST_PART = 0.47
BAND_W = 40.0
LANE_Y, CEILING = 2.0, 34.0
LEAST_WITH_WORDS = 16.0


class Stage(NamedTuple):
    """The places of a whole film: the list's, each partition's, and the fullest one's count, so that one scale holds.

    `turns` says how manieth each record is; it stands in one row for as long as it is shown, and nothing moves up.
    """

    size: Size
    lines: Room
    partitions: Mapping[str, Room]
    most: int
    rows: int
    turns: Mapping[str, int]
    pill_w: float
    band_w: float
    ports: Mapping[str, Port]


def stage(graphs: Sequence[nx.MultiDiGraph], size: Size) -> Stage:
    """Returns the places and the scale for a whole film."""
    w, h = size
    wide = w > 700
    lines = Room(MARGIN, MARGIN + HEAD_H, (w - 2 * MARGIN) * LIST_PART if wide else 278.0, h - 2 * MARGIN - HEAD_H)
    band = BAND_W if wide else 76.0
    most, names, rows = 5, dict[str, None](), min(ROUTINGS_KEPT, int((lines.h + ROW_H - PILL_H) // ROW_H))
    turns: dict[str, int] = {}
    ports: dict[str, Port] = {}
    for graph in graphs:
        for node, data in graph.nodes(data=True):
            if data["kind"] == "partition":
                most = max(most, data["records"])
                names.setdefault(node)
            elif data["kind"] == "routing":
                turn = turns.setdefault(node, len(turns))
                y = lines.y + turn % rows * ROW_H
                ports[node] = Port(y, y + PILL_H, lines.x + lines.w, far=True)
    left = lines.x + lines.w + band
    pitch = min(110.0, (w - MARGIN - left) / max(1, len(names)))
    columns = {node: Room(left + n * pitch, lines.y, pitch, lines.h) for n, node in enumerate(names)}
    ports |= {node: Port(room.x, room.x + room.w * 0.8, lines.y) for node, room in columns.items()}
    return Stage(size, lines, columns, most, rows, turns, min(96.0, lines.w * 0.25), band, ports)


def draw(graph: nx.MultiDiGraph, on: Stage, now_ms: int) -> Canvas:
    """Draws one moment."""
    canvas = Canvas()
    head = f"{DECORATION}head"
    canvas.group(head, 0.0, 0.0, layer="back")
    if not graph:
        canvas.nobody(head, on.size, "topic")
        return canvas
    right = on.lines.x + on.lines.w + on.band_w
    canvas.words(head, "bars", (right, MARGIN + 14), "records in each partition", "t-mute s14")
    partitions = [(node, data) for node, data in graph.nodes(data=True) if data["kind"] == "partition"]
    most = max((data["records"] for _, data in partitions), default=0)
    total = sum(data["records"] for _, data in partitions)
    for node, data in partitions:
        # Hot is what has more than twice its share.
        hot = data["records"] == most > 2 * total / len(partitions)
        _draw_column(canvas, node, data, on, hottest=hot)
    producers = [(node, data) for node, data in graph.nodes(data=True) if data["kind"] == "producer"]
    for n, (node, data) in enumerate(producers):
        _draw_producer(canvas, node, data, n, on, len(producers))
    routings = [(node, data) for node, data in graph.nodes(data=True) if data["kind"] == "routing"]
    latest = max((on.turns[node] for node, _ in routings), default=-1)
    for node, data in routings:
        turn = on.turns[node]
        if turn <= latest - on.rows:
            canvas.group(node, on.lines.x, on.lines.y)
        else:
            _draw_routing(canvas, node, data, turn % on.rows, on, newest=turn == latest)
    return canvas


def tells(moments: Moments) -> bool:
    """Tells whether a producer has routed a record at any moment."""
    return any(producer.latest for moment in moments for producer in moment.producers.values())


def ways(on: Stage, messages: Sequence[Timed]) -> list[Way]:
    """Returns the way of each record: from the end of its line straight over to its column, and down into it."""
    found = []
    for message in messages:
        y = on.ports[message.cue.start].middle
        start, end = on.lines.x + on.lines.w, on.ports[message.cue.end].middle
        top, bend = on.lines.y + LANE_Y, start + on.band_w / 2
        path = ((start - 6, y), (bend, y), (bend, top), (end, top), (end, on.lines.y + CEILING - 4))
        # Each chip rests at the end of its own row.
        beside = start - 8 if on.size[0] > 700 else bend
        found.append(Way(path, (beside, y), message.cue.text))
    return found


def _draw_producer(canvas: Canvas, node: str, data: Attributes, n: int, on: Stage, of: int) -> None:
    w = on.lines.w / of - 6
    canvas.group(node, on.lines.x + n * (w + 6), MARGIN, layer="card", event=node)
    canvas.box(node, "box", (0.0, 0.0, w, 28.0), "producer", tip=f"producer {data['name']}")
    canvas.words(node, "name", (12.0, 14.0), data["name"], "t s14 b", w * 0.4)
    if data["sticks_to"] is not None:
        said = f"stays with p{data['sticks_to']}: {quantity(data['sent_bytes'], 'byte')}"
        canvas.words(node, "sticks", (w - 10, 14.0), said, "t s12 end", w * 0.6)


def _draw_column(canvas: Canvas, node: str, data: Attributes, on: Stage, *, hottest: bool) -> None:
    room = on.partitions[node]
    width, floor = room.w * 0.8, room.h - FOOT_H
    height = (floor - CEILING - 26) * data["records"] / on.most
    canvas.group(node, room.x, room.y, layer="chip", event=node)
    canvas.box(node, "bucket", (0.0, CEILING - 4, width, floor - CEILING + 4), "bucket")
    look = "bar-hot" if hottest else "bar"
    canvas.box(
        node,
        "box",
        (0.0, floor - height, width, height),
        look,
        tip=f"{data['tp']}: {quantity(data['records'], 'record')}",
    )
    sign = " !" if hottest else ""
    if width < LEAST_WITH_WORDS and not hottest:
        return
    size = 16 if width >= 40 else 12
    canvas.words(node, "count", (width / 2, floor - height - 12), f"{data['records']}{sign}", f"t s{size} b mid")
    name = f"p{data['tp'].partition}"
    canvas.words(node, "name", (width / 2, floor + 16), name, f"t s{min(14, size)} b mid")
    if width < 40:
        return
    leader = "✕" if data["leader"] is None else f"broker {data['leader']}" if width >= 58 else f"b{data['leader']}"
    canvas.words(node, "leader", (width / 2, floor + 36), leader, "t-mute s12 mid", room.w)


def _draw_routing(canvas: Canvas, node: str, data: Attributes, row: int, on: Stage, *, newest: bool) -> None:
    canvas.group(node, on.lines.x, on.lines.y + row * ROW_H, layer="card")
    label = label_of(data["key"] if data["key"] is not None else data["value"])
    pill_w = on.pill_w
    canvas.box(node, "box", (0.0, 0.0, pill_w, PILL_H), "send" if newest else "producer", tip=label)
    text = "t-message" if newest else "t"
    canvas.words(node, "name", (pill_w / 2, PILL_H / 2), label, f"{text} s14 b mid", pill_w - 10)
    room = on.lines.w - pill_w - 14
    weight = "b" if newest else ""
    first, second = reasoning(data)
    canvas.words(node, "how", (pill_w + 12, 9.0), first, f"t s12 {weight}".strip(), room)
    canvas.words(node, "where", (pill_w + 12, 27.0), second, f"t s12 {weight}".strip(), room)


def reasoning(data: Attributes) -> tuple[str, str]:
    """Returns the arithmetic that led to a partition, where it was murmur2's; else says that it was a choice.

    >>> from kafkaviz.decisions.values import TopicPartition
    >>> reasoning({"key": b"ABC", "tp": TopicPartition("letters", 0), "partitions": 3})
    ('murmur2(key) = 2103866058', '& 0x7fffffff mod 3 → p0')
    """
    number, key = data["tp"].partition, data["key"]
    if key is None:
        return "no key", f"the partitioner chose → p{number}"
    if keyed_partition(key, data["partitions"]) != number:
        return "a key, but not its hash:", f"the partitioner chose → p{number}"
    return f"murmur2(key) = {murmur2(key)}", f"& 0x7fffffff mod {data['partitions']} → p{number}"


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
    tells=tells,
    legend=(("send", "the newest record"), ("bar-hot", "more than twice its share")),
    small=Small(partitioner_lens, _panel),
)
