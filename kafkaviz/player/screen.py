"""What every player is: steps, a lens, questions, and something to read where nothing plays."""

import base64
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from kafkaviz.player.assets import script, styles
from kafkaviz.player.gates import answers_from_json, answers_json, known_answers, reach
from kafkaviz.player.saving import save
from kafkaviz.player.text import step_number, story
from kafkaviz.scene.values import Film, Mode

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0)
STORY_LINES = 40


class Screen(anywidget.AnyWidget):
    """Shows one film, or several in step: `index` (from 0), `lens`, `playing` and `speed` belong to them together.

    A film with questions stops in front of each: `answers` holds, for each question that is over, the option chosen,
    or None where an instructor has shown the answer, and `index` goes no further than the first one that is open.
    """

    _esm = script()
    _css = styles()

    index = traitlets.Int(0).tag(sync=True)
    lens = traitlets.Unicode().tag(sync=True)
    playing = traitlets.Bool(False).tag(sync=True)
    speed = traitlets.Enum(SPEEDS, 1.0).tag(sync=True)
    # What may be in it is checked below, with errors that name the question.
    answers: "traitlets.Dict[int, int | None]" = traitlets.Dict().tag(  # type: ignore[assignment]
        sync=True, to_json=answers_json, from_json=answers_from_json
    )

    @property
    def films(self) -> tuple[Film, ...]:
        """The films on the screen."""
        raise NotImplementedError

    @property
    def lenses(self) -> list[str]:
        """The lenses that all films on the screen have."""
        first, *others = self.films
        return [lens for lens in first.tracks if all(lens in film.tracks for film in others)]

    @traitlets.validate("lens")
    def _known_lens(self, proposal: traitlets.Bunch) -> str:
        if proposal.value not in self.lenses:
            raise ValueError(f"There is no lens {proposal.value!r} here; choose one of {', '.join(self.lenses)}.")
        return str(proposal.value)

    @traitlets.validate("index")
    def _step_within_reach(self, proposal: traitlets.Bunch) -> int:
        return min(self._step(proposal.value), reach(self.films, self.answers))

    @traitlets.validate("answers")
    def _known_answers(self, proposal: traitlets.Bunch) -> dict[int, int | None]:
        return known_answers(self.films, proposal.value)

    def text(self, step: int | None = None) -> str:
        """Returns the story as lines of text: of the whole film, or of one step counted from 0."""
        at = None if step is None else self._step(step)
        return "\n\n".join(story(film, None if at is None else min(at, len(film.captions) - 1)) for film in self.films)

    def png(self, step: int | None = None, *, mode: Mode = "light") -> bytes:
        """Returns a step, counted from 0, or the whole film as a strip, in the current lens as the bytes of a PNG.

        The strip holds a few key frames and stops before the first question that is open; `mode` is light or dark.
        Raises PictureError, an ImportError, where matplotlib, numpy or pillow is not installed.
        """
        from kafkaviz.player.figure import png
        from kafkaviz.player.strip import strip

        film, *beside = self.films
        if step is None:
            return strip(self.films, lens=self.lens, answers=self.answers, mode=mode)
        return png(film, self._step(step), beside=beside, lens=self.lens, mode=mode)

    def still(self) -> str:
        """Returns the PNG that stays where nothing plays in base64, or nothing where no picture can be drawn."""
        from kafkaviz.player.pixels import PictureError

        try:
            return base64.b64encode(self.png()).decode()
        except PictureError:
            return ""

    def save(self, path: str | Path) -> Path:
        """Writes what plays here as the file's ending says, and returns its path.

        `.html` is a page with all lenses that needs no network and asks the questions anew, `.png` the strip of key
        frames, `.gif` a frame for each step, `.json` what the player plays. Raises ValueError for another ending.
        """
        return save(self.films, path, index=self.index, lens=self.lens, answers=self.answers)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        told = "\n\n".join(cut(story(film), STORY_LINES // len(self.films)) for film in self.films)
        picture = self.still()
        return data | {"text/plain": told} | ({"image/png": picture} if picture else {}), metadata

    def _step(self, step: int) -> int:
        return step_number(max(self.films, key=lambda film: len(film.captions)), step)


def cut(text: str, most: int) -> str:
    """Cuts a text to so many lines, of which the last says where the rest is."""
    lines = text.splitlines()
    if len(lines) > most:
        lines[most - 1 :] = ["… the player's text() tells the rest."]
    return "\n".join(lines)
