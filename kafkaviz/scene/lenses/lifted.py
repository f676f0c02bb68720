"""The partition that a step of a large cluster is about, lifted out: its copies as full rows, a network above them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import ZOOKEEPER_ID, broker_id, controller_id, producer_id, record_id, replica_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.controllers import Quorum
from kafkaviz.model.core.replicas import UNKNOWN_OFFSET
from kafkaviz.scene.canvas import DECORATION, Canvas, label_of, longest
from kafkaviz.scene.film.timing import Timed
from kafkaviz.scene.layout import Room
from kafkaviz.scene.lenses.replicas import ROLES
from kafkaviz.scene.lenses.small import ways_at_heights
from kafkaviz.scene.lenses.tile_grid import state_of
from kafkaviz.scene.routing import Port, Way
from kafkaviz.scene.telling.cue import Cue

TOP_H, BAND_H, CELL_W, MOST_COPIES = 24.0, 58.0, 40.0, 5
HEAD_W, ROOMY = 124.0, 500.0


class LiftedStage(NamedTuple):
    """Where messages of one step start and end, and the band between: its heights, and how far chips may reach."""

    ports: Mapping[str, Port]
    height: tuple[float, float]
    width: tuple[float, float]
    copies: Mapping[str, str]
    """Which mark a copy is."""

    def mark_cause(self, cue: Cue) -> Cue:
        """Returns the mark of a cause at the copy as it is drawn here."""
        return cue._replace(end=self.copies.get(cue.end, cue.end))


def ways(stage: LiftedStage, messages: Sequence[Timed]) -> list[Way]:
    """Returns the ways of messages between copies, and to those who write and decide."""
    return ways_at_heights(stage.ports, messages, stage.height, stage.width)


def lift_out(canvas: Canvas, now: Cluster, tp: TopicPartition | None, room: Room) -> LiftedStage:
    """Lifts a partition out: its copies as full rows, above them who writes and who decides."""
    name, ports, drawn = f"{DECORATION}told", dict[str, Port](), dict[str, str]()
    canvas.group(name, 0.0, 0.0, layer="back")
    canvas.box(name, "box", (room.x, room.y, room.w, room.h), "strip")
    heights = (room.y + TOP_H + BAND_H + 4, room.y + TOP_H + 4)
    stage = LiftedStage(ports, heights, (room.x + 4, room.x + room.w - 4), drawn)
    if tp is None or tp not in now.partitions:
        words = "this step is about no single partition" if now.partitions else "no partition yet"
        canvas.words(name, "none", (room.x + room.w / 2, room.y + room.h / 2), words, "t-mute s14 mid")
        return stage
    _heads(canvas, now, tp, room, ports)
    copies = list(now.replicas[tp])[:MOST_COPIES]
    w = (room.w - 16 - 8 * (len(copies) - 1)) / max(1, len(copies))
    y, h = heights[0], room.y + room.h - heights[0] - 6
    for n, b in enumerate(copies):
        x = room.x + 8 + n * (w + 8)
        _copy(canvas, f"{DECORATION}copy{n}", now, tp, b, Room(x, y, w, h))
        drawn[replica_id(tp, b)] = f"{DECORATION}copy{n}"
        ports[replica_id(tp, b)] = ports[broker_id(b)] = Port(x, x + w, y)
    return stage


def _heads(canvas: Canvas, now: Cluster, tp: TopicPartition, room: Room, ports: dict[str, Port]) -> None:
    edge = room.y + TOP_H + 2
    quorum = isinstance(now.controller, Quorum)
    active = now.controller.active
    nobody = "controller" if isinstance(now.controller, Quorum) and not now.controller.voters else "no controller"
    seat = ZOOKEEPER_ID if not quorum else controller_id(-1 if active is None else active)
    says = nobody if active is None else f"controller {active}"
    left, right = room.x + 8, room.x + room.w - 8
    w = _head_w(says, room)
    right -= w
    heads = [(seat, says, "voter", right, w)]
    writer = next((p for p, producer in now.producers.items() if tp in producer.leaders or producer.batches), None)
    if writer is not None:
        w = _head_w(writer, room)
        heads.append((producer_id(writer), writer, "producer", left, w))
        left += w
    called = longest((str(tp), f"p{tp.partition}"), right - left, 14)
    middle = room.x + room.w / 2 if room.w >= ROOMY else (left + right) / 2
    canvas.words(f"{DECORATION}told", "tp", (middle, room.y + 14), called, "t s14 b mid", right - left)
    for node, words, look, x, w in heads:
        canvas.group(node, x, room.y + 4, layer="card")
        canvas.box(node, "box", (0.0, 0.0, w, TOP_H - 2), look)
        canvas.words(node, "name", (w / 2, TOP_H / 2 - 1), words, "t s12 b mid", w - 6)
        ports[node] = Port(x, x + w, edge, far=True)
        if not quorum and node == seat and active is not None:
            ports.setdefault(broker_id(active), ports[node])


def _head_w(words: str, room: Room) -> float:
    """Returns how wide the box of one who writes or decides is."""
    return HEAD_W if room.w >= ROOMY else min(HEAD_W, len(words) * 7.2 + 12)


def _copy(canvas: Canvas, node: str, now: Cluster, tp: TopicPartition, b: int, room: Room) -> None:
    replica, partition = now.replicas[tp][b], now.partitions[tp]
    state = state_of(now, tp, b, replica, partition)
    alive = state if state != "none" else "follower" if b in partition.isr else "lagging"
    role = ROLES[alive if now.is_up(b) else "dead"]
    canvas.group(node, room.x, room.y, layer="card")
    canvas.box(node, "box", (0.0, 0.0, room.w, room.h), role.box)
    called = longest((f"broker {b}", str(b)), room.w - 28, 12)
    said = longest((role.short, role.sign), room.w - 20 - 7.2 * len(called), 12)
    canvas.words(node, "name", (8.0, 12.0), called, f"{role.text} s12 b")
    canvas.words(node, "role", (room.w - 8, 12.0), said, f"{role.text} s12 end")
    fit = max(1, int((room.w - 16) // (CELL_W + 3)) - 1)
    first = max(0, max(r.log_end_offset for r in now.replicas[tp].values()) - fit)
    if first:
        canvas.words(node, "older", (8.0, room.h - 8), f"‹ {first} older", f"{role.text} s12")
    high = min(26.0, room.h - 34)
    hw = 8 + max(0, replica.high_watermark - first) * (CELL_W + 3) - 2
    for record in replica.log[-fit:]:
        if record.offset < first:
            continue
        cell = record_id(tp, b, record)
        canvas.group(cell, 8 + (record.offset - first) * (CELL_W + 3), 22.0, parent=node, layer="cell")
        safe = record.offset < replica.high_watermark
        look = "faded" if not now.is_up(b) else "committed" if safe else "uncommitted"
        canvas.box(cell, "box", (0.0, 0.0, CELL_W, high), look)
        ink = "t-mute" if not now.is_up(b) else "t-committed" if safe else "t"
        canvas.words(cell, "value", (CELL_W / 2, high / 2), label_of(record.value), f"{ink} s12 b mid", CELL_W)
    if now.is_up(b) and replica.high_watermark != UNKNOWN_OFFSET:
        canvas.line(node, "hw", (hw, 19.0, hw, 25.0 + high), "high-watermark")
