"""What a lens shows in a small picture: which columns it has, who stands above them, what lies in them."""

from collections.abc import Callable, Sequence
from typing import Final

import networkx as nx

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import ZOOKEEPER_ID, broker_id, partition_id
from kafkaviz.graph.lenses import LENSES, Attributes, Focus, told_lens
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.replicas import UNKNOWN_OFFSET
from kafkaviz.scene.canvas import DECORATION, label_of
from kafkaviz.scene.controller import STATES as VOTER_STATES
from kafkaviz.scene.reading import is_read
from kafkaviz.scene.replicas import ROLES, record_look
from kafkaviz.scene.share import LOOKS as LENT
from kafkaviz.scene.small import MOST_COLUMNS, SMALL, Cell, Column, Head, Panel, SmallFrames
from kafkaviz.scene.telling.cue import Cue
from kafkaviz.scene.values import Layout

Facts = Callable[[Cluster, Focus], nx.MultiDiGraph]


def _of(graph: nx.MultiDiGraph, *kinds: str) -> list[tuple[str, Attributes]]:
    return [(node, data) for node, data in graph.nodes(data=True) if data["kind"] in kinds]


def _decider(graph: nx.MultiDiGraph) -> list[Head]:
    deciders = _of(graph, "controller", "zookeeper")
    if not deciders:
        return [Head(f"{DECORATION}nobody", "controller", "strip", "t")]
    for node, data in deciders:
        if node == ZOOKEEPER_ID:
            who = "nobody" if data["controller"] is None else f"broker {data['controller']}"
            return [Head(node, f"controller: {who}", "strip", "t")]
        if data["active"]:
            return [Head(node, f"★ controller {data['id']}", "voter-leader", "t-controller")]
    return [Head(f"{DECORATION}nobody", "no controller", "card-dead", "t-dead")]


def _clients(graph: nx.MultiDiGraph) -> list[Head]:
    found = [Head(node, data["name"], data["kind"], "t") for node, data in _of(graph, "producer", "consumer")]
    return found[:1] if len(found) < 2 else [found[0], found[-1]]


def copies(graph: nx.MultiDiGraph, tp: TopicPartition | None) -> Panel:
    """Returns the copies of one partition as columns, its records as cells, and who decides and writes above."""
    shown = [pair for pair in _of(graph, "replica") if pair[1]["tp"] == tp][:MOST_COLUMNS]
    records: dict[int, list[Cell]] = {}
    for node, data in _of(graph, "record"):
        if data["tp"] == tp:
            box, ink = record_look(data)
            records.setdefault(data["broker"], []).append(Cell(node, label_of(data["value"]), box, ink))
    heads = _decider(graph)
    columns, alias = [], {node: heads[0].node for node, _ in _of(graph, "controller")}
    for node, data in shown:
        role = ROLES[data["role"]]
        cells = tuple(records.get(data["broker"], ()))
        title = f"broker {data['broker']}"
        columns.append(Column(node, title, str(data["broker"]), role.short, role.box, role.text, cells, newest=True))
        alias[broker_id(data["broker"])] = node
    return Panel((*heads, *_clients(graph)), tuple(columns) or _brokers(graph), alias)


def _brokers(graph: nx.MultiDiGraph) -> tuple[Column, ...]:
    """Returns the brokers as columns, for a moment without partitions."""
    found = []
    for node, data in _of(graph, "broker")[:MOST_COLUMNS]:
        box, ink = ("card-dead", "t-dead") if data["state"] == "dead" else ("card", "t")
        badge = "✕ down" if data["state"] == "dead" else "▒ fenced" if data["fenced"] else ""
        found.append(Column(node, f"broker {data['id']}", str(data["id"]), badge, box, ink))
    return tuple(found)


def assigned(graph: nx.MultiDiGraph, tp: TopicPartition | None) -> Panel:
    """Returns a group's members as columns and the partitions that each holds as cells; the last one is nobody's."""
    heads = [Head(n, f"{d['name']} · generation {d['generation']}", "strip", "t") for n, d in _of(graph, "group")]
    topics = {data["tp"].topic for _, data in _of(graph, "partition")}
    names = {n: str(d["tp"]) if len(topics) > 1 else f"p{d['tp'].partition}" for n, d in _of(graph, "partition")}
    held: dict[str, list[Cell]] = {}
    lying: set[str] = set()
    for partition, member, data in graph.edges(data=True):
        if data["kind"] == "assigned" and data["state"] != "promised":
            reads = is_read(graph, member, partition)
            box, ink = ("committed", "t-committed") if reads else ("lagging", "t-lagging")
            # In a share group a partition lies with several members; a mark has one place.
            cell = f"{DECORATION}{partition} {member}" if partition in lying else partition
            held.setdefault(member, []).append(Cell(cell, names[partition], box, ink))
            lying.add(partition)
    columns = []
    for node, data in _of(graph, "member")[: MOST_COLUMNS - 1]:
        box, ink = ("member", "t") if data["up"] else ("card-dead", "t-dead")
        waits = data["state"] not in ("stable",) or data["stalled"]
        badge = "✕ down" if not data["up"] else "‖ waits" if waits else f"reads {len(data['owned'])}"
        columns.append(Column(node, data["name"], data["name"], badge, box, ink, tuple(held.get(node, ()))))
    free = tuple(Cell(node, f"! {name}", "lagging", "t-lagging") for node, name in names.items() if node not in lying)
    if free:
        columns.append(Column(f"{DECORATION}nobody", "nobody", "—", "reads", "tray", "t", free))
    return Panel(tuple(heads), tuple(columns))


def lent_records(graph: nx.MultiDiGraph, tp: TopicPartition | None) -> Panel:
    """Returns what of one partition is available, what is lent and to whom, and what is done, as columns.

    The partition is the one in focus, or the first of which a record was lent.
    """
    records = _of(graph, "delivery")
    there, lent = [d["tp"] for _, d in records], [d["tp"] for _, d in records if d["delivery_count"]]
    shown = tp if tp in there else next(iter([*lent, *there]), None)
    columns: dict[str, list[Cell]] = {"available": [], "acquired": [], "done": []}
    for node, data in records:
        if data["tp"] != shown:
            continue
        look, value = LENT[data["state"]], label_of(data["value"])
        text = f"{data['member']} {value}" if data["state"] == "acquired" else f"{look.sign} {value}"
        columns[data["state"] if data["state"] in columns else "done"].append(Cell(node, text, look.box, look.text))
    heads = [Head(node, f"{data['name']} · {shown or 'no record'}", "strip", "t") for node, data in _of(graph, "group")]
    boxes = {"available": "segment", "acquired": "member", "done": "segment"}
    drawn = tuple(
        Column(f"{DECORATION}{name}", name, name, str(len(cells)), boxes[name], "t", tuple(cells))
        for name, cells in columns.items()
    )
    alias = {node: drawn[1].node for node, _ in _of(graph, "member")}
    return Panel(tuple(heads), drawn, alias | ({partition_id(shown): drawn[0].node} if shown else {}))


def routed_records(graph: nx.MultiDiGraph, tp: TopicPartition | None) -> Panel:
    """Returns partitions as columns that are filled as far as the fullest one allows."""
    partitions = _of(graph, "partition")
    most = max([5, *(data["records"] for _, data in partitions)])
    columns = tuple(
        Column(
            n,
            f"p{d['tp'].partition}",
            f"p{d['tp'].partition}",
            str(d["records"]),
            "bucket",
            "t",
            (),
            d["records"] / most,
        )
        for n, d in partitions[:MOST_COLUMNS]
    )
    alias = {record: producer for producer, record, kind in graph.edges(data="kind") if kind == "sends"}
    return Panel(tuple(_clients(graph)), columns, alias)


def deciders(graph: nx.MultiDiGraph, tp: TopicPartition | None) -> Panel:
    """Returns the voters of a quorum as columns, or the brokers below ZooKeeper."""
    voters = _of(graph, "controller")
    if not voters:
        return Panel(tuple(_decider(graph)), _brokers(graph))
    columns = []
    for node, data in voters[:MOST_COLUMNS]:
        box, ink = ("voter-leader", "t-controller") if data["active"] else ("voter", "t")
        box, ink = (box, ink) if data["up"] else ("card-dead", "t-dead")
        voted = "–" if data["voted_for"] is None else data["voted_for"]
        lines = [f"epoch {data['epoch']}", f"for {voted}"]
        lines += [f"end {data['log_end_offset']}"] if data["log_end_offset"] != UNKNOWN_OFFSET else []
        cells = tuple(Cell(f"{node}/line{n}", line, "", ink) for n, line in enumerate(lines))
        state = VOTER_STATES[data["state"]] if data["up"] else "✕ down"
        columns.append(Column(node, str(data["id"]), str(data["id"]), state, box, ink, cells))
    epoch = max(data["epoch"] for _, data in voters)
    said = f"epoch {epoch} · majority {len(voters) // 2 + 1} of {len(voters)}"
    return Panel((Head(f"{DECORATION}epoch", said, "strip", "t"),), tuple(columns))


def believed(graph: nx.MultiDiGraph, tp: TopicPartition | None) -> Panel:
    """Returns the brokers as columns with what each leads in truth, and above them what the producer believes."""
    heads = []
    for node, data in _of(graph, "producer")[:1]:
        leader = data["beliefs"].get(tp)
        knows = "nobody" if leader is None else f"broker {leader}"
        heads.append(Head(node, f"{data['name']}: {tp} → {knows}", "producer", "t"))
    columns = []
    for column, (_, data) in zip(_brokers(graph), _of(graph, "broker"), strict=False):
        leads = tp in data.get("leads", ())
        columns.append(column._replace(badge="★ leads" if leads else column.badge))
    alias = {partition_id(tp): heads[0].node} if heads and tp is not None else {}
    return Panel(tuple(heads), tuple(columns), alias)


def small_layout(
    lens: str, moments: Sequence[Cluster], focus: Focus, cues: Sequence[Sequence[Cue]]
) -> dict[str, Layout]:
    """Returns the frames of a lens drawn small, made when they are wanted; nothing for a lens that has none."""
    if lens not in PANELS:
        return {}
    facts, panel = PANELS[lens]
    frames = SmallFrames(
        lambda graph: panel(graph, focus.tp),
        lambda number: facts(moments[number], focus),
        [moment.now_ms for moment in moments],
        cues,
    )
    return {lens: Layout(SMALL, frames)}


PANELS: Final[dict[str, tuple[Facts, Callable[[nx.MultiDiGraph, TopicPartition | None], Panel]]]] = {
    "cluster": (told_lens, copies),
    "replication": (told_lens, copies),
    "assignment": (LENSES["assignment"], assigned),
    "share": (LENSES["share"], lent_records),
    "client": (LENSES["client"], believed),
    "partitioner": (LENSES["partitioner"], routed_records),
    "controller": (LENSES["controller"], deciders),
    "log": (told_lens, copies),
}
"""The facts and the panel of each lens that can be drawn small."""
