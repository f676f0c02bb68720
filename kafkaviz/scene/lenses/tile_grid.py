"""Large clusters: each copy a tile whose shape and lightness say what it is, and where all of them stand.

| shape | is |
| --- | --- |
| big dark square | a leader |
| small light dot | a follower in sync |
| hollow diamond | a follower that is not in sync |
| × | a copy on a broker that is down |
| heavy ring | a partition that nobody leads, at the copy that led it last |
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from kafkaviz.decisions.values import Partition, TopicPartition
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.replicas import Replica
from kafkaviz.scene.layout import Room
from kafkaviz.scene.values import Mark, Point, Size

HEAD_H, FOOT_H, MARGIN, GAP, NAME_H = 8.0, 150.0, 8.0, 6.0, 17.0
LABEL_H, LETTER_W, SMALLEST, LARGEST = 17.5, 7.6, 8.0, 16.0
APART = 2.0
WIDE_COLUMNS, NARROW_COLUMNS, CARD_SHAPE = 10, 6, 1.4
LOOKS: Final = {
    "leader": ("tile-leader", "t-leader", "★"),
    "follower": ("tile-follower", "t-follower", ""),
    "lagging": ("tile-lagging", "t-lagging", "!"),
    "dead": ("tile-dead", "t-dead", "✕"),
    "none": ("tile-none", "t-bad", "○"),
}
LABELS: Final = {"leader": "leader", "follower": "follower", "lagging": "lagging", "dead": "dead", "none": "tile-none"}
"""The classes of tiles that have room for words, which look as copies do elsewhere."""


class Grid(NamedTuple):
    """Where brokers and tiles stand for a whole film; `tiles` are places within the broker's card, none for a wall.

    A wall has a tile for each partition in place of one for each copy, since there are too many copies to see.
    """

    size: Size
    cards: Mapping[int, Room]
    tiles: Mapping[TopicPartition, Mapping[int, Point]]
    tile: tuple[float, float]
    wall: Mapping[TopicPartition, Point]
    foot: Room
    one_topic: bool

    @property
    def has_labels(self) -> bool:
        """Whether tiles have room for the number of their partition."""
        return self.tile[1] == LABEL_H

    def name_of(self, tp: TopicPartition) -> str:
        """Names a partition in as few letters as a tile has room for."""
        return str(tp.partition) if self.one_topic else f"{tp.topic[:2]}{tp.partition}"


def grid_of(moments: Sequence[Cluster], size: Size) -> Grid:
    """Returns the places for a film: tiles sorted by partition, which stay where they are for good."""
    brokers = sorted({b for m in _turns(moments) for b in m.brokers})
    held: dict[int, dict[TopicPartition, None]] = {b: {} for b in brokers}
    tps: dict[TopicPartition, None] = {}
    for moment in _turns(moments):
        for tp, copies in moment.replicas.items():
            tps.setdefault(tp)
            for b in copies:
                held.setdefault(b, {}).setdefault(tp)
    width, height = size
    area = Room(MARGIN, HEAD_H, width - 2 * MARGIN, height - HEAD_H - FOOT_H - GAP)
    foot = Room(MARGIN, height - FOOT_H, width - 2 * MARGIN, FOOT_H - 4)
    most = max(map(len, held.values()), default=0)
    one_topic = len({tp.topic for tp in tps}) <= 1
    letters = max((len(str(tp.partition)) for tp in tps), default=1) + 1 + 2 * (not one_topic)
    label = letters * LETTER_W + 5, LABEL_H
    columns, tile = _best(len(brokers), most, area, label, WIDE_COLUMNS if width > 700 else NARROW_COLUMNS)
    if not tile:
        return _wall(brokers, sorted(tps), area, foot, size)
    cards = _cards(brokers, area, columns)
    places: dict[TopicPartition, dict[int, Point]] = {}
    for b, room in cards.items():
        step = tile[0] + APART, tile[1] + APART
        across = max(1, int((room.w - 8 + APART) // step[0]))
        left = (room.w - across * step[0] + APART) / 2
        for n, tp in enumerate(sorted(held[b])):
            at = round(left + n % across * step[0], 1), round(NAME_H + 2 + n // across * step[1], 1)
            places.setdefault(tp, {})[b] = at
    return Grid(size, cards, places, tile, {}, foot, one_topic)


def _turns(moments: Sequence[Cluster]) -> list[Cluster]:
    """Returns the moments in which a broker or a partition came, went or was placed anew."""
    found = [moments[0]]
    for moment in moments:
        last = found[-1]
        other_brokers = moment.brokers is not last.brokers and moment.brokers.keys() != last.brokers.keys()
        if other_brokers or (
            moment.partitions is not last.partitions and _replica_lists(moment) != _replica_lists(last)
        ):
            found.append(moment)
    return found


def _replica_lists(moment: Cluster) -> dict[TopicPartition, tuple[int, ...]]:
    return {tp: partition.replicas for tp, partition in moment.partitions.items()}


def _best(
    count: int, most: int, area: Room, label: tuple[float, float], widest: int
) -> tuple[int, tuple[float, float] | None]:
    """Returns how many cards stand in a row and the size of a tile: with words where they fit, else as large as can."""
    widths = range(1, min(widest, max(1, count)) + 1)
    for tile in (label, *((float(side), float(side)) for side in range(int(LARGEST), int(SMALLEST) - 1, -1))):
        fitting = [columns for columns in widths if _fits(tile, count, most, area, columns)]
        if fitting:
            return min(fitting, key=lambda columns: abs(_shape(count, area, columns) - CARD_SHAPE)), tile
    return 1, None


def _shape(count: int, area: Room, columns: int) -> float:
    """Returns how wide a card is in parts of its height."""
    rows = -(-count // columns)
    return (area.w / columns) / (area.h / max(1, rows))


def _fits(tile: tuple[float, float], count: int, most: int, area: Room, columns: int) -> bool:
    rows = -(-count // columns)
    w, h = (area.w - GAP * (columns - 1)) / columns, (area.h - GAP * (rows - 1)) / max(1, rows)
    across, down = int((w - 8 + APART) // (tile[0] + APART)), int((h - NAME_H - 4 + APART) // (tile[1] + APART))
    return w >= 70 and across * down >= most


def _cards(brokers: Sequence[int], area: Room, columns: int) -> dict[int, Room]:
    rows = -(-len(brokers) // columns)
    w, h = (area.w - GAP * (columns - 1)) / columns, (area.h - GAP * (rows - 1)) / max(1, rows)
    return {
        b: Room(area.x + n % columns * (w + GAP), area.y + n // columns * (h + GAP), w, h)
        for n, b in enumerate(brokers)
    }


def _wall(brokers: Sequence[int], tps: Sequence[TopicPartition], area: Room, foot: Room, size: Size) -> Grid:
    """Returns the places where brokers are but their numbers, and each partition is one tile."""
    across = max(1, int((area.w + 3) // 34))
    cards = {b: Room(area.x + n % across * 34, area.y + n // across * 18, 31.0, 15.0) for n, b in enumerate(brokers)}
    top = area.y + -(-len(brokers) // across) * 18 + 4
    room = area.y + area.h - top
    sides = (quarters / 4 for quarters in range(56, 20, -1))
    side = next((s for s in sides if (area.w // s) * (room // s) >= len(tps)), 5.0)
    columns = int(area.w // side)
    wall = {tp: (area.x + n % columns * side, top + n // columns * side) for n, tp in enumerate(tps)}
    return Grid(size, cards, {}, (side - 2.0, side - 2.0), wall, foot, True)


def has_leader(cluster: Cluster, tp: TopicPartition) -> bool:
    """Tells whether a partition has a leader that is up."""
    return cluster.is_up(cluster.partitions[tp].leader)


def state_of(cluster: Cluster, tp: TopicPartition, broker: int, replica: Replica, partition: Partition) -> str:
    """Returns what a copy is, as its tile says it."""
    up = cluster.is_up(broker)
    if not has_leader(cluster, tp) and broker == last_leader(cluster, tp):
        return "none"
    if not up:
        return "dead"
    if replica.view.leader == broker and partition.leader == broker:
        return "leader"
    return "follower" if broker in partition.isr else "lagging"


def last_leader(cluster: Cluster, tp: TopicPartition) -> int:
    """Returns the copy that leads a partition or, where nobody does, that led it last as far as it knows."""
    partition = cluster.partitions[tp]
    if partition.leader is not None:
        return partition.leader
    copies = cluster.replicas[tp]
    return next((b for b, r in copies.items() if r.view.leader == b), partition.replicas[0])


def state_of_partition(cluster: Cluster, tp: TopicPartition) -> str:
    """Returns what a partition is, as its tile on a wall says it: led, with a copy out of sync, or led by nobody."""
    if not has_leader(cluster, tp):
        return "none"
    partition = cluster.partitions[tp]
    return "leader" if len(partition.isr) == len(partition.replicas) else "lagging"


@cache
def shape(state: str, side: float) -> str:
    """Returns the outline of an unlabelled tile."""
    s, h = side, side / 2
    if state == "follower":
        a, b = round(s * 0.25, 1), round(s * 0.25, 1)
        return f"M{_n(h - a)} {_n(h - a / 2)}l{_n(b / 2)} {_n(-b / 2)}h{_n(b)}l{_n(b / 2)} {_n(b / 2)}v{_n(b)}" + (
            f"l{_n(-b / 2)} {_n(b / 2)}h{_n(-b)}l{_n(-b / 2)} {_n(-b / 2)}z"
        )
    if state == "lagging":
        return f"M{_n(h)} 0L{_n(s)} {_n(h)}L{_n(h)} {_n(s)}L0 {_n(h)}z"
    if state == "dead":
        t, e = s * 0.16, s * 0.12
        low, high = e, s - e
        points = [
            (low + t, low), (h, h - t), (high - t, low), (high, low + t), (h + t, h), (high, high - t),
            (high - t, high), (h, h + t), (low + t, high), (low, high - t), (h - t, h), (low, low + t),
        ]  # fmt: skip
        return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points) + "z"
    if state == "none":
        c = s * 0.3
        return f"M{_n(c)} 0H{_n(s - c)}L{_n(s)} {_n(c)}V{_n(s - c)}L{_n(s - c)} {_n(s)}H{_n(c)}L0 {_n(s - c)}V{_n(c)}z"
    return f"M0 0H{_n(s)}V{_n(s)}H0z"


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def tile_mark(state: str, at: Point, tile: tuple[float, float], parent: str = "") -> Mark:
    """Returns the mark of a tile without words."""
    mark: Mark = {"k": "path", "x": at[0], "y": at[1], "d": shape(state, tile[0]), "c": LOOKS[state][0]}
    if parent:
        mark["p"] = parent
    else:
        mark["z"] = "chip"
    return mark
