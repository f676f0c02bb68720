"""Draws the lens assignment: partitions left, members right, and a line for each hold on a partition."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.lenses import Attributes
from kafkaviz.scene.canvas import DECORATION, Canvas

SIZE = (1280, 560)

LEFT, PARTITION_W = 40.0, 300.0
RIGHT, MEMBER_W = SIZE[0] - 400.0, 360.0
TOP, BOTTOM = 78.0, SIZE[1] - 12.0
HOLDS = {"kept": "edge-assign", "revoking": "edge-lost", "promised": "edge-new"}
STATES = {
    "joining": "joins",
    "waiting": "waits for the others",
    "syncing": "waits for its share",
    "unrevoked": "must give some up",
    "unreleased": "waits for a free one",
}


class Stage(NamedTuple):
    """The height of each partition and member for a whole film."""

    partitions: Mapping[str, float]
    members: Mapping[str, float]
    row_h: float
    member_h: float


def stage(graphs: Iterable[nx.MultiDiGraph]) -> Stage:
    """Returns each partition and each member of a film its row."""
    tps: dict[str, TopicPartition] = {}
    members: dict[str, None] = {}
    for graph in graphs:
        for node, data in graph.nodes(data=True):
            if data["kind"] == "partition":
                tps.setdefault(node, data["tp"])
            elif data["kind"] == "member":
                members.setdefault(node)
    partitions = sorted(tps, key=tps.__getitem__)
    row_h = min(84.0, (BOTTOM - TOP) / max(1, len(partitions)))
    member_h = min(150.0, (BOTTOM - TOP) / max(1, len(members)))
    return Stage(
        {node: TOP + n * row_h for n, node in enumerate(partitions)},
        {node: TOP + n * member_h for n, node in enumerate(members)},
        row_h,
        member_h,
    )


def draw(graph: nx.MultiDiGraph, places: Stage, now_ms: int) -> Canvas:
    """Draws one moment."""
    canvas = Canvas()
    head = f"{DECORATION}head"
    canvas.group(head, 0.0, 0.0, layer="back")
    canvas.words(head, "time", (16.0, 32.0), f"t = {now_ms / 1000:g} s", "t s22 b mono")
    if not graph:
        canvas.words(head, "empty", (SIZE[0] / 2, SIZE[1] / 2), "There is no group at this moment.", "t-mute s18 mid")
        return canvas
    members = _member_ends(graph, places)
    for node, data in graph.nodes(data=True):
        if data["kind"] == "group":
            _draw_group(canvas, node, data)
        elif data["kind"] == "partition":
            _draw_partition(canvas, node, data, places, graph)
        else:
            _draw_member(canvas, node, data, places)
    for start, end, data in graph.edges(data=True):
        if data["kind"] == "assigned":
            name = f"{DECORATION}hold {start} {end}"
            canvas.group(name, 0.0, 0.0, layer="edge")
            y = places.partitions[start] + places.row_h / 2
            line = (LEFT + PARTITION_W, y, RIGHT, members[start, end])
            canvas.line(name, "line", line, HOLDS[data["state"]])
    return canvas


def _member_ends(graph: nx.MultiDiGraph, places: Stage) -> dict[tuple[str, str], float]:
    """Returns where each line meets its member, spread so that lines can be told apart."""
    ends: dict[tuple[str, str], float] = {}
    for member, y in places.members.items():
        if member not in graph:
            continue
        held = sorted({a for a, _, kind in graph.in_edges(member, data="kind") if kind == "assigned"})
        gap = min(16.0, (places.member_h - 24) / max(1, len(held)))
        middle = y + (places.member_h - 12) / 2
        for n, partition in enumerate(sorted(held, key=places.partitions.__getitem__)):
            ends[partition, member] = middle + (n - (len(held) - 1) / 2) * gap
    return ends


def _draw_group(canvas: Canvas, node: str, data: Attributes) -> None:
    canvas.group(node, LEFT + 200, 8.0, layer="card")
    canvas.box(node, "box", (0.0, 0.0, 880.0, 48.0), "strip", tip=f"group {data['name']}: {data['state']}")
    canvas.words(node, "name", (14.0, 24.0), f"group {data['name']}", "t s18 b", 160)
    epoch = "epoch" if data["protocol"] in ("consumer", "share") else "generation"
    where = "" if data["coordinator"] is None else f" · coordinator: broker {data['coordinator']}"
    about = f"{data['protocol']} · {data['state']} · {epoch} {data['generation']}{where}"
    canvas.words(node, "about", (178.0, 24.0), about, "t s16", 696)


def _draw_partition(canvas: Canvas, node: str, data: Attributes, places: Stage, graph: nx.MultiDiGraph) -> None:
    states = [state for _, _, state in graph.out_edges(node, data="state")]
    free = "kept" not in states
    h = places.row_h - 8
    canvas.group(node, LEFT, places.partitions[node], layer="card")
    canvas.box(node, "box", (0.0, 0.0, PARTITION_W, h), "lagging" if free else "follower", tip=str(data["tp"]))
    text = "t-lagging" if free else "t-follower"
    canvas.words(node, "name", (16.0, h / 2), str(data["tp"]), f"{text} s18 b", 170)
    note = "! nobody reads" if free else "" if data["lag"] is None else f"lag {data['lag']}"
    if note:
        canvas.words(node, "note", (PARTITION_W - 14, h / 2), note, f"{text} s14 end", 120)


def _draw_member(canvas: Canvas, node: str, data: Attributes, places: Stage) -> None:
    h = places.member_h - 12
    canvas.group(node, RIGHT, places.members[node], layer="card")
    look, text = _look(data)
    canvas.box(node, "box", (0.0, 0.0, MEMBER_W, h), look, tip=f"member {data['name']}")
    leads = " ★ group leader" if data["leads"] else ""
    canvas.words(node, "name", (MEMBER_W / 2, h / 2 - 14), f"{data['name']}{leads}", f"{text} s18 b mid", MEMBER_W - 20)
    canvas.words(node, "state", (MEMBER_W / 2, h / 2 + 14), _said(data), f"{text} s16 mid", MEMBER_W - 16)


def _look(data: Attributes) -> tuple[str, str]:
    if not data["up"]:
        return "card-dead", "t-dead"
    if data["state"] in STATES or data["stalled"]:
        return "lagging", "t-lagging"
    return ("consumer-idle", "t-mute") if data["idle"] else ("consumer", "t")


def _said(data: Attributes) -> str:
    if not data["up"]:
        return "✕ crashed"
    if data["stalled"]:
        return "‖ stuck, does not poll"
    owned = ", ".join(str(tp) for tp in data["owned"])
    doing = STATES.get(data["state"], "")
    if doing:
        return f"‖ {doing}" + (f" · reads {owned}" if owned else "")
    return (owned and f"reads {owned}") or "idle: nothing is left for it"
