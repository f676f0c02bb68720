"""A step of a film as a still picture: a matplotlib figure, or the bytes of a small PNG.

It reads the same marks and the same theme as the player in the browser and draws what that would draw, only
standing still: what flies is caught on its way. One film, step and mode always give the same bytes.
"""

import io
import textwrap
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from kafkaviz.player.marks import in_order
from kafkaviz.player.matplotlib_renderer import MatplotlibRenderer
from kafkaviz.player.text import clock, step_number
from kafkaviz.player.theme import token
from kafkaviz.scene.values import Film, Mode

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.figure import Figure

INCHES, DPI, COLOURS, NEAR = 10, 96, 64, 2
CAPTION_LETTERS, CAPTION_LINES, LINE_HEIGHT = 96, 3, 30


class PictureError(ImportError):
    """A picture cannot be drawn, because what draws it is not installed; the message is one sentence."""

    def _render_traceback_(self) -> list[str]:
        return [f"{type(self).__name__}: {self}"]


def figure(
    film: Film,
    step: int = -1,
    *,
    lens: str | None = None,
    mode: Mode = "light",
    titled: bool = False,
) -> "Figure":
    """Draws one step, counted from 0 (negative: from the end), with its caption below, 10 inches wide.

    With `titled` the film's title stands above. IndexError for a step, KeyError for a lens the film does not have,
    PictureError where there is no matplotlib, numpy or pillow.
    """
    _require_drawing()
    import matplotlib
    from matplotlib.figure import Figure

    number = step_number(film, step)
    frame = film.tracks[lens or film.lens][number]
    width, height = film.size
    lines = _caption_lines(film, number)
    above = LINE_HEIGHT + 8 if titled else 0
    total = above + height + LINE_HEIGHT * len(lines) + 16
    with matplotlib.rc_context(
        {"font.family": "DejaVu Sans", "text.usetex": False, "path.sketch": None, "axes.unicode_minus": False}
    ):
        drawn = Figure((INCHES, INCHES * total / width), DPI, facecolor=token(film.theme, "bg", mode))
        axes = drawn.add_axes((0, 0, 1, 1), frameon=False)
        axes.set(xlim=(0, width), ylim=(total - above, -above), xticks=(), yticks=())
        pen = MatplotlibRenderer(axes, film.theme, mode, INCHES * 72 / width)
        if titled:
            title = textwrap.shorten(film.title, CAPTION_LETTERS, placeholder=" …")
            pen.text(title, 20, -above / 2, {"size": 22, "weight": 700})
        for mark, x, y in in_order(frame.marks):
            pen.mark(mark, x, y)
        for flight in frame.flights:
            pen.flight(flight, frame.marks)
        for i, line in enumerate(lines):
            pen.text(line, 20, height + LINE_HEIGHT * (i + 0.5), {"size": 20, "weight": 700})
    return drawn


def png(
    film: Film,
    step: int = -1,
    *,
    beside: Sequence[Film] = (),
    lens: str | None = None,
    mode: Mode = "light",
) -> bytes:
    """Returns one step as a PNG of at most 64 colours, 960 pixels wide; arguments and errors as in `figure`.

    The films `beside` it stand below, each under its title; one that is shorter shows its last step.
    """
    _require_drawing()
    import numpy as np
    from PIL import Image

    films = (film, *beside)
    at = step_number(max(films, key=lambda one: len(one.captions)), step)
    with warnings.catch_warnings():
        # A key may hold any letter; one the font lacks is drawn as a box, which is no reason to warn.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        drawn = [
            figure(one, min(at, len(one.captions) - 1), lens=lens, mode=mode, titled=bool(beside)) for one in films
        ]
        pixels = np.concatenate([_pixels(each) for each in drawn])
    numbers, palette = _few_colours(pixels, list(film.theme.get(mode, {}).values()))
    picture = Image.fromarray(numbers)
    picture.putpalette(palette.tobytes())
    out = io.BytesIO()
    picture.save(out, format="png", optimize=True)
    return out.getvalue()


def _require_drawing() -> None:
    # A browser's Python has none of them, or gets them late.
    for name in ("matplotlib", "numpy", "PIL"):
        try:
            import_module(name)
        except ImportError:
            raise PictureError(
                f"A picture needs matplotlib, numpy and pillow, and {name} is not here; text() and save() need none."
            ) from None


def _pixels(drawn: "Figure") -> "np.ndarray":
    """Paints a figure: rows of pixels, red, green and blue from 0 to 255."""
    import numpy as np
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    canvas = FigureCanvasAgg(drawn)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3]


def _few_colours(seen: "np.ndarray", tokens: list[str]) -> "tuple[np.ndarray, np.ndarray]":
    """Numbers the pixels' colours in a palette: the theme's, however small their area, then the frequent ones."""
    import numpy as np

    packed = seen.astype(np.int32) @ (65536, 256, 1)
    values, places, counts = np.unique(packed, return_inverse=True, return_counts=True)
    colours = np.stack([values >> 16, values >> 8 & 255, values & 255], axis=1)
    named = np.unique([list(bytes.fromhex(token[1:])) for token in ["#ffffff", *tokens]], axis=0)
    # A drawn token may be off by a rounding; so near a token, a colour is that token.
    near = _distances(colours, named) <= NEAR
    used = named[near.any(axis=0)]
    others = np.lexsort((values, -counts, near.any(axis=1)))[: COLOURS - len(used)]
    palette = np.concatenate([used, colours[others]]).astype(np.uint8)
    nearest = _distances(colours, palette).argmin(axis=1).astype(np.uint8)
    return nearest[places].reshape(packed.shape), palette


def _distances(colours: "np.ndarray", others: "np.ndarray") -> "np.ndarray":
    """Returns the largest difference of a channel, for each colour and each of the others."""
    distances: np.ndarray = abs(colours[:, None, :].astype(int) - others[None, :, :].astype(int)).max(axis=2)
    return distances


def _caption_lines(film: Film, number: int) -> list[str]:
    caption = film.captions[number]
    when = f" · {clock(caption.ms)}" if caption.ms else ""
    duty = f"{caption.duty}: " if caption.duty else ""
    said = f"{number + 1}/{len(film.captions)}{when} · {duty}{caption.cap}"
    return textwrap.wrap(said, CAPTION_LETTERS, max_lines=CAPTION_LINES, placeholder=" …")
