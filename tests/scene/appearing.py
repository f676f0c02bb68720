"""When each mark of a frame is to be seen, as `static/motion.js` plays it: what a message needs before it starts."""

from collections.abc import Mapping, Sequence

from kafkaviz.scene.canvas import CAUSE
from kafkaviz.scene.values import MESSAGES, Effect, Frame, Marks

SPREADS = (*MESSAGES, "flip", "crash", "drop", "write", "come", "move")
WITH_MS, FADE_MS = 150, 400


def played(frame: Frame) -> list[Effect]:
    """Returns what is played in a frame besides that the tags of causes come and go."""
    return [effect for effect in frame.effects if not any(name.startswith(CAUSE) for name in effect.get("m", ()))]


def seen_from(before: Marks, after: Marks, effects: Sequence[Effect], *, first: bool = False) -> Mapping[str, float]:
    """Returns for each mark from which millisecond on it can be seen whole; what was there before, from 0 on.

    Before the `first` frame of a film all is there but what arrives in it.
    """
    spans: dict[str, tuple[float, float, str]] = {}
    for effect in effects:
        for name in effect.get("m", ()):
            if effect["k"] not in MESSAGES or name in after:
                spans[name] = effect["at"], effect["ms"], effect["k"]
    for name, mark in after.items():
        around = spans.get(mark.get("p", ""))
        if around and name not in spans and around[2] in SPREADS:
            spans[name] = around
    for name in list(spans):
        parent = after.get(name, {}).get("p", "")
        while parent and parent not in before and spans.get(parent, (0, 0, "with"))[2] == "with":
            if parent not in spans or spans[parent][0] > spans[name][0]:
                spans[parent] = spans[name][0], WITH_MS, "with"
            parent = after[parent].get("p", "")
    landed = max((e["at"] + e["ms"] for e in effects if e["k"] in MESSAGES), default=0)
    found: dict[str, float] = {}
    for name in after:
        at, ms, how = spans.get(name, (landed, FADE_MS, ""))
        there = how not in ("write", "come", *MESSAGES) if first else name in before and drawn(name, before)
        found[name] = 0 if there else at + ms
        if not first and how == "with":
            parts = [spans[part] for part, one in after.items() if one.get("p") == name and part in spans]
            found[name] = min((at + ms for at, ms, _ in parts), default=found[name])
    return found


def drawn(name: str, marks: Marks) -> bool:
    """Tells whether a mark is more than a group without anything in it."""
    return marks[name]["k"] != "g" or any(mark.get("p") == name for mark in marks.values())
