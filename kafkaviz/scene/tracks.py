"""The frames of one lens: each moment drawn on one stage, with what is played on the way into it."""

from collections.abc import Sequence
from typing import NamedTuple

import networkx as nx

from kafkaviz.scene.canvas import WARNING
from kafkaviz.scene.film.playing import effects_of
from kafkaviz.scene.scenes import Scene
from kafkaviz.scene.telling.cue import Cue
from kafkaviz.scene.values import Effect, Frame, Layout, Marks, Size, Track

REST_MS = 150
LEAST_TELLING = 3
MOST_NEWS = 12
CLOCK = "deco/clock"
"""Where what only shows the time begins."""


class Script(NamedTuple):
    """What a lens draws: a graph for each moment with its time in ms, and the cues on the way into it."""

    graphs: Sequence[nx.MultiDiGraph]
    times_ms: Sequence[int]
    cues: Sequence[Sequence[Cue]]


def track(scene: Scene, script: Script) -> Track:
    """Returns the frames of a lens in every size that its scene has, and the steps in which it tells nothing."""
    wide, *others = (layout(scene, script, size) for size in scene.sizes)
    return Track(wide.size, wide.frames, silent_steps(wide.frames), others[0] if others else None)


def tells_enough(drawn: Track) -> bool:
    """Whether a lens has something new in a third of the steps, and in three of them at least."""
    steps = len(drawn.frames) - 1
    telling = steps - len(drawn.skip)
    return telling >= min(LEAST_TELLING, steps) and telling * 3 >= steps


def layout(scene: Scene, script: Script, size: Size) -> Layout:
    """Returns the frames of a lens in one size, of which its stage takes what it needs."""
    stage = scene.stage(script.graphs, size)
    drawn: list[Frame] = []
    before: Marks = {}
    for graph, now_ms, cues in zip(script.graphs, script.times_ms, script.cues, strict=True):
        marks = scene.draw(graph, stage, now_ms).marks
        effects, about = effects_of([*map(scene.told, cues)], stage, scene.ways, before, marks)
        warnings = tuple(name for name in marks if name.startswith(WARNING) and marks[name]["k"] == "g")
        bright = about + news(before, marks, about) + warnings if about else ()
        drawn.append(Frame(marks, effects, bright, _lasting(effects)))
        before = marks
    return Layout(stage.size, tuple(drawn))


def news(before: Marks, after: Marks, about: Sequence[str]) -> tuple[str, ...]:
    """Returns the marks that changed besides what a step is about, if they are few: what is new is never paler.

    >>> box, other = {"k": "rect", "w": 1}, {"k": "rect", "w": 2}
    >>> news({"a": box, "b": box}, {"a": box, "b": other}, ["a"])
    ('b',)
    """
    if not about or not before:
        return ()
    bright, found = set(about), list[str]()
    for name, mark in after.items():
        if mark.get("p") in bright:
            bright.add(name)
        elif name not in bright and mark["k"] != "g" and before.get(name) != mark and not name.startswith(CLOCK):
            found.append(name)
    return tuple(found) if len(found) <= MOST_NEWS else ()


def _lasting(effects: Sequence[Effect]) -> int:
    return max((effect["at"] + effect["ms"] for effect in effects), default=-REST_MS) + REST_MS


def silent_steps(drawn: Sequence[Frame]) -> tuple[int, ...]:
    """Returns the steps in which nothing travels and nothing but the clock changes."""
    return tuple(
        number
        for number in range(1, len(drawn))
        if _without_clock(drawn[number].marks) == _without_clock(drawn[number - 1].marks)
        and not any(effect["k"] not in ("count", "beat") for effect in drawn[number].effects)
    )


def _without_clock(marks: Marks) -> Marks:
    return {name: mark for name, mark in marks.items() if not name.startswith(CLOCK)}
