"""Draws the lens assignment: each partition a tile that lies with whoever reads it, and what is read by nobody."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import ZOOKEEPER_ID
from kafkaviz.graph.lenses import Attributes
from kafkaviz.scene.canvas import DECORATION, Canvas, longest
from kafkaviz.scene.film.timing import Timed
from kafkaviz.scene.layout import Room, cells, draw_clock, fitting, in_rows, packed
from kafkaviz.scene.reading import Count, Reading, draw_reading, is_read, read_in
from kafkaviz.scene.routing import Band, Port, Way, routed
from kafkaviz.scene.values import Size

STRIP_H, BAND_H, TRAY_H, TIME_H, MARGIN, GAP = 44.0, 70.0, 62.0, 64.0, 8.0, 10.0
TILE_H, HEAD_H, FOOT_H = 30.0, 28.0, 24.0
WIDTHS = (84.0, 62.0, 48.0, 36.0)
MOST_CARDS = 14
COUNT_W = 136.0
LEAST_WITH_WORDS = 22.0
STATES = {
    "joining": "joins",
    "waiting": "waits for the others",
    "syncing": "waits for its share",
    "unrevoked": "must give some up",
    "unreleased": "waits for a free one",
}


class Stage(NamedTuple):
    """The places of a whole film: the group's, and ZooKeeper's beside it, each member's, the tray's, the time's."""

    size: Size
    group: Room
    zookeeper: Room | None
    members: Mapping[str, Room]
    tray: Room
    time: Room
    tile_w: float
    names: Mapping[str, str]
    cards: bool
    counts: Sequence[Count]
    ports: Mapping[str, Port]
    band: Band


def stage(graphs: Sequence[nx.MultiDiGraph], size: Size) -> Stage:
    """Returns the places for a film; a member keeps its place while others come and go."""
    tps: dict[str, TopicPartition] = {}
    members: dict[str, None] = {}
    counts = [0]
    for moment, graph in enumerate(graphs):
        # Drawn later, it shows what was read until then.
        graph.graph["moment"] = moment
        for node, data in graph.nodes(data=True):
            if data["kind"] == "partition":
                tps.setdefault(node, data["tp"])
            elif data["kind"] == "member":
                members.setdefault(node)
                counts.append(len(data["owned"]) + len(data["revoking"]))
    w, h = size
    inner = w - 2 * MARGIN
    cards = len(members) <= MOST_CARDS
    # Of many members nobody is followed, so their coordinator needs no network to them.
    top = MARGIN + STRIP_H + (BAND_H if cards else 26.0)
    time = Room(MARGIN, h - TIME_H - 2, inner, TIME_H)
    tray = Room(MARGIN, time.y - TRAY_H - 8, inner, TRAY_H)
    area = Room(MARGIN, top, inner, tray.y - GAP - top)
    rooms = in_rows(len(members), area, narrowest=118, gap=GAP, widest=300) if cards else cells(len(members), area)
    places = dict(zip(members, rooms, strict=True))
    several = len({tp.topic for tp in tps.values()}) > 1
    names = {node: str(tp) if several else f"p{tp.partition}" for node, tp in sorted(tps.items(), key=lambda i: i[1])}
    room = rooms[0].inset(8, HEAD_H, 8, FOOT_H) if rooms else area
    letters = max(map(len, names.values()), default=2)
    wide_enough = [width for width in WIDTHS if width >= (letters + 2) * 8.4 + 2] or [WIDTHS[0]]
    lying = tray.inset(COUNT_W + 10, 6, 10, 24)
    tile_w = min(fitting(counts, room, wide_enough, TILE_H), fitting([len(tps)], lying, wide_enough, TILE_H))
    ports = {node: Port(room.x, room.x + room.w, room.y) for node, room in places.items()} if cards else {}
    strip, zookeeper = Room(MARGIN, MARGIN, inner, STRIP_H), None
    if any(ZOOKEEPER_ID in graph for graph in graphs):
        strip = strip._replace(w=inner * 0.6)
        zookeeper = Room(strip.x + strip.w + GAP, MARGIN, inner - strip.w - GAP, STRIP_H)
        ports[ZOOKEEPER_ID] = Port(zookeeper.x, zookeeper.x + zookeeper.w, MARGIN + STRIP_H, far=True)
    for graph in graphs:
        for node, kind in graph.nodes(data="kind"):
            if kind == "group":
                ports[node] = Port(strip.x, strip.x + strip.w, strip.y + STRIP_H, far=True)
    counted = [read_in(graph) for graph in graphs]
    between = Band(top, strip.y + STRIP_H)
    return Stage(size, strip, zookeeper, places, tray, time, tile_w, names, cards, counted, ports, between)


def draw(graph: nx.MultiDiGraph, places: Stage, now_ms: int) -> Canvas:
    """Draws one moment of those that its stage was made of."""
    canvas = Canvas()
    reading = Reading(places.counts[: graph.graph["moment"] + 1], len(places.counts))
    head = f"{DECORATION}head"
    canvas.group(head, 0.0, 0.0, layer="back")
    if not graph:
        canvas.nobody(head, places.size, "group")
        return canvas
    draw_reading(canvas, places.time, reading)
    draw_clock(canvas, places.group.x + 4, places.band.far + 16, now_ms)
    holders = _holders(graph)
    for node, data in graph.nodes(data=True):
        if data["kind"] == "group":
            _draw_group(canvas, node, data, places.group)
            _draw_tray(canvas, node, places, reading)
        elif data["kind"] == "zookeeper" and places.zookeeper is not None:
            _draw_zookeeper(canvas, node, data, places.zookeeper)
        elif data["kind"] == "member":
            _draw_member(canvas, node, data, places, sum(node in held for held in holders.values()))
    _draw_tiles(canvas, graph, places, holders)
    return canvas


def ways(places: Stage, messages: Sequence[Timed]) -> list[Way]:
    """Returns the ways of messages between the members and their coordinator."""
    return routed(messages, places.ports, places.band)


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
    name, size = f"group {data['name']}{where}", 16 if wide else 14
    canvas.words(node, "name", (14.0, room.h / 2), name, f"t s{size} b", room.w * (0.5 if wide else 0.42))
    epoch = "epoch" if data["protocol"] in ("consumer", "share") else "generation"
    about = f"{data['protocol']} · {data['state']} · {epoch} {data['generation']}"
    canvas.words(
        node, "about", (room.w - 14, room.h / 2), about, f"t s{size - 2} end", room.w * (0.46 if wide else 0.54)
    )


def _draw_zookeeper(canvas: Canvas, node: str, data: Attributes, room: Room) -> None:
    canvas.group(node, room.x, room.y, layer="card")
    canvas.box(node, "box", (0.0, 0.0, room.w, room.h), "strip", tip="ZooKeeper keeps the group's offsets")
    canvas.words(node, "name", (14.0, 13.0), "ZooKeeper", "t s14 b")
    kept = [f"{path} → {offset}" for path, offset in data["nodes"].items()]
    told = f"{len(kept) or 'no'} offsets"
    if len(kept) == 1:
        told = longest((kept[0], "…/" + "/".join(kept[0].split("/")[-2:])), room.w - 28, 12)
    canvas.words(node, "nodes", (14.0, 31.0), told, "t s12 mono", room.w - 28)


def _draw_tray(canvas: Canvas, group: str, places: Stage, reading: Reading) -> None:
    """Draws how many partitions are read, and the tray for the others, both as parts of the group."""
    tray, room = f"{DECORATION}tray", places.tray
    canvas.group(tray, room.x - places.group.x, room.y - places.group.y, parent=group)
    canvas.box(tray, "box", (COUNT_W, 0.0, room.w - COUNT_W, room.h), "tray")
    canvas.words(tray, "label", (room.w - 10, room.h - 11), "read by nobody", "t-mute s12 end")
    now = reading.counts[-1]
    look = "t" if now.read == now.of else "t-bad"
    count = f"{now.read} / {now.of}"
    canvas.words(tray, "count", (4.0, 22.0), count, f"{look} {'s28' if len(count) <= 7 else 's18'} b")
    canvas.words(tray, "said", (4.0, 50.0), "are read now", "t-mute s14")


def _draw_member(canvas: Canvas, node: str, data: Attributes, places: Stage, held: int) -> None:
    room = places.members[node]
    canvas.group(node, room.x, room.y, layer="card", event=node)
    look, text = _look(data) if places.cards else _cell_look(data)
    tip = f"member {data['name']}: {_said(data)}"
    canvas.box(node, "box", (0.0, 0.0, room.w, room.h), look, tip=tip)
    if not places.cards:
        if room.w >= LEAST_WITH_WORDS:
            sign = "✕" if not data["up"] else "‖" if data["state"] in STATES else str(held)
            canvas.words(node, "name", (room.w / 2, room.h / 2), sign, f"{text} s12 b mid", room.w)
        return
    leads = " ★" if data["leads"] else ""
    canvas.words(node, "name", (room.w / 2, 16.0), f"{data['name']}{leads}", f"{text} s14 b mid", room.w - 12)
    canvas.words(node, "state", (room.w / 2, room.h - 13), _said(data), f"{text} s12 mid", room.w - 8)


def _draw_tiles(canvas: Canvas, graph: nx.MultiDiGraph, places: Stage, holders: Mapping[str, list[str]]) -> None:
    """Draws each partition as a tile with its holder, or in the tray; one without room there is only counted.

    With its second holder, and each after that, lies a copy: a mark has one place.
    """
    lying: dict[str, list[tuple[str, str]]] = {}
    for node in places.names:
        if node in graph:
            for n, holder in enumerate(holders.get(node, [""])):
                tile = f"{DECORATION}{node} {holder}" if n else node
                lying.setdefault(holder, []).append((node, tile))
    for holder, tiles in lying.items():
        room = places.members.get(holder, places.tray)
        inner = room.inset(8, HEAD_H, 8, FOOT_H) if holder else room.inset(COUNT_W + 10, 6, 10, 24)
        if holder and not places.cards:
            inner = inner._replace(w=0, h=0)
        spots = packed(len(tiles), inner, (places.tile_w, TILE_H)) if inner.w > 0 else []
        if holder and spots:
            # Tiles stand in the middle of their card.
            off = (room.w - places.tile_w - max(x for x, _ in spots) - spots[0][0]) / 2
            spots = [(x + off, y) for x, y in spots]
        for n, (node, tile) in enumerate(tiles):
            if n >= len(spots):
                at = (room.x + room.w / 2, room.y + room.h / 2) if places.cards else places.tray[:2]
                canvas.group(tile, *at, layer="chip", event=node)
                continue
            read = bool(holder) and is_read(graph, holder, node)
            gone = bool(holder) and not graph.nodes[holder]["up"]
            canvas.group(tile, room.x + spots[n][0], room.y + spots[n][1], layer="chip", event=node)
            look, text = (
                ("committed", "t-committed") if read else ("dead", "t-dead") if gone else ("lagging", "t-lagging")
            )
            lag = graph.nodes[node]["lag"]
            tip = f"{graph.nodes[node]['tp']}" + ("" if lag is None else f", lag {lag}")
            canvas.box(tile, "box", (0.0, 0.0, places.tile_w, TILE_H), look, tip=tip)
            sign = "" if read else "✕ " if gone else "! "
            name = f"{sign}{places.names[node]}"
            canvas.words(tile, "name", (places.tile_w / 2, TILE_H / 2), name, f"{text} s14 b mid", places.tile_w - 4)
        if len(tiles) > len(spots) and (places.cards or not holder):
            more = f"{DECORATION}more {holder}"
            canvas.group(more, room.x, room.y, layer="over")
            words = f"+{len(tiles) - len(spots)} more"
            at = (room.w / 2, room.h - FOOT_H - 6) if holder else (COUNT_W + 12, room.h - 11)
            canvas.words(more, "said", at, words, f"t s12 b{' mid' if holder else ''}")


def _look(data: Attributes) -> tuple[str, str]:
    if not data["up"]:
        return "card-dead", "t-dead"
    if data["state"] in STATES or data["stalled"]:
        return "member-waits", "t"
    return ("consumer-idle", "t-mute") if data["idle"] else ("member", "t")


def _cell_look(data: Attributes) -> tuple[str, str]:
    """Returns how one of many members looks: filled while it reads, hollow while it waits."""
    if not data["up"]:
        return "dead", "t-dead"
    if data["state"] in STATES or data["stalled"] or not data["owned"]:
        return "lagging", "t-lagging"
    return "committed", "t-committed"


def _said(data: Attributes) -> str:
    if not data["up"]:
        return "✕ crashed"
    if data["stalled"]:
        return "‖ stuck, does not poll"
    doing = STATES.get(data["state"], "")
    if doing:
        return f"‖ {doing}"
    return f"reads {len(data['owned'])}" if data["owned"] else "idle: nothing left"
