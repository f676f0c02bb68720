"""What two films show differently at the same step: a diamond at the corner of each thing that is not the same."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from kafkaviz.scene.aligning import Pair
from kafkaviz.scene.canvas import DECORATION
from kafkaviz.scene.on_demand import Frames, OfEach
from kafkaviz.scene.values import Film, Frame, Layout, Mark, Marks, Track

DIAMOND: Final = "M0-7L7 0 0 7-7 0z"
LEGEND: Final = ("differs", "differs from the other film")
WORN: Final = ("k", "t", "c", "v")
"""What a mark says or looks like."""
PLACE: Final = ("x", "y")
"""Where a thing stands, which tells something where both pictures show the same things in the same places."""


Apart = Callable[[int, int], Iterable[str]]
"""Returns the nodes of the graph that differ between a step of the first film and one of the second."""
Shown = Mapping[int, tuple[int, Collection[str] | None]]
"""The other film's step that is beside each step, and which nodes differ; None where the pictures tell it."""


def with_differences(first: Film, second: Film, pairs: Sequence[Pair], apart: Apart | None = None) -> tuple[Film, Film]:
    """Returns two films with a mark on all that differs between the steps that are shown together.

    What looks otherwise differs, unless `apart` says which things do.
    """
    together = [(i, j) for i, j in pairs if i is not None and j is not None]
    found = {pair: frozenset(apart(*pair)) for pair in together} if apart is not None else {}
    to_second = {i: (j, found.get((i, j))) for i, j in together}
    to_first = {j: (i, found.get((i, j))) for i, j in together}
    return _marked(first, second, to_second), _marked(second, first, to_first)


def differing(marks: Marks, others: Marks) -> list[str]:
    """Returns the things of a picture, by their groups, of which the other picture shows something else, or nothing.

    >>> shown = {"broker:1": {"k": "g"}, "role": {"k": "text", "p": "broker:1", "t": "leader"}}
    >>> differing(shown, {**shown, "role": {"k": "text", "p": "broker:1", "t": "follower"}})
    ['broker:1']
    """
    return list(dict.fromkeys(_things(marks, others)))


def _things(marks: Marks, others: Marks) -> Iterator[str]:
    alike = set(filter(None, map(_node, marks.items()))) == set(filter(None, map(_node, others.items())))
    for id, mark in marks.items():
        other = others.get(id)
        keys = (*WORN, *PLACE) if alike and _node((id, mark)) else WORN
        if other is None or any(mark.get(key) != other.get(key) for key in keys):
            thing = _thing(id, marks)
            if thing is not None:
                yield thing


def _node(pair: tuple[str, Mark]) -> str | None:
    """Returns the id of a group that is drawn for a node of the graph; all else only decorates."""
    id, mark = pair
    return id if mark["k"] == "g" and ":" in id and not id.startswith(DECORATION) else None


def _thing(id: str | None, marks: Marks) -> str | None:
    """Returns the nearest group around a mark that stands for a node."""
    while id is not None and id in marks:
        if _node((id, marks[id])):
            return id
        id = marks[id].get("p")
    return None


def _marked(film: Film, beside: Film, pairs: Shown) -> Film:
    def track(lens: str) -> Track:
        drawn, other = film.tracks[lens], beside.tracks.get(lens)
        if other is None:
            return drawn
        narrow = _layout(drawn.narrow, other.narrow, pairs)
        return drawn._replace(frames=_frames(drawn.frames, other.frames, pairs), narrow=narrow)

    def legend(lens: str) -> tuple[tuple[str, str], ...]:
        return (*film.legend.get(lens, ()), LEGEND) if lens in beside.tracks else film.legend.get(lens, ())

    return film._replace(tracks=OfEach(film.tracks, track), legend=OfEach(film.tracks, legend))


def _layout(layout: Layout | None, other: Layout | None, pairs: Shown) -> Layout | None:
    if layout is None or other is None:
        return layout
    return Layout(layout.size, Frames(len(layout.frames), lambda: _frames(layout.frames, other.frames, pairs)))


def _frames(frames: Sequence[Frame], others: Sequence[Frame], pairs: Shown) -> tuple[Frame, ...]:
    return tuple(
        _with_diamonds(frame, others[pairs[n][0]].marks, pairs[n][1]) if n in pairs else frame
        for n, frame in enumerate(frames)
    )


def _with_diamonds(frame: Frame, others: Marks, apart: Collection[str] | None) -> Frame:
    found = differing(frame.marks, others) if apart is None else [id for id in frame.marks if id in apart]
    diamonds: dict[str, Mark] = {
        f"differs:{id}": {"k": "path", "d": DIAMOND, "x": 0.0, "y": 0.0, "p": id, "c": "differs", "ti": LEGEND[1]}
        for id in found
    }
    return frame._replace(marks={**frame.marks, **diamonds}) if diamonds else frame
