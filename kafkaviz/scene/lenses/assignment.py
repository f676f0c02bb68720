"""Draws the lens assignment: each partition a tile that lies with whoever reads it, and what is read by nobody."""

from collections import Counter
from collections.abc import Mapping

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.lenses import Attributes, assignment_lens
from kafkaviz.scene.canvas import DECORATION, Canvas, largest, longest
from kafkaviz.scene.layout import Room, draw_clock, pack
from kafkaviz.scene.lenses.assignment_members import draw_member, draw_patience
from kafkaviz.scene.lenses.assignment_stage import COUNT_W, FOOT_H, HEAD_H, TILE_H, Stage, stage
from kafkaviz.scene.lenses.lens import Lens
from kafkaviz.scene.lenses.reading import Reading, draw_reading, is_heard, is_read
from kafkaviz.scene.lenses.script import has_groups
from kafkaviz.scene.lenses.small import MOST_COLUMNS, Cell, Column, Head, Panel, Small
from kafkaviz.scene.lenses.small_panels import nodes_of
from kafkaviz.scene.lenses.unseen import mark_unseen_creation
from kafkaviz.scene.routing import ways


def draw(graph: nx.MultiDiGraph, on: Stage, now_ms: int) -> Canvas:
    """Draws one moment of those that its stage was made of."""
    canvas = Canvas()
    reading, heard = Reading(on.counts[: graph.graph["moment"] + 1], len(on.counts)), is_heard(graph)
    head = f"{DECORATION}head"
    canvas.group(head, 0.0, 0.0, layer="back")
    if not has_group(graph):
        before = f"{DECORATION}before"
        canvas.group(before, on.group.x, on.group.y, layer="back")
        canvas.nobody(before, (14.0, on.group.h / 2), "group", "s14", on.group.w - 20)
        _draw_tray(canvas, before, on, reading, are_free=bool(graph), heard=heard)
    draw_reading(canvas, on.time, reading, heard=heard)
    draw_clock(canvas, *on.clock, now_ms)
    holders = _holders(graph)
    shares = Counter(member for members in holders.values() for member in set(members))
    for node, data in graph.nodes(data=True):
        if data["kind"] == "group":
            _draw_group(canvas, node, data, on.group)
            are_free = any(name in graph and name not in holders for name in on.names)
            _draw_tray(canvas, node, on, reading, are_free=are_free, heard=heard)
        elif data["kind"] == "zookeeper" and on.zookeeper is not None:
            _draw_zookeeper(canvas, node, data, on.zookeeper)
        elif data["kind"] == "member":
            draw_member(canvas, node, data, on, shares[node], heard=heard)
            draw_patience(canvas, node, data, on, graph.graph.get("group_session_timeout_ms", 0), now_ms)
    _draw_tiles(canvas, graph, on, holders, heard=heard)
    return canvas


def has_group(graph: nx.MultiDiGraph) -> bool:
    """Tells whether there is a group in a graph."""
    return any(kind == "group" for _, kind in graph.nodes(data="kind"))


def _holders(graph: nx.MultiDiGraph) -> dict[str, list[str]]:
    """Returns the member with which each partition lies: who owns it, or still holds what it is to give up.

    In a share group there are several.
    """
    held: dict[str, list[str]] = {}
    for partition, member, data in graph.edges(data=True):
        if data["kind"] == "assigned" and data["state"] != "promised":
            held.setdefault(partition, []).append(member)
    return held


def _draw_group(canvas: Canvas, node: str, data: Attributes, room: Room) -> None:
    canvas.group(node, room.x, room.y, layer="card")
    canvas.box(node, "box", (0.0, 0.0, room.w, room.h), "strip", tip=f"group {data['name']}: {data['state']}")
    wide = room.w > 700
    where = "" if data["coordinator"] is None else f" · {'coordinator: ' * wide}broker {data['coordinator']}"
    name = f"group {data['name']}{where}"
    epoch = "epoch" if data["protocol"] in ("consumer", "share") else "generation"
    about = f"{data['protocol']} · {data['state']}{_with_generation(data, epoch)}"
    # Both begin on the left: the right of the strip stays free for what is the cause of a step.
    canvas.words(node, "name", (14.0, 14.0), name, f"t {'s16' if wide else 's14'} b", room.w - 20)
    canvas.words(node, "about", (14.0, 32.0), about, "t s12", room.w - 20)


def _with_generation(data: Attributes, called: str) -> str:
    """Returns the generation in words; who looks at a running cluster from outside is told none."""
    return f" · {called} {data['generation']}" if data["generation"] >= 0 else ""


def _draw_zookeeper(canvas: Canvas, node: str, data: Attributes, room: Room) -> None:
    canvas.group(node, room.x, room.y, layer="card")
    canvas.box(node, "box", (0.0, 0.0, room.w, room.h), "strip", tip="ZooKeeper keeps the group's offsets")
    canvas.words(node, "name", (14.0, 13.0), "ZooKeeper", "t s14 b")
    lines = [f"{path} → {offset}" for path, offset in data["nodes"].items()]
    said = f"{len(lines) or 'no'} offsets"
    if len(lines) == 1:
        said = longest((lines[0], "…/" + "/".join(lines[0].split("/")[-2:])), room.w - 28, 12)
    canvas.words(node, "nodes", (14.0, 31.0), said, "t s12 mono", room.w - 28)


def _draw_tray(canvas: Canvas, group: str, on: Stage, reading: Reading, *, are_free: bool, heard: bool) -> None:
    """Draws how many partitions are read, and the tray for the others, both as parts of the group."""
    tray, room = f"{DECORATION}tray", on.tray
    canvas.group(tray, room.x - on.group.x, room.y - on.group.y, parent=group)
    canvas.box(tray, "box", (COUNT_W, 0.0, room.w - COUNT_W, room.h), "tray")
    said = "assigned to nobody" if are_free else "all are assigned"
    canvas.words(tray, "label", (room.w - 10, room.h - 11), said, "t-mute s12 end")
    now = reading.counts[-1]
    look = "t" if now.read == now.of else "t-bad"
    count = f"{now.read} / {now.of}"
    canvas.words(tray, "count", (4.0, 22.0), count, f"{look} {'s28' if len(count) <= 7 else 's18'} b")
    canvas.words(tray, "said", (4.0, 50.0), "are read now" if heard else "are assigned", "t-mute s14")


def _draw_tiles(
    canvas: Canvas, graph: nx.MultiDiGraph, on: Stage, holders: Mapping[str, list[str]], *, heard: bool
) -> None:
    """Draws each partition as a tile with its holder, or in the tray; one without room there is only counted.

    Of many members, which have no cards, nothing is drawn that they hold. With its second holder, and each after that,
    lies a copy: a mark has one place.
    """
    lying: dict[str, list[tuple[str, str]]] = {}
    for node in on.names:
        if node in graph:
            for n, holder in enumerate(holders.get(node, [""])):
                if on.cards or not holder:
                    tile = f"{DECORATION}{node} {holder}" if n else node
                    lying.setdefault(holder, []).append((node, tile))
    for holder, tiles in lying.items():
        room = on.members.get(holder, on.tray)
        inner = room.inset(8, HEAD_H, 8, FOOT_H) if holder else room.inset(COUNT_W + 10, 6, 10, 24)
        spots = pack(len(tiles), inner, (on.tile_w, TILE_H)) if inner.w > 0 else []
        if holder and spots:
            # Tiles stand in the middle of their card.
            off = (room.w - on.tile_w - max(x for x, _ in spots) - spots[0][0]) / 2
            spots = [(x + off, y) for x, y in spots]
        for n, (node, tile) in enumerate(tiles):
            if n >= len(spots):
                if on.cards:
                    canvas.group(tile, room.x + room.w / 2, room.y + room.h / 2, layer="chip", event=node)
                continue
            read = bool(holder) and is_read(graph, holder, node)
            gone = bool(holder) and not graph.nodes[holder]["up"]
            canvas.group(tile, room.x + spots[n][0], room.y + spots[n][1], layer="chip", event=node)
            look, text = (
                ("committed", "t-committed") if read else ("dead", "t-dead") if gone else ("lagging", "t-lagging")
            )
            lag, at = graph.nodes[node]["lag"], graph.nodes[node].get("committed")
            # Where nobody knows the log's end there is no lag.
            known = f", committed {at}" if at is not None and not heard else "" if lag is None else f", lag {lag}"
            tip = f"{graph.nodes[node]['tp']}{known}"
            canvas.box(tile, "box", (0.0, 0.0, on.tile_w, TILE_H), look, tip=tip)
            sign = "" if read else "✕ " if gone else "! "
            name = f"{sign}{on.names[node]}"
            look = f"{text} {largest(name, on.tile_w - 4, 14, 12)} b mid"
            canvas.words(tile, "name", (on.tile_w / 2, TILE_H / 2), name, look, on.tile_w - 4)
        if len(tiles) > len(spots):
            more = f"{DECORATION}more {holder}"
            canvas.group(more, room.x, room.y, layer="over")
            words = f"+{len(tiles) - len(spots)} more"
            at = (room.w / 2, room.h - FOOT_H - 6) if holder else (COUNT_W + 12, room.h - 11)
            canvas.words(more, "said", at, words, f"t s12 b{' mid' if holder else ''}")


def _panel(graph: nx.MultiDiGraph, tp: TopicPartition | None) -> Panel:
    """Returns a group's members as columns and the partitions that each holds as cells; the last one is nobody's."""
    heads = [
        Head(n, f"{d['name']}{_with_generation(d, 'generation')}", "strip", "t") for n, d in nodes_of(graph, "group")
    ]
    topics = {data["tp"].topic for _, data in nodes_of(graph, "partition")}
    names = {n: str(d["tp"]) if len(topics) > 1 else f"p{d['tp'].partition}" for n, d in nodes_of(graph, "partition")}
    held: dict[str, list[Cell]] = {}
    lying: set[str] = set()
    for partition, member, data in graph.edges(data=True):
        if data["kind"] == "assigned" and data["state"] != "promised":
            reads = is_read(graph, member, partition)
            box, ink = ("committed", "t-committed") if reads else ("lagging", "t-lagging")
            # In a share group a partition lies with several members; a mark has one place.
            cell = f"{DECORATION}{partition} {member}" if partition in lying else partition
            held.setdefault(member, []).append(Cell(cell, names[partition], box, ink))
            lying.add(partition)
    columns = []
    for node, data in nodes_of(graph, "member")[: MOST_COLUMNS - 1]:
        box, ink = ("member", "t") if data["up"] else ("card-dead", "t-dead")
        waits = data["state"] not in ("stable",) or data["stalled"]
        badge = (
            "✕ down"
            if not data["up"]
            else "‖ waits"
            if waits
            else f"{'reads' if is_heard(graph) else 'has'} {len(data['owned'])}"
        )
        columns.append(Column(node, data["name"], data["name"], badge, box, ink, tuple(held.get(node, ()))))
    free = tuple(Cell(node, f"! {name}", "lagging", "t-lagging") for node, name in names.items() if node not in lying)
    if free:
        columns.append(Column(f"{DECORATION}nobody", "nobody", "—", "reads", "tray", "t", free))
    return Panel(tuple(heads), tuple(columns))


LENS = Lens(
    graph=assignment_lens,
    stage=stage,
    draw=draw,
    ways=ways,
    tells=has_groups,
    legend=(("committed", "read"), ("lagging", "read by nobody"), ("member-waits", "waits")),
    small=Small(assignment_lens, _panel),
    relabel=mark_unseen_creation,
    filled=has_group,
)
