"""Where everything of a small cluster stands for a whole film: nothing moves because something else came or went."""

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import ZOOKEEPER_ID, broker_id, replica_id
from kafkaviz.scene.canvas import label_of
from kafkaviz.scene.lenses.written import entry_words
from kafkaviz.scene.routing import Band, Port
from kafkaviz.scene.values import LEAST_HEIGHT, WIDE, Point, Size

Box = tuple[float, float, float, float]
Replica = tuple[TopicPartition, int]
ROOF_Y, ROOF_H, NET_Y, NET_H, CARDS_Y, FOOT = 8.0, 84.0, 98.0, 106.0, 212.0, 8.0
HEAD, PAD, BETWEEN, UNDER = 42.0, 8.0, 5.0, 12.0
SLIM, LEAST_SLIM, LEAST_FULL, WITH_OFFSETS, MOST_FULL = 24.0, 18.0, 48.0, 78.0, 86.0
CELL_GAP, LEAST_CELL, LEAST_NARROW_CELL, MOST_CELL = 4.0, 30.0, 26.0, 46.0


class Row(NamedTuple):
    """A partition's row on a card: from the card's top, how high, and whether its records are shown."""

    y: float
    h: float
    full: bool


class Stage(NamedTuple):
    """The places of a film: cards, clients, controllers, and the row of each partition."""

    size: Size
    roof: Box
    net: Box
    cards: Mapping[int, Box]
    controllers: Mapping[str, Box]
    clients: Mapping[str, Box]
    rows: Mapping[Replica, Row]
    full: frozenset[TopicPartition]
    slots: int
    cell: float
    entry_w: float
    entries_x: float
    one_topic: bool
    ports: Mapping[str, Port]

    @property
    def band(self) -> Band:
        """Where messages go."""
        return Band(self.net[1] + self.net[3], self.net[1])

    @property
    def is_narrow(self) -> bool:
        """Whether words have to be short."""
        return self.size[0] < WIDE[0]

    def name_of(self, tp: TopicPartition) -> str:
        """Names a partition as shortly as it can be told apart."""
        return f"p{tp.partition}" if self.one_topic else str(tp)

    def slot(self, offset: int, end: int) -> float:
        """Returns where an offset's cell begins in its row, when the partition's newest log ends at `end`."""
        return 15.0 + (offset - self.first(end)) * (self.cell + CELL_GAP)

    def first(self, end: int) -> int:
        """Returns the first offset that is shown: none goes while all fit, then one of three slots stays free."""
        return 0 if end <= self.slots else end - self.slots + (self.slots > 2)

    def ring(self, broker: int) -> Point:
        """Returns the middle of a broker's session ring, at the party that waits."""
        x, _, w, _ = self.cards[broker]
        return x + w - min(24.0, w * 0.2), ROOF_Y + ROOF_H + 1


def stage(graphs: Sequence[nx.MultiDiGraph], size: Size) -> Stage:
    """Returns the places of a film in one size, or in less of its height, from nothing but what occurs in it."""
    kinds: dict[str, list[str]] = {}
    ids: dict[int, None] = {}
    for graph in graphs:
        for node, data in graph.nodes(data=True):
            names = kinds.setdefault(data["kind"], [])
            if node not in names:
                names.append(node)
            if data["kind"] == "broker":
                ids.setdefault(data["id"])
    width, height = size
    is_narrow = width < WIDE[0]
    producers, consumers = sorted(kinds.get("producer", [])), sorted(kinds.get("consumer", []))
    letters = max((len(node.rpartition(":")[2]) for node in (*producers, *consumers)), default=0)
    column, margin = (max(66.0, min(84.0, letters * WORDS + 8.4)), 14.0) if is_narrow else (110.0, 24.0)
    left = column + margin if producers or (is_narrow and consumers) else 10.0
    right = column + margin if consumers and not is_narrow else 10.0
    roof = (max(left, 112.0 if not is_narrow else 92.0), ROOF_Y, width - max(left, 92.0) - 10.0, ROOF_H)
    roof = (roof[0], roof[1], width - roof[0] - 10.0, roof[3])
    rows = _rows(graphs, height - CARDS_Y - FOOT)
    # What no row needs is left to those who read below the picture.
    lowest = CARDS_Y + max((row.y + row.h for row in rows.values()), default=0.0) + UNDER + FOOT
    height = max(min(LEAST_HEIGHT, height), min(height, math.ceil(lowest)))
    area = (left, CARDS_Y, width - left - right, height - CARDS_Y - FOOT)
    cards = _cards(sorted(ids), area, 6.0 if is_narrow else 26.0)
    card_w = min((box[2] for box in cards.values()), default=100.0)
    slots, cell = _cells(graphs, card_w - 2 * PAD, LEAST_NARROW_CELL if is_narrow else LEAST_CELL)
    both = [*producers, *consumers]
    clients = (
        _stacked(both, 8.0, column, height)
        if is_narrow
        else _stacked(producers, 8.0, column, height) | _stacked(consumers, width - 8 - column, column, height)
    )
    seats = sorted(kinds.get("controller", [])) or kinds.get("zookeeper", [])
    least = 64.0 if len(seats) <= 3 else 54.0
    seat_w = max(least, min(74.0, roof[2] * 0.42 / max(1, len(seats)) - 6))
    seat_w = 210.0 if seats == [ZOOKEEPER_ID] else seat_w
    controllers = {node: (roof[0] + 12 + n * (seat_w + 6), ROOF_Y + 24, seat_w, 40.0) for n, node in enumerate(seats)}
    topics = {tp.topic for tp, _ in rows}
    full = frozenset(tp for (tp, _), row in rows.items() if row.full)
    ports = _ports(cards, clients, controllers, roof, rows)
    return Stage(
        (width, height), roof, (8.0, NET_Y, width - 16.0, NET_H), cards, controllers, clients, rows, full, slots, cell,
        _entry_width(graphs, len(topics) <= 1), roof[0] + 24 + len(seats) * (seat_w + 6), len(topics) <= 1, ports,
    )  # fmt: skip


def _cards(brokers: Sequence[int], area: Box, gap: float) -> dict[int, Box]:
    x, y, w, h = area
    gap = min(gap, w * 0.05)
    card_w = min(340.0, (w - gap * (len(brokers) - 1)) / max(1, len(brokers)))
    return {b: (x + n * (card_w + gap), y, card_w, h) for n, b in enumerate(brokers)}


def _stacked(names: Sequence[str], x: float, w: float, height: float) -> dict[str, Box]:
    h = (height - CARDS_Y - FOOT - 8 * (len(names) - 1)) / max(1, len(names))
    return {node: (x, CARDS_Y + n * (h + 8), w, h) for n, node in enumerate(names)}


def _rows(graphs: Sequence[nx.MultiDiGraph], height: float) -> dict[Replica, Row]:
    """Gives the partitions that the film touches a full row, the others a slim one, as far as there is room.

    A card has rows for what it holds at some time in the film; where all cards hold the same, the rows are in line.
    """
    held: dict[int, set[TopicPartition]] = {}
    states: dict[TopicPartition, set[tuple[int, int, int]]] = {}
    for graph in graphs:
        for _, data in graph.nodes(data=True):
            if data["kind"] == "replica":
                held.setdefault(data["broker"], set()).add(data["tp"])
                if data["log_end_offset"]:
                    at = data["broker"], data["log_end_offset"], data["high_watermark"]
                    states.setdefault(data["tp"], set()).add(at)
    if any(end > 0 for found in states.values() for _, end, _ in found):
        # Beside a film that knows offsets, one that knows none has its rows.
        states = {tp: seen for tp, found in states.items() if (seen := {at for at in found if at[1] > 0})}
    room = height - HEAD - UNDER + BETWEEN
    full: list[TopicPartition] = []
    for tp in sorted(states, key=lambda tp: (-len(states[tp]), tp)):
        # Most rows get slimmer before the last one is closed that shows records.
        slim = SLIM if full else LEAST_SLIM
        if all(_left(room, tps, [*full, tp], slim) >= 0 for tps in held.values() if tp in tps):
            full.append(tp)
    return {(tp, b): row for b, tps in held.items() for tp, row in _rows_of(sorted(tps), full, room).items()}


def _rows_of(tps: Sequence[TopicPartition], full: Sequence[TopicPartition], room: float) -> dict[TopicPartition, Row]:
    """Returns the rows of one card, from top to bottom."""
    here = [tp for tp in full if tp in tps]
    others = max(1, len(tps) - len(here))
    slim = max(12.0, min(SLIM, (room - len(here) * (LEAST_FULL + BETWEEN)) / others - BETWEEN))
    high = dict.fromkeys(tps, slim) | dict.fromkeys(here, LEAST_FULL)
    # What is touched most gets what is left, first so much that its offsets can be read.
    for most in (WITH_OFFSETS, MOST_FULL):
        for tp in here:
            high[tp] += max(0.0, min(most - high[tp], room - sum(h + BETWEEN for h in high.values())))
    rows, y = dict[TopicPartition, Row](), HEAD
    for tp in tps:
        rows[tp] = Row(y, high[tp], tp in here)
        y += high[tp] + BETWEEN
    return rows


def _left(room: float, tps: Collection[TopicPartition], full: Sequence[TopicPartition], slim: float) -> float:
    """Returns what room is left on a card when some rows are full and the others slim."""
    here = sum(tp in tps for tp in full)
    return room - here * (LEAST_FULL + BETWEEN) - (len(tps) - here) * (slim + BETWEEN)


def _cells(graphs: Sequence[nx.MultiDiGraph], row_w: float, least: float) -> tuple[int, float]:
    """Returns how many records a row shows, the free slot included, and how wide each is."""
    ends = [data["log_end_offset"] for g in graphs for _, data in g.nodes(data=True) if data["kind"] == "replica"]
    records = [data["value"] for g in graphs for _, data in g.nodes(data=True) if data["kind"] == "record"]
    needed = max(ends, default=0) + 1
    room = row_w - 23
    # Rather fewer records, and these whole.
    least = max(least, min(room, MOST_CELL, max((len(label_of(value)) for value in records), default=0) * WORDS - 2))
    slots = max(1, min(needed, int((room + CELL_GAP) / (least + CELL_GAP))))
    return slots, min(MOST_CELL, (room + CELL_GAP) / slots - CELL_GAP)


def _entry_width(graphs: Sequence[nx.MultiDiGraph], one_topic: bool) -> float:
    log = graphs[-1].graph.get("metadata_log", ()) if graphs else ()
    longest = max((len("".join(entry_words(entry, one_topic))) for entry in log), default=0)
    return float(min(120.0, max(54.0, longest * 7.3 + 12)))


def split_name(name: str) -> tuple[str, str]:
    """Returns a partition's name as the topic, which may be cut, and the number, which may not.

    >>> split_name("letters-0"), split_name("p0")
    (('letters', '-0'), ('', 'p0'))
    """
    topic, dash, number = name.rpartition("-")
    return topic, dash + number


def _ports(
    cards: Mapping[int, Box],
    clients: Mapping[str, Box],
    controllers: Mapping[str, Box],
    roof: Box,
    rows: Mapping[Replica, Row],
) -> dict[str, Port]:
    ports: dict[str, Port] = {}
    for b, (x, y, w, _) in cards.items():
        ports[broker_id(b)] = Port(x, x + w, y)
        ports |= {replica_id(tp, b): ports[broker_id(b)] for tp, holder in rows if holder == b}
    for node, (x, y, w, h) in clients.items():
        # One that stands below another is reached from the gap beside it.
        ports[node] = Port(x, x + w, y) if y == CARDS_Y else Port(x + w + 1, x + w + 15, y + h / 2)
    return ports | {node: Port(roof[0], roof[0] + roof[2], roof[1] + roof[3], far=True) for node in controllers}


WORDS: Final = 7.2
"""How wide a letter of 12 units is."""
