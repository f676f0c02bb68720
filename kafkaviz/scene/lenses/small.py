"""A moment drawn small, to stand beside others in one picture: who decides on top, columns of cells below.

Each lens says in a `Panel` what its columns are; this module knows how they look.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, overload

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.lenses import Facts
from kafkaviz.model.core.collecting import seldom_collecting
from kafkaviz.scene.canvas import DECORATION, Canvas
from kafkaviz.scene.film.playing import effects_of
from kafkaviz.scene.film.timing import Timed
from kafkaviz.scene.lenses.script import Script
from kafkaviz.scene.routing import Port, Way, width_of
from kafkaviz.scene.telling.cue import Cue
from kafkaviz.scene.values import MESSAGES, Frame, Layout, Marks, Size

SMALL: Size = (218, 272)
HEAD_H, BAND_H, TITLE_H, BADGE_H, CELL_H, GAP = 32.0, 92.0, 20.0, 18.0, 20.0, 6.0
MOST_COLUMNS, WIDE_COLUMNS, MOST_MESSAGES, EDGE = 5, 3, 3, 2.0


class Cell(NamedTuple):
    """One thing in a column: its node, its words, the classes of its box and its text."""

    node: str
    text: str
    box: str
    ink: str


class Column(NamedTuple):
    """One column: its node, its name in full and in few letters, what it is now, how it looks, what is in it.

    `filled` is how high a bar stands in it, from 0 to 1, in place of cells. Of more cells than fit the first are shown,
    or the `newest`.
    """

    node: str
    title: str
    short: str
    badge: str
    box: str
    ink: str
    cells: tuple[Cell, ...] = ()
    filled: float | None = None
    newest: bool = False


class Head(NamedTuple):
    """One of those who stand above the columns: its node, its words, the classes of its box and its text."""

    node: str
    text: str
    box: str
    ink: str


class Panel(NamedTuple):
    """What a small picture shows; `alias` says at which of its nodes a message to another node ends."""

    heads: tuple[Head, ...]
    columns: tuple[Column, ...]
    alias: Mapping[str, str] = {}


class _Stage(NamedTuple):
    ports: Mapping[str, Port]


def _has(stage: _Stage, cue: Cue) -> bool:
    return cue.start in stage.ports and cue.end in stage.ports and cue.start != cue.end


class Small(NamedTuple):
    """How a lens is drawn small: the facts that it takes, and the panel of a graph in which one partition is asked for.

    A graph of one partition is enough where the lens itself shows several.
    """

    graph: Facts
    panel: Callable[[nx.MultiDiGraph, TopicPartition | None], Panel]

    def layout(self, script: Script) -> Layout:
        """Returns the frames of a film drawn small, each made when it is asked for."""
        return Layout(SMALL, _SmallFrames(self, script))


class _SmallFrames(Sequence[Frame]):
    """The frames of a lens drawn small, each only when it is asked for."""

    def __init__(self, small: Small, script: Script) -> None:
        self._small, self._script = small, script

    def __len__(self) -> int:
        return len(self._script.moments)

    @overload
    def __getitem__(self, number: int) -> Frame: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Frame]: ...
    def __getitem__(self, number: int | slice) -> Frame | Sequence[Frame]:
        if isinstance(number, slice):
            return [self[n] for n in range(*number.indices(len(self)))]
        number = range(len(self))[number]
        panel, after = self._drawn(number)
        if not number:
            return Frame(after)
        stage, said = _Stage(_ports_of(panel)), _renamed(self._script.cues[number], panel.alias)
        cues = [cue for cue in said if cue.kind not in MESSAGES or _has(stage, cue)]
        _, before = self._drawn(number - 1)
        effects, about = effects_of(list(few(cues)), stage, _ways, before, after)
        return Frame(after, effects, about)

    @seldom_collecting()
    def _drawn(self, number: int) -> tuple[Panel, Marks]:
        moment, focus = self._script.moments[number], self._script.focus
        panel = self._small.panel(self._small.graph(moment, focus), focus.tp)
        return panel, draw(panel, moment.now_ms).marks


def draw(panel: Panel, now_ms: int) -> Canvas:
    """Draws a panel on a small sheet."""
    canvas = Canvas()
    back = f"{DECORATION}head"
    canvas.group(back, 0.0, 0.0, layer="back")
    canvas.box(back, "band", (0.0, HEAD_H + 3, SMALL[0], BAND_H - 6), "net")
    canvas.words(back, "time", (6.0, HEAD_H + 15), f"{now_ms / 1000:g} s", "t s12 b mono")
    for head, (x, w) in zip(panel.heads, _head_shares(len(panel.heads)), strict=True):
        canvas.group(head.node, x, 1.0, layer="card")
        canvas.box(head.node, "box", (0.0, 0.0, w, HEAD_H - 2), head.box)
        canvas.words(head.node, "name", (w / 2, HEAD_H / 2 - 1), head.text, f"{head.ink} s12 b mid", w - 6)
    top = HEAD_H + BAND_H
    for column, (x, w) in zip(panel.columns, _shares(len(panel.columns)), strict=True):
        _draw_column(canvas, column, x, w, top, wide=len(panel.columns) <= WIDE_COLUMNS)
    return canvas


def _draw_column(canvas: Canvas, column: Column, x: float, w: float, top: float, *, wide: bool) -> None:
    h = SMALL[1] - top - 2
    node = column.node
    canvas.group(node, x, top, layer="card")
    canvas.box(node, "box", (0.0, 0.0, w, h), column.box)
    title = column.title if wide else column.short
    canvas.words(node, "title", (w / 2, 12.0), title, f"{column.ink} s12 b mid", w)
    badge = column.badge if wide else column.badge[:1]
    canvas.words(node, "badge", (w / 2, 12.0 + BADGE_H), badge, f"{column.ink} s12 mid", w)
    inner = TITLE_H + BADGE_H
    if column.filled is not None:
        room = h - inner - 4
        canvas.box(node, "bar", (6.0, inner + room * (1 - column.filled), w - 12, room * column.filled), "bar")
        return
    fit = int((h - inner) // (CELL_H + 2))
    shown = column.cells[-fit:] if column.newest else column.cells[:fit]
    if len(column.cells) > fit and not column.newest:
        more = Cell(f"{node}/more", f"+{len(column.cells) - fit + 1}", "", column.ink)
        shown = (*shown[:-1], more)
    for n, cell in enumerate(shown):
        canvas.group(cell.node, 4.0, inner + n * (CELL_H + 2), parent=node, layer="cell")
        canvas.box(cell.node, "box", (0.0, 0.0, w - 8, CELL_H), cell.box)
        canvas.words(cell.node, "value", ((w - 8) / 2, CELL_H / 2), cell.text, f"{cell.ink} s12 b mid", w - 10)


def _shares(count: int) -> Iterator[tuple[float, float]]:
    """Yields where each of so many begins and how wide it is, side by side."""
    w = (SMALL[0] - 2 * EDGE - GAP * (count - 1)) / max(1, count)
    return ((EDGE + n * (w + GAP), w) for n in range(count))


def _head_shares(count: int) -> Iterator[tuple[float, float]]:
    """Yields the places of those above: of two the first, who decides, has more room for its name."""
    if count != 2:
        return _shares(count)
    w = (SMALL[0] - 2 * EDGE - GAP) * 0.62
    return iter([(EDGE, w), (EDGE + w + GAP, SMALL[0] - 2 * EDGE - GAP - w)])


def _ports_of(panel: Panel) -> dict[str, Port]:
    heads = zip(panel.heads, _head_shares(len(panel.heads)), strict=True)
    ports = {head.node: Port(x, x + w, HEAD_H, far=True) for head, (x, w) in heads}
    columns = zip(panel.columns, _shares(len(panel.columns)), strict=True)
    return ports | {column.node: Port(x, x + w, HEAD_H + BAND_H) for column, (x, w) in columns}


def _ways(stage: _Stage, messages: Sequence[Timed]) -> list[Way]:
    return ways_at_heights(stage.ports, messages, (HEAD_H + BAND_H, HEAD_H), (EDGE, SMALL[0] - EDGE))


def ways_at_heights(
    ports: Mapping[str, Port], messages: Sequence[Timed], band: tuple[float, float], width: tuple[float, float]
) -> list[Way]:
    """Returns the way of each message, at a height of its own in a band, where its chip rests as well.

    `band` is its edge near the columns and that near those above, `width` how far chips may reach.
    """
    used: dict[str, int] = {}
    found = []
    apart = (band[0] - band[1] - 10) / max(1, len(messages))
    for n, message in enumerate(messages):
        level = round(band[0] - 5 - apart * (n + 0.5), 1)
        a, b = ports[message.cue.start], ports[message.cue.end]
        points = []
        for node, port in ((message.cue.start, a), (message.cue.end, b)):
            turn = used[node] = used.get(node, -1) + 1
            points.append((port.middle + (-9, 9, -20, 20)[turn % 4], port.edge))
        (x, y), (x2, y2) = points
        if a.far != b.far:
            # Straight down or up where the one above reaches so far.
            above, under = (a, x2) if a.far else (b, x)
            over = min(max(under, above.start + 8), above.end - 8)
            x, x2 = (over, under) if a.far else (under, over)
        path = ((x, y), (x, level), (x2, level), (x2, y2)) if x != x2 else ((x, y), (x2, y2))
        half = width_of(message.cue.text, bool(message.number)) / 2
        middle = min(max((x + x2) / 2, width[0] + half), width[1] - half)
        found.append(Way(path, (round(middle, 1), level), message.cue.text))
    return found


def few(cues: Sequence[Cue]) -> Iterator[Cue]:
    """Yields the cues of which a small picture has room: what several say alike once, and few messages at all."""
    said: set[tuple[str, str]] = set()
    for cue in cues:
        if cue.kind in MESSAGES:
            if (cue.kind, cue.text) in said or len(said) == MOST_MESSAGES:
                continue
            said.add((cue.kind, cue.text))
        yield cue


def _renamed(cues: Sequence[Cue], alias: Mapping[str, str]) -> Iterator[Cue]:
    for cue in cues:
        start, end = alias.get(cue.start, cue.start), alias.get(cue.end, cue.end)
        about = tuple(alias.get(node, node) for node in cue.about)
        yield cue._replace(start=start, end=end, about=about)
