"""Draws the lens partitioner: the latest records on the left, how they were placed, and the bars they add to."""

from collections.abc import Iterable
from typing import NamedTuple

import networkx as nx

from kafkaviz.decisions.hashing import keyed_partition, murmur2
from kafkaviz.graph.lenses import Attributes
from kafkaviz.model.clients.events import ROUTINGS_KEPT
from kafkaviz.scene.canvas import DECORATION, Canvas, label_of

SIZE = (1280, 560)

LIST_X, PILL_W, ROW_H, TOP = 30.0, 170.0, 58.0, 80.0
BARS_X, FLOOR, CEILING = 760.0, SIZE[1] - 76.0, 110.0


class Stage(NamedTuple):
    """The fullest a partition gets in a film, so that bars keep one scale."""

    most: int


def stage(graphs: Iterable[nx.MultiDiGraph]) -> Stage:
    """Returns the scale of the bars for a whole film."""
    counts = [data["records"] for g in graphs for _, data in g.nodes(data=True) if data["kind"] == "partition"]
    return Stage(max([*counts, 5]))


def draw(graph: nx.MultiDiGraph, places: Stage, now_ms: int) -> Canvas:
    """Draws one moment."""
    canvas = Canvas()
    head = f"{DECORATION}head"
    canvas.group(head, 0.0, 0.0, layer="back")
    canvas.words(head, "list", (LIST_X, 62.0), "the latest records", "t-mute s18")
    canvas.words(head, "bars", (BARS_X, 62.0), "records in each partition", "t-mute s18")
    partitions = [(node, data) for node, data in graph.nodes(data=True) if data["kind"] == "partition"]
    most = max((data["records"] for _, data in partitions), default=0)
    for n, (node, data) in enumerate(partitions):
        _draw_bar(canvas, node, data, n, len(partitions), places, hottest=_is_hot(data, most, partitions))
    producers = [node for node, kind in graph.nodes(data="kind") if kind == "producer"]
    for n, node in enumerate(producers):
        canvas.group(node, LIST_X + n * 190, 8.0, layer="card")
        canvas.box(node, "box", (0.0, 0.0, 170.0, 36.0), "producer")
        canvas.words(node, "name", (85.0, 18.0), graph.nodes[node]["name"], "t s16 b mid", 160)
    routings = [(node, data) for node, data in graph.nodes(data=True) if data["kind"] == "routing"]
    latest = max((data["number"] for _, data in routings), default=-1)
    drawn = sorted(routings, key=lambda pair: (pair[1]["producer"], pair[1]["number"]))[-ROUTINGS_KEPT:]
    for node, _ in routings:
        if node not in {kept for kept, _ in drawn}:
            canvas.group(node, LIST_X, TOP)
    for row, (node, data) in enumerate(drawn):
        _draw_routing(canvas, node, data, TOP + row * ROW_H, newest=data["number"] == latest)
    return canvas


def _is_hot(data: Attributes, most: int, partitions: list[tuple[str, Attributes]]) -> bool:
    return bool(data["records"] == most > 2 * sum(other["records"] for _, other in partitions) / len(partitions))


def _draw_bar(canvas: Canvas, node: str, data: Attributes, n: int, of: int, places: Stage, *, hottest: bool) -> None:
    pitch = min(150.0, (SIZE[0] - BARS_X - 24) / max(1, of))
    width, height = pitch * 0.78, (FLOOR - CEILING) * data["records"] / places.most
    canvas.group(node, BARS_X + n * pitch, 0.0, layer="chip")
    canvas.box(node, "bucket", (0.0, CEILING - 6, width, FLOOR - CEILING + 6), "bucket")
    look = "bar-hot" if hottest else "bar"
    canvas.box(node, "box", (0.0, FLOOR - height, width, height), look, tip=f"{data['tp']}: {data['records']}")
    canvas.words(node, "count", (width / 2, FLOOR - height - 16), str(data["records"]), "t s22 b mid")
    canvas.words(node, "name", (width / 2, FLOOR + 24), f"p{data['tp'].partition}", "t s18 b mid", pitch)
    leader = "no leader" if data["leader"] is None else f"broker {data['leader']}"
    canvas.words(node, "leader", (width / 2, FLOOR + 50), leader, "t-mute s14 mid", pitch)


def _draw_routing(canvas: Canvas, node: str, data: Attributes, y: float, *, newest: bool) -> None:
    canvas.group(node, LIST_X, y, layer="card")
    named = data["key"] if data["key"] is not None else data["value"]
    canvas.box(node, "box", (0.0, 0.0, PILL_W, 48.0), "message" if newest else "producer", tip=label_of(named))
    text = "t-message" if newest else "t"
    canvas.words(node, "name", (PILL_W / 2, 24.0), label_of(named), f"{text} s18 b mid", PILL_W - 14)
    weight = "b" if newest else ""
    first, second = reasoning(data)
    canvas.words(node, "how", (PILL_W + 18, 13.0), first, f"t s16 {weight}", BARS_X - LIST_X - PILL_W - 40)
    canvas.words(node, "where", (PILL_W + 18, 35.0), second, f"t s16 {weight}", BARS_X - LIST_X - PILL_W - 40)


def reasoning(data: Attributes) -> tuple[str, str]:
    """Returns the arithmetic that led to a partition, where it was murmur2's; else say that it was a choice.

    >>> from kafkaviz.decisions.values import TopicPartition
    >>> reasoning({"key": b"ABC", "tp": TopicPartition("letters", 0), "partitions": 3})
    ('murmur2(key) = 2103866058', '& 0x7fffffff mod 3 → partition 0')
    """
    number, key = data["tp"].partition, data["key"]
    if key is None:
        return "no key", f"the partitioner chose → partition {number}"
    if keyed_partition(key, data["partitions"]) != number:
        return "a key, but not its hash:", f"the partitioner chose → partition {number}"
    return f"murmur2(key) = {murmur2(key)}", f"& 0x7fffffff mod {data['partitions']} → partition {number}"
