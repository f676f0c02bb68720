"""Draws the lens graph: the networkx graph of a moment as it is, every node and every tie by its name."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import quantity
from kafkaviz.graph.lenses import Attributes, Focus, plain_lens
from kafkaviz.scene.canvas import DECORATION, Canvas, longest
from kafkaviz.scene.film.timing import Timed
from kafkaviz.scene.layout import Room, draw_clock
from kafkaviz.scene.lenses.lens import Lens
from kafkaviz.scene.lenses.script import Moments
from kafkaviz.scene.routing import Port, Way
from kafkaviz.scene.values import WIDE, Size

MARGIN, TOP, LEGEND_H, NODE_H = 8.0, 34.0, 40.0, 24.0
TALLEST_LEVEL = 58.0
MOST_NODES: Final = 60
TIES: Final = {
    "controls": "tie-controls",
    "hosts": "tie-hosts",
    "copies": "tie-copies",
    "writes": "tie-writes",
    "feeds": "tie-feeds",
    "has": "tie-has",
    "coordinates": "tie-controls",
}
"""The class of each kind of tie."""
LOOKS: Final = {
    "controller": ("voter", "t"),
    "zookeeper": ("strip", "t"),
    "broker": ("card", "t"),
    "producer": ("producer", "t"),
    "consumer": ("consumer", "t"),
    "group": ("strip", "t"),
    "member": ("consumer", "t"),
}
ROLES: Final = {
    "leader": "leader",
    "zombie": "lagging",
    "follower": "follower",
    "lagging": "lagging",
    "dead": "dead",
    "unaware": "unaware",
}


class Stage(NamedTuple):
    """The place of each node for a whole film, made once of all that occurs in it."""

    size: Size
    rooms: Mapping[str, Room]
    ports: Mapping[str, Port]


def tells(moments: Moments) -> bool:
    """Tells whether all nodes have room to be read by name."""
    return max(len(plain_lens(moment, Focus())) for moment in (moments[0], moments[-1])) <= MOST_NODES


def stage(graphs: Sequence[nx.MultiDiGraph], size: Size) -> Stage:
    """Returns who decides on top, brokers below with their replicas, writers on the left and readers on the right.

    A partition has one level under all brokers.
    """
    kinds: dict[str, dict[str, Attributes]] = {}
    for graph in graphs:
        for node, data in graph.nodes(data=True):
            kinds.setdefault(data["kind"], {}).setdefault(node, data)
    w, h = size
    readers = [*kinds.get("consumer", ()), *_groups(kinds)]
    letters = max((len(node.rpartition(":")[2]) for node in (*kinds.get("producer", ()), *readers)), default=0)
    side = 128.0 if w >= WIDE[0] else max(90.0, min(110.0, letters * 7.2 + 30))
    left, right = MARGIN + side * ("producer" in kinds), w - MARGIN
    right -= side * bool(readers)
    top, bottom = TOP, h - LEGEND_H - MARGIN
    brokers = sorted(kinds.get("broker", ()), key=lambda node: int(node.split(":")[1]))
    above = [*kinds.get("controller", ()), *kinds.get("zookeeper", ())]
    rooms = _row(above, Room(left, top, right - left, NODE_H), 132)
    columns = _row(brokers, Room(left, top + 62, right - left, NODE_H), 118)
    rooms |= columns
    tps: list[TopicPartition] = sorted({data["tp"] for data in kinds.get("replica", {}).values()})
    first = top + 62 + 50
    level = min(TALLEST_LEVEL, (bottom - first) / max(1, len(tps)))
    for node, data in kinds.get("replica", {}).items():
        column = columns[f"broker:{data['broker']}"]
        width = min(112.0, column.w - 8)
        y = first + tps.index(data["tp"]) * level
        rooms[node] = Room(column.x + 8, y, width, min(NODE_H, level - 4))
    rooms |= _column(list(kinds.get("producer", ())), Room(MARGIN, top, side - 24, bottom - top))
    rooms |= _column(readers, Room(right + 24, top, side - 24, bottom - top))
    return Stage(size, rooms, {})


def _groups(kinds: Mapping[str, Mapping[str, Attributes]]) -> list[str]:
    """Returns the groups, each followed by its members."""
    found = []
    for group, data in kinds.get("group", {}).items():
        found.append(group)
        found += [node for node, member in kinds.get("member", {}).items() if member["group"] == data["name"]]
    return found


def _row(nodes: Sequence[str], room: Room, widest: float) -> dict[str, Room]:
    pitch = room.w / max(1, len(nodes))
    w = min(widest, pitch - 8)
    return {node: Room(room.x + (n + 0.5) * pitch - w / 2, room.y, w, room.h) for n, node in enumerate(nodes)}


def _column(nodes: Sequence[str], room: Room) -> dict[str, Room]:
    pitch = room.h / max(1, len(nodes))
    return {
        node: Room(room.x, room.y + (n + 0.5) * pitch - NODE_H / 2, room.w, min(NODE_H, pitch - 2))
        for n, node in enumerate(nodes)
    }


def draw(graph: nx.MultiDiGraph, on: Stage, now_ms: int) -> Canvas:
    """Draws one moment."""
    canvas = Canvas()
    head = f"{DECORATION}head"
    canvas.group(head, 0.0, 0.0, layer="back")
    said = f"{quantity(graph.number_of_nodes(), 'node')}, {quantity(graph.number_of_edges(), 'edge')}"
    canvas.words(head, "said", (on.size[0] - MARGIN, 16.0), said, "t-mute s14 end")
    draw_clock(canvas, MARGIN, 16.0, now_ms)
    for node, data in graph.nodes(data=True):
        _draw_node(canvas, node, data, on.rooms[node])
    for start, end, key, data in graph.edges(keys=True, data=True):
        _draw_tie(canvas, (start, end, key), data["kind"], on)
    _draw_legend(canvas, Counter(kind for _, _, kind in graph.edges(data="kind")), on.size)
    return canvas


def ways(on: Stage, messages: Sequence[Timed]) -> list[Way]:
    """Returns no ways, for in a plain graph nothing travels."""
    return []


def _draw_node(canvas: Canvas, node: str, data: Attributes, room: Room) -> None:
    canvas.group(node, room.x, room.y, layer="card", event=node)
    kind = data["kind"]
    look, text = LOOKS.get(kind, ("card", "t"))
    sign = ""
    if kind == "replica":
        look = ROLES[data["role"]]
        text = f"t-{look}"
        sign = {"leader": "★ ", "dead": "✕ ", "lagging": "! "}.get(look, "")
    elif kind == "broker" and data["state"] == "dead":
        look, text, sign = "card-dead", "t-dead", "✕ "
    elif kind == "controller" and (data["active"] or not data["up"]):
        look, text, sign = ("voter-leader", "t-controller", "") if data["active"] else ("card-dead", "t-dead", "✕ ")
    elif kind == "member" and not data["up"]:
        look, text, sign = "card-dead", "t-dead", "✕ "
    canvas.box(node, "box", (0.0, 0.0, room.w, room.h), look, tip=node)
    called = longest([f"{sign}{name}" for name in _names_of(node, data)], room.w - 4, 12)
    canvas.words(node, "name", (room.w / 2, room.h / 2), called, f"{text} s12 b mid", room.w - 4)


def _names_of(node: str, data: Attributes) -> Sequence[str]:
    """Returns what a node may be called, the longest first; a replica stands below its broker."""
    if data["kind"] == "replica":
        return f"{data['tp']}@{data['broker']}", str(data["tp"]), f"p{data['tp'].partition}"
    if data["kind"] in ("controller", "broker", "zookeeper"):
        return node.replace(":", " "), node.rpartition(":")[2]
    return (str(data["name"]),)


def _draw_tie(canvas: Canvas, edge: tuple[str, str, str], kind: str, on: Stage) -> None:
    start, end, key = edge
    a, b = on.rooms[start], on.rooms[end]
    name = f"{DECORATION}tie {start} {key} {end}"
    canvas.group(name, 0.0, 0.0, layer="edge")
    look = TIES.get(kind, "tie-has")
    if kind in ("hosts", "has"):
        # What a node has hangs on one line beside it.
        x, y = min(a.x + 6, b.x - 8), b.y + b.h / 2
        canvas.line(name, "down", (x, a.y + a.h, x, y), look)
        canvas.line(name, "line", (x, y, b.x, y), look)
        return
    if kind == "copies":
        # Above the level of its partition, so that it passes nobody who does not copy.
        y = a.y - 6
        ax, bx = a.x + a.w * 0.5, b.x + b.w * (0.62 if a.x > b.x else 0.38)
        canvas.line(name, "up", (ax, a.y, ax, y), look)
        canvas.line(name, "line", (ax, y, bx, y), look)
        canvas.line(name, "down", (bx, y, bx, b.y), look)
        return
    if kind == "coordinates":
        # Below all brokers and above all replicas, each group on a level of its own: a straight line would hide behind
        # the brokers between the two, and seem to come from the last of them.
        groups = [node for node in on.rooms if node.startswith("group:")]
        n = groups.index(end)
        x, y, turn = a.x + a.w * 0.75, a.y + a.h + 5 + 4 * (n % 3), b.x - 12 - 4 * (n % 3)
        canvas.line(name, "down", (x, a.y + a.h, x, y), look)
        canvas.line(name, "along", (x, y, turn, y), look)
        canvas.line(name, "turn", (turn, y, turn, b.y + b.h / 2), look)
        canvas.line(name, "line", (turn, b.y + b.h / 2, b.x, b.y + b.h / 2), look)
        return
    ax, bx = (a.x + a.w, b.x) if a.x + a.w <= b.x else (a.x, b.x + b.w) if b.x + b.w <= a.x else (0.0, 0.0)
    if (ax or bx) and kind != "controls":
        canvas.line(name, "line", (ax, a.y + a.h / 2, bx, b.y + b.h / 2), look)
        return
    down = a.y < b.y
    middle = (a.x + a.w / 2, a.y + (a.h if down else 0.0))
    canvas.line(name, "line", (*middle, b.x + b.w / 2, b.y if down else b.y + b.h), look)


def _draw_legend(canvas: Canvas, counts: Counter[str], size: Size) -> None:
    legend = f"{DECORATION}legend"
    canvas.group(legend, MARGIN, size[1] - LEGEND_H + 8, layer="back")
    x = y = 0.0
    for kind, look in TIES.items():
        if not counts[kind]:
            continue
        text = f"{kind} {counts[kind]}"
        w = 30 + len(text) * 7.4
        if x + w > size[0] - 2 * MARGIN:
            x, y = 0.0, y + 18
        canvas.line(legend, f"line {kind}", (x, y, x + 24, y), look)
        canvas.words(legend, f"name {kind}", (x + 30, y), text, "t s12")
        x += w + 16


LENS = Lens(
    graph=plain_lens,
    stage=stage,
    draw=draw,
    ways=ways,
    tells=tells,
    legend=(("leader", "leads"), ("follower", "in sync"), ("lagging", "not in sync"), ("card-dead", "down")),
)
