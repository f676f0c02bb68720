"""Which way messages go: out of a port, along a lane of their own, and in; never across what is drawn.

Between what faces each other lies a band, the network. A message leaves a port straight into the band, goes along a
lane, and straight into the other port; between the band's two sides it goes straight across. Chips never overlap.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import pairwise
from typing import Final, NamedTuple, Protocol

from kafkaviz.scene.film.timing import Timed
from kafkaviz.scene.values import Point

LANES: Final = 4
CHIP_H, CHIP_PAD, CHIP_LETTER, CHIP_NUMBER = 20.0, 18.0, 7.3, 16.0
CLEARANCE, COUNT_LETTERS = 14.0, 3
PORTS_APART = 18.0


class Way(NamedTuple):
    """The corners of a message's way, and where its chip rests, if there is room for one; `text` is what it says."""

    path: tuple[Point, ...]
    chip: Point | None
    text: str


class Port(NamedTuple):
    """Where messages enter a node: from where to where along the band, at which edge, and whether on its far side."""

    start: float
    end: float
    edge: float
    far: bool = False

    @property
    def middle(self) -> float:
        """Its middle along the band."""
        return (self.start + self.end) / 2


class Band(NamedTuple):
    """The network: its edges near the ports and far from them; `upright` where it runs from top to bottom.

    It has so many `lanes`, `apart`, the first one so far from the near edge that its chip does not touch what has the
    ports.
    """

    near: float
    far: float
    upright: bool = False
    first: float = 16.0
    apart: float = 25.0
    lanes: int = LANES

    def lane(self, number: int) -> float:
        """Returns where a lane runs, the first one nearest to the ports."""
        away = self.first + number * self.apart
        return self.near - away if self.far < self.near else self.near + away


def width_of(text: str, numbered: bool = True) -> float:
    """Returns how wide a chip is.

    >>> width_of("ABC", numbered=False)
    39.9
    """
    return round(len(text) * CHIP_LETTER + CHIP_PAD + CHIP_NUMBER * numbered, 1)


def route(messages: Sequence[Timed], ports: Mapping[str, Port], band: Band) -> list[Way]:
    """Returns the way of each message; both its ends have ports, at different places.

    >>> from kafkaviz.scene.telling.cue import Cue
    >>> ports = {"a": Port(0, 100, 200), "b": Port(200, 300, 200)}
    >>> route([Timed(Cue("ask", "b", "a", "?"), 0, 700, 1, 0)], ports, Band(190, 100))[0].path
    ((207.0, 200), (207.0, 174.0), (56.0, 174.0), (56.0, 200))
    """
    ways: dict[int, tuple[Point, ...]] = {}
    taken: dict[int, list[tuple[float, float]]] = {}
    columns: dict[tuple[float, float], int] = {}
    # Near pairs first, so that far ones arch over them; what leaves no trace takes no room from what does.
    order = sorted(range(len(messages)), key=lambda n: (messages[n].cue.hush, _span(messages[n], ports), n))
    for number in order:
        cue = messages[number].cue
        a, b = ports[cue.start], ports[cue.end]
        if a.far != b.far:
            ways[number] = _across(a, b, columns)
        else:
            lane = _free_lane(a, b, taken, band, width_of(cue.text, bool(messages[number].number)))
            level = band.lane(lane)
            start, end = _exit(a, b, lane), _exit(b, a, lane)
            ways[number] = ((start, a.edge), (start, level), (end, level), (end, b.edge))
    turned = [_turned(ways[n]) if band.upright else ways[n] for n in range(len(messages))]
    ends = list(ports.values())
    room = (min([p.start for p in ends]), max([p.end for p in ends])) if ends else (0.0, 0.0)
    across = {n for n, message in enumerate(messages) if ports[message.cue.start].far != ports[message.cue.end].far}
    return _with_chips(messages, turned, across, (band.near - 6, band.far + 6) if band.upright else room)


class NetworkStage(Protocol):
    """A stage with one network between its ports."""

    @property
    def ports(self) -> Mapping[str, Port]:
        """Where messages enter each node."""

    @property
    def band(self) -> Band:
        """The network."""


def ways(on: NetworkStage, messages: Sequence[Timed]) -> list[Way]:
    """Returns the ways of messages through the one network of a stage."""
    return route(messages, on.ports, on.band)


def _span(message: Timed, ports: Mapping[str, Port]) -> float:
    return abs(ports[message.cue.start].middle - ports[message.cue.end].middle)


def _free_lane(a: Port, b: Port, taken: dict[int, list[tuple[float, float]]], band: Band, chip: float) -> int:
    """Returns the lowest lane in which nobody goes past; where all are taken the exchange shares the last two."""
    low, high = sorted((a.middle, b.middle))
    wide = low - CLEARANCE, high + CLEARANCE
    for lane in range(band.lanes):
        low, high = sorted((_exit(a, b, lane), _exit(b, a, lane)))
        # Two who meet at a node have one lane where each has room for its chip beside the other.
        low, high = (low, high) if high - low >= chip + CLEARANCE and not band.upright else wide
        if all(high <= start or low >= end for start, end in taken.get(lane, [])):
            break
    else:
        lane = band.lanes - 2 + sum(len(spans) for spans in taken.values()) % 2
    taken.setdefault(lane, []).append((low, high))
    return lane


def _exit(port: Port, other: Port, lane: int) -> float:
    """Returns where a lane leaves a port: higher lanes are further out, so that none crosses its own pair."""
    w = port.end - port.start
    apart = min(PORTS_APART, w * 0.09)
    if port.far:
        return min(max(other.middle, port.start + 12), port.end - 12)
    out = w * 0.56 - lane * apart if other.middle > port.middle else w * 0.07 + lane * apart
    return round(port.start + out, 1)


def _across(a: Port, b: Port, columns: dict[tuple[float, float], int]) -> tuple[Point, ...]:
    """Returns a way straight across the band, each in a column of its own beside the last one."""
    near, far = (b, a) if a.far else (a, b)
    column = columns[near.start, near.edge] = columns.get((near.start, near.edge), -1) + 1
    w = near.end - near.start
    apart = min(22.0, w * 0.13)
    at = near.end - min(62.0, w * 0.4) - apart * (column % 4)
    aim = min(max(at, far.start + 12), far.end - 12)
    bend = (near.edge + far.edge) / 2
    way: tuple[Point, ...] = ((at, near.edge), (aim, far.edge))
    if abs(aim - at) > 1:
        way = ((at, near.edge), (at, bend), (aim, bend), (aim, far.edge))
    return way[::-1] if a.far else way


def _turned(path: tuple[Point, ...]) -> tuple[Point, ...]:
    return tuple((y, x) for x, y in path)


def _with_chips(
    messages: Sequence[Timed], paths: Sequence[tuple[Point, ...]], across: Set[int], room: tuple[float, float]
) -> list[Way]:
    """Gives each way a chip where there is room; one that says what another says is added to its count."""
    found: dict[int, Way] = {}
    boxes: dict[int, tuple[float, float, float]] = {}
    first: dict[tuple[str, str], int] = {}
    many: dict[int, int] = {}
    # One that goes straight across the band has all of its width for a chip; one in a lane has that lane.
    for n in sorted(range(len(messages)), key=lambda n: (n in across, n)):
        message, path, cue = messages[n], paths[n], messages[n].cue
        width = width_of(cue.text, bool(message.number))
        # What has no room in the network is said below the picture alone.
        is_told = bool(cue.text) and not cue.hush and width <= room[1] - room[0]
        spots = (_inside(spot, width, room) for spot in _spots(path))
        spot = next((p for p in spots if _is_free(p, width, boxes.values())), None) if is_told else None
        counted = first.get((cue.kind, cue.text))
        if spot is not None:
            boxes[n] = (*spot, width)
            first.setdefault((cue.kind, cue.text), n)
        elif counted is not None and is_told:
            x, y, w = boxes[counted]
            wider = w if counted in many else w + COUNT_LETTERS * CHIP_LETTER
            spot_of_both = _inside((x, y), wider, room)
            if _is_free(spot_of_both, wider, [box for other, box in boxes.items() if other != counted]):
                boxes[counted] = *spot_of_both, wider
                many[counted] = many.get(counted, 1) + 1
        found[n] = Way(path, spot, cue.text if spot else "")
    told = {n: found[n]._replace(text=f"{found[n].text} ×{many[n]}", chip=boxes[n][:2]) for n in many}
    return [told.get(n, found[n]) for n in range(len(messages))]


def _spots(path: tuple[Point, ...]) -> Iterator[Point]:
    """Yields where a chip may rest: on the middle of the lane, then beside it."""
    parts = list(pairwise(path))
    a, b = parts[len(parts) // 2]
    upright = a[0] == b[0]
    for part in (0.25, 0.75, 0.5) if upright and len(parts) == 1 else (0.5, 0.35, 0.65, 0.22, 0.78, 0.1, 0.9):
        yield round(a[0] + (b[0] - a[0]) * part, 1), round(a[1] + (b[1] - a[1]) * part, 1)


def _inside(spot: Point, width: float, room: tuple[float, float]) -> Point:
    """Returns a place for a chip where it does not leave the network to the left or to the right."""
    x = max(room[0] + width / 2, min(spot[0], room[1] - width / 2))
    return round(x, 1), spot[1]


def _is_free(spot: Point, width: float, boxes: Iterable[tuple[float, float, float]]) -> bool:
    return all(abs(spot[0] - x) * 2 >= width + w + 4 or abs(spot[1] - y) >= CHIP_H + 2 for x, y, w in boxes)
