"""A step of a film as a sheet, and as the bytes of a small PNG.

It reads the same marks and the same theme as the player in the browser and draws what that shows when everything has
landed: the marks, a trace of each message, and what the step is not about a little paler. One film, step and mode
always give the same bytes.
"""

import textwrap
from collections.abc import Sequence

from kafkaviz.player.gates import Pairs, number_among, step_number, steps_at
from kafkaviz.player.letters import wrap
from kafkaviz.player.pen import Pen
from kafkaviz.player.pixels import png_of, require_drawing
from kafkaviz.player.sheet import Sheet, stack
from kafkaviz.player.text import clock, lamp_lines
from kafkaviz.player.theme import check_mode, token
from kafkaviz.scene.values import Film, Mode

PIXELS = 960
CAPTION_SIZE, WHY_SIZE, LINE_HEIGHT, MARGIN = 18, 15, 24, 14
CAPTION_LINES, WHY_LINES, MOST_LAMPS = 2, 2, 7
LAMP_TOKENS = {"✓": "committed_line", "★": "committed_line", "☆": "ink"}


def figure(film: Film, step: int = -1, *, lens: str | None = None, mode: Mode = "light", titled: bool = False) -> Sheet:
    """Draws one step, counted from 0 (negative: from the end), with its caption below, 960 pixels wide.

    With `titled` the film's title stands above. IndexError for a step, KeyError for a lens the film does not have,
    ValueError for a mode there is not, PictureError where there is no pillow or no font.
    """
    mode = check_mode(mode)
    require_drawing()
    number = step_number(film, step)
    track = film.tracks[lens or film.lens]
    width, height = track.size
    above = LINE_HEIGHT + 8 if titled else 0
    lamps, at_the_end = (lamp_rows(film, at, width - 2 * MARGIN) for at in (number, len(film.captions) - 1))
    total = above + height + LINE_HEIGHT * (CAPTION_LINES + WHY_LINES + len(at_the_end)) + 16
    ground = token(film.theme, "bg", mode)
    title, picture, below = (Sheet(width, high, ground) for high in (above, height, total - above - height))
    if titled:
        words = textwrap.shorten(film.title, width // 11, placeholder=" …")
        Pen(title, film.theme, mode).text(words, MARGIN, above / 2, {"size": CAPTION_SIZE, "weight": 700})
    Pen(picture, film.theme, mode).frame(track.frames[number])
    pen = Pen(below, film.theme, mode)
    y = LINE_HEIGHT / 2 + 2
    for text, size, most in _said(film, number):
        bold = size == CAPTION_SIZE
        for line in wrap(text, width - 2 * MARGIN, size, most, is_bold=bold):
            pen.text(line, MARGIN, y, {"size": size, "weight": 700 if bold else 400})
            y += LINE_HEIGHT
    y = below.height - LINE_HEIGHT * (len(at_the_end) - 1 / 2) - 6
    for n, (line, colour) in enumerate(lamps):
        pen.text(line, MARGIN, y + n * LINE_HEIGHT, {"size": WHY_SIZE, "color": token(film.theme, colour, mode)})
    return stack([title, picture, below] if titled else [picture, below], PIXELS)


def lamp_rows(
    film: Film, step: int, width: float, size: float = WHY_SIZE, lines: int = WHY_LINES
) -> list[tuple[str, str]]:
    """Returns what is said of the promises at a step, in lines that fit a width, each with the token of its colour."""
    rows = [(row, said[0]) for said in lamp_lines(film, step) for row in wrap(said, width, size, lines)]
    return [(row, LAMP_TOKENS.get(sign, "warn")) for row, sign in rows[:MOST_LAMPS]]


def png(
    film: Film,
    step: int = -1,
    *,
    beside: Sequence[Film] = (),
    lens: str | None = None,
    mode: Mode = "light",
    align: Pairs = (),
) -> bytes:
    """Returns one step as a PNG of at most 128 colours, 960 pixels wide; arguments and errors as in `figure`.

    The films `beside` it stand below, each under its title; one that is shorter shows its last step. With `align`,
    which says what is shown together, `step` is a place in that.
    """
    films = (film, *beside)
    at = number_among(len(align) or max(len(film.captions) for film in films), step)
    shown = zip(films, steps_at(films, at, align), strict=True)
    sheets = [figure(film, number, lens=lens, mode=mode, titled=bool(beside)) for film, number in shown]
    return png_of(stack(sheets, PIXELS), film.theme, mode)


def _said(film: Film, number: int) -> list[tuple[str, int, int]]:
    """Returns what is written below a picture: texts with their sizes and how many lines each may have."""
    caption = film.captions[number]
    when = f" · {clock(caption.ms)}" if caption.ms else ""
    duty = f"{caption.duty}: " if caption.duty else ""
    said = f"{number + 1}/{len(film.captions)}{when} · {duty}{caption.cap}"
    return [(said, CAPTION_SIZE, CAPTION_LINES), (caption.why, WHY_SIZE, WHY_LINES)]
