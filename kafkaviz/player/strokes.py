"""Ways as polygons: bends made straight, lines given their width, cut into dashes, and cut off."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import cycle, pairwise
from math import dist, hypot

from kafkaviz.player.sheet import Way
from kafkaviz.scene.values import Point

STEPS = 6
"""Of how many straight lines a bend is made."""
SHARPEST = 3.0
"""A corner sticks out by so many halves of the line's width at most."""
CLOSE = 1e-6
MOST_KEPT = 4_000
Polygon = tuple[Point, ...]


@lru_cache(MOST_KEPT)
def points_of(way: Way) -> Polygon:
    """Returns the corners of a way whose bends are made straight.

    >>> points_of((("M", (0, 0)), ("L", (4, 0))))
    ((0, 0), (4, 0))
    """
    points: list[Point] = []
    corner: Point | None = None
    for code, (x, y) in way:
        if code != "Q":
            points.append((x, y))
        elif corner is None:
            corner = x, y
        else:
            (x0, y0), (x1, y1) = points[-1], corner
            for n in range(1, STEPS + 1):
                t = n / STEPS
                a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
                points.append((a * x0 + b * x1 + c * x, a * y0 + b * y1 + c * y))
            corner = None
    return tuple(points)


@lru_cache(MOST_KEPT)
def outline(way: Way, width: float, dash: tuple[float, ...], *, is_closed: bool) -> tuple[Polygon, ...]:
    """Returns what a line along a way covers, as polygons: one, or one for each dash.

    >>> outline((("M", (0, 0)), ("L", (4, 0))), 2, (), is_closed=False)
    (((0.0, 1.0), (4.0, 1.0), (4.0, -1.0), (0.0, -1.0)),)
    """
    points = points_of(way)
    points = _apart((*points, points[0]) if is_closed else points)
    pieces = map(_apart, _dashes(points, dash)) if any(dash) else (points,)
    is_ring = is_closed and not any(dash)
    return tuple(_band(piece, width / 2, is_ring=is_ring) for piece in pieces if len(piece) > 1)


def _apart(points: Polygon) -> Polygon:
    """Returns the points of a way without those that are where the one before is."""
    found = [points[0]]
    found += [after for before, after in pairwise(points) if dist(before, after) > CLOSE]
    return tuple(found)


def part_left_of(polygon: Sequence[Point], x: float) -> Polygon:
    """Returns the part of a polygon that lies left of the vertical line at `x`.

    >>> part_left_of(((0, 0), (4, 0), (4, 2), (0, 2)), 1)
    ((0, 0), (1, 0.0), (1, 2.0), (0, 2))
    """
    corners: list[Point] = []
    for before, after in pairwise((polygon[-1], *polygon)):
        if (before[0] <= x) != (after[0] <= x):
            part = (x - before[0]) / (after[0] - before[0])
            corners.append((x, before[1] + part * (after[1] - before[1])))
        if after[0] <= x:
            corners.append(after)
    return tuple(corners)


def _band(points: Polygon, half: float, *, is_ring: bool) -> Polygon:
    """Returns the area so far to both sides of a way."""
    normals = [_normal(a, b) for a, b in pairwise(points)]
    at_ends = (normals[-1], normals[0]) if is_ring else (normals[0], normals[-1])
    around = list(pairwise((at_ends[0], *normals, at_ends[1])))
    shifts = [_shift(before, after, half) for before, after in around]
    left = [(x + dx, y + dy) for (x, y), (dx, dy) in zip(points, shifts, strict=True)]
    right = [(x - dx, y - dy) for (x, y), (dx, dy) in zip(points, shifts, strict=True)]
    return (*left, *reversed(right))


def _normal(a: Point, b: Point) -> Point:
    length = dist(a, b)
    return (a[1] - b[1]) / length, (b[0] - a[0]) / length


def _shift(before: Point, after: Point, half: float) -> Point:
    """Returns how far from a corner the corner of its outline is."""
    x, y = before[0] + after[0], before[1] + after[1]
    length = hypot(x, y)
    if length < CLOSE:
        return half * after[0], half * after[1]
    far = half * min(2 / length, SHARPEST) / length
    return far * x, far * y


def _dashes(points: Polygon, dash: tuple[float, ...]) -> Iterator[Polygon]:
    """Yields the pieces of a way that are drawn: the first so long, then a gap, and so on."""
    lengths = cycle(dash if len(dash) % 2 == 0 else dash * 2)
    is_drawn, left, piece = True, next(lengths), [points[0]]
    for a, b in pairwise(points):
        length, begun = dist(a, b), 0.0
        while length - begun > left:
            begun += left
            end = a[0] + (b[0] - a[0]) * begun / length, a[1] + (b[1] - a[1]) * begun / length
            if is_drawn:
                yield (*piece, end)
            is_drawn, left, piece = not is_drawn, next(lengths), [end]
        left -= length - begun
        piece.append(b)
    if is_drawn:
        yield tuple(piece)
