"""Makes a film of a history: a frame for each shot, a track for each lens, one place for each thing throughout."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.graph.lenses import Focus, default_focus, lens_graph
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import TimeAdvanced
from kafkaviz.model.core.history import History
from kafkaviz.scene import assignment, cluster, controller, partitioner, replication
from kafkaviz.scene.differences import differences
from kafkaviz.scene.flights import flights_of
from kafkaviz.scene.frames import Shot, shots
from kafkaviz.scene.narrate import narrate, narrate_fetches
from kafkaviz.scene.style import THEME
from kafkaviz.scene.values import SIZE, Caption, Film, Frame

DRAWN_BY: dict[str, Any] = {
    "cluster": cluster,
    "replication": replication,
    "partitioner": partitioner,
    "assignment": assignment,
    "controller": controller,
}
MOST_FRAMES = 2_000


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
    shown_lenses = telling_lenses(moments, looked_at) if lenses is None else list(lenses)
    if lens not in shown_lenses:
        shown_lenses.insert(0, lens)
    return Film(
        title or opening(history.first).removesuffix("."),
        (Caption(opening(history.first), ms=history.first.now_ms), *map(caption_of, cut)),
        {name: _track(name, moments, cut, looked_at) for name in shown_lenses},
        THEME,
        lens,
        SIZE,
    )


def telling_lenses(moments: Sequence[Cluster], focus: Focus) -> list[str]:
    """Returns the lenses through which something can be seen; the controller's only when its office changes hands."""
    officers = {(moment.controller.active, moment.controller.epoch) for moment in moments}
    telling = {
        "replication": any(moment.topics for moment in moments),
        "partitioner": any(p.latest for moment in moments for p in moment.producers.values()),
        "assignment": any(moment.groups for moment in moments),
        "controller": len(officers) > 1,
    }
    return [lens for lens in DRAWN_BY if telling.get(lens, True)]


def busiest_focus(history: History, moments: Sequence[Cluster]) -> Focus:
    """Returns the partition with most events, so that a lens on one partition looks where something happens."""
    counts = Counter(step.event.tp for step in history.steps if getattr(step.event, "tp", None))
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


def _track(lens: str, moments: Sequence[Cluster], cut: Sequence[Shot], focus: Focus) -> tuple[Frame, ...]:
    drawn_by = DRAWN_BY[lens]
    graphs = [lens_graph(moment, lens, focus) for moment in moments]
    stage = drawn_by.stage(graphs)
    frames = []
    for n, (moment, graph) in enumerate(zip(moments, graphs, strict=True)):
        flights = _flights(cut[n - 1]) if n else ()
        frames.append(drawn_by.draw(graph, stage, moment.now_ms).frame(flights))
    return tuple(frames)


def _flights(shot: Shot) -> Any:
    before, flights = shot.before, []
    for step in shot.steps:
        flights += flights_of(before, step.event, step.cluster)
        before = step.cluster
    return tuple(dict.fromkeys(flights))
