"""Films as values: captions, questions, tracks of frames. Plain JSON from here up, and no word of Kafka."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from kafkaviz.scene.pictures import (
    LAYERS,
    MESSAGES,
    TEXT_SIZE,
    WIDTH_OF_A_LETTER,
    Effect,
    Frame,
    Json,
    Look,
    Mark,
    Marks,
    Mode,
    Point,
    Size,
    Theme,
    decode,
    difference,
    encode,
)
from kafkaviz.scene.questions import Option, Verdict, verdict

__all__ = [
    "LAYERS",
    "LEAST_HEIGHT",
    "MESSAGES",
    "NARROW",
    "TEXT_SIZE",
    "WIDE",
    "WIDTH_OF_A_LETTER",
    "Caption",
    "Effect",
    "Film",
    "Footnote",
    "Frame",
    "Gate",
    "Json",
    "Lamp",
    "Layout",
    "Look",
    "Mark",
    "Marks",
    "Mode",
    "Point",
    "Size",
    "Theme",
    "Track",
    "caption_json",
    "common_lens",
    "decode",
    "difference",
    "encode",
    "track_json",
]

WIDE: Size = (860, 420)
"""A picture's room on a wide screen; one unit is one pixel, so a player may enlarge it but never makes it smaller."""
NARROW: Size = (478, 420)
"""A picture's room beside the sidebar of a small screen, of which the empty margins may go; wider ones enlarge it."""
LEAST_HEIGHT = WIDE[1]
"""No picture is lower, so that little moves where another one takes its place."""


class Layout(NamedTuple):
    """The frames of a film drawn for one size."""

    size: Size
    frames: Sequence[Frame]


class Track(NamedTuple):
    """The frames of one lens, perhaps drawn for narrow screens as well, and the steps in which it tells nothing."""

    size: Size
    frames: Sequence[Frame]
    skip: tuple[int, ...] = ()
    narrow: Layout | None = None

    @property
    def others(self) -> dict[str, Layout]:
        """The layouts beside the wide one, by the names under which they travel."""
        return {} if self.narrow is None else {"narrow": self.narrow}


class Caption(NamedTuple):
    """What is said about one step, in every lens.

    `at` counts the steps of the history that have happened at its end, `chapter` names the request that began them,
    `tag` is a short name; `key` marks the steps that tell the film in few pictures; `broken` is the promise that does
    not hold any more from here on; `about_kafka` says where Kafka does it, and what is made simple here. `events` names
    what the step tells of, so that a question can stand before it, and `steps` are the history's numbers of it, from 1;
    both stay here and do not travel.
    """

    cap: str
    why: str = ""
    duty: str = ""
    kind: str = ""
    diff: tuple[str, ...] = ()
    ref: int = 0
    ms: int = 0
    at: int = 0
    chapter: str = ""
    tag: str = ""
    key: bool = False
    broken: str = ""
    about_kafka: str = ""
    events: tuple[str, ...] = ()
    steps: tuple[int, ...] = ()


class Gate(NamedTuple):
    """A question before frame `step` (from 1): the film stops in front of it until one of `options` is chosen.

    `answer` is the right option, counted from 0; `because` is its reason, or one for each option: why it is right, or
    why it is not. Before the frame `reveal` no more is said than whether the choice was right; None is `step` itself.
    `id` names a question of the course, whose answers are kept; it stays here and does not travel.
    """

    step: int
    question: str
    options: tuple[str, ...]
    answer: int
    because: str | tuple[str, ...] = ""
    reveal: int | None = None
    id: str = ""

    def feedback(self, chosen: int | None) -> Verdict:
        """Returns what is said of a choice, counted from 0; None is somebody who wanted to see the answer."""
        reasons = self.because
        if isinstance(reasons, str):
            reasons = tuple(reasons * (n == self.answer) for n in range(len(self.options)))
        return verdict([Option(*option) for option in zip(self.options, reasons, strict=True)], self.answer, chosen)

    def to_json(self) -> Json:
        """Returns the question as JSON; `said` is what is said of each option, and at last of choosing none."""
        sent = {"step": self.step, "question": self.question, "options": list(self.options), "answer": self.answer}
        choices = (*range(len(self.options)), None)
        said = [[list(part) for part in self.feedback(chosen)] for chosen in choices]
        return sent | {"said": said} | ({} if self.reveal is None else {"reveal": self.reveal})


class Lamp(NamedTuple):
    """A promise in plain words: it holds until the frame `step` (from 0) that breaks it, and `why` says how it does.

    Without a step it is kept to the end. A lamp for the goal of a film has the goal's words, the frame at which it is
    reached, and what is said then.
    """

    words: str
    step: int | None = None
    why: str = ""

    def is_out(self, step: int) -> bool:
        """Tells whether the promise is broken at a step, counted from 0."""
        return self.step is not None and self.step <= step


class Footnote(NamedTuple):
    """What stands in the foot of a film, in a few words, and the details for who looks closer."""

    words: str
    details: str = ""


class Film(NamedTuple):
    """Captions, and one track per lens, all of the same length, and questions in between.

    A film carries its own theme, so a player needs no palette; `legend` says for a lens what its classes mean. `small`
    has for some lenses the same frames drawn small, to stand side by side in one picture; they do not travel. A player
    opens the film at its step `opens_at`, counted from 0. Of the `promises` each frame says which are kept, and of the
    `goal` whether it is reached. The `footnote` says where the film comes from.
    """

    title: str
    captions: tuple[Caption, ...]
    tracks: Mapping[str, Track]
    theme: Theme
    lens: str
    gates: tuple[Gate, ...] = ()
    legend: Mapping[str, tuple[tuple[str, str], ...]] = {}
    small: Mapping[str, Layout] = {}
    opens_at: int = 0
    promises: tuple[Lamp, ...] = ()
    goal: Lamp | None = None
    footnote: Footnote | None = None

    def to_json(self) -> Json:
        """Returns the film as plain JSON values, frames coded as differences with a whole frame now and then."""
        sent: Json = {
            "v": 2,
            "title": self.title,
            "lens": self.lens,
            "theme": dict(self.theme),
            "steps": [caption_json(caption) for caption in self.captions],
            "tracks": {lens: track_json(track) for lens, track in self.tracks.items()},
        }
        if self.gates:
            sent["gates"] = [gate.to_json() for gate in self.gates]
        if self.legend:
            sent["legend"] = {lens: [list(line) for line in lines] for lens, lines in self.legend.items()}
        if self.opens_at:
            sent["opens_at"] = self.opens_at
        if self.promises:
            sent["promises"] = [_lamp_json(lamp) for lamp in self.promises]
        if self.goal:
            sent["goal"] = _lamp_json(self.goal)
        if self.footnote:
            sent["footnote"] = self.footnote._asdict()
        return sent


def common_lens(first: Film, second: Film) -> str | None:
    """Returns the lens through which two films are seen together: the first one's own if both have it, else another.

    >>> first, second = (Film("", (), dict.fromkeys(lenses), {}, "log") for lenses in (["graph", "log"], ["graph"]))
    >>> common_lens(first, first), common_lens(first, second), common_lens(first, second._replace(tracks={}))
    ('log', 'graph', None)
    """
    return next(
        (lens for lens in chain([first.lens], first.tracks) if lens in first.tracks and lens in second.tracks), None
    )


def caption_json(caption: Caption) -> Json:
    """Returns one caption as JSON, leaving out what is empty."""
    said = {k: list(v) if isinstance(v, tuple) else v for k, v in caption._asdict().items() if v not in ("", ())}
    for stays in ("key", "events", "steps"):
        said.pop(stays, None)
    return said | ({"key": 1} if caption.key else {})


def _lamp_json(lamp: Lamp) -> Json:
    return {k: v for k, v in lamp._asdict().items() if v not in (None, "")}


def track_json(track: Track) -> Json:
    """Returns one track as JSON, each of its layouts coded."""
    sent: Json = {"size": list(track.size), "frames": encode(track.frames)}
    if track.skip:
        sent["skip"] = list(track.skip)
    for name, layout in track.others.items():
        sent[name] = {"size": list(layout.size), "frames": encode(layout.frames)}
    return sent
