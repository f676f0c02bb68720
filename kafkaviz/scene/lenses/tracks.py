"""What can be said of the frames of a lens: what is new in each, how long it lasts, whether it tells anything."""

from collections.abc import Iterator, Sequence
from itertools import chain

from kafkaviz.scene.canvas import CAUSE, DECORATION
from kafkaviz.scene.lenses.script import is_enough
from kafkaviz.scene.values import Effect, Frame, Mark, Marks, Track

REST_MS = 150
MOST_NEWS = 12
NOBODY = "/empty"
"""How the id of the words ends that say that there is nothing to draw yet."""
NEWEST = "send"
"""The class of what has come last."""
CHANGED = "▸ "
"""What stands before the words of a node that has just changed, beside its frame."""
OF_THE_LAST_STEP = frozenset(("changed", "tie-new", "tie-gone"))
"""The classes of what stands out in the step in which it changes, and no longer."""
CLOCK = f"{DECORATION}clock"
"""Where what only shows the time begins."""


def tells_enough(track: Track) -> bool:
    """Tells whether a lens has something new in enough of its steps."""
    steps = len(track.frames) - 1
    return is_enough(steps - len(track.skip), steps)


def news(before: Marks, after: Marks, about: Sequence[str], old: Sequence[str] = ()) -> tuple[str, ...] | None:
    """Returns the marks that changed besides what a step is about, or None if they are many.

    A few stay bright: what is new is never paler.

    What only stands out no more, the `old`, is no news. The box around what is new is as strong, or its words could not
    be read on it.

    >>> box, other = {"k": "rect", "w": 1}, {"k": "rect", "w": 2}
    >>> news({"a": box, "b": box}, {"a": box, "b": other}, ["a"])
    ('b',)
    """
    if not about or not before:
        return ()
    bright, known = set(about), set(old)
    found = tuple(
        name
        for name in _changed(before, after)
        if (mark := after[name])["k"] != "g"
        and not (name in known or name.startswith(CLOCK))
        and bright.isdisjoint((name, *_around(mark, after)))
    )
    boxes = (f"{after[name].get('p', '')}/box" for name in found)
    return tuple(dict.fromkeys((*found, *(box for box in boxes if box in after)))) if len(found) <= MOST_NEWS else None


def settled_marks(before: Marks, after: Marks, effects: Sequence[Effect] = ()) -> tuple[str, ...]:
    """Returns the marks that stood out as the newest and no longer do, so that they turn plain before others move.

    What turns later in the step stands out until then.
    """
    found = {mark["p"] for name, mark in before.items() if mark.get("c") == NEWEST != after.get(name, mark).get("c")}
    turning = {name for effect in effects if effect["k"] == "flip" for name in effect.get("m", ())}
    newest = _inside({name for name in found if turning.isdisjoint((name, *_parents(name, after)))}, after)
    return (*newest, *(name for name, mark in before.items() if name in after and _was_news(mark, after[name])))


def no_more_news(before: Marks, after: Marks) -> tuple[str, ...]:
    """Returns the marks that said that something had just changed: they go as the next step begins.

    >>> no_more_news({"a/news": {"k": "rect", "c": "changed"}, "a/box": {"k": "rect"}}, {})
    ('a/news',)
    """
    return tuple(name for name, mark in before.items() if name not in after and _stands_out(mark))


def _stands_out(mark: Mark) -> bool:
    return not OF_THE_LAST_STEP.isdisjoint(mark.get("c", "").split())


def _was_news(old: Mark, mark: Mark) -> bool:
    """Tells whether of a mark nothing is otherwise but that it stands out no more."""
    if old is mark or old == mark:
        return False
    words = old.get("t", "")
    return words == CHANGED + mark.get("t", "") or (_stands_out(old) and not _stands_out(mark))


def _parents(name: str, marks: Marks) -> Iterator[str]:
    if name in marks:
        yield from _around(marks[name], marks)


def replaced_marks(before: Marks, after: Marks, effects: Sequence[Effect]) -> tuple[str, ...]:
    """Returns the marks that leave a place to others without an effect, so that no text is read through another."""
    taken = {_place_of(mark) for name, mark in after.items() if mark["k"] == "g" and name not in before}
    gone = {name for name, mark in before.items() if mark["k"] == "g" and _place_of(mark) in taken} if taken else set()
    if gone:
        gone -= _full(after)
        gone -= {name for effect in effects for name in effect.get("m", ())}
    nobody = (name for name in before if name.endswith(NOBODY))
    return tuple(name for name in (*nobody, *_inside(gone, before)) if name not in after)


def _changed(before: Marks, after: Marks) -> Iterator[str]:
    """Yields the marks that are new or otherwise."""
    for name, mark in after.items():
        old = before.get(name)
        # Frames share most of their marks.
        if old is not mark and old != mark:
            yield name


def _inside(groups: set[str], marks: Marks) -> Iterator[str]:
    """Yields the marks that are in one of some groups, however deep."""
    if groups:
        yield from (name for name, mark in marks.items() if not groups.isdisjoint(_around(mark, marks)))


def _place_of(mark: Mark) -> tuple[float, float, str]:
    return mark["x"], mark["y"], mark.get("p", "")


def _full(marks: Marks) -> set[str]:
    """Returns the groups in which something is drawn."""
    return {mark["p"] for mark in marks.values() if "p" in mark}


def _around(mark: Mark, marks: Marks) -> Iterator[str]:
    while parent := mark.get("p"):
        yield parent
        mark = marks[parent]


def milliseconds(effects: Sequence[Effect]) -> int:
    """Returns how long a step lasts: until the last effect has ended, and a rest."""
    return max((effect["at"] + effect["ms"] for effect in effects), default=-REST_MS) + REST_MS


def silent_steps(frames: Sequence[Frame]) -> tuple[int, ...]:
    """Returns the steps in which nothing travels and nothing but the clock changes, whatever they come of."""
    return tuple(
        number
        for number in range(1, len(frames))
        if not _tells(frames[number - 1].marks, frames[number].marks) and not moves(frames[number])
    )


def _tells(before: Marks, after: Marks) -> bool:
    """Tells whether anything but the clock, and why it is so, comes, changes or goes."""
    gone = (name for name in before if name not in after)
    return not all(name.startswith((CLOCK, CAUSE)) for name in chain(_changed(before, after), gone))


def moves(frame: Frame) -> bool:
    """Tells whether anything is played in a step besides that time passes."""
    return any(effect["k"] not in ("count", "beat") and not _is_of_causes(effect) for effect in frame.effects)


def _is_of_causes(effect: Effect) -> bool:
    marks = effect.get("m", ())
    return bool(marks) and all(name.startswith(CAUSE) for name in marks)
