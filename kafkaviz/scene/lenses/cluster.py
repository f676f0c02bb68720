"""Draws a small cluster: who decides in the roof, the network below, then brokers side by side between the clients."""

from collections.abc import Sequence

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import broker_id, replica_id
from kafkaviz.graph.lenses import Attributes, cluster_lens
from kafkaviz.model.core.replicas import UNKNOWN_OFFSET
from kafkaviz.scene.canvas import Canvas, fit_name, label_of, largest, longest
from kafkaviz.scene.lenses.cluster_clients import draw_consumer, draw_producer
from kafkaviz.scene.lenses.cluster_roof import draw_controller, draw_ground, draw_metadata_log, draw_zookeeper
from kafkaviz.scene.lenses.cluster_stage import PAD, WITH_OFFSETS, WORDS, Stage, split_name, stage
from kafkaviz.scene.lenses.lens import LOST, RECORDS, Lens
from kafkaviz.scene.lenses.replicas import ROLES, STATES, Role, down, draw_lost, record_tip
from kafkaviz.scene.lenses.sessions import draw_session
from kafkaviz.scene.lenses.small_panels import COPIES
from kafkaviz.scene.lenses.tiles import TILES
from kafkaviz.scene.routing import ways
from kafkaviz.scene.telling.clients.sending import KNEW_NO_PARTITION
from kafkaviz.scene.telling.cue import Cue

ROOMY, LEAST_WITH_OLDER, BOLD = 110.0, 38.0, 4.0
"""How wide a card must be for its name to be large, and a record for more than its offset below it."""
WHERE_CUT = 0.88
"""What part of its room a name is cut to, since bold letters are wider than others and a sign stands behind it."""


def draw(graph: nx.MultiDiGraph, on: Stage, now_ms: int) -> Canvas:
    """Draws one moment."""
    canvas = Canvas()
    ends = _ends(graph)
    draw_ground(canvas, on, now_ms)
    for node, data in graph.nodes(data=True):
        if data["kind"] == "controller":
            draw_controller(canvas, node, data, on)
        elif data["kind"] == "zookeeper":
            draw_zookeeper(canvas, node, data, on)
    draw_metadata_log(canvas, graph.graph.get("metadata_log", ()), on)
    for node, data in graph.nodes(data=True):
        if data["kind"] == "broker":
            _draw_broker(canvas, node, data, on)
            foot, timeout_ms = on.net[1] + on.net[3] + 8, graph.graph.get("session_timeout_ms") or 0
            draw_session(canvas, node, data, on.ring(data["id"]), foot, timeout_ms)
        elif data["kind"] == "producer":
            draw_producer(canvas, node, data, on)
        elif data["kind"] == "consumer":
            draw_consumer(canvas, node, data, on)
    for node, data in graph.nodes(data=True):
        if data["kind"] == "replica":
            _draw_replica(canvas, node, data, on, ends[data["tp"]])
        elif data["kind"] == "record":
            home = graph.nodes[replica_id(data["tp"], data["broker"])]
            _draw_record(canvas, node, data, on, ends[data["tp"]], ROLES[home["role"]])
    for node, data in graph.nodes(data=True):
        if data["kind"] == "replica":
            _draw_watermark(canvas, node, data, on, ends[data["tp"]])
            _draw_lost(canvas, node, data, on, ends[data["tp"]])
    return canvas


def _ends(graph: nx.MultiDiGraph) -> dict[TopicPartition, int]:
    ends: dict[TopicPartition, int] = {}
    for _, data in graph.nodes(data=True):
        if data["kind"] == "replica":
            ends[data["tp"]] = max(ends.get(data["tp"], 0), data["log_end_offset"])
    return ends


def _draw_broker(canvas: Canvas, node: str, data: Attributes, on: Stage) -> None:
    x, y, w, h = on.cards[data["id"]]
    canvas.group(node, x, y, layer="card", event=node)
    rack = f", rack {data['rack']}" if data["rack"] else ""
    canvas.box(node, "box", (0.0, 0.0, w, h), _card(data), tip=f"broker {data['id']}{rack}")
    text = "t-dead" if data["state"] == "dead" else "t"
    size = 16 if w >= ROOMY else 14
    called = longest((f"broker {data['id']}", str(data["id"])), w - 14, size)
    canvas.words(node, "name", (10.0, 19.0), called, f"{text} s{size} b", w - 14)
    used = 14 + 0.6 * size * len(called)
    if data["controller"]:
        canvas.crown(node, used + 2, 11.0)
        used += 24
    status = _status(data) or ("controller" if data["controller"] else "")
    if status:
        # Whoever is the controller has a crown as well; of the others the sign tells the state.
        sign = "" if status == "controller" else status[:1]
        room = max(12.0, w - used - 12)
        ways = down(data) if data["state"] == "dead" else (status, status.split(",")[0])
        said = longest((*ways, sign), room, 12)
        canvas.words(node, "status", (w - 10, 19.0), said, f"{text} s12 b end", room)


def _status(data: Attributes) -> str:
    if data["state"] == "dead":
        return down(data)[0]
    if data["cut_off"]:
        return "⚡ cut off"
    if data["fenced"]:
        return f"‖ frozen, {data['out']}" if data["state"] == "frozen" else f"▒ {data['out']}"
    return STATES.get(data["state"], "")


def _card(data: Attributes) -> str:
    if data["state"] == "dead":
        return "card-dead"
    if data["fenced"] or data["cut_off"]:
        return "card-fenced"
    if data["state"] in ("paused", "frozen"):
        return "card-paused"
    return "card-controller" if data["controller"] else "card"


def _draw_replica(canvas: Canvas, node: str, data: Attributes, on: Stage, end: int) -> None:
    role, row, w = ROLES[data["role"]], on.rows[data["tp"], data["broker"]], on.cards[data["broker"]][2] - 2 * PAD
    canvas.group(node, PAD, row.y, parent=broker_id(data["broker"]))
    known = data["log_end_offset"] != UNKNOWN_OFFSET
    offsets = f"log end offset {data['log_end_offset']}, high watermark {data['high_watermark']}, " if known else ""
    # Who looks at a running cluster from outside is not told the epoch.
    epoch = f"leader epoch {data['leader_epoch']}" if data["leader_epoch"] >= 0 else "leader epoch unknown"
    tip = f"{data['tp']} on broker {data['broker']}: {offsets}{epoch}"
    canvas.box(node, "box", (0.0, 0.0, w, row.h), role.box, tip=tip)
    top = 13.0 if row.full else row.h / 2
    name = str(data["tp"])
    short = name if len(name) * WORDS <= w - 28 else on.name_of(data["tp"])
    shown = fit_name(*split_name(short), (w - 30) * (1 if len(short) * WORDS <= w - 30 else WHERE_CUT), 12)
    canvas.words(node, "name", (8.0, top), shown, f"{role.text} s12 b", w - 26)
    room = w - 20 - len(short) * WORDS
    said = role.short if len(role.short) * WORDS <= room else role.sign
    canvas.words(node, "role", (w - 8, top), said, f"{role.text} s12 end")
    if not row.full or not known:
        return
    first = on.first(end)
    at = on.slot(data["log_end_offset"], end)
    if data["role"] != "dead" and data["log_end_offset"] >= first and at + on.cell <= w - 4:
        canvas.box(node, "ghost", (at, _cells_y(row.h), on.cell, _cell_h(row.h)), "ghost")


def _cells_y(row_h: float) -> float:
    return 26.0 if row_h >= WITH_OFFSETS else 22.0


def _cell_h(row_h: float) -> float:
    """Returns how high a record is: below it are its offset, and below that the flag of the high watermark."""
    return row_h - 22 - (33 if row_h >= WITH_OFFSETS else 5)


def _draw_record(canvas: Canvas, node: str, data: Attributes, on: Stage, end: int, role: Role) -> None:
    home, row = replica_id(data["tp"], data["broker"]), on.rows[data["tp"], data["broker"]]
    shown = row.full and data["offset"] >= on.first(end)
    canvas.group(node, on.slot(data["offset"], end) if shown else 0.0, _cells_y(row.h), parent=home, layer="cell")
    if not shown:
        return
    w, h = on.cell, _cell_h(row.h)
    canvas.box(node, "box", (0.0, 0.0, w, h), "uncommitted" if data["up"] else "faded", tip=record_tip(data))
    if data["up"]:
        canvas.box(node, "safe", (0.0, 0.0, w, h), "committed", cut=f"{home}/hw")
    text = "t" if data["up"] else "t-mute"
    canvas.words(
        node,
        "value",
        (w / 2, h / 2),
        label_of(data["value"]),
        f"{text} {largest(label_of(data['value']), w - BOLD, 14, 12)} b mid",
        w + 5,
    )
    if row.h >= WITH_OFFSETS:
        # There are older ones that have no room.
        older = "‹ " if data["offset"] == on.first(end) > 0 and w >= LEAST_WITH_OLDER else ""
        canvas.words(node, "offset", (w / 2, h + 8), f"{older}{data['offset']}", f"{role.text} s12 mid")


def _draw_watermark(canvas: Canvas, node: str, data: Attributes, on: Stage, end: int) -> None:
    """Draws the high watermark, and what is committed left of it."""
    row = on.rows[data["tp"], data["broker"]]
    if not row.full or data["role"] == "dead" or UNKNOWN_OFFSET in (data["high_watermark"], data["log_end_offset"]):
        return
    x = on.slot(max(data["high_watermark"], on.first(end)), end) - 2
    top = _cells_y(row.h) - 3
    canvas.line(node, "hw", (x, top, x, top + _cell_h(row.h) + 6), "high-watermark")
    if row.h >= WITH_OFFSETS:
        canvas.box(node, "flag", (x - 12, row.h - 16, 24.0, 14.0), "flag")
        canvas.words(node, "flagged", (x, row.h - 9), "HW", "t-inverse s12 b mid")


def _draw_lost(canvas: Canvas, node: str, data: Attributes, on: Stage, end: int) -> None:
    """Draws what the leader should have and has not, at the places where it was."""
    row, (x, y, *_) = on.rows[data["tp"], data["broker"]], on.cards[data["broker"]]
    for offset, value in data.get("lost", ()):
        at = on.slot(offset, end)
        if row.full and offset >= on.first(end) and at + on.cell <= on.cards[data["broker"]][2] - 2 * PAD - 4:
            spot = x + PAD + at, y + row.y + _cells_y(row.h)
            draw_lost(canvas, node, (offset, value), spot, (on.cell, _cell_h(row.h)), offset < data["log_end_offset"])


def fit_for_columns(cues: Sequence[Cue]) -> list[Cue]:
    """Returns cues with what a producer did not know in words that its column has room for.

    >>> from kafkaviz.scene.telling.cue import why
    >>> [cue.text for cue in fit_for_columns([why("knew no partition yet", "producer:p")])]
    ['knew no leader']
    """
    return [cue._replace(text="knew no leader") if cue.text == KNEW_NO_PARTITION else cue for cue in cues]


LENS = Lens(
    graph=cluster_lens,
    stage=stage,
    draw=draw,
    ways=ways,
    tells=bool,
    legend=(("leader", "leader"), ("follower", "follower in sync"), ("lagging", "not in sync"), *RECORDS, LOST),
    small=COPIES,
    tiles=TILES,
    relabel=fit_for_columns,
)
