"""Where a picture has words, cells, cards and messages: the rooms that a tag beside them leaves free."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from kafkaviz.scene.canvas import position_of, size_of
from kafkaviz.scene.layout import Room
from kafkaviz.scene.routing import CHIP_H, width_of
from kafkaviz.scene.values import WIDTH_OF_A_LETTER, Effect, Mark, Marks, Point

THICK: Final = 5.0
"""How wide a line is that marks an offset in a log."""
OFFSETS: Final = ("high-watermark", "log-start", "log-end", "cleaned")
SMALL: Final = (80.0, 60.0)
"""A box up to this size is a cell with what it holds, which no tag covers."""
RIM: Final = 6.0
"""How far what lies in a card may reach over its edge."""
TIP: Final = 8.0
"""How far around its end the tip of a message reaches."""


def rooms_of_marks(marks: Marks) -> Iterator[tuple[str, Room]]:
    """Yields where no tag may be: words, rings, signs, and cells, each with the node whose own tags it lets pass."""
    origins: dict[str, Point] = {"": (0.0, 0.0)}
    for mark in marks.values():
        kind, home = mark["k"], mark.get("p", "")
        if kind == "g" or (kind == "line" and mark.get("c") not in OFFSETS):
            continue
        if home not in origins:
            origins[home] = position_of(home, marks)
        x, y = origins[home][0] + mark.get("x", 0), origins[home][1] + mark.get("y", 0)
        if kind == "text":
            yield "", _words(mark, x, y)
        elif kind == "line":
            yield "", Room(x - THICK / 2, y, THICK, mark["y2"] - mark["y"])
        elif kind in ("circle", "arc"):
            yield "", Room(x - mark["r"], y - mark["r"], 2 * mark["r"], 2 * mark["r"])
        elif kind == "path":
            yield "", Room(x, y, 20.0, 14.0)
        elif mark["w"] <= SMALL[0] and mark["h"] <= SMALL[1]:
            yield "" if mark.get("c") == "flag" else home, Room(x, y, mark["w"], mark["h"])


def rooms_of_moved(before: Marks, marks: Marks) -> Iterator[Room]:
    """Yields where words stand that only move away: a tag is there before they do."""
    still = {"": True}
    for name, mark in before.items():
        if (
            mark["k"] == "text"
            and name in marks
            and not (mark is marks[name] and _is_still(mark, before, marks, still))
        ):
            yield _words(mark, *position_of(name, before))


def _is_still(mark: Mark, before: Marks, marks: Marks, still: dict[str, bool]) -> bool:
    """Tells whether a mark sits in the same groups at the same places as before; what is known of them is `still`."""
    home = mark.get("p", "")
    if home not in still:
        there = before.get(home)
        still[home] = there is marks.get(home) and (there is None or _is_still(there, before, marks, still))
    return still[home]


def rooms_of_cards(marks: Marks) -> Iterator[tuple[str, Room]]:
    """Yields nodes, without their rims: what stands in another node seems to be said of it."""
    for name, mark in marks.items():
        if mark["k"] == "rect" and name.endswith("/box") and mark["w"] > RIM and mark["h"] > RIM:
            x, y = position_of(name, marks)
            yield name, Room(x + RIM / 2, y + RIM / 2, mark["w"] - RIM, mark["h"] - RIM)


def is_cell(room: Room) -> bool:
    """Tells whether a room is so small that it is a cell, which has room for what it holds alone."""
    return room.w <= SMALL[0] and room.h <= SMALL[1]


def _words(mark: Mark, x: float, y: float) -> Room:
    size, anchor = _look(mark.get("c", ""))
    wide = len(mark.get("t", "")) * size * WIDTH_OF_A_LETTER
    return Room(x - wide * anchor, y - size * 0.6, wide, size * 1.2)


@cache
def _look(classes: str) -> tuple[int, float]:
    """Returns how large words are, and which part of them stands left of their place."""
    anchor = classes.split()
    return size_of(classes), 0.5 if "mid" in anchor else 1.0 if "end" in anchor else 0.0


def rooms_of_messages(effects: Sequence[Effect]) -> Iterator[Room]:
    """Yields where the words of messages are, and their tips."""
    for effect in effects:
        if "path" in effect and "chip" in effect:
            (x, y), wide = effect["chip"], width_of(effect.get("t", ""))
            yield Room(x - wide / 2, y - CHIP_H / 2, wide, CHIP_H)
        if path := effect.get("path"):
            x, y = path[-1]
            yield Room(x - TIP, y - TIP, 2 * TIP, 2 * TIP)
