"""What a lens is: which facts it shows, and how they become a picture that moves."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, Protocol

import networkx as nx

from kafkaviz.graph.lenses import Facts
from kafkaviz.scene.canvas import WARNING, Canvas
from kafkaviz.scene.film.playing import Ways, effects_of
from kafkaviz.scene.film.timing import LENGTH_MS
from kafkaviz.scene.lenses.causes import marks_of_causes
from kafkaviz.scene.lenses.landing import flip_on_landing, with_tags
from kafkaviz.scene.lenses.replicas import flip_high_watermark_only
from kafkaviz.scene.lenses.script import Moments, Script, is_large
from kafkaviz.scene.lenses.small import Small
from kafkaviz.scene.lenses.tracks import milliseconds, news, no_more_news, replaced_marks, settled_marks, silent_steps
from kafkaviz.scene.lenses.written import scroll
from kafkaviz.scene.on_demand import Frames
from kafkaviz.scene.telling.cue import Cue
from kafkaviz.scene.values import MESSAGES, NARROW, WIDE, Effect, Frame, Layout, Marks, Size, Track

Legend = tuple[tuple[str, str], ...]
"""What classes mean, in a few words each."""
COMMON: Final[Legend] = (
    ("voter-leader", "the controller"),
    ("card-controller", "the controller"),
    ("ask", "a question"),
    ("answer", "its answer"),
    ("send", "sent by a client"),
    ("push", "a notice"),
    ("ack", "acknowledged"),
    ("refuse", "refused or unanswered"),
    ("heartbeat", "heartbeats"),
    ("ring", "time left"),
    ("ring-snapped", "time over"),
)
"""The lines of every lens about who decides, about messages, and about what waits; each is read only where one is."""
RECORDS: Final[Legend] = (
    ("uncommitted", "written"),
    ("committed", "below the high watermark"),
    ("high-watermark", "the high watermark"),
    ("faded", "on a dead broker"),
)
WHY: Final = ("why", "why it happens")
"""The line of every lens that names the tags of causes; it is read only where one is."""
LOST: Final = ("lost", "acknowledged, and lost")
"""The line of a lens that shows where an acknowledged record was; it is read only where one is gone."""


class Drawing(Protocol):
    """What a film needs of a lens once it is known what the film shows."""

    @property
    def legend(self) -> Legend:
        """The meaning of the classes in which the lens draws."""

    def track(self, script: Script) -> Track:
        """Returns the frames of a film in every size."""


class Lens(NamedTuple):
    """One way to look at a cluster, from its facts to its pictures.

    `graph` chooses the facts; `stage` gives each node its place in one size, for all graphs of a film; `draw` draws a
    graph, at its time in ms, on the stage; `ways` leads messages between ports of the stage. `tells` says whether there
    is anything to see in a film; whether it is enough is seen when it is drawn. `small` draws a moment small. `relabel`
    says the cues of a step in the marks of the lens, `tiles` draw moments for which a lens has no room, and `unlike`
    returns what draws those that are otherwise unlike. `filled` tells whether a graph has what the lens is about.
    """

    graph: Facts
    stage: Callable[[Sequence[nx.MultiDiGraph], Size], Any]
    draw: Callable[[nx.MultiDiGraph, Any, int], Canvas]
    ways: Ways
    tells: Callable[[Moments], bool]
    legend: Legend
    small: Small | None = None
    relabel: Callable[[Sequence[Cue]], Sequence[Cue]] | None = None
    tiles: Drawing | None = None
    unlike: Callable[[Moments], Drawing | None] | None = None
    filled: Callable[[nx.MultiDiGraph], bool] = bool

    def for_moments(self, moments: Moments) -> Drawing:
        """Returns what draws the moments of a film: this lens, or what it has in its place."""
        if self.tiles is not None and is_large(moments):
            return self.tiles
        unlike = None if self.unlike is None else self.unlike(moments)
        return self if unlike is None else unlike

    def opening(self, script: Script) -> int:
        """Returns the first moment at which there is something to see; that of a film without any is its first."""
        return next((n for n, graph in enumerate(script.graphs(self.graph)) if self.filled(graph)), 0)

    def track(self, script: Script) -> Track:
        """Returns the frames of the lens and the steps in which it tells nothing; narrow ones are drawn on demand."""
        graphs = [*script.graphs(self.graph)]
        for graph, cues in zip(graphs, script.cues, strict=True):
            graph.graph["talks"] = any(cue.kind in MESSAGES for cue in cues)
        placed = [*script.graphs_beside(self.graph), *graphs]
        wide, narrow = (self.stage(placed, size) for size in (WIDE, NARROW))
        frames = self._frames(graphs, script, wide)
        later = Frames(len(frames), lambda: self._frames(graphs, script, narrow))
        return Track(wide.size, frames, silent_steps(frames), Layout(narrow.size, later))

    def _frames(self, graphs: Sequence[nx.MultiDiGraph], script: Script, stage: Any) -> tuple[Frame, ...]:
        """Returns the frames on a stage."""
        frames: list[Frame] = []
        before: Marks = {}
        causes: Marks = {}
        for graph, now_ms, said in zip(graphs, script.times_ms, script.cues, strict=True):
            cues = flip_high_watermark_only(said if self.relabel is None else self.relabel(said))
            marks = self.draw(graph, stage, now_ms).marks
            effects, about = effects_of(cues, stage, self.ways, before, marks)
            effects = flip_on_landing(before, marks, effects)
            old = settled_marks(before, marks, effects) if effects else ()
            calms: tuple[Effect, ...] = ({"k": "flip", "at": 0, "ms": LENGTH_MS["come"], "m": old},) if old else ()
            effects += scroll(before, marks, effects)
            gone = (*replaced_marks(before, marks, effects), *no_more_news(before, marks)) if effects else ()
            calms += ({"k": "drop", "at": 0, "ms": LENGTH_MS["drop"], "m": gone},) if gone else ()
            warnings = tuple(name for name in marks if name.startswith(WARNING) and marks[name]["k"] == "g")
            changed = news(before, marks, about, old)
            if changed is None and all(cue.kind == "why" for cue in cues):
                about = ()  # where nothing is played, a cause alone leaves nothing in the dark that is new
            bright = about + (changed or ()) + warnings if about else ()
            known, causes = causes, marks_of_causes(cues, before, marks, effects, stage.size, causes)
            played = with_tags(known, causes, before, effects, calms + effects)
            bright += tuple(causes) if bright else ()
            frames.append(Frame({**marks, **causes}, played, bright, milliseconds(played)))
            before = marks
        return tuple(frames)


def has_records(graph: nx.MultiDiGraph) -> bool:
    """Tells whether there is a record in a log that a graph shows."""
    return any(kind == "record" for _, kind in graph.nodes(data="kind"))


def legend_of(drawing: Drawing, *, lost: bool) -> Legend:
    """Returns the legend of a lens in a film, in which a record may be lost."""
    own = dict(drawing.legend)
    common = (line for line in COMMON if line[0] not in own)
    return (WHY, *common, *(line for line in drawing.legend if lost or line != LOST))
