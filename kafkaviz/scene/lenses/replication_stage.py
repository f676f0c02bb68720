"""Where the lens replication has the copies of a partition for a whole film, and the network beside them."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import networkx as nx

from kafkaviz.graph.ids import ZOOKEEPER_ID
from kafkaviz.scene.canvas import label_of
from kafkaviz.scene.lenses.replication_zookeeper import ROOF_H
from kafkaviz.scene.routing import Band, Port
from kafkaviz.scene.values import LEAST_HEIGHT, WIDE, Size

TOP, FOOT, MOST_ROW, BETWEEN, CLIENTS_H = 112.0, 8.0, 112.0, 8.0, 76.0
CELL_GAP, LEAST_CELL, MOST_CELL = 5.0, 30.0, 58.0


class Stage(NamedTuple):
    """The row of each replica for a whole film, the columns of the offsets, and the network beside them."""

    size: Size
    rows: Mapping[str, float]
    row_h: float
    label_w: float
    log_x: float
    edge: float
    slots: int
    cell: float
    epochs: bool
    client_w: float
    clock_x: float
    clients: Mapping[str, tuple[float, float, float, float]]
    ports: Mapping[str, Port]
    roof: float = 0.0

    @property
    def band(self) -> Band:
        """Where messages go: from top to bottom, right of the logs."""
        width = self.size[0] - 16 - self.edge
        return Band(self.edge + 8, self.size[0] - 8, True, width * 0.26, width * 0.16)

    def x(self, offset: int, first: int) -> float:
        """Returns where an offset's column begins."""
        return self.log_x + max(0, min(offset - first, self.slots)) * (self.cell + CELL_GAP)


def stage(graphs: Sequence[nx.MultiDiGraph], size: Size) -> Stage:
    """Returns each replica of a film its row, in the order of the first assignment seen."""
    width, height = size
    replicas: dict[str, None] = {}
    clients: dict[str, None] = {}
    brokers: dict[str, int] = {}
    needed, letters, epochs = 1, 0, set[int]()
    for graph in graphs:
        for node, data in graph.nodes(data=True):
            if data["kind"] == "replica":
                replicas.setdefault(node)
                needed = max(needed, data["log_end_offset"] + 1)
            elif data["kind"] == "record":
                epochs.add(data["leader_epoch"])
                letters = max(letters, len(label_of(data["value"])))
            elif data["kind"] in ("producer", "consumer"):
                clients.setdefault(node)
            elif data["kind"] == "broker":
                brokers[node] = data["id"]
    # The clock stands between the head and the clients.
    narrow = 96.0, 124.0, 138.0, 158.0
    label_w, gutter, client_w, clock_x = narrow if width < WIDE[0] else (168.0, 214.0, 176.0, 182.0)
    log_x, edge = 12 + label_w + 22, width - gutter
    room = edge - log_x - 12 + CELL_GAP
    # Rather fewer records, and these whole.
    least = max(LEAST_CELL, min(MOST_CELL, letters * 7.2 - 2))
    slots = max(1, min(needed, int(room / (least + CELL_GAP))))
    roof = ROOF_H if brokers else 0.0
    top = TOP + roof
    row_h = min(MOST_ROW, (height - top - FOOT) / max(1, len(replicas)) - BETWEEN)
    rows = {node: top + n * (row_h + BETWEEN) for n, node in enumerate(replicas)}
    ports = {node: Port(y, y + row_h, edge) for node, y in rows.items()}
    cell = min(MOST_CELL, room / max(slots, 3) - CELL_GAP)
    high = CLIENTS_H / max(1, len(clients))
    places = {
        node: (edge - client_w, 6 + roof + n * high, client_w, high - 4) for n, node in enumerate(sorted(clients))
    }
    ports |= {node: Port(y, y + h, x + w) for node, (x, y, w, h) in places.items()}
    # Whoever talks to ZooKeeper does so from its copy of the partition.
    ports |= {node: ports[home] for node, id in brokers.items() for home in replicas if home.endswith(f"@{id}")}
    ports |= {ZOOKEEPER_ID: Port(4.0, roof, edge)} if roof else {}
    # What no row needs is left to those who read below the picture.
    lowest = math.ceil(top + len(replicas) * (row_h + BETWEEN) - BETWEEN + FOOT)
    size = width, max(min(LEAST_HEIGHT, height), min(height, lowest))
    return Stage(
        size, rows, row_h, label_w, log_x, edge, slots, cell, len(epochs) > 1, client_w, clock_x, places, ports, roof
    )
