"""A whole film as one picture: a strip of a few key frames, each with its sentence.

It stays in a notebook where nothing plays. It stops before the first question that is still open, so that it holds
no answer. Frames that a film also has drawn small stand side by side; others stand one below the other, so that
no text is ever smaller than it is in the player.
"""

import textwrap
from collections.abc import Mapping, Sequence

from kafkaviz.player.figure import PIXELS, lamp_rows
from kafkaviz.player.gates import Pairs, reach, steps_at
from kafkaviz.player.letters import wrap
from kafkaviz.player.pen import Pen
from kafkaviz.player.pixels import png_of, require_drawing
from kafkaviz.player.sheet import Part, Sheet, rectangle, stack
from kafkaviz.player.theme import token
from kafkaviz.player.vector import svg_of
from kafkaviz.scene.values import Caption, Film, Look, Mode

FEWEST, MOST, IN_A_ROW = 3, 5, 4
GAP, HALF, PAD, TITLE_HEIGHT = 8, 4, 6, 34
TEXT_SIZE, LINE_HEIGHT, MOST_LINES, NUMBER_WIDTH = 14, 19, 12, 24
LARGEST_SCALE = 1.35
NUMBERS = "①②③④⑤"


def strip(
    films: Sequence[Film],
    *,
    lens: str | None = None,
    answers: Mapping[int, int | None] | None = None,
    align: Pairs = (),
    mode: Mode = "light",
) -> bytes:
    """Returns the films as strips of key frames, one below the other, in a PNG 960 pixels wide.

    `answers` says which questions are over; of several films each has its title above, and `align` says which of their
    steps are shown together. PictureError where there is no pillow or no font.
    """
    return png_of(_strips(films, lens, answers or {}, align, mode), films[0].theme, mode)


def strip_svg(
    films: Sequence[Film],
    *,
    lens: str | None = None,
    answers: Mapping[int, int | None] | None = None,
    align: Pairs = (),
    mode: Mode = "light",
) -> str:
    """Returns what `strip` draws as an SVG: its text stays text, its ground is its own, and it needs no style sheet."""
    return svg_of(_strips(films, lens, answers or {}, align, mode))


def _strips(
    films: Sequence[Film], lens: str | None, answers: Mapping[int, int | None], align: Pairs, mode: Mode
) -> Sheet:
    require_drawing()
    last = steps_at(films, reach(films, answers, align), align)
    return stack(
        [
            _strip(film, lens or film.lens, seen, mode, titled=len(films) > 1)
            for film, seen in zip(films, last, strict=True)
        ],
        PIXELS,
    )


def key_steps(film: Film, last: int, skip: Sequence[int] = ()) -> list[int]:
    """Returns the steps, from 0 up to `last`, that tell the film in three to five pictures, if it has as many.

    Those in `skip` tell nothing. Told are those that are marked; then the last one, the one after the longest wait,
    the one that changed most, and the first in which anything happens. Where the first of them belongs to the same
    request as the second, the one before that request comes first.

    >>> from kafkaviz.scene.values import Caption
    >>> said = [Caption("a"), Caption("b"), Caption("c", ms=9000), Caption("d", ms=9000), Caption("e", ms=9000)]
    >>> key_steps(Film("t", tuple(said), {}, {}, "main"), 4)
    [0, 1, 2, 4]
    """
    last = min(last, len(film.captions) - 1)
    said = film.captions
    steps = [step for step in range(1, last + 1) if step not in skip] or [last]
    chosen = _chosen(said, steps)
    before = [step for step in (0, *steps) if step < _begun(said, chosen)][-1:]
    kept = MOST - len(before)
    return [*before, *(chosen[: kept - 1] + chosen[-1:] if len(chosen) > kept else chosen)]


def _begun(said: Sequence[Caption], chosen: Sequence[int]) -> int:
    """Returns the step with which begins what is told, or 0 where the first told is already the one before it."""
    first = chosen[0]
    chapter = said[first].chapter
    if len(chosen) > 1 and said[chosen[1]].chapter != chapter:
        return 0
    while chapter and first > 1 and said[first - 1].chapter == chapter:
        first -= 1
    return first


def _chosen(said: Sequence[Caption], steps: Sequence[int]) -> list[int]:
    """Returns those of some steps that tell the film, at least three where there are as many."""
    marked = [step for step in steps if said[step].key]
    if len(marked) >= FEWEST or len(marked) == len(steps):
        return marked
    waits = {step: said[step].ms - said[step - 1].ms for step in steps}
    wanted = [
        *marked,
        steps[-1],
        *sorted((step for step in waits if waits[step] > 0), key=lambda step: (-waits[step], step))[:1],
        *sorted((step for step in steps if said[step].diff), key=lambda step: (-len(said[step].diff), step))[:1],
        steps[0],
        *steps[1:],
    ]
    return sorted(list(dict.fromkeys(wanted))[:FEWEST])


def _strip(film: Film, lens: str, last: int, mode: Mode, *, titled: bool) -> Sheet:
    steps = key_steps(film, last, film.tracks[lens].skip)
    small = film.small.get(lens)
    size, frames = small if small else (film.tracks[lens].size, film.tracks[lens].frames)
    rows = -(-len(steps) // min(len(steps), IN_A_ROW if small else 1))
    columns = -(-len(steps) // rows)
    panel_w = (PIXELS - GAP * (columns + 1)) / columns
    scale = min((panel_w - 2 * PAD) / size[0], LARGEST_SCALE)
    room = panel_w - 2 * PAD - NUMBER_WIDTH
    captions = [[(line, "ink") for line in _lines(film, step, room)] for step in steps]
    lamps = [lamp_rows(film, step, room, TEXT_SIZE, MOST_LINES) for step in steps]
    rows_of_text = max(map(len, captions)) + max(map(len, lamps))
    panel_h = PAD + size[1] * scale + 6 + rows_of_text * LINE_HEIGHT + PAD
    above = TITLE_HEIGHT if titled else GAP
    ground = token(film.theme, "bg", mode)
    drawn = Sheet(PIXELS, round(above + rows * (panel_h + GAP)), ground)
    if titled:
        title = Sheet(PIXELS, above, ground)
        words = textwrap.shorten(film.title, 90, placeholder=" …")
        Pen(title, film.theme, mode).text(words, GAP + PAD, above / 2, {"size": 18, "weight": 700})
        drawn.parts.append(Part(title, 0, 0))
    for n, step in enumerate(steps):
        picture = Sheet(*size, ground)
        Pen(picture, film.theme, mode).frame(frames[step])
        panel = Sheet(panel_w + GAP, panel_h + GAP, ground)
        pen, left = Pen(panel, film.theme, mode), HALF + PAD
        pen.shape(
            rectangle(HALF, HALF, panel_w, panel_h, 10),
            {"fill": "none", "stroke": token(film.theme, "card_line", mode), "width": 1.2},
        )
        panel.parts.append(Part(picture, HALF + (panel_w - size[0] * scale) / 2, HALF + PAD, scale))
        top = HALF + PAD + size[1] * scale + 6 + LINE_HEIGHT / 2
        pen.text(NUMBERS[n], left, top, {"size": 16, "weight": 700})
        # The lamps stand at one height in all pictures.
        blank = [("", "ink")] * (max(map(len, captions)) - len(captions[n])) if lamps[n] else []
        for number, (line, colour) in enumerate([*captions[n], *blank, *lamps[n]]):
            look: Look = {"size": TEXT_SIZE, "color": token(film.theme, colour, mode)}
            pen.text(line, left + NUMBER_WIDTH, top + number * LINE_HEIGHT, look)
        x, y = (n % columns) * (panel_w + GAP), (n // columns) * (panel_h + GAP)
        drawn.parts.append(Part(panel, HALF + x, above - HALF + y))
    return drawn


def _lines(film: Film, step: int, width: float) -> list[str]:
    """Returns what is said about a step: a sentence, in as many lines as fit."""
    return wrap(film.captions[step].cap, width, TEXT_SIZE, MOST_LINES)
