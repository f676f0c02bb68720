"""Draws the roof over a small cluster: who decides, and what was written down; below it the ground and the clock."""

from collections.abc import Sequence
from typing import Final

from kafkaviz.graph.ids import ZOOKEEPER_ID
from kafkaviz.graph.lenses import Attributes
from kafkaviz.graph.metadata_log import Entry
from kafkaviz.scene.canvas import DECORATION, Canvas, fit_name, longest
from kafkaviz.scene.lenses.cluster_stage import CELL_GAP, ROOF_Y, Stage
from kafkaviz.scene.lenses.written import entry_words
from kafkaviz.scene.telling.cue import entry_id

_DIGIT: Final = 0.62 * 16
"""How wide a digit of the clock is."""


def roof_of(on: Stage) -> str:
    """Names the roof over those who decide; a step that is about one of them is about it."""
    return f"{DECORATION}{ZOOKEEPER_ID if ZOOKEEPER_ID in on.controllers else 'controller'}"


def draw_ground(canvas: Canvas, on: Stage, now_ms: int) -> None:
    """Draws the clock, the network and the roof."""
    clock, ground = f"{DECORATION}clock", f"{DECORATION}ground"
    canvas.group(clock, 10.0, 22.0, layer="over")
    said = f"{now_ms / 1000:g}"
    said = f"{said if len(said) < 6 else f'{now_ms / 1000:.1f}'} s"
    # The moments of a real cluster are never round: beside a close roof there is room for them alone.
    is_long = 33.0 + len(said) * _DIGIT > on.roof[0] - 10.0
    if not is_long:
        canvas.words(clock, "t", (0.0, 0.0), "t =", "t s16 b")
    canvas.words(clock, "time", (0.0 if is_long else 33.0, 0.0), said, "t s16 b")
    canvas.group(ground, 0.0, 0.0, layer="back")
    canvas.box(ground, "net", on.net, "net")
    canvas.words(ground, "network", (10.0, on.net[1] - 11), "network", "t-mute s12")
    roof = roof_of(on)
    canvas.group(roof, 0.0, 0.0, layer="back")
    canvas.box(roof, "roof", on.roof, "roof")


def draw_controller(canvas: Canvas, node: str, data: Attributes, on: Stage) -> None:
    """Draws a controller of the quorum, in the roof."""
    x, y, w, h = on.controllers[node]
    active = data["active"]
    canvas.group(node, x, y, layer="card", event=node)
    look = "voter-leader" if active else "voter" if data["up"] else "dead"
    canvas.box(node, "box", (0.0, 0.0, w, h), look, tip=f"controller {data['id']}")
    if active:
        canvas.crown(node, w - 25.0, 4.0)
    text = "t-controller" if active else "t" if data["up"] else "t-dead"
    canvas.words(node, "name", (7.0, 12.0), str(data["id"]), f"{text} s14 b")
    role = "active" if active else "standby" if data["state"] == "follower" else "votes"
    if not data["up"]:
        role = "‖ frozen" if data["frozen"] else "✕ down"
    canvas.words(node, "role", (7.0, 29.0), role, f"{text} s12", w - 8)


def draw_zookeeper(canvas: Canvas, node: str, data: Attributes, on: Stage) -> None:
    """Draws the node of ZooKeeper that names the controller, in the roof."""
    x, y, w, h = on.controllers[node]
    who = data["controller"]
    canvas.group(node, x, y, layer="card")
    canvas.box(node, "box", (0.0, 0.0, w, h), "voter", tip="ZooKeeper keeps the node /controller")
    canvas.words(node, "name", (8.0, 12.0), "/controller", "t s12 mono")
    holder = "nobody" if who is None else f"broker {who}"
    # Who looks from outside is not told the epoch.
    epoch = f" · epoch {data['epoch']}" if data["epoch"] >= 0 else ""
    canvas.words(node, "role", (8.0, 29.0), f"{holder}{epoch}", "t s14 b", w - 12)


def draw_metadata_log(canvas: Canvas, log: Sequence[Entry], on: Stage) -> None:
    """Draws the newest entries of the metadata log that fit, and says how many are older."""
    ground = roof_of(on)
    x, y = on.roof[0] + 14, ROOF_Y + 14
    if ZOOKEEPER_ID in on.controllers:
        canvas.words(ground, "deciders", (x, y), "ZooKeeper", "t-roof s14 b")
        return
    if on.controllers:
        canvas.words(ground, "deciders", (x, y), "controllers", "t-roof s12")
    x, pitch = on.entries_x, on.entry_w + CELL_GAP
    fits = max(1, int((on.roof[0] + on.roof[2] - 8 - x + CELL_GAP) / pitch))
    older = max(0, len(log) + (len(log) < fits) - fits) if len(log) < fits else len(log) - fits
    label = f"metadata log  ‹ {older} older" if older else "metadata log"
    # What is not bold is narrower than its letters are taken for.
    said = longest((label, f"metadata log ‹ {older}"), (on.roof[0] + on.roof[2] - x) * 1.2, 12)
    canvas.words(ground, "log", (x, y), said, "t-roof s12")
    for n, entry in enumerate(log[older:], older):
        name = entry_id(n)
        canvas.group(name, x + (n - older) * pitch, ROOF_Y + 28, layer="cell")
        canvas.box(name, "box", (0.0, 0.0, on.entry_w, 26.0), "entry", tip=f"{entry.about} {entry.says}")
        text = fit_name(*entry_words(entry, on.one_topic), on.entry_w - 4, 12)
        canvas.words(name, "text", (on.entry_w / 2, 13.0), text, "t s12 b mid", on.entry_w - 4)
    if len(log) - older < fits:
        canvas.box(ground, "next", (x + (len(log) - older) * pitch, ROOF_Y + 28, on.entry_w, 26.0), "ghost")
