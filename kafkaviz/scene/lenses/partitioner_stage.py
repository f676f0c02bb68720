"""Where the lens partitioner has its sums, its columns and every record that lands in one, for a whole film."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import partition_id
from kafkaviz.model.clients.events import ROUTINGS_KEPT
from kafkaviz.scene.canvas import DECORATION, fitted, label_of
from kafkaviz.scene.film.timing import Timed
from kafkaviz.scene.layout import Room
from kafkaviz.scene.routing import Port, Way
from kafkaviz.scene.telling.cue import Cue, marked_at_partitions
from kafkaviz.scene.values import WIDE, Size

MARGIN, HEAD_H, ROW_H, PILL_H, FOOT_H = 8.0, 34.0, 44.0, 36.0, 62.0
LIST_PART, TAG_H = 0.47, 14.0
"""How much of the width sums have, and the room for a tag below a producer that has none beside its words."""
LANE_Y, CEILING, COUNT_H = 2.0, 34.0, 26.0
BLOCK_H, LEAST_BLOCK_H, WIDEST = 30.0, 17.0, 110.0
MOST_SUMS: Final = 3
"""Of so many records of one step each sum is told by itself; more are told at once."""


class Landing(NamedTuple):
    """A record that lands in a partition: its name there, how manieth in the film, and at which moment."""

    block: str
    label: str
    turn: int
    moment: int


class Stage(NamedTuple):
    """The places of a whole film: the list's, each partition's, and the fullest one's count, so that one scale holds.

    `turns` says how manieth each record is; it stands in one row for as long as it is shown, and nothing moves up. It
    is written there, where others get the same row and there is room.
    """

    size: Size
    lines: Room
    partitions: Mapping[str, Room]
    most: int
    rows: int
    turns: Mapping[str, int]
    fresh: Sequence[frozenset[str]]
    landings: Mapping[str, Sequence[Landing]]
    pill_w: float
    band_w: float
    ports: Mapping[str, Port]
    is_numbered: bool

    @property
    def unit(self) -> float:
        """How high one record is in a column."""
        return min(BLOCK_H, (self.lines.h - FOOT_H - CEILING - COUNT_H) / self.most)


def stage(graphs: Sequence[nx.MultiDiGraph], size: Size) -> Stage:
    """Returns the places and the scale for a whole film."""
    w, h = size
    list_w, band, head_h = (
        ((w - 2 * MARGIN) * LIST_PART, 40.0, HEAD_H) if w >= WIDE[0] else (246.0, 24.0, HEAD_H + TAG_H)
    )
    names = dict.fromkeys(node for graph in graphs for node, kind in graph.nodes(data="kind") if kind == "partition")
    # What columns leave free the sums take.
    pitch = min(WIDEST, (w - 2 * MARGIN - list_w - band) / max(1, len(names)))
    list_w = w - 2 * MARGIN - band - pitch * max(1, len(names))
    lines = Room(MARGIN, MARGIN + head_h, list_w, h - 2 * MARGIN - head_h)
    most, rows = 5, min(ROUTINGS_KEPT, int((lines.h + ROW_H - PILL_H) // ROW_H))
    turns: dict[str, int] = {}
    fresh: list[frozenset[str]] = []
    landings: dict[str, list[Landing]] = {}
    ports: dict[str, Port] = {}
    for moment, graph in enumerate(graphs):
        # Drawn later, it shows what had landed until then.
        graph.graph["moment"] = moment
        new = [node for node, kind in graph.nodes(data="kind") if kind == "routing" and node not in turns]
        fresh.append(frozenset(new) if new and moment else fresh[-1] if moment else frozenset())
        most = max([most, *(data["records"] for _, data in graph.nodes(data=True) if data["kind"] == "partition")])
        for node in new:
            turn, data = turns.setdefault(node, len(turns)), graph.nodes[node]
            y = lines.y + turn % rows * ROW_H
            ports[node] = Port(y, y + PILL_H, lines.x + lines.w, far=True)
            landing = Landing(block_id(node), label_of(data["value"]), turn, moment)
            landings.setdefault(partition_id(data["tp"]), []).append(landing)
    left = lines.x + lines.w + band
    columns = {node: Room(left + n * pitch, lines.y, pitch, lines.h) for n, node in enumerate(names)}
    ports |= {node: Port(room.x, room.x + room.w * 0.8, lines.y) for node, room in columns.items()}
    pill_w = min(96.0, lines.w * 0.25)
    named = [landing for several in landings.values() for landing in several]
    fits = all(
        fitted(f"{one.turn + 1}. {one.label}", pill_w - 8, 12) == f"{one.turn + 1}. {one.label}" for one in named
    )
    is_numbered = fits and len(turns) > rows
    return Stage(size, lines, columns, most, rows, turns, fresh, landings, pill_w, band, ports, is_numbered)


def block_id(routing: str) -> str:
    """Names a record where it has landed."""
    return f"{DECORATION}block {routing}"


def landed(on: Stage, graph: nx.MultiDiGraph, partition: str) -> Sequence[Landing]:
    """Returns who has landed in a partition and is named there: all that the film has seen, where they have room."""
    there = [landing for landing in on.landings.get(partition, ()) if landing.moment <= graph.graph["moment"]]
    # Of records that were given up nobody knows which of the others are missing.
    return there if on.unit >= LEAST_BLOCK_H and len(there) <= graph.nodes[partition]["records"] else ()


def sums_first(cues: Sequence[Cue]) -> list[Cue]:
    """Returns the cues of a step with the sum of each record before it leaves: its key, the hash, the remainder.

    What is the cause of a step in a copy is marked at the partition.

    >>> [(cue.kind, cue.cells) for cue in sums_first([Cue("send", "sent:p#0", "partition:t-0", "A")])]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('come', ('sent:p#0',)), ('come', ('sent:p#0/hash',)), ('come', ('sent:p#0/rest',)),
     ('send', ('deco/block sent:p#0',))]
    """
    routed = [cue for cue in cues if cue.start.startswith("sent:")]
    parts: list[list[Cue]] = [
        [
            Cue("come", end=sent, cells=(sent,), about=cue.about),
            Cue("come", end=sent, cells=(f"{sent}/hash",)),
            Cue("come", end=sent, cells=(f"{sent}/rest",)),
            cue._replace(cells=(block_id(sent),), sources=(f"{sent}/rest/to",), patient=True),
        ]
        for cue in routed
        for sent in [cue.start]
    ]
    # A partition that a member of a group gets stays in its place here.
    others = [cue for cue in marked_at_partitions(cues) if cue.start[:5] != "sent:" and cue.kind != "move"]
    if len(parts) <= MOST_SUMS:
        return [*others, *(cue for part in parts for cue in part)]
    steps = [[part[n] for part in parts] for n in range(4)]
    written = [Cue("come", end=several[0].end, cells=_cells(several)) for several in steps[:3]]
    return [*others, *written, *steps[3]]


def _cells(cues: Sequence[Cue]) -> tuple[str, ...]:
    return tuple(cell for cue in cues for cell in cue.cells)


def ways(on: Stage, messages: Sequence[Timed]) -> list[Way]:
    """Returns the way of each record: from the end of its line straight over to its column, and down into it."""
    found = []
    for message in messages:
        y = on.ports[message.cue.start].middle
        start, end = on.lines.x + on.lines.w, on.ports[message.cue.end].middle
        top, bend = on.lines.y + LANE_Y, start + on.band_w / 2
        path = ((start - 6, y), (bend, y), (bend, top), (end, top), (end, on.lines.y + CEILING - 4))
        found.append(Way(path, None, message.cue.text))
    return found


def name_of(tp: TopicPartition) -> str:
    """Names a partition below its column, and where a sum ends."""
    return f"p{tp.partition}"
