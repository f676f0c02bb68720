"""Which scene draws which lens, and whether a lens has anything to tell."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import networkx as nx

from kafkaviz.model.core.cluster import Cluster
from kafkaviz.scene import assignment, client, cluster, controller, log, partitioner, plain, replication, share
from kafkaviz.scene.canvas import Canvas
from kafkaviz.scene.film.playing import Ways
from kafkaviz.scene.telling.cue import Cue
from kafkaviz.scene.values import NARROW, WIDE, Size

Moments = Sequence[Cluster]


class Scene(NamedTuple):
    """How a lens is drawn: a stage for all graphs of a film in one size, then each graph, its time in ms, on it.

    `ways` gives messages between ports of the stage their ways, `told` says a cue in the nodes of the lens. `sizes` are
    the wide and, perhaps, the narrow one.
    """

    stage: Callable[[Sequence[nx.MultiDiGraph], Size], Any]
    draw: Callable[[nx.MultiDiGraph, Any, int], Canvas]
    ways: Ways
    sizes: tuple[Size, ...] = (WIDE, NARROW)
    told: Callable[[Cue], Cue] = lambda cue: cue


_CLUSTER = Scene(cluster.stage, cluster.draw, cluster.ways)
_REPLICATION = Scene(replication.stage, replication.draw, replication.ways)
_ASSIGNMENT = Scene(assignment.stage, assignment.draw, assignment.ways)
_SHARE = Scene(share.stage, share.draw, share.ways)
_CLIENT = Scene(client.stage, client.draw, client.ways, told=client.told)
_PARTITIONER = Scene(partitioner.stage, partitioner.draw, partitioner.ways)
_CONTROLLER = Scene(controller.stage, controller.draw, controller.ways)
_LOG = Scene(log.stage, log.draw, log.ways)
_GRAPH = Scene(plain.stage, plain.draw, plain.ways)


def _office_changes_hands(moments: Moments) -> bool:
    return len({(moment.controller.active, moment.controller.epoch) for moment in moments}) > 1


SCENES: Final[dict[str, Callable[[Moments], Scene]]] = {
    "cluster": lambda moments: _CLUSTER,
    "replication": lambda moments: _REPLICATION,
    "assignment": lambda moments: _ASSIGNMENT,
    "share": lambda moments: _SHARE,
    "client": lambda moments: _CLIENT,
    "partitioner": lambda moments: _PARTITIONER,
    "controller": lambda moments: _CONTROLLER,
    "log": lambda moments: _LOG,
    "graph": lambda moments: _GRAPH,
}
"""The scene of each lens for the states of a film."""

TELLS: Final[dict[str, Callable[[Moments], bool]]] = {
    "cluster": lambda moments: True,
    "replication": lambda moments: any(moment.topics for moment in moments),
    "assignment": lambda moments: any(moment.groups for moment in moments),
    "share": share.tells,
    "client": client.tells,
    "partitioner": lambda moments: any(p.latest for moment in moments for p in moment.producers.values()),
    "controller": _office_changes_hands,
    "log": log.tells,
    "graph": plain.tells,
}
"""Whether a lens could show anything; whether it shows enough is seen when it is drawn."""


def informative_lenses(moments: Moments) -> list[str]:
    """Returns the lenses through which something can be seen."""
    return [lens for lens, tells in TELLS.items() if tells(moments)]
