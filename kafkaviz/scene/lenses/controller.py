"""Draws the lens controller: a quorum that votes now, brokers that race for a node in ZooKeeper then."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import ZOOKEEPER_ID
from kafkaviz.graph.lenses import Attributes, controller_lens
from kafkaviz.model.core.controllers import ZooKeeper
from kafkaviz.model.core.replicas import UNKNOWN_OFFSET
from kafkaviz.scene.canvas import DECORATION, Canvas, longest
from kafkaviz.scene.layout import Room, draw_clock, in_rows
from kafkaviz.scene.lenses.controller_zookeeper import NODE_H, draw_broker, draw_zookeeper, state_of
from kafkaviz.scene.lenses.lens import Lens
from kafkaviz.scene.lenses.replicas import down
from kafkaviz.scene.lenses.script import Moments, changes_controllers
from kafkaviz.scene.lenses.small import MOST_COLUMNS, Cell, Column, Head, Panel, Small
from kafkaviz.scene.lenses.small_panels import brokers, decider, nodes_of
from kafkaviz.scene.lenses.unseen import mark_at_brokers
from kafkaviz.scene.lenses.written import draw_written, entries_written
from kafkaviz.scene.routing import Band, Port, ways
from kafkaviz.scene.values import WIDE, Size

MARGIN, HEAD_H, BAND_H, BROKERS_H, GAP = 8.0, 30.0, 118.0, 56.0, 12.0
LANES, LANES_APART = 5, 23.0
"""Two candidates who ask all three voters need five lanes."""
VOTERS_H, RACE_H, LEAST_CARD, LEAST_FLAT = 150.0, 140.0, 82.0, 104.0
CELL_W, CELL_H, CELLS = 30.0, 26.0, 5
MOST_ENTRIES = 5
ONE_LINE = 48.0
"""How high a broker's card must be for its state to stand below its name."""
STATES = {
    "leader": "★ leader",
    "follower": "follower",
    "candidate": "? candidate",
    "prospective": "… asks around",
    "unattached": "knows no leader",
    "resigned": "resigned",
    "voter": "has a vote",
}


class Stage(NamedTuple):
    """Where each voter, broker and ZooKeeper's node stand for a whole film."""

    size: Size
    rooms: Mapping[str, Room]
    ports: Mapping[str, Port]
    band: Band


def stage(graphs: Sequence[nx.MultiDiGraph], size: Size) -> Stage:
    """Returns voters a row under their network and brokers one below; with ZooKeeper it stands above the brokers."""
    kinds: dict[str, dict[str, int]] = {"controller": {}, "broker": {}, "zookeeper": {}}
    for graph in graphs:
        for node, data in graph.nodes(data=True):
            kinds[data["kind"]].setdefault(node, data.get("id", 0))
    voters = sorted(kinds["controller"], key=kinds["controller"].__getitem__)
    brokers = sorted(kinds["broker"], key=kinds["broker"].__getitem__)
    w, h = size
    inner, top = w - 2 * MARGIN, MARGIN + HEAD_H
    rooms: dict[str, Room] = {}
    if kinds["zookeeper"]:
        rooms[ZOOKEEPER_ID] = Room(MARGIN, top, inner, NODE_H)
        edge = top + NODE_H
        near = edge + RACE_H
        rooms |= _row(brokers, Room(MARGIN, near, inner, h - MARGIN - near))
        ports = _ports({node: room for node, room in rooms.items() if node != ZOOKEEPER_ID})
        node = rooms[ZOOKEEPER_ID]
        ports[ZOOKEEPER_ID] = Port(node.x, node.x + node.w, edge, far=True)
        return Stage(size, rooms, ports, Band(near, edge))
    near = top + BAND_H
    rooms |= _row(voters, Room(MARGIN, near, inner, VOTERS_H), least=0.0)
    ports = _ports(rooms)
    below = near + VOTERS_H + 34
    rooms |= _row(brokers, Room(MARGIN, below, inner, min(h - MARGIN - below, 2 * BROKERS_H + GAP)))
    return Stage(size, rooms, ports, Band(near, top, apart=LANES_APART, lanes=LANES))


def _row(nodes: Sequence[str], room: Room, least: float = LEAST_CARD) -> dict[str, Room]:
    """Returns cards side by side; those of many brokers, of one line each, in rows."""
    rooms = in_rows(len(nodes), room, narrowest=least, gap=GAP, widest=300)
    if rooms and rooms[-1].y > room.y:
        rooms = in_rows(len(nodes), room, narrowest=LEAST_FLAT, gap=GAP / 3)
    return dict(zip(nodes, rooms, strict=True))


def _ports(rooms: Mapping[str, Room]) -> dict[str, Port]:
    return {node: Port(room.x, room.x + room.w, room.y) for node, room in rooms.items()}


def draw(graph: nx.MultiDiGraph, on: Stage, now_ms: int) -> Canvas:
    """Draws one moment."""
    canvas = Canvas()
    head = f"{DECORATION}head"
    canvas.group(head, 0.0, 0.0, layer="back")
    draw_clock(canvas, MARGIN + 4, 20.0, now_ms)
    near, far, w = on.band.near, on.band.far, on.size[0]
    canvas.box(head, "band", (MARGIN, far + 4, w - 2 * MARGIN, near - far - 8), "net")
    voters = [data for _, data in graph.nodes(data=True) if data["kind"] == "controller"]
    if voters:
        epoch, majority = max(data["epoch"] for data in voters), len(voters) // 2 + 1
        said = f"epoch {epoch} · majority: {majority} of {len(voters)}"
        # Where the middle is the clock's it stands at the end.
        at, look = ((w / 2, 20.0), "s16 b mid") if w >= WIDE[0] else ((w - MARGIN, 20.0), "s14 b end")
        canvas.words(head, "epoch", at, said, f"t {look}")
        below = near + VOTERS_H + 20
        observers = "brokers read the log and have no vote" if w >= WIDE[0] else "no vote"
        canvas.words(head, "observers", (MARGIN + 4, below), observers, "t-mute s12")
        left = MARGIN + len(observers) * 7.2 + 12
        room = Room(left, below - 13, w - MARGIN - left, 24.0)
        draw_written(canvas, entries_written(graph), room, most=MOST_ENTRIES)
    committed = min((data["committed"] for data in voters), default=0)
    for node, data in graph.nodes(data=True):
        room = on.rooms[node]
        if data["kind"] == "controller":
            _draw_voter(canvas, node, data, room, committed, len(voters) // 2 + 1)
        elif data["kind"] == "zookeeper":
            draw_zookeeper(canvas, node, data, on.rooms, graph)
        else:
            is_zookeepers = ZOOKEEPER_ID in on.rooms
            _draw_broker(canvas, node, data, room, state_of(data) if is_zookeepers else _state(data))
            if is_zookeepers:
                draw_broker(canvas, node, data, room)
    return canvas


def _draw_voter(canvas: Canvas, node: str, data: Attributes, room: Room, committed: int, majority: int) -> None:
    canvas.group(node, room.x, room.y, layer="card", event=node)
    look, text = ("voter-leader", "t-controller") if data["active"] else ("voter", "t")
    if not data["up"]:
        look, text = "card-dead", "t-dead"
    canvas.box(node, "box", (0.0, 0.0, room.w, room.h), look, tip=f"controller {data['id']}")
    alone = f"controller {data['id']}", str(data["id"])
    called = (f"{alone[0]} = broker {data['id']}", f"{alone[0]} = broker", *alone) if data["combined"] else alone
    canvas.words(node, "name", (12.0, 20.0), longest(called, room.w - 50, 14), f"{text} s14 b", room.w - 50)
    if data["active"]:
        canvas.crown(node, room.w - 34, 12.0)
    state = STATES[data["state"]] if data["up"] else "‖ frozen" if data["frozen"] else "✕ down"
    if data["state"] == "leader" and data["up"] and not data["active"]:
        state = "★? without a majority"
    votes = f" · {data['votes']} of {majority} votes" if data["votes"] else ""
    said = longest((f"{state}{votes}", f"{state.split(' ')[0]}{votes}" if votes else state), room.w - 20, 14)
    canvas.words(node, "state", (12.0, 44.0), said, f"{text} s14", room.w - 20)
    voted = "" if data["voted_for"] is None else f" · voted for {data['voted_for']}"
    epochs = [f"epoch {data['epoch']}{said}" for said in (voted, voted.replace(" voted", ""), "")]
    canvas.words(node, "epoch", (12.0, 66.0), longest(epochs, room.w - 20, 12), f"{text} s12", room.w - 20)
    if data["log_end_offset"] == UNKNOWN_OFFSET:
        return
    ends = [f"{log}end {data['log_end_offset']}" for log in ("metadata log, ", "log ", "")]
    canvas.words(node, "log", (12.0, 90.0), longest(ends, room.w - 20, 12), f"{text} s12", room.w - 20)
    fit = max(1, min(CELLS, int((room.w - 24 + 4) // (CELL_W + 4))))
    first = max(0, data["log_end_offset"] - fit)
    for n, offset in enumerate(range(first, data["log_end_offset"])):
        safe = offset < committed
        cell = "faded" if not data["up"] else "committed" if safe else "uncommitted"
        ink = "t-mute" if not data["up"] else "t-committed" if safe else "t"
        x = 12.0 + n * (CELL_W + 4)
        canvas.group(f"{node}/log{offset}", x, 106.0, parent=node, layer="cell")
        canvas.box(f"{node}/log{offset}", "box", (0.0, 0.0, CELL_W, CELL_H), cell, tip=f"entry {offset}")
        canvas.words(f"{node}/log{offset}", "name", (CELL_W / 2, CELL_H / 2), str(offset), f"{ink} s12 mid", CELL_W)


def _state(data: Attributes) -> str:
    """Says how a broker stands with the quorum."""
    if data["state"] == "dead":
        return down(data)[0]
    frozen = "‖ frozen" if data["state"] == "frozen" else ""
    if data["fenced"]:
        return f"{frozen}, {data['out']}" if frozen else f"▒ {data['out']}"
    kept = f"keeps {', '.join(data['keeps'])}" if data["keeps"] else ""
    return ", ".join(filter(None, (frozen, kept))) or "unfenced"


def _draw_broker(canvas: Canvas, node: str, data: Attributes, room: Room, said: str) -> None:
    canvas.group(node, room.x, room.y, layer="card", event=node)
    dead = data["state"] == "dead"
    look = "card-dead" if dead else "card-fenced" if data["fenced"] else "card"
    look = "card-controller" if data["controller"] and not dead else look
    text = "t-dead" if dead else "t"
    canvas.box(node, "box", (0.0, 0.0, room.w, room.h), look, tip=f"broker {data['id']}")
    # In two rows of many brokers a card has one line only.
    flat = room.h < ONE_LINE
    beside = (len(said) + 1) * 7.2 if flat else 32.0 * bool(data["controller"])
    called = longest((f"broker {data['id']}", str(data["id"])), room.w - 20 - beside, 14)
    canvas.words(node, "name", (12.0, min(18.0, room.h / 2)), called, f"{text} s14 b", room.w - 16)
    if flat:
        canvas.words(node, "state", (room.w - 8, room.h / 2), said, f"{text} s12 end", room.w - 28)
    else:
        few = longest(
            (*(down(data) if dead else ()), said, said.replace("its watch has", "watch"), said.split(",")[0], said[:1]),
            room.w - 16,
            12,
        )
        canvas.words(node, "state", (12.0, 40.0), few, f"{text} s12", room.w - 16)
    if data["controller"] and not dead:
        canvas.crown(node, room.w - 32, 10.0)


def _panel(graph: nx.MultiDiGraph, tp: TopicPartition | None) -> Panel:
    """Returns the voters of a quorum as columns, or the brokers below ZooKeeper."""
    voters = nodes_of(graph, "controller")
    if not voters:
        return Panel((decider(graph),), brokers(graph))
    columns = []
    for node, data in voters[:MOST_COLUMNS]:
        box, ink = ("voter-leader", "t-controller") if data["active"] else ("voter", "t")
        box, ink = (box, ink) if data["up"] else ("card-dead", "t-dead")
        voted = "–" if data["voted_for"] is None else data["voted_for"]
        lines = [f"epoch {data['epoch']}", f"for {voted}"]
        lines += [f"end {data['log_end_offset']}"] if data["log_end_offset"] != UNKNOWN_OFFSET else []
        cells = tuple(Cell(f"{node}/line{n}", line, "", ink) for n, line in enumerate(lines))
        state = STATES[data["state"]] if data["up"] else "✕ down"
        columns.append(Column(node, str(data["id"]), str(data["id"]), state, box, ink, cells))
    epoch = max(data["epoch"] for _, data in voters)
    said = f"epoch {epoch} · majority {len(voters) // 2 + 1} of {len(voters)}"
    return Panel((Head(f"{DECORATION}epoch", said, "strip", "t"),), tuple(columns))


def _of_zookeeper(moments: Moments) -> Lens | None:
    """Returns the lens as it is where nobody votes."""
    return LENS._replace(legend=(), relabel=None) if isinstance(moments[0].controller, ZooKeeper) else None


LENS = Lens(
    graph=controller_lens,
    stage=stage,
    draw=draw,
    ways=ways,
    tells=changes_controllers,
    legend=(
        ("vote", "a vote"),
        ("committed", "a majority has it"),
        ("uncommitted", "not yet"),
        ("faded", "on a dead node"),
    ),
    small=Small(controller_lens, _panel),
    unlike=_of_zookeeper,
    relabel=mark_at_brokers,
)
