"""Makes a film of a history: a frame for each shot, a track for each lens, one place for each thing throughout."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeVar

import networkx as nx

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.graph.lenses import Focus, default_focus, lens_graph
from kafkaviz.model.clients.events import PositionMoved
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import BatchEvent, PartitionEvent, TimeAdvanced
from kafkaviz.model.core.history import History
from kafkaviz.scene import assignment, cluster, controller, partitioner, replication
from kafkaviz.scene.canvas import Canvas
from kafkaviz.scene.differences import differences
from kafkaviz.scene.frames import Shot, shots
from kafkaviz.scene.narrate import narrate, narrate_fetches
from kafkaviz.scene.style import THEME
from kafkaviz.scene.values import Caption, Film, Frame, Track

_S = TypeVar("_S")

MOST_FRAMES: Final = 2_000


def film_of(
    history: History,
    *,
    lens: str = "cluster",
    lenses: Sequence[str] | None = None,
    focus: Focus | None = None,
    detail: bool = False,
    title: str = "",
) -> Film:
    """Returns the film of a history; it opens on the state before the first step.

    Raises ValueError for an unknown lens, or when there are more frames than a film holds.

    >>> from kafkaviz.model.core.brokers import Broker
    >>> from kafkaviz.model.core.controllers import Quorum
    >>> film_of(History(Cluster(0, Quorum.of(101), {1: Broker(1)}))).captions[0].cap
    'A cluster of 1 broker.'

    Kafka: nothing of its own.
    """
    cut = shots(history, detail=detail)
    if len(cut) >= MOST_FRAMES:
        raise InvalidArgumentError(
            f"{len(cut)} frames are more than a film holds ({MOST_FRAMES}); film a part with since=."
        )
    moments = [history.first, *(shot.after for shot in cut)]
    looked_at = focus or busiest_focus(history, moments)
    through = informative_lenses(moments) if lenses is None else list(lenses)
    if lens not in through:
        through.insert(0, lens)
    return Film(
        title or opening(history.first).removesuffix("."),
        (Caption(opening(history.first), ms=history.first.now_ms), *map(caption_of, cut)),
        {name: _track(name, moments, looked_at) for name in through},
        THEME,
        lens,
    )


Moments = Sequence[Cluster]


class Scene(NamedTuple):
    """How a lens is drawn: graphs and their times in, a canvas each out; and whether it has anything to tell."""

    drawn: Callable[[Sequence[nx.MultiDiGraph], Sequence[int]], list[Canvas]]
    tells: Callable[[Moments], bool]


def _on_one_stage(
    stage: Callable[[Sequence[nx.MultiDiGraph]], _S], draw: Callable[[nx.MultiDiGraph, _S, int], Canvas]
) -> Callable[[Sequence[nx.MultiDiGraph], Sequence[int]], list[Canvas]]:
    """Returns what draws the moments of a film, each thing in one place throughout."""

    def drawn(graphs: Sequence[nx.MultiDiGraph], times_ms: Sequence[int]) -> list[Canvas]:
        places = stage(graphs)
        return [draw(graph, places, now_ms) for graph, now_ms in zip(graphs, times_ms, strict=True)]

    return drawn


def _office_changes_hands(moments: Moments) -> bool:
    return len({(moment.controller.active, moment.controller.epoch) for moment in moments}) > 1


SCENES: Final[dict[str, Scene]] = {
    "cluster": Scene(_on_one_stage(cluster.stage, cluster.draw), lambda moments: True),
    "replication": Scene(
        _on_one_stage(replication.stage, replication.draw), lambda moments: any(moment.topics for moment in moments)
    ),
    "partitioner": Scene(
        _on_one_stage(partitioner.stage, partitioner.draw),
        lambda moments: any(p.latest for moment in moments for p in moment.producers.values()),
    ),
    "assignment": Scene(
        _on_one_stage(assignment.stage, assignment.draw), lambda moments: any(moment.groups for moment in moments)
    ),
    "controller": Scene(_on_one_stage(controller.stage, controller.draw), _office_changes_hands),
}


def informative_lenses(moments: Moments) -> list[str]:
    """Returns the lenses through which something can be seen."""
    return [lens for lens, scene in SCENES.items() if scene.tells(moments)]


def busiest_focus(history: History, moments: Sequence[Cluster]) -> Focus:
    """Returns the partition with most events, so that a lens on one partition looks where something happens."""
    events = [step.event for step in history.steps]
    counts = Counter(event.tp for event in events if isinstance(event, PartitionEvent | BatchEvent | PositionMoved))
    if not counts:
        return default_focus(reversed(moments))
    most = max(counts.values())
    busiest = min(tp for tp, count in counts.items() if count == most)
    return Focus(busiest.topic, busiest.partition)


def opening(first: Cluster) -> str:
    """Says what is there before anything happens."""
    count = len(first.brokers)
    topics = f", topic {', '.join(first.topics)}" if first.topics else ""
    return f"A cluster of {count} broker{'s' * (count != 1)}{topics}."


def caption_of(shot: Shot) -> Caption:
    """Returns what is said about a shot: the event that tells most, and all that changed."""
    step = shot.steps[shot.headline]
    before = shot.before if shot.headline == 0 else shot.steps[shot.headline - 1].cluster
    cap, why = narrate_fetches(shot.events) or narrate(before, step.event, step.cluster)
    duty = "" if isinstance(step.event, TimeAdvanced) else step.event.duty
    return Caption(
        cap,
        why,
        "" if duty == "person" else duty,
        type(step.event).__name__,
        differences(shot.before, shot.after),
        shot.first + shot.headline + 1,
        shot.after.now_ms,
    )


def _track(lens: str, moments: Moments, focus: Focus) -> Track:
    graphs = [lens_graph(moment, lens, focus) for moment in moments]
    canvases = SCENES[lens].drawn(graphs, [moment.now_ms for moment in moments])
    return Track((1280, 560), tuple(canvas.frame() for canvas in canvases))
