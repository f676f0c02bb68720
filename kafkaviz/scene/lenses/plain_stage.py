"""Where the lens graph has its nodes for a whole film, and which way leads from one to another past all names."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.lenses import Attributes
from kafkaviz.scene.film.timing import Timed
from kafkaviz.scene.layout import Room
from kafkaviz.scene.routing import CHIP_H, CHIP_LETTER, COUNT_LETTERS, Port, Way, width_of
from kafkaviz.scene.values import WIDE, Point, Size

MARGIN, TOP, LEGEND_H, ROW_GAP = 8.0, 34.0, 40.0, 30.0
NODE_H, FLAT_H, TALLEST_LEVEL, LEAST_LEVEL = 34.0, 24.0, 58.0, 50.0
"""How high nodes are with two lines and with one, and how far apart partitions stand, at least for two lines."""
DECIDERS: Final = ("controller", "zookeeper")
LEVEL: Final = (0.5, 0.35, 0.65, 0.2, 0.8, 0.42, 0.58, 0.27, 0.73)
UPRIGHT: Final = (0.2, 0.8, 0.26, 0.74, *LEVEL)
"""How far along a part of its way a chip may rest."""
CLIENTS: Final = ("producer", "consumer", "group", "member")


class Stage(NamedTuple):
    """The place of each node for a whole film; beside those who write and read there is a lane, `left` and `right`.

    Between two levels of partitions lies a gap, through which whoever writes and reads gets to them.
    """

    size: Size
    rooms: Mapping[str, Room]
    left: float
    right: float
    gap: float
    ports: Mapping[str, Port]

    def way(self, start: str, end: str, aside: float = 0.0) -> tuple[Point, ...]:
        """Returns the corners of a way between two nodes; one more message on it runs `aside` of it."""
        if _rank(end) < _rank(start):
            return self.way(end, start, aside)[::-1]
        a, b = self.rooms[start], self.rooms[end]
        kinds = start.split(":")[0], end.split(":")[0]
        if kinds[0] in CLIENTS and kinds[1] in CLIENTS:
            # Both are on one side: they talk along its lane.
            lane = (self.right if kinds[0] != "producer" else self.left) + aside
            return (_side(a, lane), (lane, _middle(a)), (lane, _middle(b)), _side(b, lane))
        if kinds[1] in CLIENTS:
            lane = (self.left if kinds[1] == "producer" else self.right) + aside
            out = 0.32 if kinds[1] == "producer" else 0.68
            low = self._below(a, kinds[0], kinds[1]) + aside
            x = a.x + a.w * out + aside
            return ((x, a.y + a.h), (x, low), (lane, low), (lane, _middle(b)), _side(b, lane))
        if kinds == ("replica", "replica"):
            low = a.y - self.gap * 0.22 - aside / 2
            ax, bx = a.x + a.w * 0.5 + aside, b.x + b.w * (0.62 if a.x > b.x else 0.38) + aside
            return ((ax, a.y), (ax, low), (bx, low), (bx, b.y))
        if kinds[1] == "replica" and kinds[0] in DECIDERS:
            # Beside its broker, not through it.
            x, low, ax = b.x - 14 + aside / 2, a.y + a.h + 9 + aside / 2, a.x + 12 + aside
            return ((ax, a.y + a.h), (ax, low), (x, low), (x, _middle(b)), (b.x, _middle(b)))
        if kinds[1] == "replica":
            x = min(a.x + 6, b.x - 8) + aside / 2
            return ((x, a.y + a.h), (x, _middle(b)), (b.x, _middle(b)))
        if a.y == b.y:
            low = a.y + a.h + 10 + aside
            ax, bx = _centre(a) + aside, _centre(b) - aside
            return ((ax, a.y + a.h), (ax, low), (bx, low), (bx, b.y + b.h))
        return ((_centre(a) + aside, a.y + a.h), (_centre(b) + aside, b.y))

    def _below(self, room: Room, kind: str, client: str) -> float:
        """Returns the height at which one gets past what is below a node: in its level's gap, or below its row."""
        return room.y + room.h + (self.gap * (0.28 if client == "producer" else 0.5) if kind == "replica" else 9)


def stage(graphs: Sequence[nx.MultiDiGraph], size: Size) -> Stage:
    """Returns who decides on top, brokers below with their replicas, writers on the left and readers on the right.

    A partition has one level under all brokers.
    """
    kinds: dict[str, dict[str, Attributes]] = {}
    for graph in graphs:
        for node, data in graph.nodes(data=True):
            kinds.setdefault(data["kind"], {}).setdefault(node, data)
    w, h = size
    readers = [*kinds.get("consumer", ()), *_groups(kinds)]
    letters = max((len(node.rpartition(":")[2]) for node in (*kinds.get("producer", ()), *readers)), default=0)
    side = 136.0 if w >= WIDE[0] else max(92.0, min(110.0, letters * 7.2 + 34))
    left, right = MARGIN + side * ("producer" in kinds), w - MARGIN
    right -= side * bool(readers)
    top, bottom = TOP, h - LEGEND_H - MARGIN
    brokers = sorted(kinds.get("broker", ()), key=lambda node: int(node.split(":")[1]))
    above = [node for kind in DECIDERS for node in kinds.get(kind, ())]
    tps: list[TopicPartition] = sorted({data["tp"] for data in kinds.get("replica", {}).values()})
    first = top + 2 * (NODE_H + ROW_GAP)
    level = min(TALLEST_LEVEL, (bottom - first) / max(1, len(tps)))
    # What is left in height is room for what those who decide and the brokers say to each other.
    gap = ROW_GAP + min(2 * CHIP_H + 4, max(0.0, (bottom - first - level * len(tps)) / 2))
    first = top + 2 * (NODE_H + gap)
    rooms = _row(above, Room(left, top, right - left, NODE_H), 150)
    columns = _row(brokers, Room(left, top + NODE_H + gap, right - left, NODE_H), 150)
    rooms |= columns
    pitch = (right - left) / max(1, len(brokers))
    high = NODE_H if level >= LEAST_LEVEL else min(FLAT_H, level * 0.66)
    for node, data in kinds.get("replica", {}).items():
        column = columns[f"broker:{data['broker']}"]
        width = min(150.0, pitch - 22)
        y = first + tps.index(data["tp"]) * level
        rooms[node] = Room(column.x + (column.w - width) / 2 + 6, y, width, high)
    rooms |= _column(list(kinds.get("producer", ())), Room(MARGIN, top, side - 28, bottom - top))
    rooms |= _column(readers, Room(right + 28, top, side - 28, bottom - top))
    # Messages find their way by what the nodes are; a port says no more than that there is one.
    ports = {node: Port(room.x, room.x + room.w, room.y) for node, room in rooms.items()}
    return Stage(size, rooms, left - 14, right + 14, level - high, ports)


def ways(on: Stage, messages: Sequence[Timed]) -> list[Way]:
    """Returns the ways of messages along the ties, each with its chip where no name and no other chip is.

    One without room that says what another says is added to its count; of any other its number is told.
    """
    taken = [Room(room.x - 1, room.y - 1, room.w + 2, room.h + 2) for room in on.rooms.values()]
    # Between flat nodes there is none: a chip may lie on their edges, but on no name.
    names = [room if room.h > NODE_H else Room(room.x, room.y + room.h / 2 - 6, room.w, 12) for room in taken]
    grounds = (taken,) if names == taken else (taken, names)
    used: dict[frozenset[str], int] = {}
    chips: dict[int, Room] = {}
    said: dict[tuple[str, str], int] = {}
    many: Counter[int] = Counter()
    found: list[Way] = []
    for n, message in enumerate(messages):
        cue, numbered = message.cue, bool(message.number)
        pair = frozenset((cue.start, cue.end))
        used[pair] = used.get(pair, -1) + 1
        path = on.way(cue.start, cue.end, aside=(0.0, 6.0, -6.0)[used[pair] % 3])
        found.append(Way(path, None, ""))
        if not cue.text or cue.hush:
            continue
        others = [[*rooms, *chips.values()] for rooms in grounds]
        same = said.get((cue.kind, cue.text))
        if (spot := _spot(path, width_of(cue.text, numbered), on.size, others)) is not None:
            chips[n], found[n] = spot, Way(path, None, cue.text)
            said.setdefault((cue.kind, cue.text), n)
        elif same is not None and (many[same] or _widened(same, chips, taken, on.size)):
            many[same] += 1
        elif numbered and (spot := _spot(path, width_of(""), on.size, others)) is not None:
            chips[n] = spot
    for n, room in chips.items():
        count = f" ×{many[n] + 1}" * (n in many)
        found[n] = Way(
            found[n].path, (round(room.x + room.w / 2, 1), round(room.y + room.h / 2, 1)), found[n].text + count
        )
    return found


def _widened(number: int, chips: dict[int, Room], taken: Sequence[Room], size: Size) -> bool:
    """Gives a chip room for a count where there is any, and tells whether there is."""
    room, more = chips[number], COUNT_LETTERS * CHIP_LETTER
    wider = Room(min(max(room.x - more / 2, 2.0), size[0] - 2 - room.w - more), room.y, room.w + more, room.h)
    others = (*taken, *(chip for other, chip in chips.items() if other != number))
    if any(map(wider.meets, others)):
        return False
    chips[number] = wider
    return True


def _spot(path: Sequence[Point], width: float, size: Size, grounds: Sequence[Sequence[Room]]) -> Room | None:
    """Returns where a chip may rest on the first of some grounds on which it has room."""
    xs, ys = zip(*path, strict=True)
    left, top, right, low = min(xs) - width, min(ys) - CHIP_H, max(xs) + width, max(ys) + CHIP_H
    around = Room(left, top, right - left, low - top)
    for taken in grounds:
        near = [(room.x, room.y, room.x + room.w, room.y + room.h) for room in taken if room.meets(around)]
        for x, y in _spots(path, width, size):
            x2, y2 = x + width, y + CHIP_H
            for left, top, right, low in near:
                if x < right and left < x2 and y < low and top < y2:
                    break
            else:
                return Room(x, y, width, CHIP_H)
    return None


def _spots(path: Sequence[Point], width: float, size: Size) -> Iterator[Point]:
    """Yields where a chip may rest: on its way, or beside it so that its way goes through it; longest part first."""
    last = size[0] - 2 - width

    def left(middle: float) -> float:
        return round(min(max(middle - width / 2, 2.0), last), 1)

    points = list[tuple[float, float, bool, float, float]]()
    for (ax, ay), (bx, by) in sorted(pairwise(path), key=lambda p: -abs(p[0][0] - p[1][0]) - abs(p[0][1] - p[1][1])):
        # What goes down as far as two chips are high leaves room for another one.
        for along in UPRIGHT if abs(ay - by) > 2 * CHIP_H + 4 else LEVEL:
            x, y = ax + (bx - ax) * along, ay + (by - ay) * along
            points.append((x, y, ay != by, left(x), round(y - CHIP_H / 2, 1)))
            yield points[-1][3:]
    for away in (0.15, -0.15, 0.25, -0.25, 0.45, -0.45):
        for x, y, goes_down, at, top in points:
            if goes_down:
                yield left(x + away * width), top
            yield at, round(y + away * CHIP_H - CHIP_H / 2, 1)


def _rank(node: str) -> int:
    kind = node.split(":")[0]
    return 0 if kind in DECIDERS else 1 if kind == "broker" else 2 if kind == "replica" else 3


def _middle(room: Room) -> float:
    return room.y + room.h / 2


def _centre(room: Room) -> float:
    return room.x + room.w / 2


def _side(room: Room, lane: float) -> Point:
    """Returns where a lane gets to a node beside it."""
    return (room.x if lane < room.x else room.x + room.w, _middle(room))


def _groups(kinds: Mapping[str, Mapping[str, Attributes]]) -> list[str]:
    """Returns the groups, each followed by its members."""
    found = []
    for group, data in kinds.get("group", {}).items():
        found.append(group)
        found += [node for node, member in kinds.get("member", {}).items() if member["group"] == data["name"]]
    return found


def _row(nodes: Sequence[str], room: Room, widest: float) -> dict[str, Room]:
    pitch = room.w / max(1, len(nodes))
    w = min(widest, pitch - 10)
    return {node: Room(room.x + (n + 0.5) * pitch - w / 2, room.y, w, room.h) for n, node in enumerate(nodes)}


def _column(nodes: Sequence[str], room: Room) -> dict[str, Room]:
    pitch = room.h / max(1, len(nodes))
    return {
        node: Room(room.x, room.y + (n + 0.5) * pitch - min(NODE_H, pitch - 6) / 2, room.w, min(NODE_H, pitch - 6))
        for n, node in enumerate(nodes)
    }
