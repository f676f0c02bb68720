"""Where marks are: the order in which they are painted, and the way between two of them."""

import math
from collections.abc import Iterator

from kafkaviz.scene.values import LAYERS, Flight, Mark, Marks

Extent = tuple[float, float, float, float]
Point = tuple[float, float]


def in_order(marks: Marks) -> Iterator[tuple[Mark, float, float]]:
    """Walks the marks as they are painted: layer by layer, parents before children, each with its origin."""
    children: dict[str, list[str]] = {}
    for name, mark in marks.items():
        parent = mark.get("p")
        layer = mark.get("z", "chip")
        children.setdefault(parent if parent in marks else f"/{layer if layer in LAYERS else 'chip'}", []).append(name)

    def walk(names: list[str], x: float, y: float) -> Iterator[tuple[Mark, float, float]]:
        for name in names:
            mark = marks[name]
            yield mark, x, y
            yield from walk(children.get(name, []), x + mark.get("x", 0), y + mark.get("y", 0))

    for layer in LAYERS:
        yield from walk(children.get(f"/{layer}", []), 0, 0)


def way(flight: Flight, marks: Marks) -> tuple[Point, Point, Point] | None:
    """Returns start, bend and end of a flight's curve, from border to border; None when an end is not there."""
    a, b = _extent(flight.start, marks), _extent(flight.end, marks)
    if a is None or b is None:
        return None
    start, end = _border(a, b), _border(b, a)
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy) or 1
    bend = min(60, length * 0.15) / length
    return start, ((start[0] + end[0]) / 2 - dy * bend, (start[1] + end[1]) / 2 + dx * bend), end


def _extent(name: str, marks: Marks) -> Extent | None:
    mark = marks.get(name)
    if mark is None:
        return None
    half_w, half_h = mark.get("w", 0) / 2, mark.get("h", 0) / 2
    x, y = half_w, half_h
    if mark["k"] == "line":
        x, y = (mark["x2"] - mark["x"]) / 2, (mark["y2"] - mark["y"]) / 2
    while mark is not None:
        x, y = x + mark.get("x", 0), y + mark.get("y", 0)
        mark = marks.get(mark.get("p", ""))
    return x, y, half_w, half_h


def _border(a: Extent, b: Extent) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    part = min(a[2] / abs(dx or 1e-9), a[3] / abs(dy or 1e-9), 0.45)
    return a[0] + dx * part, a[1] + dy * part
