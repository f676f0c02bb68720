"""Where things stand side by side: rooms of equal width in rows, cells in a room, the clock."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from kafkaviz.scene.canvas import DECORATION, Canvas

BAND: Final = 64.0
"""How high the bands are in which a crowd finds its rooms."""


class Room(NamedTuple):
    """A rectangle on the picture."""

    x: float
    y: float
    w: float
    h: float

    def inset(self, left: float, top: float, right: float, bottom: float) -> "Room":
        """Returns the room within margins, beginning at 0, 0 of this one."""
        return Room(left, top, self.w - left - right, self.h - top - bottom)

    def meets(self, other: "Room") -> bool:
        """Tells whether two rooms have anything of the picture in common.

        >>> Room(0, 0, 10, 10).meets(Room(9, 9, 10, 10)), Room(0, 0, 10, 10).meets(Room(10, 0, 10, 10))
        (True, False)
        >>> Room(10, 0, 10, 10).meets(Room(0, 0, 10, 10)), Room(0, 10, 10, 10).meets(Room(0, 0, 10, 10))
        (False, False)
        """
        across = self.x < other.x + other.w and other.x < self.x + self.w
        return across and self.y < other.y + other.h and other.y < self.y + self.h


class Crowd:
    """Rooms that are taken, each by an owner; a new one is compared only with those nearby.

    >>> crowd = Crowd([("a", Room(0, 0, 10, 10))])
    >>> list(crowd.overlaps(Room(9, 9, 10, 10))), list(crowd.overlaps(Room(10, 0, 10, 10)))
    ([('a', Room(x=0, y=0, w=10, h=10))], [])
    >>> crowd.is_free(Room(9, 9, 10, 10), "a"), crowd.is_free(Room(9, 9, 10, 10), "b")
    (True, False)
    """

    def __init__(self, rooms: Iterable[tuple[str, Room]]) -> None:
        self._bands = bands = defaultdict[int, list[tuple[str, Room]]](list)
        for owned in rooms:
            _, y, _, h = owned[1]
            first, last = int(y // BAND), int((y + h) // BAND)
            bands[first].append(owned)
            for band in range(first + 1, last + 1):
                bands[band].append(owned)

    def add(self, owner: str, room: Room) -> None:
        """Takes a room."""
        for band in _bands_under(room):
            self._bands[band].append((owner, room))

    def overlaps(self, room: Room) -> Iterator[tuple[str, Room]]:
        """Yields the parts of a room that are taken, each with its owner; some come more than once."""
        left, top, wide, high = room
        right, low = left + wide, top + high
        for band in _bands_under(room):
            for owned in self._bands.get(band, ()):
                x, y, w, h = owned[1]
                if left < x + w and x < right and top < y + h and y < low:
                    yield owned

    def is_free(self, room: Room, owner: str) -> bool:
        """Tells whether nobody but one owner has anything of a room."""
        left, top, wide, high = room
        right, low = left + wide, top + high
        for band in _bands_under(room):
            for other, (x, y, w, h) in self._bands.get(band, ()):
                if left < x + w and x < right and top < y + h and y < low and other != owner:
                    return False
        return True


def _bands_under(room: Room) -> range:
    _, top, _, high = room
    return range(int(top // BAND), int((top + high) // BAND) + 1)


def in_rows(count: int, room: Room, *, narrowest: float, gap: float = 10, widest: float = 1e9) -> list[Room]:
    """Returns so many rooms of one size in rows that fill a room, none narrower than wished while there is height.

    >>> in_rows(2, Room(0, 0, 210, 50), narrowest=90)
    [Room(x=0.0, y=0.0, w=100.0, h=50.0), Room(x=110.0, y=0.0, w=100.0, h=50.0)]
    """
    if not count:
        return []
    most = max(1, int((room.w + gap) // (narrowest + gap)))
    rows = -(-count // most)
    columns = -(-count // rows)
    w = min(widest, (room.w - gap * (columns - 1)) / columns)
    h = (room.h - gap * (rows - 1)) / rows
    return [Room(room.x + (n % columns) * (w + gap), room.y + (n // columns) * (h + gap), w, h) for n in range(count)]


def cells(count: int, room: Room, *, gap: float = 3) -> list[Room]:
    """Returns so many squares in rows that fill a room, as large as they can be up to 44.

    >>> cells(2, Room(0, 0, 40, 20))
    [Room(x=0.0, y=0.0, w=18.5, h=18.5), Room(x=21.5, y=0.0, w=18.5, h=18.5)]
    """
    sides = (quarters / 4 for quarters in range(176, 16, -1))
    side = next((s for s in sides if ((room.w + gap) // (s + gap)) * ((room.h + gap) // (s + gap)) >= count), 4.0)
    across = max(1, int((room.w + gap) // (side + gap)))
    step = side + gap
    return [Room(room.x + n % across * step, room.y + n // across * step, side, side) for n in range(count)]


def pack(count: int, room: Room, size: tuple[float, float], *, gap: float = 5) -> list[tuple[float, float]]:
    """Returns where cells of a size stand in a room, row by row; those beyond it have no place and are left out.

    >>> pack(3, Room(0, 0, 50, 50), (20, 20))
    [(0, 0), (25, 0), (0, 25)]
    """
    columns = max(1, int((room.w + gap) // (size[0] + gap)))
    rows = max(0, int((room.h + gap) // (size[1] + gap)))
    return [
        (room.x + (n % columns) * (size[0] + gap), room.y + (n // columns) * (size[1] + gap))
        for n in range(min(count, columns * rows))
    ]


def fitting(counts: Sequence[int], room: Room, widths: Sequence[float], h: float, *, gap: float = 5) -> float:
    """Returns the first of the widths at which as many cells as the largest count fit into a room, else the last."""
    most = max(counts, default=0)
    for width in widths:
        if len(pack(most, room, (width, h), gap=gap)) >= most:
            return width
    return widths[-1]


def draw_clock(
    canvas: Canvas, x: float, y: float, now_ms: int, classes: str = "t s14 b mono", *, layer: str = "back"
) -> None:
    """Writes the time at a place; that it changes is no news of its own."""
    clock = f"{DECORATION}clock"
    canvas.group(clock, x, y, layer=layer)
    canvas.words(clock, "time", (0.0, 0.0), f"t = {now_ms / 1000:g} s", classes)


RING, LOW = 13.0, 1 / 3


def draw_ring(
    canvas: Canvas, name: str, at: tuple[float, float], left_ms: float, limit_ms: float, r: float = RING
) -> None:
    """Draws how much is left of a time for which somebody waits, as a ring that runs down with its seconds inside."""
    part = min(1.0, left_ms / limit_ms) if limit_ms else 1.0
    low = part < LOW
    canvas.group(name, *at, layer="over")
    canvas.circle(name, "track", (0.0, 0.0, r), "ring-track")
    canvas.ring(name, "ring", (0.0, 0.0, r), part, "ring low" if low else "ring")
    said = str(math.ceil(left_ms / 1000 - 1e-9))
    canvas.words(name, "left", (0.0, 0.0), said, f"{'t-warn' if low else 't'} s12 b mid")
