"""Makes a film of a history: a frame for each shot, a track for each lens, one place for each thing throughout."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import networkx as nx

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.policies import Policies
from kafkaviz.graph.lenses import Focus, default_focus, lens_graph
from kafkaviz.graph.metadata_log import Entry, entries_of
from kafkaviz.model.clients.events import PositionMoved
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.event import BatchEvent, PartitionEvent, TimeAdvanced
from kafkaviz.model.core.history import History
from kafkaviz.scene.canvas import entry_id
from kafkaviz.scene.differences import differences
from kafkaviz.scene.effects import Cue, cues_of, seat_of
from kafkaviz.scene.frames import Shot, shots
from kafkaviz.scene.narrate import narrate, narrate_fetches
from kafkaviz.scene.scenes import SCENES, informative_lenses
from kafkaviz.scene.small_panels import small_layout
from kafkaviz.scene.style import THEME
from kafkaviz.scene.tracks import Script, track
from kafkaviz.scene.values import Caption, Film

MOST_FRAMES: Final = 2_000


def film_of(
    history: History,
    *,
    lens: str = "cluster",
    lenses: Sequence[str] | None = None,
    focus: Focus | None = None,
    detail: bool = False,
    title: str = "",
    policies: Policies | None = None,
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
    cues, logs = script_of(history, cut)
    timeout_ms = (policies or Policies()).session_timeout_ms
    moments = [history.first, *(shot.after for shot in cut)]
    looked_at = focus or busiest_focus(history, moments)
    through = informative_lenses(moments) if lenses is None else list(lenses)
    if lens not in through:
        through.insert(0, lens)
    times_ms = [moment.now_ms for moment in moments]

    def graphs(name: str) -> list[nx.MultiDiGraph]:
        return [
            lens_graph(moment, name, looked_at, entries=log, session_timeout_ms=timeout_ms)
            for moment, log in zip(moments, logs, strict=True)
        ]

    return Film(
        title or opening(history.first).removesuffix("."),
        (Caption(opening(history.first), ms=history.first.now_ms), *map(caption_of, cut)),
        {name: track(SCENES[name](moments), Script(graphs(name), times_ms, cues)) for name in through},
        THEME,
        lens,
        small=small_layout(lens, moments, looked_at, cues),
    )


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


def cues_of_shot(shot: Shot, log: list[Entry]) -> list[Cue]:
    """Returns what is played in a shot, and adds what the controller writes down meanwhile to the log."""
    before, cues = shot.before, list[Cue]()
    for step in shot.steps:
        seat, start = seat_of(before), len(log)
        log += entries_of(step.event, before, step.cluster)
        written = tuple(entry_id(seat, n) for n in range(start, len(log)))
        made = cues_of(step.event, before, step.cluster)
        cues += [cue._replace(cells=written) if cue.kind == "write" else cue for cue in made]
        before = step.cluster
    return cues


def script_of(history: History, cut: Sequence[Shot]) -> tuple[list[list[Cue]], list[tuple[Entry, ...]]]:
    """Returns the cues of each frame, and what stands in the metadata log then; nothing for the first one."""
    log, cues, logs = list[Entry](), list[list[Cue]]([[]]), list[tuple[Entry, ...]]([()])
    for shot in cut:
        cues.append(cues_of_shot(shot, log))
        logs.append(tuple(log))
    return cues, logs
