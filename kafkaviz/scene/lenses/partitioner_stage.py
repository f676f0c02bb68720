"""Where the lens partitioner has its sums, its columns and every record that lands in one, for a whole film."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import partition_id
from kafkaviz.model.clients.events import ROUTINGS_KEPT
from kafkaviz.scene.canvas import DECORATION, fit_text, label_of
from kafkaviz.scene.film.timing import Timed
from kafkaviz.scene.layout import Room
from kafkaviz.scene.lenses.unseen import mark_at_clients, mark_at_partitions, mark_creation, to_partitions
from kafkaviz.scene.routing import Port, Way, width_of
from kafkaviz.scene.telling.cue import Cue
from kafkaviz.scene.values import WIDE, Point, Size

MARGIN, HEAD_H, ROW_H, PILL_H, FOOT_H = 8.0, 48.0, 44.0, 36.0, 76.0
LIST_PART, LABELS_H = 0.47, 58.0
"""How much of the width sums have, and how high the labels below a column are, under which a tag has room."""
PRODUCER_H: Final = 28.0
HOT, COOL = 2.0, 1.5
"""Of how many times its share a partition becomes hot, and down to how many it stays so: no sign comes and goes."""
LANE_Y, CEILING, COUNT_H = 2.0, 34.0, 26.0
APART: Final = 6.0
"""How far the ways of a batch and of its acknowledgement are from where a record goes."""
BLOCK_H, LEAST_BLOCK_H, WIDEST = 30.0, 17.0, 110.0
MOST_SUMS: Final = 3
"""Of so many records of one step each sum is told by itself; more are told at once."""


class Landing(NamedTuple):
    """A record that lands in a partition: its name there, how manieth in the film, and at which moment."""

    block: str
    label: str
    turn: int
    moment: int


class Row(NamedTuple):
    """Where a record's sum stands: in which row of which page; where one is full another begins."""

    page: int
    number: int


class Stage(NamedTuple):
    """The places of a whole film: the list's, each partition's, and the fullest one's count, so that one scale holds.

    `turns` says how manieth each record is; it stands in one row for as long as it is shown, and nothing moves up. It
    is written there, where there is more than one page and there is room. Of each moment is known which records are
    `fresh`, until something else happens, and which partitions are `hot`.
    """

    size: Size
    lines: Room
    producers: Mapping[str, Room]
    partitions: Mapping[str, Room]
    most: int
    rows: Mapping[str, Row]
    turns: Mapping[str, int]
    fresh: Sequence[frozenset[str]]
    hot: Sequence[frozenset[str]]
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
    list_w, band = ((w - 2 * MARGIN) * LIST_PART, 40.0) if w >= WIDE[0] else (246.0, 24.0)
    names, talkers = (
        dict.fromkeys(node for graph in graphs for node, kind in graph.nodes(data="kind") if kind == wanted)
        for wanted in ("partition", "producer")
    )
    # What columns leave free the sums take.
    pitch = min(WIDEST, (w - 2 * MARGIN - list_w - band) / max(1, len(names)))
    list_w = w - 2 * MARGIN - band - pitch * max(1, len(names))
    lines = Room(MARGIN, MARGIN + HEAD_H, list_w, h - 2 * MARGIN - HEAD_H)
    most, fit = 5, min(ROUTINGS_KEPT, int((lines.h + ROW_H - PILL_H) // ROW_H))
    rows: dict[str, Row] = {}
    turns: dict[str, int] = {}
    fresh: list[frozenset[str]] = []
    known: dict[str, object] | None = None
    landings: dict[str, list[Landing]] = {}
    ports: dict[str, Port] = {}
    for moment, graph in enumerate(graphs):
        # Drawn later, it shows what had landed until then.
        graph.graph["moment"] = moment
        new = [node for node, kind in graph.nodes(data="kind") if kind == "routing" and node not in turns]
        now = dict(graph.nodes(data=True))
        fresh.append(fresh[-1] if now == known else frozenset(new) if moment else frozenset())
        known = now
        most = max([most, *(data["records"] for _, data in graph.nodes(data=True) if data["kind"] == "partition")])
        rows |= rows_after([*rows.values()], new, fit)
        for node in new:
            turn, data = turns.setdefault(node, len(turns)), graph.nodes[node]
            y = lines.y + rows[node].number * ROW_H
            ports[node] = Port(y, y + PILL_H, lines.x + lines.w, far=True)
            landing = Landing(block_id(node), label_of(data["value"]), turn, moment)
            landings.setdefault(partition_id(data["tp"]), []).append(landing)
    left = lines.x + lines.w + band
    columns = {node: Room(left + n * pitch, lines.y, pitch, lines.h) for n, node in enumerate(names)}
    ports |= {node: Port(room.x, room.x + room.w * 0.8, lines.y) for node, room in columns.items()}
    share = lines.w / max(1, len(talkers))
    producers = {node: Room(lines.x + n * share, MARGIN, share - 6, PRODUCER_H) for n, node in enumerate(talkers)}
    ports |= {node: Port(room.y, room.y + room.h, room.x + room.w, far=True) for node, room in producers.items()}
    pill_w = min(96.0, lines.w * 0.25)
    all_landings = [landing for several in landings.values() for landing in several]
    fits = all(
        fit_text(f"{each.turn + 1}. {each.label}", pill_w - 8, 12) == f"{each.turn + 1}. {each.label}"
        for each in all_landings
    )
    is_numbered = fits and len(turns) > fit
    places = size, lines, producers, columns
    return Stage(*places, most, rows, turns, fresh, hot_ones(graphs), landings, pill_w, band, ports, is_numbered)


def rows_after(taken: Sequence[Row], new: Sequence[str], fit: int) -> dict[str, Row]:
    """Returns the rows of records that come at once: on the page of the last ones where all have room, else on another.

    >>> rows_after([Row(0, 0)], ["a", "b"], 2), rows_after([Row(0, 0)], ["a"], 2)
    ({'a': Row(page=1, number=0), 'b': Row(page=1, number=1)}, {'a': Row(page=0, number=1)})
    """
    page, used = (taken[-1].page, taken[-1].number + 1) if taken else (0, 0)
    if used and used + len(new) > fit:
        page, used = page + 1, 0
    # Of more than a page holds the last ones are seen.
    over = max(0, len(new) - fit)
    return {node: Row(page - (n < over), max(0, used + n - over)) for n, node in enumerate(new)}


def hot_ones(graphs: Sequence[nx.MultiDiGraph]) -> list[frozenset[str]]:
    """Returns which partitions are hot at each moment: they got more than twice their share, as soon as each could have
    one, and stay hot until they are well below that.
    """
    found: list[frozenset[str]] = []
    for graph in graphs:
        counts = {node: data["records"] for node, data in graph.nodes(data=True) if data["kind"] == "partition"}
        total, last = sum(counts.values()), found[-1] if found else frozenset[str]()
        each = total / max(1, len(counts))
        found.append(
            frozenset(
                node
                for node, records in counts.items()
                if total >= len(counts) and records > (COOL if node in last else HOT) * each
            )
        )
    return found


def block_id(routing: str) -> str:
    """Names a record where it has landed."""
    return f"{DECORATION}block {routing}"


def landings_in(on: Stage, graph: nx.MultiDiGraph, partition: str) -> Sequence[Landing]:
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
    heard = mark_at_clients(mark_creation(mark_at_partitions(cues)))
    # A partition that a member of a group gets stays in its place here.
    others = [seen for cue in heard if cue.start[:5] != "sent:" and cue.kind != "move" for seen in to_partitions(cue)]
    if len(parts) <= MOST_SUMS:
        return [*others, *(cue for part in parts for cue in part)]
    steps = [[part[n] for part in parts] for n in range(4)]
    written = [Cue("come", end=several[0].end, cells=_cells(several)) for several in steps[:3]]
    return [*others, *written, *steps[3]]


def _cells(cues: Sequence[Cue]) -> tuple[str, ...]:
    return tuple(cell for cue in cues for cell in cue.cells)


def ways(on: Stage, messages: Sequence[Timed]) -> list[Way]:
    """Returns the way of each message: straight over to a column and down into it, or back.

    A record comes from the end of its line, a batch from its producer, above the lines.
    """
    found: list[Way] = []
    taken: set[str] = set()
    for message in messages:
        start, end = message.cue.start, message.cue.end
        column, other = (start, end) if start in on.partitions else (end, start)
        is_back, is_record = column == start, other not in on.producers
        apart = 0 if is_record else APART if is_back else -APART
        top, bend = on.lines.y + LANE_Y + apart / 2, on.lines.x + on.lines.w + on.band_w / 2 + apart
        x = on.ports[column].middle + apart
        path = (*_to_the_bend(on, other, bend), (bend, top), (x, top), (x, on.lines.y + CEILING - 4))
        chip = None
        if not message.cue.load and not is_record and message.cue.text not in taken:
            taken.add(message.cue.text)
            half = width_of(message.cue.text, bool(message.number)) / 2
            chip = min(max(x, bend + half), on.size[0] - half - 4), top
        found.append(Way(path[::-1] if is_back else path, chip, message.cue.text))
    return found


def _to_the_bend(on: Stage, node: str, bend: float) -> tuple[Point, ...]:
    """Returns the first part of a way, up to where it bends: from the right end of a line or of the last producer.

    From the others it goes between the producers and the lines.
    """
    y, right = on.ports[node].middle, on.lines.x + on.lines.w
    room = on.producers.get(node)
    if room is None or room.x + room.w > right - 10:
        return (right - 6, y), (bend, y)
    low = room.y + room.h
    x, lane = room.x + room.w - 20, (low + on.lines.y) / 2
    return (x, low), (x, lane), (bend, lane)


def name_of(tp: TopicPartition) -> str:
    """Names a partition below its column, and where a sum ends."""
    return f"p{tp.partition}"
