"""Draws the files of one copy in the lens log: segments, their records, what is gone, and how far it was compacted."""

from typing import Final

import networkx as nx

from kafkaviz.graph.ids import replica_id
from kafkaviz.graph.lenses import Attributes
from kafkaviz.scene.canvas import DECORATION, Canvas, fit_text, label_of, longest
from kafkaviz.scene.lenses.log_stage import Stage
from kafkaviz.scene.lenses.replicas import record_look, record_tip

LEAST_WITH_TEXT = 24.0
TALL_ENOUGH, FOOT, ABOVE, BELOW = 100.0, 16.0, 24.0, 26.0
"""How tall a row must be to have its offsets below the records, and the room for them; what a file has besides."""
DAY_S: Final = 86_400


def draw_segment(canvas: Canvas, node: str, data: Attributes, on: Stage, now_ms: int) -> None:
    """Draws a file: which one it is, how large, and, where retention works, how old its newest record is."""
    home = replica_id(data["tp"], data["broker"])
    room = on.rows[home]
    x, end = on.x(data["base_offset"]) - room.x, on.x(data["end_offset"]) - room.x
    width = max(end - x, on.cell) - 4
    canvas.group(node, x, 0.0, parent=home, layer="chip")
    if data["end_offset"] < on.first:
        return
    kind = "active" if data["active"] else "closed"
    look = "segment-active" if data["active"] else "segment"
    if not data["up"]:
        look = "faded"
    tip = f"file {data['base_offset']:020d}.log, {data['size_bytes']} bytes, {kind}"
    canvas.box(node, "box", (0.0, 4.0, width, room.h - 26), look, tip=tip)
    file, size = f"{data['base_offset']}.log", f"{data['size_bytes']} B"
    age = f" · {span(now_ms - data['largest_timestamp_ms'])} old" if on.deletes and data["size_bytes"] else ""
    active = " · active" if data["active"] else ""
    texts = [f"{file} · {size}{age}{active}", f"{file} · {size}{age}", f"{file} · {size}{active}", f"{size}{age}"]
    label = longest((*texts, size, file, ""), width - 6, 12)
    if label:
        canvas.words(node, "label", (4.0, 14.0), label, "t s12")


def span(ms: int) -> str:
    """Says a time span in the largest unit that it fills.

    >>> span(8 * 86_400_000), span(90_000), span(0)
    ('8 d', '90 s', '0 s')
    """
    seconds = ms / 1000
    return f"{seconds / DAY_S:.3g} d" if seconds >= DAY_S else f"{seconds:.4g} s"


def draw_record(canvas: Canvas, node: str, data: Attributes, on: Stage, newest: int, *, leads: bool) -> None:
    """Draws a record, and where a log is compacted whether it is the `newest` of its key.

    One that differs is framed in the leader's log and in the other one, where it does not look like what is committed.
    """
    home = replica_id(data["tp"], data["broker"])
    room = on.rows[home]
    canvas.group(node, on.x(data["offset"]) - room.x + 2, ABOVE, parent=home, layer="cell")
    if data["offset"] < on.first:
        return
    w, h = _size(on, room.h)
    is_unlike = data["differs"] is not None and data["up"]
    look, text = ("lagging", "t-lagging") if is_unlike and not leads else ("uncommitted", "t")
    look, text = (look, text) if data["up"] else record_look(data)
    if _is_numbered(on, room.h):
        canvas.words(node, "offset", (w / 2, h + FOOT / 2 + 1), str(data["offset"]), "t-mute s12 mid", on.cell)
    canvas.box(node, "box", (0.0, 0.0, w, h), look, tip=record_tip(data))
    if look == "uncommitted":
        canvas.box(node, "safe", (0.0, 0.0, w, h), "committed", tip=record_tip(data), cut=f"{home}/hw")
    if is_unlike:
        tip = f"another record than broker {data['differs']}'s"
        canvas.box(node, "frame", (0.0, 0.0, w, h), "unlike", tip=tip)
    if on.flushes and h >= 34 and (said := longest(_stored(data, leads=leads), w - 4, 12)):
        canvas.words(node, "stored", (w / 2, h - 10.0), said, f"{text} s12 mid", w)
    label = label_of(data["key"]) if data["key"] is not None else label_of(data["value"])
    label = label if data["differs"] is None else f"≠ {label}"
    if w >= LEAST_WITH_TEXT or fit_text(label, w, 12) == label:
        canvas.words(node, "name", (w / 2, min(h / 2, 12.0)), label, f"{text} s12 b mid", w)
    if data["key"] is None:
        return
    value = "✕" if data["value"] is None else label_of(data["value"])
    if h >= 34 and (w >= LEAST_WITH_TEXT or fit_text(value, w, 12) == value):
        canvas.words(node, "value", (w / 2, 28.0), value, f"{text} s12 mid", w)
    rank = f"newest {label}" if newest == data["offset"] else f"newer at {newest}"
    if on.cleans and h >= 56 and (said := longest((rank, rank.split()[0], ""), w - 4, 12)):
        canvas.words(node, "rank", (w / 2, 50.0), said, f"{text} s12 {'b ' * (newest == data['offset'])}mid")


def _stored(data: Attributes, *, leads: bool) -> tuple[str, ...]:
    """Returns where a record is, which a power cut asks: on its disk, or in its machine's memory alone.

    Of one that is not its leader's that is what matters.
    """
    if data["differs"] is not None and not leads:
        return f"≠ broker {data['differs']}'s", f"≠ b{data['differs']}", ""
    return ("on disk", "disk", "") if data["flushed"] else ("memory only", "memory", "")


def draw_gone(canvas: Canvas, home: str, data: Attributes, kept: set[int], on: Stage) -> None:
    """Draws where records were: those deleted with their files, and those whose key has a newer one."""
    room, start = on.rows[home], data["log_start_offset"]
    w, h = _size(on, room.h)
    first = max(on.first, on.offsets[0])
    if start > first:
        name, left = f"{DECORATION}deleted {home}", on.x(first) - room.x
        width = on.x(start) - room.x - left - 8
        canvas.group(name, left, 0.0, parent=home, layer="chip")
        canvas.box(
            name, "box", (0.0, 4.0, width, room.h - 26), "ghost", tip=f"offsets {first} to {start - 1} are deleted"
        )
        said = longest((f"✕ offsets {first} to {start - 1} are deleted", "✕ deleted", "✕"), width - 4, 12)
        canvas.words(name, "said", (width / 2, ABOVE + h / 2), said, "t-mute s12 mid")
    for offset in range(max(first, start), data["cleaned_offset"]):
        if offset not in kept:
            name = f"{DECORATION}gone {home}#{offset}"
            canvas.group(name, on.x(offset) - room.x + 2, ABOVE, parent=home, layer="chip")
            canvas.box(name, "box", (0.0, 0.0, w, h), "ghost", tip=f"offset {offset}: its key has a newer record")
            said = longest(("✕ had a newer", "✕"), w - 2, 12)
            canvas.words(name, "said", (w / 2, h / 2), said, "t-mute s12 mid")


def draw_cleaned(canvas: Canvas, home: str, data: Attributes, on: Stage) -> None:
    """Draws how far a log was compacted: the line runs there when it is, over the records that it keeps."""
    room = on.rows[home]
    x = on.x(max(data["cleaned_offset"], data["log_start_offset"])) - room.x - 2
    canvas.line(home, "cleaned", (x, 2.0, x, room.h - 4), "cleaned")
    if data["cleaned_offset"] <= data["log_start_offset"]:
        return
    right = min(x, on.x(data["high_watermark"]) - room.x - 30)
    left = on.x(data["log_start_offset"]) - room.x
    said = longest((f"compacted to {data['cleaned_offset']}", f"✂ {data['cleaned_offset']}", ""), right - left - 12, 12)
    if said:
        w = len(said) * 7.2 + 12
        canvas.box(home, "cleaned-flag", (right - w, room.h - 18, w, 18.0), "strip")
        canvas.words(home, "cleaned-label", (right - w / 2, room.h - 9), said, "t s12 b mid")


def newest_of_each_key(graph: nx.MultiDiGraph) -> dict[tuple[int, object], int]:
    """Returns the offset of the newest record with each key, by the broker whose log it is in."""
    found: dict[tuple[int, object], int] = {}
    for _, data in graph.nodes(data=True):
        if data["kind"] == "record":
            at = data["broker"], data["key"]
            found[at] = max(data["offset"], found.get(at, 0))
    return found


def _is_numbered(on: Stage, row_h: float) -> bool:
    return row_h >= TALL_ENOUGH and on.cell >= LEAST_WITH_TEXT


def _size(on: Stage, row_h: float) -> tuple[float, float]:
    return max(2.0, on.cell - 8), row_h - ABOVE - BELOW - (FOOT if _is_numbered(on, row_h) else 0)
