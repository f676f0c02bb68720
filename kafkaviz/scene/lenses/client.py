"""Draws the lens client: what each client believes and holds on the left, whom it may ask on the right."""

from collections.abc import Sequence

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.decisions.wording import braces
from kafkaviz.graph.ids import partition_id, waiting_id
from kafkaviz.graph.lenses import Attributes, client_lens
from kafkaviz.scene.canvas import DECORATION, Canvas, label_of, longest
from kafkaviz.scene.film.timing import Timed
from kafkaviz.scene.layout import Room, draw_clock
from kafkaviz.scene.lenses.client_cards import CELL, draw_consumer, draw_member, draw_producer
from kafkaviz.scene.lenses.client_causes import CLIENTS, between_clients_and_brokers
from kafkaviz.scene.lenses.client_stage import HEAD_H, MARGIN, Stage, producer_of, stage
from kafkaviz.scene.lenses.lens import Lens
from kafkaviz.scene.lenses.replicas import STATES as BROKER_STATES
from kafkaviz.scene.lenses.replicas import STILL, down
from kafkaviz.scene.lenses.script import misleads_clients
from kafkaviz.scene.lenses.small import Head, Panel, Small
from kafkaviz.scene.lenses.small_panels import brokers, nodes_of
from kafkaviz.scene.routing import Way, width_of

LEVEL, LETTER = 26.0, 7.2
STATES = {
    "waiting": "waits to be sent",
    "sent": "sent to broker {}, no answer yet",
    "stored": "sent to broker {}, no ack yet",
}


def draw(graph: nx.MultiDiGraph, on: Stage, now_ms: int) -> Canvas:
    """Draws one moment."""
    canvas = Canvas()
    head = f"{DECORATION}head"
    canvas.group(head, 0.0, 0.0, layer="back")
    near, far = on.band.near, on.band.far
    top = MARGIN + HEAD_H
    if not has_clients(graph):
        canvas.nobody(head, (MARGIN + 4, top + 20), "client", "s14", far - MARGIN - 8)
    canvas.words(head, "left", (MARGIN + 4, 20.0), "what a client believes", "t-mute s14")
    canvas.words(head, "right", (near + 4, 20.0), "what is so", "t-mute s14")
    draw_clock(canvas, (near + far) / 2, 20.0, now_ms, "t s14 b mono mid")
    canvas.box(head, "band", (far + 6, top, near - far - 12, on.size[1] - top - MARGIN), "net")
    for node, data in graph.nodes(data=True):
        if data["kind"] == "broker" and node not in on.brokers:
            canvas.group(node, on.band.near, on.size[1], layer="back")
        elif data["kind"] == "broker":
            _draw_broker(canvas, node, data, on.brokers[node], tells_isr=on.tells_isr)
        elif data["kind"] == "producer":
            draw_producer(canvas, node, graph, on.clients[node], on.rows[node])
        elif data["kind"] == "consumer":
            draw_consumer(canvas, node, data, on.clients[node], on.rows[node])
        elif data["kind"] == "member" and node not in on.clients:
            canvas.group(node, MARGIN, on.size[1], layer="back")
        elif data["kind"] == "member":
            draw_member(canvas, node, data, on.clients[node], on.rows[node])
    for node, data in graph.nodes(data=True):
        if data["kind"] == "batch":
            canvas.group(node, 0.0, 0.0, parent=producer_of(graph, data))
    _draw_batches(canvas, graph, on)
    return canvas


def has_clients(graph: nx.MultiDiGraph) -> bool:
    """Tells whether anybody in a graph writes or reads."""
    return any(node.startswith(CLIENTS) for node in graph)


def ways(on: Stage, messages: Sequence[Timed]) -> list[Way]:
    """Returns the ways of messages: each has a height of its own at both ends, and a lane beside the clients."""
    used: dict[str, int] = {}
    found = []
    for n, message in enumerate(messages):
        points = []
        for node in (message.cue.start, message.cue.end):
            port = on.ports[node]
            fit = max(1, int((port.end - port.start - 12) // LEVEL))
            level = used[node] = used.get(node, -1) + 1
            points.append((port.edge, port.start + 16 + LEVEL * (level % fit)))
        left, right = sorted(points)
        lane = left[0] + 12 + 9 * (n % 6)
        path = (left, (lane, left[1]), (lane, right[1]), right)
        room, number = right[0] - lane, bool(message.number)
        # Where there is no room for words a number says in which order it is.
        text = message.cue.text if width_of(message.cue.text, number) <= room else ""
        chip = (round(lane + room / 2, 1), right[1]) if text or number else None
        found.append(Way(path if points[0] == left else path[::-1], chip, text))
    return found


def _draw_broker(canvas: Canvas, node: str, data: Attributes, room: Room, *, tells_isr: bool) -> None:
    canvas.group(node, room.x, room.y, layer="card", event=node)
    dead = data["state"] == "dead"
    still = data["state"] in STILL
    off = data["fenced"] or data["cut_off"]
    look, text = (
        ("card-dead", "t-dead") if dead else ("card-fenced" if off else "card-paused" if still else "card", "t")
    )
    canvas.box(node, "box", (0.0, 0.0, room.w, room.h), look, tip=f"broker {data['id']}")
    canvas.words(node, "name", (12.0, 18.0), f"broker {data['id']}", f"{text} s14 b")
    status = (
        longest(down(data), room.w - 100, 12)
        if dead
        else "⚡ cut off"
        if data["cut_off"]
        else f"▒ {data['out']}"
        if data["fenced"]
        else ""
    )
    status = status or (BROKER_STATES[data["state"]] if still else "")
    if status:
        at, look = ((room.w - 10, 18.0), "s12 b end") if room.w >= 180 else ((12.0, 58.0), "s12 b")
        canvas.words(node, "status", at, status, f"{text} {look}", room.w - 20)
    if room.h >= 48:
        leads = longest(_leading(data), room.w - 20, 12)
        canvas.words(node, "leads", (12.0, 38.0), leads, f"{text} s12", room.w - 20)
        for isr in data["isr"].values() if tells_isr else ():
            _draw_isr(canvas, node, isr, room, (len(leads), text), below=not status)
    below = 58.0 if room.w >= 180 else 98.0
    if data["coordinates"] and room.h >= below + 10:
        groups = " ".join(data["coordinates"])
        said = [f"coordinates {groups}", f"group {groups}", groups]
        canvas.words(node, "coordinates", (12.0, below), longest(said, room.w - 20, 12), f"{text} s12", room.w - 20)
    wrong = [tp for tp in data["thinks"] if tp not in data["leads"]]
    if wrong and room.h >= 88:
        said = [_joined(verb, wrong) for verb in ("★? thinks it leads", "★? thinks", "★?")]
        canvas.words(node, "thinks", (12.0, 78.0), longest(said, room.w - 20, 12), "t-lagging s12", room.w - 20)


def _draw_isr(
    canvas: Canvas, node: str, isr: Sequence[int], room: Room, leads: tuple[int, str], *, below: bool
) -> None:
    """Draws who is in sync with a leader: beside what it leads, or below where there is room."""
    letters, look = leads
    for said in (f"ISR {braces(isr)}", f"ISR {braces(isr, ',')}"):
        if (letters + len(said)) * LETTER + 32 <= room.w:
            canvas.words(node, "isr", (room.w - 10, 38.0), said, f"{look} s12 end")
            return
        if below and room.w < 180 and room.h >= 68 and len(said) * LETTER + 20 <= room.w:
            canvas.words(node, "isr", (12.0, 58.0), said, f"{look} s12")
            return


def _leading(data: Attributes) -> list[str]:
    """Says what a broker leads, in many words and in few; where that is all, its groups' partitions of the offsets."""
    leads = [_joined(verb, data["leads"]) for verb in ("★ leads", "★")]
    if data["leads"] or not data["offsets"]:
        return leads if data["leads"] else ["leads nothing"]
    long, short = (" ".join(f"{name}-{n}" for n in data["offsets"]) for name in ("__consumer_offsets", "offsets"))
    return [f"★ leads {long}", f"★ {long}", f"★ {short}"]


def _joined(verb: str, tps: Sequence[TopicPartition]) -> str:
    names = [f"p{tp.partition}" if len({each.topic for each in tps}) == 1 else str(tp) for tp in tps]
    return f"{verb} {' '.join(names[:6])}{' …' if len(names) > 6 else ''}" if tps else ""


def _draw_batches(canvas: Canvas, graph: nx.MultiDiGraph, on: Stage) -> None:
    """Draws the records that each producer holds, as cells, with where their batch is."""
    at: dict[str, float] = {}
    for node, data in graph.nodes(data=True):
        if data["kind"] != "batch":
            continue
        home = producer_of(graph, data)
        room = on.clients[home]
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
        said = [f"✕ {data['error']}, attempt {data['attempts']}", f"✕ {data['error']}"]
        if data["state"] in STATES:
            full = STATES[data["state"]].format(data["sent_to"])
            said = [full, full.split(",")[0]]
        if home not in at:
            wide = room.w - first - 8
            canvas.words(node, "said", (first, room.h - CELL[1] - 20), longest(said, wide, 12), "t s12", wide)
        at[home] = x + 8


def _panel(graph: nx.MultiDiGraph, tp: TopicPartition | None) -> Panel:
    """Returns the brokers as columns with what each leads in truth, and above them what the producer believes."""
    heads = []
    for node, data in nodes_of(graph, "producer")[:1]:
        leader = data["beliefs"].get(tp)
        knows = "nobody" if leader is None else f"broker {leader}"
        heads.append(Head(node, f"{data['name']}: {tp} → {knows}", "producer", "t"))
    columns = []
    for column, (_, data) in zip(brokers(graph), nodes_of(graph, "broker"), strict=False):
        leads = tp in data.get("leads", ())
        columns.append(column._replace(badge="★ leads" if leads else column.badge))
    alias = {partition_id(tp): heads[0].node} if heads and tp is not None else {}
    return Panel(tuple(heads), tuple(columns), alias)


LENS = Lens(
    graph=client_lens,
    stage=stage,
    draw=draw,
    ways=ways,
    tells=misleads_clients,
    legend=(
        ("stale", "out of date"),
        ("refused", "failed, its error above it"),
        ("uncommitted", "not acknowledged yet"),
    ),
    small=Small(client_lens, _panel),
    relabel=between_clients_and_brokers,
    filled=has_clients,
)
