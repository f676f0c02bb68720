"""Where the lens log has its copies, its offsets, and those who write and read, for a whole film."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import networkx as nx

from kafkaviz.graph.ids import holder_of, parse_id
from kafkaviz.scene.canvas import DECORATION
from kafkaviz.scene.film.timing import Timed
from kafkaviz.scene.layout import Room
from kafkaviz.scene.lenses.unseen import asking_leaders, mark_at_clients, mark_at_copies, mark_creation
from kafkaviz.scene.routing import Band, Port, Way, ways
from kafkaviz.scene.telling.cue import Cue, why
from kafkaviz.scene.values import WIDE, Size

MARGIN, HEAD_H, LANES_H, FLAG_H, GAP = 8.0, 30.0, 54.0, 24.0, 10.0
LABEL_W, NARROW_LABEL_W, CLOCK_W = 120.0, 84.0, 96.0
WIDEST, NARROWEST, GHOST, TALLEST = 130.0, 6.0, 1, 190.0
SEAT_W, LEAST_SEAT, SEAT_LETTER = 120.0, 40.0, 7.2
FEWEST_LEVELS, LEVELS = 2, 4
READERS: Final = ("group", "member", "consumer")
TALKERS: Final = ("producer", "member", "consumer")
COPY: Final = "replica:"
LANE_W: Final = 14.0
"""The room left of the copies, where messages run to all but the first one: nothing is drawn across a card."""


class Stage(NamedTuple):
    """The places of a whole film: each copy's row, above them the levels of flags, and on top who writes and reads.

    `offsets` are the first one that there is and the one after the last, of which those from `first` on are shown. A
    film `cleans` where records go out of the middle of a log, and `deletes` where they go from its start; it `flushes`
    where a machine writes the active file to disk, of which it held a part in memory.
    """

    size: Size
    rows: Mapping[str, Room]
    seats: Mapping[str, Room]
    levels: int
    base: float
    label_w: float
    offsets: tuple[int, int]
    first: int
    cell: float
    cleans: bool
    deletes: bool
    flushes: bool
    ports: Mapping[str, Port]
    band: Band

    def x(self, offset: int) -> float:
        """Returns where an offset begins; those before the first one shown stand at the left edge."""
        return self.left + self.label_w + 10 + max(0, offset - self.first) * self.cell

    @property
    def left(self) -> float:
        """Returns where the copies begin."""
        return next((row.x for row in self.rows.values()), MARGIN)


def stage(graphs: Sequence[nx.MultiDiGraph], size: Size) -> Stage:
    """Returns each copy its row and each offset its place; what does not fit is told as so many older ones."""
    copies: dict[str, None] = {}
    talkers: dict[str, str] = {}
    starts, ends = set[int](), {0}
    cleans = flushes = False
    flags = max((sum(kind in READERS for _, kind in graph.nodes(data="kind")) for graph in graphs), default=0)
    levels = min(LEVELS, max(FEWEST_LEVELS, flags)) if flags else 0
    for graph in graphs:
        for node, data in graph.nodes(data=True):
            if data["kind"] == "replica":
                copies.setdefault(node)
                starts.add(data["log_start_offset"])
                ends.add(data["log_end_offset"])
                cleans |= data["cleaned_offset"] > data["log_start_offset"]
            elif data["kind"] == "segment" and data["active"]:
                flushes |= any(graph.nodes[record]["flushed"] for record in graph.successors(node))
            elif data["kind"] in TALKERS:
                talkers.setdefault(node, data["name"])
    w, h = size
    seats = _seats(dict(sorted(talkers.items(), key=lambda known: not known[0].startswith("producer"))), w)
    base = MARGIN + HEAD_H + LANES_H * bool(seats) + FLAG_H * levels + 4
    top = base + 4
    each = min(TALLEST, (h - MARGIN - top - GAP * (len(copies) - 1)) / max(1, len(copies)))
    left = MARGIN + LANE_W * (bool(seats) and len(copies) > 1)
    rows = {node: Room(left, top + n * (each + GAP), w - left - MARGIN, each) for n, node in enumerate(copies)}
    label_w = LABEL_W if w >= WIDE[0] else NARROW_LABEL_W
    room = w - left - MARGIN - label_w - 40
    start, end = min(starts, default=0), max(ends)
    shown = max(1, min(end + GHOST - start, int(room // NARROWEST)))
    ports = {node: Port(seat.x, seat.x + seat.w, seat.y + seat.h) for node, seat in seats.items()}
    for n, (node, row) in enumerate(rows.items()):
        ports[node] = Port(4, 4 + LANE_W, row.y + row.h / 2) if n else Port(left, left + label_w, row.y)
    band = Band(MARGIN + HEAD_H - 4, base, first=17.0)
    return Stage(
        *(size, rows, seats, levels, base, label_w, (start, end), end + GHOST - shown, min(WIDEST, room / shown)),
        *(cleans, len(starts) > 1, flushes, ports, band),
    )


def _seats(talkers: Mapping[str, str], w: float) -> dict[str, Room]:
    """Returns places on top, beside the clock, as wide as names need; of many who talk the first ones have one."""
    room = w / 2 - MARGIN - CLOCK_W / 2
    widths: dict[str, float] = {}
    for node, name in talkers.items():
        width = max(LEAST_SEAT, len(name) * SEAT_LETTER + 16)
        if sum(widths.values()) + width > room:
            break
        widths[node] = width
    spare = min(SEAT_W, room / max(1, len(widths)))
    if all(width <= spare for width in widths.values()):
        widths = dict.fromkeys(widths, spare)
    x, found = w - MARGIN - sum(widths.values()), dict[str, Room]()
    for node, width in widths.items():
        found[node] = Room(x + 4, MARGIN, width - 4, HEAD_H - 4)
        x += width
    return found


def ways_to_copies(on: Stage, messages: Sequence[Timed]) -> list[Way]:
    """Returns the ways of messages: to the first copy from above, to the others along the lane and across into them."""
    found = []
    for message, way in zip(messages, ways(on, messages), strict=True):
        ends = (message.cue.start, way.path[0]), (message.cue.end, way.path[-1])
        start, end = (((on.left, at[1]),) if node in on.rows and at[0] < on.left else () for node, at in ends)
        found.append(way._replace(path=(*start, *way.path, *end)))
    return found


def tell_beside_a_log(cues: Sequence[Cue]) -> list[Cue]:
    """Returns cues as they are heard beside one log, which has no way for what copies say to each other, nor commits.

    What comes of those is marked where it is to be seen: at the copy that grew or learned, at what a group committed.
    """
    heard = list[Cue]()
    silent = {cue.end: cue.text for cue in cues if cue.kind == "why" and cue.end.startswith("broker:")}
    gained = {cue.end: cue for cue in cues if cue.kind == "answer" and cue.start.startswith("group:")}
    for cue in mark_at_clients(mark_creation(asking_leaders(cues))):
        if cue.start[:8] == cue.end[:8] == COPY:
            heard.append(cue._replace(start=""))
            if cue.kind == "answer":
                leader = holder_of(cue.start).replace(":", " ")
                words = f"from {leader}" if cue.cells else f"fetch brings {cue.text}"
                heard.append(why(words, *cue.cells[-1:], cue.end))
        elif cue.kind == "send" and cue.end.startswith("group:"):
            *_, member = parse_id(cue.start).parts
            heard.append(why(f"{member} {cue.text.replace('commit', 'commits', 1)}", cue.end, cue.start))
        elif cue.kind == "refuse" and cue.end in silent:
            words = f"{cue.end.replace(':', ' ')} {silent[cue.end]}"
            heard.append(why(words, cue.start, f"{DECORATION}at {cue.start}"))
        elif cue.kind == "why" and cue.end in gained:
            gain = gained[cue.end]
            (group,) = parse_id(gain.start).parts
            heard.append(why(f"gets {gain.text} in {group}: {cue.text}", cue.end, f"{DECORATION}at {cue.end}"))
        elif cue.kind == "why" and cue.end.partition(":")[0] in TALKERS:
            heard.append(cue._replace(about=(*cue.about, f"{DECORATION}at {cue.end}")))
        else:
            heard.append(cue)
    return [*heard, *mark_at_copies(cues)]
