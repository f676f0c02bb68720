"""Where marks are: the order in which they are painted, which step back, and how paths run."""

import math
import re
from collections.abc import Iterator, Sequence

from kafkaviz.scene.values import LAYERS, Frame, Marks, Point

CORNER = 12.0


def in_order(marks: Marks, layers: Sequence[str] = LAYERS) -> Iterator[tuple[str, float, float]]:
    """Walks the ids of what is in these layers as it is painted, parents before children, each with its origin."""
    children: dict[str, list[str]] = {}
    for name, mark in marks.items():
        layer = mark.get("z", "chip")
        home = f"/{layer if layer in LAYERS else 'chip'}"
        children.setdefault(mark["p"] if mark.get("p") in marks else home, []).append(name)

    def walk(names: list[str], x: float, y: float) -> Iterator[tuple[str, float, float]]:
        for name in names:
            mark = marks[name]
            yield name, x, y
            yield from walk(children.get(name, []), x + mark.get("x", 0), y + mark.get("y", 0))

    for layer in layers:
        yield from walk(children.get(f"/{layer}", []), 0, 0)


def origin(name: str, marks: Marks) -> Point:
    """Returns where a mark is on the picture, its groups' places included.

    >>> origin("a", {"g": {"k": "g", "x": 5, "y": 6}, "a": {"k": "rect", "x": 1, "y": 2, "p": "g"}})
    (6.0, 8.0)
    """
    x = y = 0.0
    mark = marks.get(name)
    while mark is not None:
        x, y = x + mark.get("x", 0), y + mark.get("y", 0)
        mark = marks.get(mark.get("p", ""))
    return x, y


def dimmed_marks(frame: Frame) -> frozenset[str]:
    """Returns the marks that step back: all but those the frame is about, what is in them, and what they are in.

    >>> group, box = {"k": "g"}, {"k": "rect", "p": "a"}
    >>> sorted(dimmed_marks(Frame({"a": group, "a/box": box, "a/line": box, "b": group}, about=("a/box",))))
    ['a/line', 'b']
    """
    marks = frame.marks
    about = [name for name in frame.about if name in marks]
    if not about:
        return frozenset()
    inside, around = set(about), set[str]()
    for name in about:
        parent = marks[name].get("p", "")
        while parent in marks:
            around.add(parent)
            parent = marks[parent].get("p", "")
    back = set[str]()
    for name, mark in marks.items():  # A group is drawn before what is in it.
        parent = mark.get("p", "")
        if parent in inside:
            inside.add(name)
        elif name not in inside and name not in around:
            back.add(name)
    return frozenset(back)


def round_bends(path: Sequence[Point], radius: float = CORNER) -> list[tuple[str, Point]]:
    """Returns the way along a path as moves (M), straight lines (L) and bends (Q, first its corner, then its end).

    >>> round_bends([(0, 0), (0, 20), (20, 20)], 5)
    [('M', (0, 0)), ('L', (0.0, 15.0)), ('Q', (0, 20)), ('Q', (5.0, 20.0)), ('L', (20, 20))]
    """
    way: list[tuple[str, Point]] = [("M", path[0])]
    for before, corner, after in zip(path, path[1:], path[2:], strict=False):
        a, b = _towards(corner, before, radius), _towards(corner, after, radius)
        way += [("L", a), ("Q", corner), ("Q", b)]
    return [*way, ("L", path[-1])]


def _towards(point: Point, other: Point, distance: float) -> Point:
    """Returns the point so far from one point towards another, halfway at most."""
    length = math.dist(point, other) or 1.0
    part = min(distance / length, 0.5)
    return point[0] + (other[0] - point[0]) * part, point[1] + (other[1] - point[1]) * part


def arrowhead(path: Sequence[Point], size: float) -> list[Point]:
    """Returns the three corners of the head at the end of a path.

    >>> arrowhead([(0, 0), (10, 0)], 4)
    [(10, 0), (6.0, 2.0), (6.0, -2.0)]
    """
    (x0, y0), (x, y) = path[-2:]
    length = math.dist((x0, y0), (x, y)) or 1.0
    dx, dy = (x - x0) / length, (y - y0) / length
    back, half = (x - dx * size, y - dy * size), size / 2
    return [(x, y), (back[0] - dy * half, back[1] + dx * half), (back[0] + dy * half, back[1] - dx * half)]


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
