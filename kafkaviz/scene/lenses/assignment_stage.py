"""Where the lens assignment has a group, its members and what nobody reads, for a whole film."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import ZOOKEEPER_ID
from kafkaviz.scene.layout import Room, cells, fitting, in_rows
from kafkaviz.scene.lenses.reading import Count, read_in
from kafkaviz.scene.routing import Band, Port
from kafkaviz.scene.values import WIDE, Point, Size

STRIP_H, BAND_H, TRAY_H, TIME_H, MARGIN, GAP = 44.0, 70.0, 62.0, 64.0, 8.0, 10.0
TILE_H, HEAD_H, FOOT_H = 30.0, 28.0, 24.0
WIDTHS = (84.0, 62.0, 48.0, 36.0)
MOST_CARDS = 14
COUNT_W = 136.0


class Stage(NamedTuple):
    """The places of a whole film: the group's, and ZooKeeper's beside it, each member's, the tray's, the time's."""

    size: Size
    group: Room
    zookeeper: Room | None
    members: Mapping[str, Room]
    clock: Point
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
    groups: dict[str, None] = {}
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
            elif data["kind"] == "group":
                groups.setdefault(node)
    for graph in graphs:
        # Before the group is there, its partitions wait.
        waiting = graph.graph.get("waiting", {})
        graph.add_nodes_from(
            (node, waiting[node] | {"kind": "partition", "lag": None}) for node in tps if node in waiting
        )
    w, h = size
    inner = w - 2 * MARGIN
    cards = len(members) <= MOST_CARDS
    # Of many members nobody is followed, so their coordinator needs no network to them.
    top = MARGIN + STRIP_H + (BAND_H if cards else 26.0)
    time = Room(MARGIN, h - TIME_H - 2, inner, TIME_H)
    tray = Room(MARGIN, time.y - TRAY_H - 8, inner, TRAY_H)
    area = Room(MARGIN, top, inner, tray.y - GAP - top)
    least = 118.0 if w >= WIDE[0] else 84.0
    half = (inner - GAP) / 2
    rooms = in_rows(len(members), area, narrowest=least, gap=GAP, widest=half) if cards else cells(len(members), area)
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
    ports |= {node: Port(strip.x, strip.x + strip.w, strip.y + STRIP_H, far=True) for node in groups}
    # Where a message may come by beside the members, it stands over the time.
    clock = (MARGIN + 4, strip.y + STRIP_H + 16) if w >= WIDE[0] else (w / 2, time.y + 8)
    reads = [read_in(graph) for graph in graphs]
    between = Band(top, strip.y + STRIP_H)
    return Stage(size, strip, zookeeper, places, clock, tray, time, tile_w, names, cards, reads, ports, between)
