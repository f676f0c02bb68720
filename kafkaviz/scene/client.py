"""Draws the lens client: what each client believes and holds on the left, whom it may ask on the right."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import batch_id, waiting_id
from kafkaviz.graph.lenses import Attributes
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.scene.canvas import DECORATION, Canvas, label_of
from kafkaviz.scene.client_cards import LEAST_H, LINE_H, draw_client, draw_consumer, draw_member, draw_stale
from kafkaviz.scene.film.timing import Timed
from kafkaviz.scene.layout import Room, draw_clock
from kafkaviz.scene.routing import Band, Port, Way
from kafkaviz.scene.telling.cue import Cue
from kafkaviz.scene.values import Size

MARGIN, HEAD_H, GAP, CELL = 8.0, 28.0, 10.0, (48.0, 26.0)
LEVEL = 26.0
MOST_BROKERS = 8
CLIENT_PART, BROKER_PART = 0.45, 0.24
STATES = {
    "waiting": "waits to be sent",
    "sent": "sent to broker {}, no answer yet",
    "stored": "written by broker {}, no ack yet",
}


class Stage(NamedTuple):
    """The places of clients and brokers for a whole film, and the rows of each client's table."""

    size: Size
    clients: Mapping[str, Room]
    brokers: Mapping[str, Room]
    rows: Mapping[str, Sequence[TopicPartition]]
    ports: Mapping[str, Port]
    band: Band


def stage(graphs: Sequence[nx.MultiDiGraph], size: Size) -> Stage:
    """Returns the places for a film; what a client writes or reads stands in its table before what it only knows."""
    clients: dict[str, dict[TopicPartition, int]] = {}
    brokers: dict[str, int] = {}
    telling = _astray(graphs)
    for graph in graphs:
        for node, data in graph.nodes(data=True):
            if data["kind"] == "broker":
                brokers.setdefault(node, data["id"])
            elif data["kind"] == "producer":
                touched = clients.setdefault(node, {})
                for tp in data["beliefs"]:
                    touched.setdefault(tp, 1)
            elif data["kind"] == "consumer" or (data["kind"] == "member" and node in telling):
                clients.setdefault(node, {}).update(dict.fromkeys(data["positions"], 0))
        for _, data in graph.nodes(data=True):
            if data["kind"] == "batch":
                clients[_producer_of(graph, data)][data["tp"]] = 0
    w, h = size
    left, right = (w - 2 * MARGIN) * CLIENT_PART, (w - 2 * MARGIN) * BROKER_PART
    top, height = MARGIN + HEAD_H, h - 2 * MARGIN - HEAD_H
    fits = max(1, int(height // (LEAST_H + GAP)))
    clients = {node: tps for n, (node, tps) in enumerate(clients.items()) if n < fits or node not in telling}
    each = (height - GAP * (len(clients) - 1)) / max(1, len(clients))
    rooms: dict[str, Room] = {}
    for node, tps in clients.items():
        held = CELL[1] if node.startswith("producer") else LINE_H * node.startswith("member")
        high = min(each, 64 + len(tps) * LINE_H + held + LINE_H)
        rooms[node] = Room(MARGIN, top, left, high)
        top += high + GAP
    top = MARGIN + HEAD_H
    # Of many brokers those stand there that a client has to do with.
    known = {node for graph in graphs for _, node, kind in graph.edges(data="kind") if kind in ("believes", "sent to")}
    needed = brokers if len(brokers) <= MOST_BROKERS else known & brokers.keys()
    shown = sorted(needed, key=brokers.__getitem__)[:MOST_BROKERS]
    high = min(110.0, (height - GAP * (len(shown) - 1)) / max(1, len(shown)))
    cards = {node: Room(w - MARGIN - right, top + n * (high + GAP), right, high) for n, node in enumerate(shown)}
    fit = max(1, int((each - 58 - CELL[1] - LINE_H) // LINE_H))
    rows = {node: sorted(sorted(tps), key=tps.__getitem__)[:fit] for node, tps in clients.items()}
    ports = {node: Port(room.y, room.y + room.h, room.x + room.w, far=True) for node, room in rooms.items()}
    ports |= {node: Port(room.y, room.y + room.h, room.x) for node, room in cards.items()}
    return Stage(size, rooms, cards, rows, ports, Band(w - MARGIN - right, MARGIN + left, upright=True))


def _astray(graphs: Sequence[nx.MultiDiGraph]) -> set[str]:
    """Returns the members of groups that lose their coordinator at some moment, or cannot commit.

    The others have nothing to tell, one that asks for its first coordinator neither.
    """
    knew, found = set[str](), set[str]()
    for graph in graphs:
        for node, data in graph.nodes(data=True):
            if data["kind"] == "member":
                if data["coordinator"] is not None:
                    knew.add(node)
                if data["committing"] is not None or (node in knew and not data["right"]):
                    found.add(node)
    return found


def draw(graph: nx.MultiDiGraph, places: Stage, now_ms: int) -> Canvas:
    """Draws one moment."""
    canvas = Canvas()
    head = f"{DECORATION}head"
    canvas.group(head, 0.0, 0.0, layer="back")
    if not graph:
        canvas.nobody(head, places.size, "client")
        return canvas
    near, far = places.band.near, places.band.far
    top = MARGIN + HEAD_H
    canvas.words(head, "left", (MARGIN + 4, 20.0), "what a client believes", "t-mute s14")
    canvas.words(head, "right", (near + 4, 20.0), "what is so", "t-mute s14")
    draw_clock(canvas, (near + far) / 2, 20.0, now_ms, "t s14 b mono mid")
    canvas.box(head, "band", (far + 6, top, near - far - 12, places.size[1] - top - MARGIN), "net")
    for node, data in graph.nodes(data=True):
        if data["kind"] == "broker" and node not in places.brokers:
            canvas.group(node, places.band.near, places.size[1], layer="back")
        elif data["kind"] == "broker":
            _draw_broker(canvas, node, data, places.brokers[node])
        elif data["kind"] == "producer":
            _draw_producer(canvas, node, data, graph, places)
        elif data["kind"] == "consumer":
            draw_consumer(canvas, node, data, places.clients[node], places.rows[node])
        elif data["kind"] == "member" and node not in places.clients:
            canvas.group(node, MARGIN, places.size[1], layer="back")
        elif data["kind"] == "member":
            draw_member(canvas, node, data, places.clients[node], places.rows[node])
    for node, data in graph.nodes(data=True):
        if data["kind"] == "batch":
            canvas.group(node, 0.0, 0.0, parent=_producer_of(graph, data))
    _draw_batches(canvas, graph, places)
    return canvas


def told(cue: Cue) -> Cue:
    """Returns a cue as clients see it: they talk to brokers, and do not hear what brokers say to each other."""
    if cue.start.startswith("replica:") and cue.end.startswith("replica:"):
        return cue._replace(start="", end="", cells=(), sources=())
    start, end = (f"broker:{node.rpartition('@')[2]}" if node.startswith("replica:") else node for node in cue[1:3])
    return cue._replace(start=start, end=end)


def ways(places: Stage, messages: Sequence[Timed]) -> list[Way]:
    """Returns the ways of messages: each has a height of its own at both ends, and a lane beside the clients."""
    used: dict[str, int] = {}
    found = []
    for n, message in enumerate(messages):
        points = []
        for node in (message.cue.start, message.cue.end):
            port = places.ports[node]
            fit = max(1, int((port.end - port.start - 12) // LEVEL))
            level = used[node] = used.get(node, -1) + 1
            points.append((port.edge, port.start + 16 + LEVEL * (level % fit)))
        left, right = sorted(points)
        lane = left[0] + 12 + 9 * (n % 6)
        path = (left, (lane, left[1]), (lane, right[1]), right)
        chip = (round((lane + right[0]) / 2, 1), right[1])
        found.append(Way(path if points[0] == left else path[::-1], chip, message.cue.text))
    return found


def _producer_of(graph: nx.MultiDiGraph, batch: Attributes) -> str:
    return str(next(iter(graph.predecessors(batch_id(batch["producer"], batch["number"])))))


def _draw_broker(canvas: Canvas, node: str, data: Attributes, room: Room) -> None:
    canvas.group(node, room.x, room.y, layer="card", event=node)
    dead = data["state"] == "dead"
    off = data["fenced"] or data["cut_off"] or data["state"] == "frozen"
    look, text = ("card-dead", "t-dead") if dead else ("card-fenced" if off else "card", "t")
    canvas.box(node, "box", (0.0, 0.0, room.w, room.h), look, tip=f"broker {data['id']}")
    canvas.words(node, "name", (12.0, 18.0), f"broker {data['id']}", f"{text} s14 b")
    status = "✕ down" if dead else "⚡ cut off" if data["cut_off"] else "▒ fenced" if data["fenced"] else ""
    if status:
        at, look = ((room.w - 10, 18.0), "s12 b end") if room.w >= 180 else ((12.0, 58.0), "s12 b")
        canvas.words(node, "status", at, status, f"{text} {look}", room.w - 24)
    if room.h >= 48:
        said = _listed("★ leads", data["leads"]) or "leads nothing"
        canvas.words(node, "leads", (12.0, 38.0), said, f"{text} s12", room.w - 20)
    below = 58.0 if room.w >= 180 else 98.0
    if data["coordinates"] and room.h >= below + 10:
        said = f"coordinates {' '.join(data['coordinates'])}"
        canvas.words(node, "coordinates", (12.0, below), said, f"{text} s12", room.w - 20)
    wrong = [tp for tp in data["thinks"] if tp not in data["leads"]]
    if wrong and room.h >= 88:
        canvas.words(node, "thinks", (12.0, 78.0), _listed("★? thinks it leads", wrong), "t-lagging s12", room.w - 20)


def _listed(verb: str, tps: Sequence[TopicPartition]) -> str:
    names = [f"p{tp.partition}" if len({one.topic for one in tps}) == 1 else str(tp) for tp in tps]
    return f"{verb} {' '.join(names[:6])}{' …' if len(names) > 6 else ''}" if tps else ""


def _draw_producer(canvas: Canvas, node: str, data: Attributes, graph: nx.MultiDiGraph, places: Stage) -> None:
    room = places.clients[node]
    draw_client(canvas, node, data, room, "producer")
    right = {edge["tp"]: edge["right"] for _, _, edge in graph.out_edges(node, data=True) if edge["kind"] == "believes"}
    for n, tp in enumerate(places.rows[node]):
        y = 44.0 + n * LINE_H
        if y > room.h - CELL[1] - LINE_H - 8:
            break
        leader = data["beliefs"].get(tp)
        if tp not in data["beliefs"]:
            said, look = "not asked yet", "t-mute"
        elif leader is None:
            said, look = "knows no leader", "t-mute"
        else:
            said, look = f"→ broker {leader}", "t b"
        canvas.words(node, f"tp {tp}", (14.0, y), str(tp), "t s14", room.w * 0.36)
        canvas.words(node, f"leader {tp}", (room.w * 0.4, y), said, f"{look} s14")
        if leader is not None and not right.get(tp, True):
            draw_stale(canvas, node, str(tp), room, y)


def _draw_batches(canvas: Canvas, graph: nx.MultiDiGraph, places: Stage) -> None:
    """Draws the records that each producer holds, as cells, with where their batch is."""
    at: dict[str, float] = {}
    for node, data in graph.nodes(data=True):
        if data["kind"] != "batch":
            continue
        home = _producer_of(graph, data)
        room = places.clients[home]
        x = at.get(home, 14.0)
        first = x
        for n, value in enumerate(data["records"]):
            cell = waiting_id(data["producer"], data["number"], n)
            canvas.group(cell, x, room.h - CELL[1] - 8, parent=home, layer="cell")
            if x + CELL[0] <= room.w - 8:
                look = "refused" if data["state"] == "refused" else "uncommitted"
                canvas.box(cell, "box", (0.0, 0.0, *CELL), look, tip=f"{data['tp']}, {label_of(value)}")
                canvas.words(cell, "value", (CELL[0] / 2, CELL[1] / 2), label_of(value), "t s12 b mid", CELL[0] - 4)
            x += CELL[0] + 4
        said = f"✕ {data['error']}, attempt {data['attempts']}"
        if data["state"] in STATES:
            said = STATES[data["state"]].format(data["sent_to"])
        if home not in at:
            canvas.words(node, "said", (first, room.h - CELL[1] - 20), said, "t s12", room.w - first - 8)
        at[home] = x + 8


def tells(moments: Sequence[Cluster]) -> bool:
    """Tells whether a client's belief was wrong, or a producer's changed or it had to wait, at any moment."""
    believed: dict[str, object] = {}
    for moment in moments:
        for group in moment.groups.values():
            if any(m.up and m.coordinator not in (None, group.coordinator) for m in group.members.values()):
                return True
        for name, producer in moment.producers.items():
            if any(batch.error for batch in producer.batches):
                return True
            if producer.leaders and believed.setdefault(name, producer.leaders) != producer.leaders:
                return True
            for tp, leader in producer.leaders.items():
                if tp in moment.partitions and moment.partitions[tp].leader != leader:
                    return True
    return False
