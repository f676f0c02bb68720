"""Draws the clients beside a small cluster: what each holds, what it believes, and where it reads next."""

from kafkaviz.graph.lenses import Attributes
from kafkaviz.scene.canvas import Canvas, label_of
from kafkaviz.scene.cluster_stage import Stage


def draw_producer(canvas: Canvas, node: str, data: Attributes, on: Stage) -> None:
    """Draws what a producer holds, and what it believes; what is out of date says so."""
    x, y, w, h = on.clients[node]
    canvas.group(node, x, y, layer="card")
    canvas.box(node, "box", (0.0, 0.0, w, h), "producer", tip=f"producer {data['name']}")
    canvas.words(node, "name", (w / 2, 18.0), data["name"], "t s14 b mid", w - 8)
    believed = sorted(data["believes"].items(), key=lambda item: (item[0] not in data["outdated"], item[0]))
    room = 3 if h >= 150 else 1
    told = [item for item in believed if on.rows[item[0]].full] or believed
    lines = min(room, len(told))
    foot = h - 14.0 - 16 * bool(data["outdated"]) - 16 * lines
    held, fits = data["held"], max(1, int((foot - 34) // 30))
    for n, record in enumerate(held[:fits]):
        # The last place says how many there is no room for.
        if n == fits - 1 and len(held) > fits:
            canvas.words(node, "more", (w / 2, 46.0 + n * 30), f"+ {len(held) - n} more", "t-producer s12 mid")
            break
        at = (w / 2 - 23, 33.0 + n * 30, 46.0, 26.0)
        part = record.name.removeprefix(f"{node}/")
        canvas.box(node, part, at, "ghost" if record.sent else "uncommitted")
        text = "t-mute" if record.sent else "t"
        canvas.words(node, f"{part}t", (w / 2, 46.0 + n * 30), label_of(record.value), f"{text} s12 b mid", 44)
    if told:
        canvas.words(node, "believes", (w / 2, foot), "believes", "t-producer s12 mid")
    for n, (tp, leader) in enumerate(told[:lines]):
        who = "nobody" if leader is None else str(leader)
        line = f"{on.name_of(tp)} → {who}" if w < 100 or leader is None else f"{on.name_of(tp)} → broker {who}"
        text = "t-warn" if tp in data["outdated"] else "t-producer"
        canvas.words(node, f"belief{n}", (w / 2, foot + 16 * (n + 1)), line, f"{text} s12 b mid", w - 4)
    if data["outdated"]:
        canvas.words(node, "outdated", (w / 2, h - 12), "out of date", "t-warn s12 mid", w - 4)


def draw_consumer(canvas: Canvas, node: str, data: Attributes, on: Stage) -> None:
    """Draws what a consumer read last, and where it reads next."""
    x, y, w, h = on.clients[node]
    canvas.group(node, x, y, layer="card")
    canvas.box(node, "box", (0.0, 0.0, w, h), "consumer", tip=f"consumer {data['name']}")
    canvas.words(node, "name", (w / 2, 18.0), data["name"], "t s14 b mid", w - 8)
    positions = sorted(data["positions"].items())
    lines = max(1, min(3, int((h - 60) // 30)))
    for n, value in enumerate(data["read"][-lines:]):
        canvas.box(node, f"read{n}", (w / 2 - 23, 33.0 + n * 30, 46.0, 26.0), "committed")
        canvas.words(node, f"read{n}t", (w / 2, 46.0 + n * 30), label_of(value), "t-committed s12 b mid", 44)
    shown = positions[: 3 if h >= 150 else 1]
    foot = h - 14.0 - 16 * len(shown)
    if shown:
        canvas.words(node, "next", (w / 2, foot), "reads next", "t-consumer s12 mid")
    for n, (tp, offset) in enumerate(shown):
        line = f"{on.name_of(tp)} from {offset}"
        canvas.words(node, f"next{n}", (w / 2, foot + 16 * (n + 1)), line, "t-consumer s12 b mid", w - 4)
