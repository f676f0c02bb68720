"""A picture as values: shapes and words in the order in which they are drawn, and smaller sheets laid on top.

Whoever paints it needs to know nothing of films: `raster` makes pixels of it, `vector` an SVG.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import cos, pi, sin
from typing import NamedTuple

from kafkaviz.scene.values import Point

Way = tuple[tuple[str, Point], ...]
"""A move (M), straight lines (L) and bends (Q, first the corner, then the end)."""
BENDS = 8


class Shape(NamedTuple):
    """A way with an area and an outline, each in a colour or in none; what is right of `cut` is not seen."""

    way: Way
    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    dash: tuple[float, ...] = ()
    fill_opacity: float = 1.0
    opacity: float = 1.0
    is_closed: bool = True
    cut: float | None = None


class Words(NamedTuple):
    """A line of text, in the middle of whose height `at` is; `anchor` says which end of it."""

    text: str
    at: Point
    size: float
    color: str
    anchor: str = "start"
    is_bold: bool = False
    is_mono: bool = False
    halo: str = ""
    opacity: float = 1.0


@dataclass
class Sheet:
    """A width and a height, the colour of the ground, what is drawn on that, and the sheets that lie on it."""

    width: float
    height: float
    ground: str
    drawn: list[Shape | Words] = field(default_factory=list)
    parts: list["Part"] = field(default_factory=list)


class Part(NamedTuple):
    """A sheet that lies on another: its upper left corner, and how large one of its units is there."""

    sheet: Sheet
    x: float
    y: float
    scale: float = 1.0


def stack(sheets: Iterable[Sheet], width: float) -> Sheet:
    """Returns sheets, one below the other and all as wide, as one of a whole height."""
    parts, height = list[Part](), 0.0
    for sheet in sheets:
        scale = width / sheet.width
        parts.append(Part(sheet, 0, height, scale))
        height += sheet.height * scale
    return Sheet(width, round(height), parts[0].sheet.ground, parts=parts)


def straight(points: Sequence[Point]) -> Way:
    """Returns the way through points.

    >>> straight([(0, 0), (4, 0)])
    (('M', (0, 0)), ('L', (4, 0)))
    """
    return tuple(("L" if n else "M", point) for n, point in enumerate(points))


def rectangle(x: float, y: float, w: float, h: float, r: float = 0) -> Way:
    """Returns the way around a rectangle, whose corners may be round.

    >>> rectangle(0, 0, 4, 2)
    (('M', (0, 0)), ('L', (4, 0)), ('L', (4, 2)), ('L', (0, 2)))
    """
    x2, y2 = x + w, y + h
    if r <= 0:
        return straight([(x, y), (x2, y), (x2, y2), (x, y2)])
    way: list[tuple[str, Point]] = [("M", (x + r, y))]
    for corner, before, after in (
        ((x2, y), (x2 - r, y), (x2, y + r)),
        ((x2, y2), (x2, y2 - r), (x2 - r, y2)),
        ((x, y2), (x + r, y2), (x, y2 - r)),
        ((x, y), (x, y + r), (x + r, y)),
    ):
        way += [("L", before), ("Q", corner), ("Q", after)]
    return tuple(way)


def turn(x: float, y: float, r: float, part: float = 1.0) -> Way:
    """Returns the circle around a point, clockwise from twelve o'clock, or an arc of it.

    >>> turn(50, 50, 10, 0.25)[0], turn(50, 50, 10, 0.25)[-1]
    (('M', (50, 40)), ('Q', (60.0, 50.0)))
    """
    step = 2 * pi * part / BENDS
    way: list[tuple[str, Point]] = [("M", (x, y - r))]
    for n in range(1, BENDS + 1):
        for angle, far in ((step * (n - 0.5), r / cos(step / 2)), (step * n, r)):
            way.append(("Q", (round(x + far * sin(angle), 6), round(y - far * cos(angle), 6))))
    return tuple(way)
