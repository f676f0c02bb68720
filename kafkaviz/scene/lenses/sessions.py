"""Draws the session of a broker at the party that waits: a ring that runs down, and the line of its heartbeats."""

import math
from typing import Final

from kafkaviz.graph.lenses import Attributes
from kafkaviz.scene.canvas import DECORATION, Canvas
from kafkaviz.scene.values import Point

RING: Final = 16.0
LOW: Final = 1 / 3
"""From how much on what is left is little."""


def draw_session(
    canvas: Canvas, node: str, data: Attributes, at: Point, foot: float | None, timeout_ms: int, *, layer: str = "edge"
) -> None:
    """Draws how long the one who waits will still wait for a broker, whose card may begin at the height `foot`."""
    name, (x, y) = f"{DECORATION}{node}", at
    left = 1.0 if data["quiet_ms"] is None or not timeout_ms else max(0.0, 1 - data["quiet_ms"] / timeout_ms)
    canvas.group(name, x, y, layer=layer)
    if foot is not None:
        beat = "heartbeat" if data["quiet_ms"] is None else "heartbeat-lost"
        canvas.line(name, "beat", (0.0, foot - y, 0.0, RING), beat)
    canvas.circle(name, "track", (0.0, 0.0, RING), "ring-track")
    if not timeout_ms and not data["fenced"]:
        return
    if data["fenced"]:
        canvas.ring(name, "ring", (0.0, 0.0, RING), 1.0, "ring-snapped")
        canvas.words(name, "left", (0.0, 0.0), "✕", "t-warn s12 b mid")
        return
    low = left < LOW
    canvas.ring(name, "ring", (0.0, 0.0, RING), left, "ring low" if low else "ring")
    seconds = math.ceil(timeout_ms * left / 1000 - 1e-9)
    canvas.words(name, "left", (0.0, 0.0), str(seconds), "t-warn s12 b mid" if low else "t s12 b mid")
