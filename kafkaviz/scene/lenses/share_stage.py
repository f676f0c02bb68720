"""Where the lens share has its partitions, its members and the records between them, for a whole film."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import networkx as nx

from kafkaviz.scene.layout import Room, in_rows
from kafkaviz.scene.routing import Band, Port
from kafkaviz.scene.values import WIDE, Size

MARGIN, STRIP_H, BAND_H, GAP = 8.0, 44.0, 84.0, 10.0
TITLE_H, OFFSET_H, CELL_GAP = 22.0, 16.0, 4.0
HEAD_H, FOOT_H, LOCK_W = 26.0, 22.0, 36.0
TALLEST, WIDEST, NARROWEST, LEAST_H = 62.0, 132.0, 26.0, 22.0
ROW_H: Final = (TITLE_H + LEAST_H + OFFSET_H, TITLE_H + TALLEST + OFFSET_H)
MEMBERS_H: Final = 124.0
LEAST_CARD, MOST_LINES = 104.0, 3


class Row(NamedTuple):
    """One partition: its room, and the offsets from `first` to `last` that have a place in it."""

    room: Room
    first: int
    last: int


class Stage(NamedTuple):
    """The places of a whole film; `lines` is how many acquisition locks a member's card has room for."""

    size: Size
    group: Room
    rows: Mapping[str, Row]
    members: Mapping[str, Room]
    hidden: tuple[int, int]
    cell: tuple[float, float]
    lines: int
    ports: Mapping[str, Port]
    band: Band

    @property
    def is_narrow(self) -> bool:
        """Whether words have to stand below each other."""
        return self.size[0] < WIDE[0]

    def x(self, row: Row, offset: int) -> float:
        """Returns where the record of an offset lies in its row."""
        return (offset - row.first) * (self.cell[0] + CELL_GAP)


def stage(graphs: Sequence[nx.MultiDiGraph], size: Size) -> Stage:
    """Returns the places for a film; what has no room, the last partitions and members, is only counted."""
    offsets, members, locks = _found(graphs)
    w, h = size
    inner, top = w - 2 * MARGIN, MARGIN + STRIP_H + GAP
    shown = max(1, int((h - top - BAND_H - MEMBERS_H - MARGIN + GAP) // (ROW_H[0] + GAP)))
    tps = sorted(offsets, key=lambda tp: (not offsets[tp].lent, list(offsets).index(tp)))[:shown]
    room = h - top - BAND_H - MEMBERS_H - MARGIN
    each = min(ROW_H[1], (room - GAP * (len(tps) - 1)) / max(1, len(tps)))
    fits = int((inner + CELL_GAP) // (NARROWEST + CELL_GAP))
    spans = {tp: _span(offsets[tp], fits) for tp in offsets if tp in tps}
    most = max((last - first for first, last in spans.values()), default=1)
    cell = min(WIDEST, (inner + CELL_GAP) / max(1, most) - CELL_GAP), each - TITLE_H - OFFSET_H
    rows = {
        tp: Row(Room(MARGIN, top + n * (each + GAP), inner, each), first, last)
        for n, (tp, (first, last)) in enumerate(spans.items())
    }
    far = top + len(rows) * (each + GAP) - GAP
    near = far + BAND_H
    # In a second row messages would cross the first one; those who are lent nothing are missed least.
    borrowers = sorted(members, key=lambda node: not members[node])[: int((inner + GAP) // (LEAST_CARD + GAP))]
    in_cards = [node for node in members if node in borrowers]
    area = Room(MARGIN, near, inner, h - MARGIN - near)
    cards = dict(zip(in_cards, in_rows(len(in_cards), area, narrowest=LEAST_CARD, gap=GAP, widest=420), strict=True))
    ports = {node: Port(room.x, room.x + room.w, room.y) for node, room in cards.items()}
    ports |= {tp: Port(row.room.x, row.room.x + inner, far, far=True) for tp, row in rows.items()}
    hidden = len(offsets) - len(rows), len(members) - len(cards)
    strip = Room(MARGIN, MARGIN, inner, STRIP_H)
    return Stage(size, strip, rows, cards, hidden, cell, min(MOST_LINES, locks), ports, Band(near, far))


class _Offsets(NamedTuple):
    """The readable offsets of a partition in a film, as a half-open span, and that of those which were ever lent."""

    first: int
    last: int
    lent: tuple[int, int] | None


def _found(graphs: Sequence[nx.MultiDiGraph]) -> tuple[dict[str, _Offsets], dict[str, bool], int]:
    """Returns the partitions, the members and whether each is ever lent a record, and the most locks that one has."""
    readable: dict[str, set[int]] = {}
    lent: dict[str, set[int]] = {}
    members: dict[str, bool] = {}
    most = 1
    for graph in graphs:
        locks: dict[str, set[int]] = {}
        names: dict[object, str] = {}
        for node, data in graph.nodes(data=True):
            if data["kind"] == "partition":
                readable.setdefault(node, set())
                names[data["tp"]] = node
            elif data["kind"] == "member":
                members.setdefault(node, False)
            elif data["kind"] == "delivery":
                readable[names[data["tp"]]].add(data["offset"])
                if data["delivery_count"]:
                    lent.setdefault(names[data["tp"]], set()).add(data["offset"])
                if data["state"] == "acquired":
                    locks.setdefault(data["member"], set()).add(data["until_ms"])
        members |= {node: True for _, node, kind in graph.edges(data="kind") if kind == "lent to"}
        most = max([most, *map(len, locks.values())])
    found = {
        tp: _Offsets(
            min(there, default=0),
            max(there, default=-1) + 1,
            (min(lent[tp]), max(lent[tp]) + 1) if tp in lent else None,
        )
        for tp, there in readable.items()
    }
    return found, members, most


def _span(offsets: _Offsets, fits: int) -> tuple[int, int]:
    """Returns the offsets that are shown: all, or those that were lent last with what follows them."""
    if offsets.last - offsets.first <= fits:
        return offsets.first, max(offsets.last, offsets.first + 1)
    begin, end = offsets.lent or (offsets.first, offsets.first)
    first = max(offsets.first, min(begin, offsets.last - fits), end - fits)
    return first, first + fits
