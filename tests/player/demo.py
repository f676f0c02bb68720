"""A small film drawn by hand: two lenses, two layouts, every effect a player must show, and nothing of the model."""

from typing import NamedTuple

from kafkaviz.scene.style import THEME
from kafkaviz.scene.values import Effect, Film, Frame, Layout, Mark, Point, Track
from tests.player.demo_captions import STEPS

BROKERS = (1, 2, 3)
KEYS = ("ABC", "DEF", "GHI")
CROWN = "M0 14V3l5 5 5-8 5 8 5-5v11z"
SAFE = {"fill": "committed", "stroke": "committed_line", "width": 1.5, "radius": 4}


class Places(NamedTuple):
    """Where things stand in one layout."""

    width: int
    height: int
    left: int
    card: int
    gap: int
    cell: int

    def x(self, broker: int) -> int:
        """The left edge of a broker's card."""
        return self.left + (broker - 1) * (self.card + self.gap)

    def lane(self, number: int) -> int:
        """How high a lane of the network band lies."""
        return 182 - 25 * number


WIDE = Places(860, 420, 134, 224, 22, 44)
NARROW = Places(600, 420, 98, 158, 12, 32)


def film(title: str = "How a leader is replaced") -> Film:
    """Returns the film: nine steps in the lenses `cluster` and `log`, which skips three."""
    numbers = range(len(STEPS))
    cluster = Track(
        (860, 420),
        tuple(_cluster(WIDE, step) for step in numbers),
        narrow=Layout((600, 420), tuple(_cluster(NARROW, step) for step in numbers)),
    )
    log = Track((860, 420), tuple(map(_log, numbers)), skip=(4, 6, 7))
    classes = {**THEME["classes"], "safe": SAFE}
    legend = {"cluster": (("safe", "green: safe"), ("uncommitted", "dashed: written"))}
    return Film(title, STEPS, {"cluster": cluster, "log": log}, {**THEME, "classes": classes}, "cluster", legend=legend)


def _end(step: int, broker: int) -> int:
    return 3 if step >= (1 if broker == 1 else 2) else 0


def _state(step: int, broker: int) -> str:
    if broker == 1 and step >= 5:
        return "dead"
    return "leader" if broker == (2 if step >= 8 else 1) else "follower"


def _cluster(at: Places, step: int) -> Frame:
    marks: dict[str, Mark] = {}
    marks["net"] = {"k": "rect", "x": 8, "y": 98, "w": at.width - 16, "h": 106, "c": "strip", "z": "net"}
    marks["clock"] = {"k": "text", "x": 10, "y": 22, "t": f"t = {9 if step >= 6 else 0} s", "c": "t b s16"}
    roof = {"x": at.left, "y": 8, "w": at.width - at.left - 8, "h": 80, "c": "card-controller"}
    marks["controller"] = {"k": "g", "x": 0, "y": 0, "z": "card", "ev": "controller:101", "ti": "controller 101"}
    marks["controller/box"] = {"k": "rect", "p": "controller", **roof}  # type: ignore[typeddict-item]
    marks["controller/crown"] = {"k": "path", "d": CROWN, "x": at.left + 12, "y": 18, "c": "crown", "p": "controller"}
    name: Mark = {"k": "text", "x": at.left + 40, "y": 28, "t": "controller 101", "c": "t b s14", "p": "controller"}
    marks["controller/name"] = name
    for n, entry in enumerate(["p0 → 1", *(["✕ 1", "p0 → 2"] if step >= 7 else [])]):
        x = at.left + (190 if at is WIDE else 160) + n * 70
        marks[f"entry:{n}"] = {"k": "g", "x": x, "y": 20, "p": "controller"}
        marks[f"entry:{n}/box"] = {"k": "rect", "x": 0, "y": 0, "w": 66, "h": 26, "c": "bucket", "p": f"entry:{n}"}
        words: Mark = {"k": "text", "x": 33, "y": 13, "t": entry, "c": "t b s12 mid", "p": f"entry:{n}"}
        marks[f"entry:{n}/words"] = words
    marks["producer"] = {"k": "g", "x": 8, "y": 212, "z": "card", "ev": "producer:p", "ti": "producer"}
    inner = {"w": at.left - 24, "h": 196, "c": "producer"}
    marks["producer/box"] = {"k": "rect", "x": 0, "y": 0, "p": "producer", **inner}  # type: ignore[typeddict-item]
    middle = (at.left - 24) / 2
    marks["producer/name"] = {"k": "text", "x": middle, "y": 20, "t": "producer", "c": "t-producer b s14 mid"}
    marks["producer/name"]["p"] = "producer"
    for n, key in enumerate(KEYS):
        if step < 4:
            cell = "faded" if step else "uncommitted"
            marks |= _cell(f"queued:{n}", "producer", (middle - 18, 38 + 31 * n, 36, 27), key, cell)
    for broker in BROKERS:
        marks |= _broker(at, step, broker)
    return Frame(marks, tuple(_effects(at, step)), _about(step))


def _cell(name: str, group: str, box: tuple[float, float, float, float], text: str, cls: str) -> dict[str, Mark]:
    x, y, w, h = box
    ink = "t-mute" if cls == "faded" else "t"
    return {
        name: {"k": "g", "x": x, "y": y, "p": group},
        f"{name}/box": {"k": "rect", "x": 0, "y": 0, "w": w, "h": h, "c": cls, "p": name},
        f"{name}/words": {"k": "text", "x": w / 2, "y": h / 2, "t": text, "c": f"{ink} b s12 mid", "p": name},
    }


def _broker(at: Places, step: int, broker: int) -> dict[str, Mark]:
    state, name = _state(step, broker), f"broker:{broker}"
    dead, fenced = state == "dead", broker == 1 and step >= 7
    card = "card-dead" if dead else "card"
    group, replica = {"p": name}, f"replica:{broker}"
    status = "✕ fenced" if fenced else "✕ down" if dead else ""
    if at is NARROW:
        status = status[:1]
    ring = 0.0 if broker == 1 and step >= 6 else 1.0
    seconds = "✕" if fenced else "0" if not ring else "9"
    x = at.x(broker) + at.card - 24
    tip = f"broker {broker}{', dead' if dead else ''}"
    role = {"leader": "★ leader", "follower": "in sync", "dead": "✕ down"}[state]
    marks: dict[str, Mark] = {
        f"beat:{broker}": {"k": "line", "x": x, "y": 212, "x2": x, "y2": 104, "c": "log-end", "z": "edge"},
        name: {"k": "g", "x": at.x(broker), "y": 212, "z": "card", "ev": name, "ti": tip},
        f"{name}/box": {"k": "rect", "x": 0, "y": 0, "w": at.card, "h": 196, "c": card, **group},  # type: ignore[typeddict-item]
        f"{name}/name": {"k": "text", "x": 12, "y": 19, "t": f"broker {broker}", "c": "t b s16", "p": name},
        f"{name}/status": {"k": "text", "x": at.card - 12, "y": 19, "t": status, "c": "t-dead b end", "p": name},
        f"ring:{broker}:track": {"k": "circle", "x": x, "y": 88, "r": 16, "c": "bucket", "z": "over"},
        f"ring:{broker}": {"k": "arc", "x": x, "y": 88, "r": 16, "v": ring, "c": "ring", "z": "over"},
        f"ring:{broker}:n": {"k": "text", "x": x, "y": 88, "t": seconds, "c": "t b s12 mid", "z": "over"},
        replica: {"k": "g", "x": 8, "y": 36, "p": name},
        f"{replica}/box": {"k": "rect", "x": 0, "y": 0, "w": at.card - 16, "h": 96, "c": state, "p": replica},
        f"{replica}/name": {"k": "text", "x": 8, "y": 14, "t": "letters-0", "c": f"t-{state} b s12", "p": replica},
        f"{replica}/role": {
            "k": "text",
            "x": at.card - 24,
            "y": 14,
            "t": role,
            "c": f"t-{state} s12 end",
            "p": replica,
        },
    }
    watermark = 3 if step >= (3 if broker == 1 else 4) else 0
    for n in range(_end(step, broker)):
        box = (8 + n * (at.cell + 4), 30, at.cell, 34)
        marks |= _cell(f"{replica}#{n}", replica, box, KEYS[n], "faded" if dead else "uncommitted")
        if not dead:
            x, y, w, h = box
            safe: Mark = {"k": "rect", "x": x, "y": y, "w": w, "h": h, "c": "safe", "p": replica}
            marks[f"{replica}#{n}!"] = {**safe, "cut": f"{replica}/hw"}
            words: Mark = {"k": "text", "x": x + w / 2, "y": y + h / 2, "t": KEYS[n], "c": "t-committed b s12 mid"}
            if watermark:
                marks[f"{replica}#{n}!t"] = {**words, "p": replica}
    if not dead:
        x = 6 + watermark * (at.cell + 4)
        line: Mark = {"k": "line", "x": x, "y": 26, "x2": x, "y2": 76, "c": "high-watermark", "p": replica}
        marks[f"{replica}/hw"] = line
    return marks


def _way(at: Places, start: tuple[int, int], end: tuple[int, int], lane: int) -> tuple[list[Point], Point]:
    """A route up from a card to a lane and down to another: each a broker (0: the producer) and an offset."""

    def port(of: tuple[int, int]) -> float:
        return (8 if not of[0] else at.x(of[0])) + of[1]

    a, b, y = port(start), port(end), at.lane(lane)
    return [(a, 212), (a, y), (b, y), (b, 212)], ((a + b) / 2, y)


def _message(kind: str, way: tuple[list[Point], Point], at: int, ms: int, **more: object) -> Effect:
    path, chip = way
    return {"k": kind, "path": path, "chip": chip, "at": at, "ms": ms, **more}  # type: ignore[typeddict-item, return-value]


def _fetches(at: Places, ask: str, answer: str, cells: bool) -> list[Effect]:
    effects: list[Effect] = []
    for n, broker in enumerate((2, 3)):
        asks, answers = ((broker, 40 - 14 * n), (1, 120 - 34 * n)), ((1, 103 - 34 * n), (broker, 57 - 14 * n))
        effects.append(_message("ask", _way(at, *asks, 2 * n), n * 150, 700, t=ask, n=2 * n + 1))
        ids = [f"replica:{broker}#{i}" for i in range(3)]
        ride = {"m": ids, "src": [f"replica:1#{i}" for i in range(3)]} if cells else {}
        if answer:
            way = _way(at, *answers, 2 * n + 1)
            effects.append(_message("answer", way, 850 + n * 150, 1130, t=answer, n=2 * n + 2, **ride))
    return effects


def _effects(at: Places, step: int) -> list[Effect]:
    column = [(at.x(2) + at.card - 70, 212), (at.x(2) + at.card - 70, 88)]
    if step == 1:
        ids = [f"replica:1#{i}" for i in range(3)]
        send = _way(at, (0, 30), (1, 60), 3)
        sources = [f"queued:{i}" for i in range(3)]
        return [_message("send", send, 0, 1130, t="ABC DEF GHI", m=ids, src=sources, n=1)]
    if step == 2:
        return _fetches(at, "from 0?", "ABC DEF GHI", True)
    if step == 3:
        slide: Effect = {
            "k": "flip",
            "m": ["replica:1/hw", *(f"replica:1#{i}!t" for i in range(3))],
            "at": 900,
            "ms": 650,
        }
        return [*_fetches(at, "from 3?", "", False), slide]
    if step == 4:
        return [_message("ack", _way(at, (1, 60), (0, 30), 2), 0, 700, t="✓ stored", n=1)]
    if step == 5:
        return [{"k": "crash", "m": ["broker:1"], "at": 150, "ms": 600}]
    if step == 6:
        waits: Effect = {"k": "wait", "m": ["ring:1", "ring:1:n"], "from": 9, "to": 0, "of": 9, "at": 200, "ms": 4800}
        counts: Effect = {"k": "count", "m": ["clock"], "from": 0, "to": 9, "unit": "s", "at": 200, "ms": 4800}
        beats: list[Effect] = []
        for n, broker in enumerate((2, 3)):
            x = at.x(broker) + at.card - 24
            beats.append(
                {"k": "beat", "path": [(x, 212), (x, 104)], "every": 1066, "times": 4, "at": 200 + 300 * n, "ms": 4300}
            )
        return [waits, counts, *beats]
    if step == 7:
        return [
            {"k": "flip", "m": ["ring:1", "ring:1:n", "broker:1/status"], "at": 100, "ms": 400},
            {"k": "write", "m": ["entry:1"], "at": 650, "ms": 450},
            {"k": "write", "m": ["entry:2"], "at": 950, "ms": 450},
        ]
    if step == 8:
        x, y = column[0][0], 130
        return [
            _message("ask", (column, (x, y + 40)), 0, 600, t="log from 1?", n=1),
            _message("answer", ([*reversed(column)], (x, y)), 750, 800, t="2 entries", n=2),
            {"k": "flip", "m": ["replica:2"], "swell": ["replica:2"], "at": 1600, "ms": 500},
        ]
    return []


def _about(step: int) -> tuple[str, ...]:
    return (
        (),
        ("producer", "broker:1"),
        ("replica:1", "replica:2", "replica:3"),
        ("broker:1", "replica:2", "replica:3"),
        ("producer", "broker:1"),
        ("broker:1",),
        ("broker:1", "controller", "ring:1", "ring:1:track", "ring:1:n", "clock"),
        ("controller", "broker:1", "ring:1", "ring:1:n", "ring:1:track"),
        ("controller", "broker:2"),
    )[step]


def _log(step: int) -> Frame:
    marks: dict[str, Mark] = {"title": {"k": "text", "x": 24, "y": 40, "t": "letters-0", "c": "t s28 b"}}
    for i, broker in enumerate(BROKERS):
        state, at, y = _state(step, broker), f"replica:{broker}", 80 + 110 * i
        marks[at] = {"k": "g", "x": 24, "y": y, "ev": f"broker:{broker}", "ti": f"broker {broker}"}
        marks[f"{at}/box"] = {"k": "rect", "x": 0, "y": 0, "w": 180, "h": 90, "c": state, "p": at}
        words: Mark = {"k": "text", "x": 90, "y": 45, "t": f"broker {broker}", "c": f"t-{state} s22 b mid", "p": at}
        marks[f"{at}/name"] = words
        for n in range(_end(step, broker)):
            marks |= _cell(f"{at}#{n}", at, (210 + 110 * n, 0, 104, 90), KEYS[n], "committed")
    x = 231 + 110 * (3 if step >= 3 else 0)
    marks["hw"] = {"k": "line", "x": x, "y": 60, "x2": x, "y2": 400, "c": "high-watermark", "z": "over"}
    text = f"high watermark = {3 if step >= 3 else 0}"
    marks["hw:text"] = {"k": "text", "x": x + 12, "y": 408, "t": text, "c": "t s16 b", "z": "over"}
    return Frame(marks)
