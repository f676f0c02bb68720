"""Makes a film of a history: a frame for each shot, a track for each lens, one place for each thing throughout."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Final

from kafkaviz.decisions.policies import Policies
from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.lenses import Focus, default_focus
from kafkaviz.graph.metadata_log import Entry, entries_of, metadata_log
from kafkaviz.model.clients.properties import lost_records
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.model.core.collecting import seldom_collecting
from kafkaviz.model.core.history import History
from kafkaviz.model.core.kinds import check_name
from kafkaviz.model.properties import EVERY_PROMISE
from kafkaviz.scene.film.captions import captions_of, opening
from kafkaviz.scene.film.moments import Shot, shots
from kafkaviz.scene.lenses import LENSES, informative_lenses
from kafkaviz.scene.lenses.lens import Drawing, legend_of
from kafkaviz.scene.lenses.script import Moments, Script
from kafkaviz.scene.lenses.tracks import tells_enough
from kafkaviz.scene.on_demand import OfEach, Tracks, is_much
from kafkaviz.scene.style import THEME
from kafkaviz.scene.telling import Cue, Tag, causes_of, cues_of
from kafkaviz.scene.telling.clients.batches import LEADER_HAS_IT
from kafkaviz.scene.telling.cue import entry_id
from kafkaviz.scene.values import Caption, Film, Track

MOST_FRAMES: Final = 2_000


@seldom_collecting()
def film_of(
    history: History,
    *,
    lens: str = "cluster",
    lenses: Sequence[str] | None = None,
    focus: Focus | None = None,
    detail: bool = False,
    title: str = "",
    policies: Policies | None = None,
    past: History | None = None,
    cut: Sequence[Shot] | None = None,
    beside: Sequence[Cluster] = (),
) -> Film:
    """Returns the film of a history; it begins with the state before the first step, if anything is to be seen there.

    It opens on the first frame in which there is something to see through its lens.

    A lens that tells too little is left out, unless it is `lens` or in `lenses`. `past` is what came before the
    history, of which the metadata log knows; a film with a past always begins with the state before its first step. Of
    a very long history the last part is shown, and the film says so. Each lens is drawn when it is looked through.

    A history of another source than the model brings its own `cut`, told by whoever made it; no promise is asked of it.
    `beside` are the clusters of a film that is shown beside this one: everything has the same place in both.
    Raises ValueError for an unknown lens.

    >>> from kafkaviz.model.core.brokers import Broker
    >>> from kafkaviz.model.core.controllers import Quorum
    >>> film_of(History(Cluster(0, Quorum.of(101), {1: Broker(1)}))).captions[0].cap
    'A cluster of 1 broker.'
    """
    breach = EVERY_PROMISE.first_breach(history) if cut is None else None
    cut = shots(history, detail=detail) if cut is None else cut
    earlier, cut, cues, logs = _latest(cut, past, policies)
    first = cut[0].before if cut else history.first
    begin = 1 if past is None and opens_with_its_first_step(first, cut) else 0
    captions = [Caption(opening(first, earlier), ms=first.now_ms), *captions_of(cut, breach, policies)]
    moments = [first, *(shot.after for shot in cut)][begin:]
    looked_at = focus or busiest_focus(history, moments)
    script = Script(
        moments, logs[begin:], cues[begin:], partitions_in_focus(cut, len(moments)), looked_at, policies, beside
    )
    drawings = {name: LENSES[name].for_moments(moments) for name in _names(moments, lens, lenses)}
    tracks = _tracks(drawings, script, [lens, *(lenses or ())])
    lost = any(map(lost_records, reversed(moments)))
    small = LENSES[lens].small
    return Film(
        title or opening(first).removesuffix("."),
        tuple(captions[begin:]),
        tracks,
        THEME,
        lens,
        legend=OfEach(tracks, lambda name: legend_of(drawings[name], lost=lost)),
        small={lens: small.layout(script)} if small else {},
        opens_at=LENSES[lens].opening(script),
    )


def _latest(
    cut: Sequence[Shot], past: History | None, policies: Policies | None
) -> tuple[int, Sequence[Shot], list[list[Cue]], list[tuple[Entry, ...]]]:
    """Returns how many shots a film has no room for, the others, and the cues and the metadata log at each moment."""
    written = metadata_log(past.events(), past.clusters) if past else []
    cues, logs = script_of(cut, list(written), policies)
    earlier = max(0, len(cut) + 1 - MOST_FRAMES)
    return earlier, cut[earlier:], [[], *cues[earlier:]], [tuple(written), *logs][earlier:]


def _names(moments: Moments, lens: str, lenses: Sequence[str] | None) -> list[str]:
    """Returns the lenses that a film may have, the one in which it opens among them."""
    names = informative_lenses(moments) if lenses is None else list(lenses)
    return [check_name("lens", name, LENSES) for name in (names if lens in names else [lens, *names])]


def _tracks(drawings: Mapping[str, Drawing], script: Script, wanted: Sequence[str]) -> Mapping[str, Track]:
    """Returns the tracks of those lenses that are wanted or tell enough; in a large film nobody looks whether they do.

    A film of a group has its graph in any case: who reads which partition is a graph, however seldom it changes.
    """
    makers = {name: partial(drawing.track, script) for name, drawing in drawings.items()}
    if is_much(script.moments):
        return Tracks(makers)
    graph = ["graph"] if any(moment.groups for moment in script.moments) else []
    return Tracks(makers, tells_enough, [*wanted, *graph])


def partitions_in_focus(cut: Sequence[Shot], moments: int) -> list[TopicPartition | None]:
    """Returns the partition that each moment is about: one whose leader goes or changes, one that an event names.

    Where there is none it is the one told before.
    """
    found: list[TopicPartition | None] = [None] * (moments - len(cut))
    for shot in cut:
        before, after = shot.before.partitions, shot.after.partitions
        broker = getattr(shot.steps[shot.headline].event, "broker", None)
        about = [event.tp for event in (shot.steps[shot.headline].event, *shot.events) if hasattr(event, "tp")]
        moved = [tp for tp in about if tp in before and tp in after and before[tp].leader != after[tp].leader]
        moved.sort(key=lambda tp: tp.is_internal)
        lost = [] if about else [tp for tp, partition in before.items() if partition.leader == broker]
        found.append(next(iter([*moved, *about, *lost]), found[-1] if found else None))
    return found


def opens_with_its_first_step(first: Cluster, cut: Sequence[Shot]) -> bool:
    """Whether a film begins with what its first step leaves behind, because nothing is to be seen before."""
    return bool(cut) and not first.topics and (cut[0].tag is Tag.CREATE or not first.brokers)


def busiest_focus(history: History, moments: Sequence[Cluster]) -> Focus:
    """Returns the partition with most events, so that a lens on one partition looks where something happens."""
    counts = Counter(event.tp for event in history.events() if hasattr(event, "tp"))
    if not counts:
        return default_focus(reversed(moments))
    most = max(counts.values())
    busiest = min(tp for tp, count in counts.items() if count == most)
    return Focus(busiest.topic, busiest.partition)


def cues_of_shot(shot: Shot, log: list[Entry]) -> list[list[Cue]]:
    """Returns what is played in each step of a shot, and adds what the controller writes down meanwhile to the log."""
    before, cues = shot.before, list[list[Cue]]()
    for step, shown in zip(shot.steps, shot.shown, strict=True):
        start = len(log)
        log += entries_of(step.event, before, step.cluster)
        written = tuple(entry_id(n) for n in range(start, len(log)))
        made = cues_of(before, step) if shown else []
        if shot.tag is Tag.GO_ON:
            made = [cue._replace(hush=cue.empty) for cue in made]
        cues.append([cue._replace(cells=written) if cue.kind == "write" else cue for cue in made])
        before = step.cluster
    return cues


def causes_of_shot(shot: Shot, policies: Policies | None) -> list[list[Cue]]:
    """Returns the marks of what is the cause in a shot, each once, by its steps; also of one that is not played.

    Where a shot goes on as before a node has one, the last: it holds of what came earlier too. That the leader alone
    had it holds of the acknowledgement only. Of the records of one batch the first has chosen, the others stay.
    """
    before, found = shot.before, dict[object, tuple[int, Cue]]()
    for number, step in enumerate(shot.steps if shot.causes != () else ()):
        joins = shot.tag is Tag.GO_ON
        causes = causes_of(before, step, policies) if shot.causes is None else shot.causes[number]
        by_node: dict[object, Cue] = {cue.end if joins and cue.text != LEADER_HAS_IT else cue: cue for cue in causes}
        if shot.tag is Tag.KEYS:
            by_node = {cue.end: cue for cue in causes if cue.end not in found}
        found |= {key: (number, cue) for key, cue in by_node.items() if joins or key not in found}
        before = step.cluster
    by_step = [list[Cue]() for _ in shot.steps]
    for number, cue in found.values():
        by_step[number].append(cue)
    return by_step


def cues_and_causes(shot: Shot, log: list[Entry], policies: Policies | None) -> list[Cue]:
    """Returns what is played in a shot, and the marks of its causes.

    Where a shot tells many steps at once a cause comes with its own step: till then it is none.
    """
    played, causes = cues_of_shot(shot, log), causes_of_shot(shot, policies)
    if shot.tag is not Tag.GO_ON:
        return [*chain.from_iterable(played), *chain.from_iterable(causes)]
    late = [[cue._replace(patient=number > 0) for cue in each] for number, each in enumerate(causes)]
    return [*chain.from_iterable(chain.from_iterable(zip(late, played, strict=True)))]


def script_of(
    cut: Sequence[Shot], log: list[Entry], policies: Policies | None = None
) -> tuple[list[list[Cue]], list[tuple[Entry, ...]]]:
    """Returns the cues of each shot, marks of its causes among them, and what stands in the metadata log then."""
    cues, logs = list[list[Cue]](), list[tuple[Entry, ...]]()
    for shot in cut:
        cues.append(cues_and_causes(shot, log, policies))
        logs.append(tuple(log))
    return cues, logs
