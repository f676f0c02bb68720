"""Pictures as values: marks, what moves between them, frames, and how frames travel as differences."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, Required, TypedDict, cast

Json = dict[str, Any]
"""A JSON object as it travels to a browser."""
Mode = Literal["light", "dark"]


class Mark(TypedDict, total=False):
    """One drawable thing; it keeps its id from step to step, and that alone lets a player move it.

    `k` is its kind: rect, text, circle, line, path, arc or g, a group. Numbers are its geometry (`r` a radius, `o` the
    opacity, `v` how much of an arc is left, from 0 to 1), `c` its classes, `t` its text, `d` its path, `p` the group it
    sits in, `z` its layer, `ti` a tooltip. A rect with `cut` is seen only to the left of that line; a group with `ev`
    can be clicked, and stands for what `ev` names.
    """

    k: Required[str]
    x: float
    y: float
    w: float
    h: float
    r: float
    x2: float
    y2: float
    o: float
    v: float
    c: str
    t: str
    d: str
    p: str
    z: str
    ti: str
    cut: str
    ev: str


Marks = Mapping[str, Mark]


class Look(TypedDict, total=False):
    """What a class does to a mark; `fill`, `stroke`, `color`, `text` and `halo` name a token of the theme."""

    fill: str
    stroke: str
    color: str
    text: str
    halo: str
    width: float
    dash: str
    radius: float
    size: float
    weight: int
    anchor: str
    family: str


class Theme(TypedDict, total=False):
    """The colours of the tokens, in light and in dark, and the classes that use them."""

    light: Mapping[str, str]
    dark: Mapping[str, str]
    classes: Mapping[str, Look]


WIDTH_OF_A_LETTER = 0.6
"""The width of a letter in parts of its size, as the pictures count it."""
TEXT_SIZE = 14
"""The size of a text whose classes ask for none."""
Size = tuple[int, int]
Point = tuple[float, float]

KEYFRAME_EVERY = 50
LAYERS = ("back", "net", "edge", "card", "chip", "cell", "trace", "over")
MESSAGES = ("ask", "answer", "send", "ack", "refuse", "push", "vote")
"""The kinds of effect that travel from one to another, and leave a trace."""

Effect = TypedDict(
    "Effect",
    {
        "k": Required[str],
        "at": int,
        "ms": int,
        "path": Sequence[Point],
        "t": str,
        "chip": Point,
        "n": int,
        "hush": int,
        "m": Sequence[str],
        "src": Sequence[str | Point],
        "load": Sequence[str],
        "c": str,
        "swell": Sequence[str],
        "from": float,
        "to": float,
        "of": float,
        "unit": str,
        "digits": int,
        "every": int,
        "times": int,
    },
    total=False,
)
"""Something that happens while a step plays: `at` and `ms` are milliseconds from the step's beginning.

`k` is its kind. A message (`MESSAGES`) travels along `path`, under a `chip` that says `t` and has the number `n`; the
marks `m` travel with it, each from its `src`, and become what they are in the frame; the
`load` travels from its `src` as well, and becomes nothing. Others change marks where they
are: write, come, flip (with `swell`), move, crash, drop, count (`from`, `to`, `unit`, `digits`), wait (`from`, `to`,
`of`) and beat (`every`, `times`). A message with `hush` leaves no trace.
"""


class Frame(NamedTuple):
    """One picture: every mark by id in drawing order, what happens on the way into it, and what it is about.

    `about` names marks: they, what is in them and what they are in stay bright. `ms` is how long its motion takes,
    where that is longer than its effects.
    """

    marks: Marks
    effects: tuple[Effect, ...] = ()
    about: tuple[str, ...] = ()
    ms: int = 0


def encode(frames: Sequence[Frame]) -> list[Json]:
    """Codes frames as differences: `k` a whole frame, or `+` new marks, `~` changed attributes, `-` marks gone.

    Whole frames of many marks stand further apart.
    """
    steps: list[Json] = []
    every = max([KEYFRAME_EVERY, *(len(frame.marks) // 5 for frame in frames[-1:])])
    before: Marks = {}
    for number, frame in enumerate(frames):
        step: Json = {"k": dict(frame.marks)} if number % every == 0 else difference(before, frame.marks)
        if frame.effects:
            step["fx"] = [_plain(effect) for effect in frame.effects]
        if frame.about:
            step["about"] = list(frame.about)
        if frame.ms:
            step["ms"] = frame.ms
        steps.append(step)
        before = frame.marks
    return steps


_NESTED = (Mapping, tuple, list)


def _plain(value: Any) -> Any:
    """Returns a value with lists for tuples, as JSON has it."""
    if isinstance(value, Mapping):
        return {k: _plain(v) if isinstance(v, _NESTED) else v for k, v in value.items()}
    return [_plain(v) if isinstance(v, _NESTED) else v for v in value] if isinstance(value, tuple | list) else value


def difference(before: Marks, after: Marks) -> Json:
    """Returns what turns one frame's marks into the next; an attribute that went away is `None`.

    >>> difference({"a": {"k": "rect", "x": 1}, "b": {"k": "g"}}, {"a": {"k": "rect", "x": 2}})
    {'~': {'a': {'x': 2}}, '-': ['b']}
    """
    new, changed = dict[str, Mark](), dict[str, Json]()
    for i, mark in after.items():
        old = before.get(i)
        if old is mark:
            continue
        if old is None or old["k"] != mark["k"]:
            new[i] = mark
        elif old != mark:
            changed[i] = {k: v for k, v in mark.items() if old.get(k) != v} | {k: None for k in old if k not in mark}
    gone = [i for i in before if i not in after or i in new]
    return {code: part for code, part in (("+", new), ("~", changed), ("-", gone)) if part}


def decode(steps: Sequence[Json], number: int) -> dict[str, Mark]:
    """Returns the marks of one coded step.

    >>> frames = [Frame({"a": {"k": "rect", "x": 1}}), Frame({"a": {"k": "rect", "x": 2}})]
    >>> decode(encode(frames), 1)
    {'a': {'k': 'rect', 'x': 2}}
    """
    start = max(i for i in range(number + 1) if "k" in steps[i])
    marks: dict[str, Mark] = dict(steps[start]["k"])
    for step in steps[start + 1 : number + 1]:
        for i in step.get("-", ()):
            marks.pop(i, None)
        marks.update(step.get("+", {}))
        for i, change in step.get("~", {}).items():
            marks[i] = cast(Mark, {k: v for k, v in {**marks[i], **change}.items() if v is not None})
    return marks
