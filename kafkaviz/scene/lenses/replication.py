"""Draws the lens replication: the copies of one partition under each other, and beside them the network."""

from collections.abc import Mapping

import networkx as nx

from kafkaviz.decisions.wording import braces
from kafkaviz.graph.lenses import Attributes, replication_lens
from kafkaviz.scene.canvas import DECORATION, Canvas, label_of, largest, longest
from kafkaviz.scene.layout import Room, draw_ring
from kafkaviz.scene.lenses.lens import LOST, RECORDS, Lens, has_records
from kafkaviz.scene.lenses.replicas import ROLES, STATES, down, draw_lost, draw_read, record_tip
from kafkaviz.scene.lenses.replication_stage import BETWEEN, CELL_GAP, TOP, Stage, stage
from kafkaviz.scene.lenses.replication_zookeeper import draw_roof, tell_by_copies
from kafkaviz.scene.lenses.script import has_topics
from kafkaviz.scene.lenses.small_panels import COPIES
from kafkaviz.scene.lenses.written import draw_written
from kafkaviz.scene.routing import ways
from kafkaviz.scene.values import WIDTH_OF_A_LETTER

RING, NET_Y, CELL_TOP = 15.0, 6.0, 20.0
LEAST_TAG = 23.0
"""How high a tag is, with the rim below it."""
MOST_ENTRIES = 3


def draw(graph: nx.MultiDiGraph, on: Stage, now_ms: int) -> Canvas:
    """Draws one moment."""
    canvas = Canvas()
    replicas = {node: data for node, data in graph.nodes(data=True) if data["kind"] == "replica"}
    if not replicas:
        canvas.group(f"{DECORATION}empty", 0.0, 0.0, layer="back")
        canvas.nobody(f"{DECORATION}empty", (on.size[0] / 2, on.size[1] / 2), "such partition")
        return canvas
    end = max(data["log_end_offset"] for data in replicas.values())
    first = max(0, end + 1 - on.slots)
    _draw_head(canvas, replicas, on, first, now_ms)
    draw_roof(canvas, graph, on.edge)
    tp = next(iter(replicas.values()))["tp"]
    written = [(n, entry.says) for n, entry in enumerate(graph.graph.get("metadata_log", ())) if entry.about == tp]
    left = 22 + len(str(tp)) * 18 * WIDTH_OF_A_LETTER
    right = min((x for x, *_ in on.clients.values()), default=on.edge)
    draw_written(canvas, written, Room(left, 10.0, right - 12 - left, 24.0), most=MOST_ENTRIES)
    for node, data in replicas.items():
        _draw_replica(canvas, node, data, on, first)
    homes = {(data["tp"], data["broker"]): node for node, data in replicas.items()}
    for node, data in graph.nodes(data=True):
        if data["kind"] == "record":
            _draw_record(canvas, node, data, on, homes[data["tp"], data["broker"]], first)
    for node, data in replicas.items():
        _draw_offsets(canvas, node, data, on, first)
        for offset, value in data.get("lost", ()):
            if first <= offset < first + on.slots:
                at = on.x(offset, first), on.rows[node] + CELL_TOP
                draw_lost(canvas, node, (offset, value), at, (on.cell, _cell_h(on)), offset < data["log_end_offset"])
        _draw_patience(canvas, node, data, on, graph.graph.get("replica_lag_time_max_ms") or 0)
    for node, data in graph.nodes(data=True):
        if data["kind"] in ("producer", "consumer"):
            _draw_client(canvas, node, data, on)
    return canvas


def _draw_head(canvas: Canvas, replicas: Mapping[str, Attributes], on: Stage, first: int, now_ms: int) -> None:
    clock, head = f"{DECORATION}clock", f"{DECORATION}head"
    replica = next(iter(replicas.values()))
    in_sync = braces(replica["isr"] or ["nobody"])
    eligible = [data["broker"] for data in replicas.values() if data["in_elr"]]
    right = float(on.size[0] - 12)
    # Beside the head, where no message comes by.
    canvas.group(clock, on.clock_x, 67.0 + on.roof, layer="over")
    canvas.words(clock, "t", (-6.0, 0.0), "t =", "t s16 b end")
    said = f"{now_ms / 1000:g}"
    said = f"{now_ms} ms" if 0 < now_ms < 100 else f"{said if len(said) < 6 else f'{now_ms / 1000:.1f}'} s"
    beside = on.edge - on.client_w - on.clock_x - 4
    canvas.words(clock, "time", (0.0, 0.0), said, f"t {largest(said, beside, 16, 14, 12)} b")
    canvas.group(head, 0.0, on.roof, layer="back")
    room = on.edge - on.client_w - 40
    canvas.words(head, "tp", (14.0, 22.0), str(replica["tp"]), "t s18 b", room)
    about = f"ISR {in_sync}" + (f" · ELR {braces(eligible)}" if eligible else "")
    canvas.words(head, "isr", (14.0, 46.0), about, f"t {largest(about, room, 16, 14, 12)} b", room)
    canvas.words(head, "epoch", (14.0, 67.0), f"leader epoch {replica['leader_epoch']}", "t s14")
    bottom = TOP + len(on.rows) * (on.row_h + BETWEEN) - BETWEEN
    net = (on.edge + 8, NET_Y - on.roof, on.size[0] - 16 - on.edge, bottom + on.roof - NET_Y)
    canvas.box(head, "net", net, "net")
    canvas.words(head, "network", (right - 4, bottom - 12), "network", "t-mute s12 end")
    canvas.words(head, "axis", (on.log_x - 12, TOP - 11), "offset", "t-mute s12 end")
    for n in range(on.slots):
        x = on.log_x + n * (on.cell + CELL_GAP) + on.cell / 2
        canvas.words(head, f"offset{n}", (x, TOP - 11), str(first + n), "t-mute s14 mid mono")


def _draw_replica(canvas: Canvas, node: str, data: Attributes, on: Stage, first: int) -> None:
    role = ROLES[data["role"]]
    h, w = on.row_h, on.label_w
    canvas.group(node, 12.0, on.rows[node], layer="chip", event=f"broker:{data['broker']}")
    tip = (
        f"broker {data['broker']}: log start {data['log_start_offset']}, high watermark "
        f"{data['high_watermark']}, log end {data['log_end_offset']}"
    )
    canvas.box(node, "log", (w + 6, 0.0, on.edge - w - 18, h), "strip")
    canvas.box(node, "box", (0.0, 0.0, w, h), role.box, tip=tip)
    middle, (top, step) = w / 2, _lines(h)
    state = STATES.get(data["state"], "")
    name = f"broker {data['broker']}"
    canvas.words(node, "name", (middle, top), name, f"{role.text} s{16 if len(name) * 9.6 <= w else 14} b mid")
    long = role.long + (", eligible" if data["in_elr"] else "")
    words = (f"{state}, {role.short}", state, state[:1]) if state else (long, role.short, role.sign)
    said = longest(down(data) if data["role"] == "dead" else words, w - 6, 12)
    canvas.words(node, "role", (middle, top + step), said, f"{role.text} s12 mid", w - 6)
    if h >= 66 and data["role"] != "dead":
        ends = [f"HW {data['high_watermark']} · {end}{data['log_end_offset']}" for end in ("end ", "")]
        canvas.words(node, "ends", (middle, top + 2 * step), longest(ends, w - 6, 12), f"{role.text} s12 mid")
    older = first - data["log_start_offset"]
    if older > 0:
        canvas.words(node, "older", (on.edge - 18, h - 10), f"‹ {older} older", "t-mute s12 end")
    x = on.x(data["log_end_offset"], first)
    if data["role"] != "dead" and first <= data["log_end_offset"] < first + on.slots:
        canvas.box(node, "ghost", (x - 12, CELL_TOP, on.cell, _cell_h(on)), "ghost")


def _lines(high: float) -> tuple[float, float]:
    """Returns where the first line of words of a card is and how far it is to the next: above a tag, if that fits."""
    above = high - LEAST_TAG
    if above < 51:
        return high / 2 - (19 if high >= 66 else 9), 19.5
    step = min(20.0, (above - 20) / 2)
    return above / 2 - step, step


def _cell_h(on: Stage) -> float:
    """Returns how high a record is: below it, and below the high watermark, there is room for a tag."""
    return min(52.0, on.row_h - CELL_TOP - LEAST_TAG - 1)


def _draw_record(canvas: Canvas, node: str, data: Attributes, on: Stage, home: str, first: int) -> None:
    canvas.group(node, on.x(data["offset"], first) - 12, CELL_TOP, parent=home, layer="cell")
    if data["offset"] < first:
        return
    w, h = on.cell, _cell_h(on)
    canvas.box(node, "box", (0.0, 0.0, w, h), "uncommitted" if data["up"] else "faded", tip=record_tip(data))
    if data["up"]:
        canvas.box(node, "safe", (0.0, 0.0, w, h), "committed", cut=f"{home}/hw")
    text, value = "t" if data["up"] else "t-mute", label_of(data["value"])
    canvas.words(node, "value", (w / 2, h / 2), value, f"{text} {largest(value, w + 2, 14, 12)} b mid", w + 2)
    if on.epochs:
        canvas.words(node, "epoch", (w / 2, h + 10), f"e{data['leader_epoch']}", "t-mute s12 mid")


def _draw_offsets(canvas: Canvas, node: str, data: Attributes, on: Stage, first: int) -> None:
    """Draws the high watermark with its flag; cells are green left of it."""
    if data["role"] == "dead":
        return
    x = on.x(data["high_watermark"], first) - 12 - 2.5
    canvas.line(node, "hw", (x, CELL_TOP - 2, x, CELL_TOP + _cell_h(on) + 4), "high-watermark")
    canvas.box(node, "flag", (x - 12, 2.0, 24.0, 15.0), "flag")
    canvas.words(node, "flagged", (x, 10.0), "HW", "t-inverse s12 b mid")


def _draw_patience(canvas: Canvas, node: str, data: Attributes, on: Stage, lag_ms: int) -> None:
    """Draws how long the leader will still count on a follower that lacks something."""
    # One that asks all the time lacks something only for a moment.
    if not lag_ms or data["behind_ms"] is None or (data["behind_ms"] == 0 and data["state"] == "running"):
        return
    at = on.edge - 40, on.rows[node] + on.row_h / 2
    draw_ring(canvas, f"{DECORATION}{node}", at, max(0, lag_ms - data["behind_ms"]), lag_ms, RING)


def _draw_client(canvas: Canvas, node: str, data: Attributes, on: Stage) -> None:
    x, y, w, h = on.clients[node]
    kind = data["kind"]
    canvas.group(node, x, y, layer="card")
    canvas.box(node, "box", (0.0, 0.0, w, h), kind, tip=f"{kind} {data['name']}")
    canvas.words(
        node,
        "name",
        (10.0, 14.0 if h >= 60 else h / 2),
        data["name"],
        f"t {largest(data['name'], w - 14, 14, 12)} b",
        w - 14,
    )
    records = [(r.name.removeprefix(f"{node}/"), r.value, r.sent) for r in data.get("held", ())]
    records += [(name, value, True) for name, value in data.get("read", {}).items()]
    beside = len(data["name"]) * 9.0 + 14
    cell = max(40.0, min(64.0, max((len(label_of(value)) for _, value, _ in records), default=0) * 7.2 + 2))
    fits = max(0, int((w - 14 if h >= 60 else w - beside) / (cell + 4)))
    shown = records[max(0, len(records) - fits) :] if h >= 26 else []
    top = 28.0 if h >= 60 else (h - 24) / 2
    for n, (part, value, gone) in enumerate(shown):
        at = 8 + n * (cell + 4) if h >= 60 else w - 8 - (cell + 4) * (len(shown) - n)
        if kind == "consumer":
            draw_read(canvas, part, value, Room(at, top, cell, 24.0))
            continue
        canvas.box(node, part, (at, top, cell, 24.0), "ghost" if gone else "uncommitted")
        text = "t-mute" if gone else "t"
        canvas.words(node, f"{part}t", (at + cell / 2, top + 12), label_of(value), f"{text} s12 b mid", cell)
    if h >= 60 and kind == "producer" and data["believes"]:
        _, leader = next(iter(data["believes"].items()))
        wrong = ", out of date" if data["outdated"] else ""
        who = f"→ {'nobody' if leader is None else leader}{wrong}"
        line = longest((f"believes {who}", who, wrong.removeprefix(", ")), w - 14, 12)
        canvas.words(node, "believes", (10.0, h - 9), line, f"{'t-warn' if wrong else 't-producer'} s12", w - 14)
    elif h >= 60 and kind == "consumer":
        _, offset = next(iter(data["positions"].items()), (None, None))
        said = ("reads nothing yet",) if offset is None else (f"reads next from {offset}", f"reads next: {offset}")
        canvas.words(node, "next", (10.0, h - 9), longest(said, w - 14, 12), "t-consumer s12", w - 14)


LENS = Lens(
    graph=replication_lens,
    stage=stage,
    draw=draw,
    ways=ways,
    tells=has_topics,
    legend=(*RECORDS, ("lagging", "not in sync"), LOST),
    small=COPIES,
    filled=has_records,
    relabel=tell_by_copies,
)
