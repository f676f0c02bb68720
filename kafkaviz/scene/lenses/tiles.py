"""Films of large clusters: what an event touched is drawn anew, everything else is the mark that it was."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import broker_id, partition_id, replica_id
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.scene.canvas import CAUSE, DECORATION, Canvas
from kafkaviz.scene.film.playing import effects_of
from kafkaviz.scene.layout import Room
from kafkaviz.scene.lenses.causes import marks_of_causes
from kafkaviz.scene.lenses.landing import with_tags
from kafkaviz.scene.lenses.lens import Legend
from kafkaviz.scene.lenses.lifted import LiftedStage, lift_out, ways
from kafkaviz.scene.lenses.script import Script
from kafkaviz.scene.lenses.small import few
from kafkaviz.scene.lenses.tile_grid import LABELS, LOOKS, Grid, grid_of, state_of, state_of_partition, tile_mark
from kafkaviz.scene.lenses.tracks import CLOCK, milliseconds, moves
from kafkaviz.scene.on_demand import Frames
from kafkaviz.scene.telling.cue import Cue
from kafkaviz.scene.values import MESSAGES, NARROW, WIDE, Effect, Frame, Layout, Mark, Marks, Size, Track

NUMBER_W = 150.0


class Tiles(NamedTuple):
    """The lens cluster where there is too much for cards; it draws the moments themselves, without their graphs."""

    legend: Legend

    def track(self, script: Script) -> Track:
        """Returns the frames of a large cluster; narrow ones are drawn on demand."""
        frames = _frames(script, WIDE)
        later = Frames(len(frames), lambda: _frames(script, NARROW))
        return Track(WIDE, frames, _silent(frames), Layout(NARROW, later))


TILES = Tiles(
    (
        ("tile-leader", "leader"),
        ("tile-follower", "follower in sync"),
        ("tile-lagging", "not in sync"),
        ("tile-dead", "broker down"),
        ("tile-none", "no leader"),
        ("tile-told", "the partition told below"),
    )
)


def _frames(script: Script, size: Size) -> tuple[Frame, ...]:
    """Returns the frames in one size."""
    pen = _Pen(grid_of(script.moments, size))
    drawn: list[Frame] = []
    before: Cluster | None = None
    causes: dict[str, Mark] = {}
    for moment, cues, tp in zip(script.moments, script.cues, script.tps, strict=True):
        last = drawn[-1].marks if drawn else {}
        marks, ports = pen.draw(before, moment, tp)
        effects, about = _effects_between(cues, ports, last, marks) if before is not None else ((), ())
        if about:
            # What is lifted out is what the step is about.
            about = (*about, *(name for name, mark in pen.panel.items() if "p" not in mark and name not in about))
        whys = [ports.mark_cause(cue) for cue in cues if cue.kind == "why"]
        known, causes = causes, marks_of_causes(whys, {}, pen.marks_with_words(), effects, size, causes)
        effects = with_tags(known, causes, last, effects, effects)
        about = (*about, *causes) if about else ()
        drawn.append(Frame(marks | causes if causes else marks, effects, about, milliseconds(effects)))
        before = moment
    return tuple(drawn)


def _effects_between(
    cues: Sequence[Cue], on: LiftedStage, last: Marks, now: Marks
) -> tuple[tuple[Effect, ...], tuple[str, ...]]:
    seen = [cue for cue in cues if cue.kind not in MESSAGES or {cue.start, cue.end} <= on.ports.keys()]
    return effects_of(list(few(seen)), on, ways, last, now)


def _silent(drawn: Sequence[Frame]) -> tuple[int, ...]:
    return tuple(
        n
        for n in range(1, len(drawn))
        if not moves(drawn[n])
        and not any(
            drawn[n - 1].marks.get(name) is not mark and not name.startswith((CLOCK, CAUSE))
            for name, mark in drawn[n].marks.items()
        )
    )


class _Pen:
    """Draws one moment after another, and remembers what stays."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.marks: dict[str, Mark] = {}
        self.leads: dict[int, int] = {}
        self.leaderless = 0
        self.cards: dict[int, tuple[object, ...]] = {}
        self.panel: dict[str, Mark] = {}
        self.brokers: dict[str, Mark] = {}

    def draw(
        self, before: Cluster | None, now: Cluster, tp: TopicPartition | None
    ) -> tuple[dict[str, Mark], LiftedStage]:
        """Returns the marks of a moment, and where messages may start and end in it."""
        self.marks = {name: mark for name, mark in self.marks.items() if name not in self.panel}
        touched = _touched(before, now)
        brokers = {b for b in now.brokers if before is None or now.brokers[b] is not before.brokers.get(b)}
        if before is None or touched or brokers:
            self._count(now)
            self._draw_cards(now)
            for changed in touched:
                self._draw_tiles(now, changed)
            for b in brokers:
                for hosted in self.grid.tiles and [each for each, held in now.replicas.items() if b in held]:
                    self._draw_tiles(now, hosted)
        self.panel, stage = self._panel(now, tp)
        self.marks |= self.panel
        return self.marks, stage

    def marks_with_words(self) -> dict[str, Mark]:
        """Returns the marks with words, which no tag covers; tiles without a label are left out, for there are many."""
        return self.marks if self.grid.has_labels else self.panel | self.brokers

    def _count(self, now: Cluster) -> None:
        leaders = Counter(partition.leader for partition in now.partitions.values())
        self.leads = {broker: leaders[broker] if now.is_up(broker) else 0 for broker in now.brokers}
        self.leaderless = len(now.partitions) - sum(self.leads.values())

    def _put(self, name: str, mark: Mark) -> None:
        if self.marks.get(name) != mark:
            self.marks[name] = mark

    def _draw_tiles(self, now: Cluster, tp: TopicPartition) -> None:
        grid = self.grid
        if grid.wall:
            if tp in grid.wall:
                self._put(partition_id(tp), tile_mark(state_of_partition(now, tp), grid.wall[tp], grid.tile))
            return
        for b, replica in now.replicas[tp].items():
            state = state_of(now, tp, b, replica, now.partitions[tp])
            at, node = grid.tiles[tp][b], replica_id(tp, b)
            if not grid.has_labels:
                self._put(node, tile_mark(state, at, grid.tile, broker_id(b)))
                continue
            _, text, sign = LOOKS[state]
            w, h = grid.tile
            self._put(node, {"k": "g", "x": at[0], "y": at[1], "p": broker_id(b)})
            self._put(f"{node}/box", {"k": "rect", "x": 0, "y": 0, "w": w, "h": h, "c": LABELS[state], "p": node})
            words = f"{sign}{grid.name_of(tp)}"
            label: Mark = {"k": "text", "x": w / 2, "y": h / 2, "t": words, "c": f"{text} s12 b mid", "p": node}
            self._put(f"{node}/name", label)

    def _draw_cards(self, now: Cluster) -> None:
        usual = sorted(self.leads.values())[len(self.leads) // 2] if self.leads else 0
        for b, room in self.grid.cards.items():
            if b not in now.brokers:
                continue
            broker, node = now.brokers[b], broker_id(b)
            much = self.leads[b] > 1.5 * usual and self.leads[b] > usual + 1
            if self.cards.get(b) == (broker, self.leads[b], much):
                continue
            self.cards[b] = broker, self.leads[b], much
            down = not broker.is_up
            look = "card-dead" if down else "card-fenced" if broker.fenced or broker.cut_off else "card"
            text = "t-dead" if down else "t"
            canvas = Canvas()
            canvas.group(node, room.x, room.y, layer="card", event=node)
            canvas.box(node, "box", (0.0, 0.0, room.w, room.h), look, tip=f"broker {b}: leads {self.leads[b]}")
            if self.grid.wall:
                words = f"✕{b}" if down else f"{b}{'!' if much else ''}"
                canvas.words(node, "name", (room.w / 2, room.h / 2), words, f"{text} s12 b mid", room.w)
            else:
                canvas.words(node, "name", (8.0, 10.0), str(b), f"{text} s12 b")
                status = ("✕ down" if room.w >= 90 else "✕") if down else f"★ {self.leads[b]}{' !' if much else ''}"
                canvas.words(node, "leads", (room.w - 6, 10.0), status, f"{'t-bad' if much else text} s12 b end")
            self.brokers |= canvas.marks
            for name, mark in canvas.marks.items():
                self._put(name, mark)

    def _panel(self, now: Cluster, tp: TopicPartition | None) -> tuple[dict[str, Mark], LiftedStage]:
        """Returns what is drawn anew each time: the clock, the number, and the partition that is lifted out."""
        canvas, grid = Canvas(), self.grid
        clock, number = f"{DECORATION}clock", f"{DECORATION}number"
        foot = grid.foot
        canvas.group(clock, foot.x + 4, foot.y + 132, layer="over")
        canvas.words(clock, "t", (0.0, 0.0), "t =", "t s14 b")
        canvas.words(clock, "time", (28.0, 0.0), f"{now.now_ms / 1000:g} s", "t s14 b")
        canvas.group(number, foot.x + 4, foot.y, layer="over")
        of = len(now.partitions)
        canvas.words(
            number, "led", (0.0, 26.0), str(of - self.leaderless), f"{'t-bad' if self.leaderless else 't'} s28 b"
        )
        canvas.words(number, "of", (0.0, 54.0), f"of {of} partitions", "t s14")
        canvas.words(number, "have", (0.0, 74.0), "have a leader", "t s14")
        if grid.wall:
            canvas.words(number, "hint", (0.0, 100.0), "one tile each", "t-mute s12")
        stage = lift_out(canvas, now, tp, Room(foot.x + NUMBER_W, foot.y, foot.w - NUMBER_W, foot.h))
        self._frame_tiles(canvas, now, tp)
        kept = {name: old if (old := self.panel.get(name)) == mark else mark for name, mark in canvas.marks.items()}
        return kept, stage

    def _frame_tiles(self, canvas: Canvas, now: Cluster, tp: TopicPartition | None) -> None:
        """Draws an orange frame around the tiles of the partition that the step is about."""
        grid = self.grid
        if tp is None or tp not in now.partitions:
            return
        places = [grid.wall[tp]] if tp in grid.wall else []
        for b in now.replicas[tp]:
            if tp in grid.tiles and b in grid.tiles[tp]:
                card, at = grid.cards[b], grid.tiles[tp][b]
                places.append((card.x + at[0], card.y + at[1]))
        frame = f"{DECORATION}frames"
        canvas.group(frame, 0.0, 0.0, layer="over")
        for n, (x, y) in enumerate(places):
            canvas.box(frame, f"frame{n}", (x - 3, y - 3, grid.tile[0] + 6, grid.tile[1] + 6), "tile-told")


def _touched(before: Cluster | None, now: Cluster) -> list[TopicPartition]:
    """Returns the partitions of which anything is another value than before."""
    if before is None:
        return list(now.partitions)
    if before.partitions is now.partitions and before.replicas is now.replicas:
        return []
    return [
        tp
        for tp in now.partitions
        if now.partitions[tp] is not before.partitions.get(tp) or now.replicas[tp] is not before.replicas.get(tp)
    ]
