"""Draws the lens graph: every node and every tie by its name, what each is, and what has just changed."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

import networkx as nx

from kafkaviz.decisions.wording import quantity
from kafkaviz.graph.lenses import Attributes, plain_lens
from kafkaviz.scene.canvas import DECORATION, Canvas, longest
from kafkaviz.scene.layout import Room, draw_clock
from kafkaviz.scene.lenses import plain_stage
from kafkaviz.scene.lenses.lens import Lens
from kafkaviz.scene.lenses.plain_stage import LEGEND_H, MARGIN, NODE_H, Stage, ways
from kafkaviz.scene.lenses.reading import is_heard
from kafkaviz.scene.lenses.replicas import ROLES, STATES, STILL
from kafkaviz.scene.lenses.script import has_room_for_names
from kafkaviz.scene.lenses.tracks import CHANGED
from kafkaviz.scene.lenses.unseen import asking_leaders
from kafkaviz.scene.lenses.written import draw_written, entries_written
from kafkaviz.scene.telling.cue import tie_id
from kafkaviz.scene.values import Size

MOST_ENTRIES, CLOCK_W = 4, 100.0
"""How many of the controller's entries stand on top, and how much room the clock has beside them."""
TIES: Final = {
    "controls": "tie-controls",
    "hosts": "tie-hosts",
    "copies": "tie-copies",
    "writes": "tie-writes",
    "feeds": "tie-feeds",
    "has": "tie-has",
    "coordinates": "tie-controls",
}
"""The class of each kind of tie."""
GONE: Final = "tie-gone"
"""The class of a tie that was there a moment ago."""
LOOKS: Final = {
    "controller": ("voter", "t"),
    "zookeeper": ("strip", "t"),
    "producer": ("producer", "t"),
    "consumer": ("consumer", "t"),
    "group": ("strip", "t"),
    "member": ("consumer", "t"),
}
SAID: Final = {
    "leader": ("leads", "★"),
    "zombie": ("led before", "old"),
    "follower": ("in sync", "="),
    "lagging": ("not in sync", "!"),
    "dead": ("down", "✕"),
    "unaware": ("no news yet", "?"),
}
"""What is said of a replica in each role, long and short."""


def stage(graphs: Sequence[nx.MultiDiGraph], size: Size) -> Stage:
    """Returns the places of a film; every graph learns what was said of each node before something happened."""
    before: tuple[Mapping[str, str], frozenset[tuple[str, ...]]] | None = None
    news = before
    for graph in graphs:
        now = {node: facts_of(graph, node)[0] for node in graph}, frozenset(graph.edges(keys=True))
        if now != before:
            news, before = before, now
        elif graph.graph.get("talks"):
            news = before
        graph.graph["before"] = news
    return plain_stage.stage(graphs, size)


def draw(graph: nx.MultiDiGraph, on: Stage, now_ms: int) -> Canvas:
    """Draws one moment."""
    canvas = Canvas()
    head = f"{DECORATION}head"
    canvas.group(head, 0.0, 0.0, layer="back")
    said = f"{quantity(graph.number_of_nodes(), 'node')}, {quantity(graph.number_of_edges(), 'edge')}"
    canvas.words(head, "said", (on.size[0] - MARGIN, 16.0), said, "t-mute s14 end")
    draw_clock(canvas, MARGIN, 16.0, now_ms)
    if any(kind == "controller" for _, kind in graph.nodes(data="kind")):
        free = on.size[0] - MARGIN - CLOCK_W - len(said) * 8.4 - 16
        draw_written(canvas, entries_written(graph), Room(MARGIN + CLOCK_W, 4.0, free, 24.0), most=MOST_ENTRIES)
    facts = {node: facts_of(graph, node) for node in graph}
    knew, ties = graph.graph.get("before") or ({node: said[0] for node, said in facts.items()}, graph.edges(keys=True))
    for node, data in graph.nodes(data=True):
        is_new = knew.get(node) != facts[node][0]
        _draw_node(canvas, node, data, on.rooms[node], facts[node], is_new=is_new)
    for start, end, key, data in graph.edges(keys=True, data=True):
        _draw_tie(canvas, (start, end, key), data["kind"], on, is_new=(start, end, key) not in ties)
    for start, end, key in sorted(set(ties) - set(graph.edges(keys=True))):
        _draw_tie(canvas, (start, end, key), key.split()[0], on, is_gone=True)
    counts = Counter(kind for _, _, kind in graph.edges(data="kind"))
    _draw_legend(canvas, counts, Counter(key.split()[0] for _, _, key in ties), on.size, heard=is_heard(graph))
    return canvas


def facts_of(graph: nx.MultiDiGraph, node: str) -> Sequence[str]:
    """Returns the facts of a node in words, the longest wording first."""
    data = graph.nodes[node]
    kind = data["kind"]
    if kind == "replica":
        return _said_of_copy(data)
    if kind == "broker":
        leads = sum(graph.nodes[replica].get("role") == "leader" for replica in graph.successors(node))
        state = "down" if data["state"] == "dead" else STATES[data["state"]] if data["state"] in STILL else ""
        facts = [state, "⚡ cut off" * data["cut_off"], data["out"]]
        known = [fact for fact in facts if fact] or [f"leads {leads}"]
        decides = ["decides"] if data["controller"] else []
        return (", ".join([*decides, *known]), ", ".join(known), known[-1])
    if kind == "controller":
        return ("✕ down",) if not data["up"] else ("decides",) if data["active"] else ("standby",)
    if kind == "producer":
        known = [
            f"{'! ' * (tp in data['outdated'])}p{tp.partition} → {'nobody' if leader is None else leader}"
            for tp, leader in data["believes"].items()
        ]
        few = next((each for each in known if each.startswith("!")), known[0] if known else "knows none")
        if waits := sum(not record.sent for record in data["held"]):
            return f"{waits} to send, {few}", f"{waits} to send", f"+{waits}"
        return (", ".join(known) or "knows no leader", f"{few}{' …' * (len(known) > 1)}", "! …" * few.startswith("!"))
    if kind == "member":
        owned, heard = " ".join(f"p{tp.partition}" for tp in data["owned"]) or "nothing", is_heard(graph)
        if not data["up"]:
            return ("✕ crashed",) if heard else ("✕ closed",)
        return f"{'reads' if heard else 'has'} {owned}", owned
    if kind == "consumer":
        return (f"reads next {', '.join(map(str, data['positions'].values()))}", "reads")
    if kind == "group":
        state = "rebalances" if data["state"].endswith("Rebalance") else data["state"]
        return (f"{data['state']} {data['generation']}", f"{state} {data['generation']}", state)
    return ("",)


def _said_of_copy(data: Attributes) -> Sequence[str]:
    """Returns what a copy is, and how much of its log is committed, where it holds any records."""
    role = SAID[data["role"]]
    if not (end := data["log_end_offset"]):
        return role
    if data["role"] == "dead":
        return (f"{role[0]} · end {end}", *role)
    return (f"{role[0]} · HW {data['high_watermark']} of {end}", f"HW {data['high_watermark']} of {end}", *role)


def _draw_node(canvas: Canvas, node: str, data: Attributes, room: Room, said: Sequence[str], *, is_new: bool) -> None:
    canvas.group(node, room.x, room.y, layer="card", event=node)
    kind = data["kind"]
    (look, text), sign = LOOKS.get(kind, ("card", "t")), ""
    if kind == "replica":
        look = ROLES[data["role"]].box
        text = f"t-{look}"
        sign = {"leader": "★ ", "dead": "✕ ", "lagging": "! "}.get(look, "")
    elif (kind == "broker" and data["state"] == "dead") or (kind == "member" and not data["up"]):
        look, text, sign = "card-dead", "t-dead", "✕ "
    elif kind == "broker" and data["controller"]:
        look = "card-controller"
    elif kind == "producer" and data["outdated"]:
        look, text = "stale", "t-lagging"
    elif kind == "controller" and (data["active"] or not data["up"]):
        look, text, sign = ("voter-leader", "t-controller", "") if data["active"] else ("card-dead", "t-dead", "✕ ")
    canvas.box(node, "box", (0.0, 0.0, room.w, room.h), look, tip=f"{node}: {said[0]}")
    has_two = room.h >= NODE_H and bool(said[0])
    mark = CHANGED if is_new and not has_two else ""
    called = longest([f"{mark}{sign}{name}" for name in _names_of(node, data)], room.w - 6, 12)
    y = room.h * (0.32 if has_two else 0.5)
    canvas.words(node, "name", (room.w / 2, y), called, f"{text} s12 b mid", room.w - 4)
    if has_two:
        words = [f"{CHANGED * is_new}{fact}" for fact in said]
        fit = longest((*words, (CHANGED * is_new).strip()), room.w - 6, 12)
        canvas.words(node, "said", (room.w / 2, room.h * 0.7), fit, f"{text} s12{' b' * is_new} mid")
    if is_new:
        canvas.box(node, "news", (-4.0, -4.0, room.w + 8, room.h + 8), "changed")


def _names_of(node: str, data: Attributes) -> Sequence[str]:
    """Returns what a node may be called, the longest first; a replica stands below its broker."""
    if data["kind"] == "replica":
        return f"{data['tp']}@{data['broker']}", str(data["tp"]), f"p{data['tp'].partition}"
    if data["kind"] in ("controller", "broker", "zookeeper"):
        return node.replace(":", " "), node.rpartition(":")[2]
    return (str(data["name"]),)


def _draw_tie(
    canvas: Canvas, edge: tuple[str, str, str], kind: str, on: Stage, *, is_new: bool = False, is_gone: bool = False
) -> None:
    start, end, key = edge
    a, b = on.rooms[start], on.rooms[end]
    name = f"{DECORATION}gone {start} {key} {end}" if is_gone else tie_id(start, key, end)
    canvas.group(name, 0.0, 0.0, layer="edge")
    look = GONE if is_gone else TIES.get(kind, "tie-has") + " tie-new" * is_new
    path = on.way(start, end)
    if kind == "has":
        # What a group has hangs on one line beside it.
        x, y = min(a.x + 6, b.x - 8), b.y + b.h / 2
        path = ((x, a.y + a.h), (x, y), (b.x, y))
    elif kind == "coordinates":
        # Below all brokers and above all replicas, each group on a level of its own: a straight line would hide behind
        # the brokers between the two, and seem to come from the last of them.
        n = [node for node in on.rooms if node.startswith("group:")].index(end)
        x, y, turn = a.x + a.w * 0.75, a.y + a.h + 5 + 4 * (n % 3), b.x - 12 - 4 * (n % 3)
        path = ((x, a.y + a.h), (x, y), (turn, y), (turn, b.y + b.h / 2), (b.x, b.y + b.h / 2))
    for n, (corner, other) in enumerate(pairwise(path)):
        canvas.line(name, f"line{n}", (*corner, *other), look)


def _draw_legend(canvas: Canvas, counts: Counter[str], before: Counter[str], size: Size, *, heard: bool) -> None:
    legend = f"{DECORATION}legend"
    canvas.group(legend, MARGIN, size[1] - LEGEND_H + 8, layer="back")
    x = y = 0.0
    for kind, look in TIES.items():
        if not counts[kind] and not before[kind]:
            continue
        more = counts[kind] - before[kind]
        # Where nobody is heard, what is assigned may be read or not.
        called = kind if heard or kind != "feeds" else "assigned"
        text = f"{called} {counts[kind]}" + (f" ({more:+d})" if more else "")
        w = 30 + len(text) * 7.4
        if x + w > size[0] - 2 * MARGIN:
            x, y = 0.0, y + 18
        canvas.line(legend, f"line {kind}", (x, y, x + 24, y), look)
        canvas.words(legend, f"name {kind}", (x + 30, y), text, "t s12 b" if more else "t s12")
        x += w + 16


LENS = Lens(
    graph=plain_lens,
    stage=stage,
    draw=draw,
    ways=ways,
    tells=has_room_for_names,
    legend=(
        ("leader", "leads"),
        ("follower", "in sync"),
        ("lagging", "not in sync"),
        ("card-dead", "down"),
        ("stale", "! out of date"),
        ("unaware", "no news yet"),
        ("changed", "has just changed"),
        (GONE, "has just gone"),
    ),
    relabel=asking_leaders,
)
