"""A film as a file, in the kind that its name ends with: a page, a module, a strip, a moving picture, or JSON."""

import json
from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Final

from kafkaviz.player.figure import PIXELS, figure
from kafkaviz.player.gates import Pairs, reach, steps_at
from kafkaviz.player.page import component, page
from kafkaviz.player.pixels import gif_of
from kafkaviz.player.refusals import PlayerTypeError, PlayerValueError
from kafkaviz.player.sheet import Sheet, stack
from kafkaviz.player.strip import strip, strip_svg
from kafkaviz.player.wire import wire
from kafkaviz.scene.values import Film

ENDINGS: Final = (".html", ".mjs", ".png", ".svg", ".gif", ".json")
READING_MS, LETTER_MS = 1_200, 34
"""How long a frame of a moving picture stands: a moment, and longer for each letter of its caption."""


def save(
    films: Sequence[Film],
    path: str | Path,
    *,
    index: int = 0,
    lens: str | None = None,
    answers: Mapping[int, int | None] | None = None,
    align: Pairs = (),
    shared: int = 0,
) -> Path:
    """Writes films that are shown together to a file and returns its path; its ending says what is written.

    .html is a page that plays without a network and asks its questions anew, .mjs the same as an ES module for another
    page; .png and .svg are a strip of key frames, .gif is a frame for each step and .json what the player plays;
    pictures stop before the first question that is open.
    ValueError for another ending or a name that no file has, TypeError for no path, PictureError where pillow
    or its fonts are missing.
    """
    if not isinstance(path, str | PathLike):
        raise PlayerTypeError(f"A path is text or a pathlib.Path, not {path!r:.60}.")
    path = Path(path)
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise PlayerValueError(
            f"A film is saved as {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}, by the ending of the file's name, "
            f"and {path.name!r} ends with none of them."
        )
    film, *beside = films
    made: str | bytes
    if ending in (".html", ".mjs"):
        at, kind = min(index, reach(films, {}, align)), page if ending == ".html" else component
        made = kind(film, beside=beside, index=at, lens=lens, align=align, shared=shared)
    elif ending == ".json":
        sent = [wire(film) for film in films]
        made = json.dumps(sent if beside else sent[0], ensure_ascii=False) + "\n"
    elif ending == ".png":
        made = strip(films, lens=lens, answers=answers, align=align)
    elif ending == ".svg":
        made = strip_svg(films, lens=lens, answers=answers, align=align)
    else:
        made = _gif(films, lens, reach(films, answers or {}, align), align)
    data = made.encode() if isinstance(made, str) else made
    try:
        path.write_bytes(data)
    except OSError as problem:
        raise PlayerValueError(f"{str(path)!r:.300} cannot be written: {problem.strerror}.") from None
    except ValueError:  # A letter that no file system knows.
        raise PlayerValueError(f"No file is called {str(path)!r:.60}.") from None
    return path


def _gif(films: Sequence[Film], lens: str | None, last: int, align: Pairs) -> bytes:
    """Returns a moving picture with a frame for each step; films that are shown together stand below each other."""
    return gif_of(_stands(films, lens, last, align), films[0].theme, "light")


def _stands(films: Sequence[Film], lens: str | None, last: int, align: Pairs) -> Iterator[tuple[Sheet, int]]:
    for position in range(last + 1):
        shown = list(zip(films, steps_at(films, position, align), strict=True))
        letters = max(len(film.captions[step].cap) for film, step in shown)
        sheets = [figure(film, step, lens=lens, titled=True) for film, step in shown]
        yield stack(sheets, PIXELS), READING_MS + LETTER_MS * letters
