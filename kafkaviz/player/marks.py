"""Where marks are: the order in which they are painted, and the way between two of them."""

import math
import re
from collections.abc import Iterator

from kafkaviz.scene.values import LAYERS, Flight, Mark, Marks

Extent = tuple[float, float, float, float]
Point = tuple[float, float]


def in_order(marks: Marks) -> Iterator[tuple[Mark, float, float]]:
    """Walks the marks as they are painted: layer by layer, parents before children, each with its origin."""
    children: dict[str, list[str]] = {}
    for name, mark in marks.items():
        layer = mark.get("z", "chip")
        home = f"/{layer if layer in LAYERS else 'chip'}"
        children.setdefault(mark["p"] if mark.get("p") in marks else home, []).append(name)

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


def corners(d: str) -> list[Point]:
    """Returns the corners of a closed path of straight lines: M, L, H and V, absolute or relative, then z.

    Raises ValueError for any other path.

    >>> corners("M0 0h4v3z")
    [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0)]
    """
    if not re.fullmatch(r"[Mm][\d\s.,MLHVmlhv-]+[Zz]", d):
        raise ValueError(f"A path may use the commands M, L, H and V and ends with z, unlike {d!r}.")
    found: list[Point] = []
    x = y = 0.0
    for command, arguments in re.findall(r"([MLHVmlhv])([^MLHVmlhvz]*)", d):
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", arguments)]
        # More numbers than a command takes repeat it.
        for step in _steps(command.upper(), numbers):
            across, down = (x, y) if command.islower() else (0.0, 0.0)
            x = x if step[0] is None else across + step[0]
            y = y if step[1] is None else down + step[1]
            found.append((x, y))
    return found


def _steps(command: str, numbers: list[float]) -> Iterator[tuple[float | None, float | None]]:
    if command == "H":
        yield from ((number, None) for number in numbers)
    elif command == "V":
        yield from ((None, number) for number in numbers)
    else:
        yield from zip(numbers[::2], numbers[1::2], strict=True)
