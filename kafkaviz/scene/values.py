"""Pictures as values: marks, frames, films. Plain JSON from here up, and no word of Kafka."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, Required, TypedDict, cast

Json = dict[str, Any]
"""A JSON object as it travels to a browser."""
Mode = Literal["light", "dark"]


class Mark(TypedDict, total=False):
    """One drawable thing; it keeps its id from step to step, and that alone lets a player move it.

    `k` is its kind: rect, text, circle, line, path or g, a group. Numbers are its geometry (`r` a radius, `o` the
    opacity), `c` its classes, `t` its text, `d` its path, `p` the group it sits in, `z` its layer, `ti` a tooltip.
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
    c: str
    t: str
    d: str
    p: str
    z: str
    ti: str


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
SIZE = (1280, 560)
"""Wide and low: under a picture of this shape a caption and the controls still fit into a window of 1280 × 720."""
KEYFRAME_EVERY = 50
LAYERS = ("back", "edge", "card", "chip", "cell", "over")


class Flight(NamedTuple):
    """Something that travels from mark `start` to mark `end` while a step plays."""

    start: str
    end: str
    text: str = ""
    classes: str = "message"


class Frame(NamedTuple):
    """One picture: every mark by id, in drawing order, and what travels on the way into it."""

    marks: Marks
    flights: tuple[Flight, ...] = ()


class Caption(NamedTuple):
    """What is said about one step, in every lens."""

    cap: str
    why: str = ""
    duty: str = ""
    kind: str = ""
    diff: tuple[str, ...] = ()
    ref: int = 0
    ms: int = 0


class Gate(NamedTuple):
    """A question before frame `step` (from 1): the film stops in front of it until one of `options` is chosen.

    `answer` is the right option, counted from 0; `because` is said with the reveal, the same of all options or one for
    each.
    """

    step: int
    question: str
    options: tuple[str, ...]
    answer: int
    because: str | tuple[str, ...] = ""


class Film(NamedTuple):
    """Captions, and one track of frames per lens, all of the same length, and questions in between.

    A film carries its own theme, so a player needs no palette.
    """

    title: str
    captions: tuple[Caption, ...]
    tracks: Mapping[str, tuple[Frame, ...]]
    theme: Theme
    lens: str
    size: tuple[int, int] = SIZE
    gates: tuple[Gate, ...] = ()

    def to_json(self) -> Json:
        """Returns the film as plain JSON values, frames coded as differences with a whole frame now and then."""
        asked = {"gates": [gate._asdict() | {"options": list(gate.options)} for gate in self.gates]}
        return {
            "v": 1,
            "title": self.title,
            "size": list(self.size),
            "lens": self.lens,
            "theme": dict(self.theme),
            "steps": [caption_json(caption) for caption in self.captions],
            "tracks": {lens: encode(frames) for lens, frames in self.tracks.items()},
            **(asked if self.gates else {}),
        }


def caption_json(caption: Caption) -> Json:
    """Returns one caption as JSON, leaving out what is empty."""
    return {k: list(v) if isinstance(v, tuple) else v for k, v in caption._asdict().items() if v not in ("", ())}


def encode(frames: Sequence[Frame]) -> list[Json]:
    """Codes frames as differences: `k` a whole frame, or `+` new marks, `~` changed attributes, `-` marks gone."""
    steps: list[Json] = []
    before: Marks = {}
    for number, frame in enumerate(frames):
        step: Json = {"k": dict(frame.marks)} if number % KEYFRAME_EVERY == 0 else difference(before, frame.marks)
        if frame.flights:
            step["fx"] = [{"k": "fly", "a": f.start, "b": f.end, "t": f.text, "c": f.classes} for f in frame.flights]
        steps.append(step)
        before = frame.marks
    return steps


def difference(before: Marks, after: Marks) -> Json:
    """Returns what turns one frame's marks into the next; an attribute that went away is `None`.

    >>> difference({"a": {"k": "rect", "x": 1}, "b": {"k": "g"}}, {"a": {"k": "rect", "x": 2}})
    {'~': {'a': {'x': 2}}, '-': ['b']}
    """
    new = {i: mark for i, mark in after.items() if i not in before or before[i]["k"] != mark["k"]}
    changed = {}
    for i, mark in after.items():
        old = before.get(i)
        if old is not None and i not in new and old != mark:
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
