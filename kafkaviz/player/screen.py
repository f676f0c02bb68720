"""What every player is: steps, a lens, questions, and something to read where nothing plays."""

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from kafkaviz.player.assets import script, styles
from kafkaviz.player.cells import Cause, cause_now, landing
from kafkaviz.player.gates import Pairs, answers_from_json, answers_json, gates_of, known_answers, number_among, reach
from kafkaviz.player.refusals import PlayerValueError
from kafkaviz.player.text import story
from kafkaviz.player.wire import wire_narrow, wire_track
from kafkaviz.scene.values import Film, Gate, Json, Mode

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0)
STORY_LINES = 40
Answered = Callable[[Gate, int | None], object]
"""Hears of an answer: the question, and the option from 0, or None of somebody who wanted to see the right one."""


class Screen(anywidget.AnyWidget):
    """Shows one film, or several in step: `index` (from 0), `lens`, `playing` and `speed` belong to them together.

    A film with questions stops in front of each: `answers` holds, for each question that is over, the option chosen,
    or None where an instructor has shown the answer, and `index` goes no further than the first one that is open.
    `by` says how far one step goes: an event, or all that a request led to. `answered` is told of each answer, given in
    a browser or from Python, with its question.
    """

    _esm = script()
    _css = styles()

    index = traitlets.Int(0).tag(sync=True)
    lens = traitlets.Unicode().tag(sync=True)
    playing = traitlets.Bool(False).tag(sync=True)
    speed = traitlets.Enum(SPEEDS, 1.0).tag(sync=True)
    by = traitlets.Enum(("event", "request"), "event").tag(sync=True)
    # What may be in it is checked below, with errors that name the question.
    answers: "traitlets.Dict[int, int | None]" = traitlets.Dict().tag(  # type: ignore[assignment]
        sync=True, to_json=answers_json, from_json=answers_from_json
    )

    _is_shown = False
    _cause: Cause | None = None

    def __init__(self, *, answered: Answered | None = None, **traits: Any) -> None:
        self._answered = answered
        super().__init__(**traits)
        self.on_msg(self._hear)

    def open(self) -> None:
        """Opens the line to a browser once somebody shows it, since ipywidgets never lets go of what has one."""
        if self._is_shown:
            super().open()

    @property
    def model_id(self) -> str | None:
        """The name by which a browser knows it; whoever asks for it is about to show it."""
        cause = cause_now()
        # A click asks for a film once; whatever names it afterwards shows nothing new.
        if cause and not (self._is_shown and cause.by_click):
            self._cause = cause
        self._is_shown = True
        self.open()
        name: str | None = super().model_id
        return name

    @property
    def films(self) -> tuple[Film, ...]:
        """The films on the screen."""
        raise NotImplementedError

    @property
    def pairs(self) -> Pairs:
        """Which steps of several films are shown together, where that is not by number."""
        return ()

    @property
    def common(self) -> int:
        """How many steps at the beginning are the same in all films."""
        return 0

    @property
    def reach(self) -> int:
        """The last step, from 0, that may be seen."""
        return reach(self.films, self.answers, self.pairs)

    @property
    def lenses(self) -> list[str]:
        """The lenses that all films on the screen have."""
        first, *others = self.films
        return [lens for lens in first.tracks if all(lens in film.tracks for film in others)]

    @traitlets.validate("lens")
    def _known_lens(self, proposal: traitlets.Bunch) -> str:
        if not all(proposal.value in film.tracks for film in self.films):
            raise PlayerValueError(self._no_lens(proposal.value))
        return str(proposal.value)

    def _lens(self, wanted: object, *, narrow: bool) -> Json:
        if not isinstance(wanted, str) or not all(wanted in film.tracks for film in self.films):
            raise PlayerValueError(self._no_lens(wanted))
        return {"track": wanted, "frames": [(wire_narrow if narrow else wire_track)(f, wanted) for f in self.films]}

    def _no_lens(self, wanted: object) -> str:
        return f"There is no lens {wanted!r:.60} here; choose one of {', '.join(self.lenses)}."

    @traitlets.validate("index")
    def _step_within_reach(self, proposal: traitlets.Bunch) -> int:
        return min(self._step(proposal.value), self.reach)

    @traitlets.validate("answers")
    def _known_answers(self, proposal: traitlets.Bunch) -> dict[int, int | None]:
        return known_answers(self.films, proposal.value)

    @traitlets.observe("answers")
    def _tell_of_answers(self, change: traitlets.Bunch) -> None:
        before = change.old if isinstance(change.old, dict) else {}
        for number, option in change.new.items():
            if self._answered is not None and (number, option) not in before.items():
                self._answered(gates_of(self.films)[number], option)

    def text(self, step: int | None = None) -> str:
        """Returns the story as lines of text: of the whole film, or of one step counted from 0."""
        at = None if step is None else self._step(step)
        return "\n\n".join(story(film, None if at is None else min(at, len(film.captions) - 1)) for film in self.films)

    def png(self, step: int | None = None, *, mode: Mode = "light") -> bytes:
        """Returns a step, counted from 0, in the current lens as the bytes of a PNG; `mode` is light or dark.

        Raises PictureError, an ImportError, where pillow or matplotlib, whose fonts it has, is not installed.
        """
        from kafkaviz.player.figure import png

        film, *beside = self.films
        at = self._headline_step() if step is None else step
        return png(film, at, beside=beside, lens=self.lens, mode=mode, align=self.pairs)

    def still(self) -> str:
        """Returns the strip of key frames that stays where nothing plays, a PNG in base64.

        It is empty where no picture can be drawn.
        """
        from kafkaviz.player.pixels import PictureError
        from kafkaviz.player.strip import strip

        try:
            return base64.b64encode(strip(self.films, lens=self.lens, answers=self.answers, align=self.pairs)).decode()
        except PictureError:
            return ""

    def save(self, path: str | Path) -> Path:
        """Writes what plays here to a file and returns its path; its ending is .html, .mjs, .png, .svg, .gif or .json.

        A page has all lenses and needs no network; its questions are open again, and its answers stay in the reader's
        memory. A .mjs is an ES module that shows the same on a page of others, by `render({el})`: MyST and Jupyter Book
        take it in their directive `anywidget`. A PNG or an SVG is a strip of key frames, a GIF has all frames of one
        lens. ValueError for another ending, PictureError, an ImportError, where pillow or matplotlib, whose fonts it
        has, is not installed and a picture is wanted.
        """
        from kafkaviz.player.saving import save

        return save(
            self.films,
            path,
            index=self.index,
            lens=self.lens,
            answers=self.answers,
            align=self.pairs,
            shared=self.common,
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        lines = STORY_LINES // len(self.films)
        text = "\n\n".join(cut(story(film, until=self._last_shown(n)), lines) for n, film in enumerate(self.films))
        picture = self.still()
        return data | {"text/plain": text} | ({"image/png": picture} if picture else {}), metadata

    def _last_shown(self, number: int) -> int:
        """Returns the last step of one of the films that may be told: what an open question asks is not."""
        last = len(self.films[number].captions) - 1
        if not self.pairs:
            return min(self.reach, last)
        return max((pair[number] or 0 for pair in self.pairs[: self.reach + 1]), default=last)

    def answer(self, asked: Json) -> Json:
        """Returns the answer to what a browser asks; ValueError says in a sentence why it cannot be done."""
        if isinstance(asked, dict) and asked.get("ask") == "landing":
            cause, self._cause = self._cause, None
            return landing(asked, cause)
        if isinstance(asked, dict) and "want" in asked:
            return self._lens(asked["want"], narrow=asked.get("layout") == "narrow")
        raise PlayerValueError(
            "Nothing can be done in this film, because its lab is not with it; lab.film() shows one with it."
        )

    def _hear(self, _: object, asked: Json, __: object) -> None:
        """Answers a message, in a sentence where it cannot be done: a browser has no place for a traceback."""
        try:
            answer = self.answer(asked)
        except Exception as refusal:
            answer = {"sorry": str(refusal).splitlines()[0] if str(refusal) else type(refusal).__name__}
        if answer:
            self.send(answer)

    def _step(self, step: int) -> int:
        return number_among(len(self.pairs) or max(len(film.captions) for film in self.films), step)

    def _headline_step(self) -> int:
        return self.index or self.reach


def cut(text: str, most: int) -> str:
    """Cuts a text to so many lines, of which the last says where the rest is."""
    lines = text.splitlines()
    if len(lines) > most:
        lines[most - 1 :] = ["… the player's text() tells the rest."]
    return "\n".join(lines)
