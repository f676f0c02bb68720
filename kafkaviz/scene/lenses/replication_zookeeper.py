"""Draws above the copies of a partition what ZooKeeper keeps: who is controller, and the session of each broker."""

from collections.abc import Sequence
from typing import Final

import networkx as nx

from kafkaviz.graph.ids import ZOOKEEPER_ID
from kafkaviz.scene.canvas import Canvas
from kafkaviz.scene.lenses.sessions import RING, draw_session
from kafkaviz.scene.lenses.unseen import mark_at_copies
from kafkaviz.scene.telling.cue import Cue

ROOF_H: Final = 58.0
"""How high ZooKeeper is, with room below for why a session ends."""
LEFT, TOP, HIGH, GAP, LETTER = 12.0, 4.0, 38.0, 4.0, 7.2


def draw_roof(canvas: Canvas, graph: nx.MultiDiGraph, edge: float) -> None:
    """Draws ZooKeeper's nodes: /controller, and for each broker its node in /brokers/ids with the session it is of."""
    if ZOOKEEPER_ID not in graph:
        return
    keeper, right = graph.nodes[ZOOKEEPER_ID], edge - GAP
    canvas.group(ZOOKEEPER_ID, LEFT, TOP, layer="card")
    canvas.box(ZOOKEEPER_ID, "box", (0.0, 0.0, edge - LEFT, HIGH), "strip", tip="ZooKeeper")
    brokers = sorted((data["id"], node) for node, data in graph.nodes(data=True) if data["kind"] == "broker")
    holder = keeper["controller"]
    held = f"/controller → {'–' if holder is None else holder}"
    few = "no controller" if holder is None else f"controller {holder}"
    # Nobody moves when another one is elected. In a narrow picture the numbers of the brokers say enough.
    last = brokers[-1][0]
    ways = (("ids/", held, f"/controller → {last}"), ("", held, f"/controller → {last}"), ("", few, "no controller"))
    fits = (way for way in ways if LEFT + 8 + _room(way[2]) + len(brokers) * (_wide(way[0]) + GAP) <= right)
    prefix, said, longest = next(fits, ways[-1])
    canvas.words(ZOOKEEPER_ID, "name", (8.0, HIGH / 2 - 8), "ZooKeeper", "t s12 b")
    canvas.words(ZOOKEEPER_ID, "node", (8.0, HIGH / 2 + 8), said, "t s12 b")
    x, each = 8 + _room(longest), _wide(prefix)
    timeout_ms = graph.graph.get("session_timeout_ms") or 0
    for id, node in brokers[: int((right - LEFT - x + GAP) / (each + GAP))]:
        data = graph.nodes[node]
        look, ink = ("card-dead", "t-dead") if data["state"] == "dead" else ("card", "t")
        look = "card-fenced" if data["fenced"] and data["state"] != "dead" else look
        canvas.group(node, LEFT + x, TOP + 1, layer="chip", event=node)
        canvas.box(node, "box", (0.0, 0.0, each, HIGH - 2), look, tip=f"broker {id}, {data['out'] or 'has a session'}")
        canvas.words(node, "name", (6.0, HIGH / 2 - 1), f"{prefix}{id}", f"{ink} s12 b")
        draw_session(canvas, node, data, (LEFT + x + each - 18, TOP + HIGH / 2), None, timeout_ms, layer="over")
        x += each + GAP


def _room(words: str) -> float:
    return len(words) * LETTER + 8


def _wide(prefix: str) -> float:
    """Returns how wide the card of a broker is: its node, and the ring of its session."""
    return 6 + (len(prefix) + 1) * LETTER + 4 + 2 * RING + 2


def tell_by_copies(cues: Sequence[Cue]) -> list[Cue]:
    """Returns cues in which brokers talk to ZooKeeper, and hear the controller; else it is copies that talk.

    Where a copy has no way to the controller, what it hears of it is marked there.
    """
    return [*(cue if _is_told(cue) else cue._replace(start="", end="") for cue in cues), *mark_at_copies(cues)]


def _is_told(cue: Cue) -> bool:
    ends = cue.start, cue.end
    return ZOOKEEPER_ID in ends or cue.kind in ("push", "why") or not any(end.startswith("broker:") for end in ends)
