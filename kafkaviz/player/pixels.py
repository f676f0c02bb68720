"""Pictures as bytes: figures painted, their colours counted, a PNG of one or a GIF of many."""

import io
import re
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final

from kafkaviz.scene.values import Mode, Theme

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.figure import Figure

COLOURS, NEAR = 128, 2
PIXELS_AN_INCH, POINTS = 96, 0.75
NAMESPACES: Final = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
STROKES: Final = 'stroke-linejoin="round" stroke-linecap="butt"'
OF_ALL: Final = re.compile(r"<defs>\s*<style.*?</style>\s*</defs>|<metadata>.*?</metadata>", re.DOTALL)
"""What matplotlib says for a whole page, and would say for all of one in which the picture stands."""
FONT: Final = re.compile(r"""(style="[^"]*)'(DejaVu Sans(?: Mono)?)'""")
OTHER_FONTS: Final = {"DejaVu Sans": "Verdana, sans-serif", "DejaVu Sans Mono": "monospace"}


class PictureError(ImportError):
    """A picture cannot be drawn, because what draws it is not installed; the message is one sentence."""

    def _render_traceback_(self) -> list[str]:
        return [f"{type(self).__name__}: {self}"]


def require_drawing() -> None:
    """Raises PictureError where matplotlib, numpy or pillow is missing."""
    # A browser's Python has none of them, or gets them late.
    for name in ("matplotlib", "numpy", "PIL"):
        try:
            import_module(name)
        except ImportError:
            raise PictureError(
                f"A picture needs matplotlib, numpy and pillow, and {name} is not here; text() and a page need none."
            ) from None


def png_of(figures: Sequence["Figure"], theme: Theme, mode: Mode) -> bytes:
    """Returns figures, one below the other, as a PNG of at most 128 colours."""
    import numpy as np
    from PIL import Image

    numbers, palette = _few_colours(np.concatenate([_pixels(each) for each in figures]), _tokens(theme, mode))
    picture = Image.fromarray(numbers)
    picture.putpalette(palette.tobytes())
    out = io.BytesIO()
    picture.save(out, format="png", optimize=True)
    return out.getvalue()


def gif_of(frames: Iterable[tuple[Sequence["Figure"], int]], theme: Theme, mode: Mode) -> bytes:
    """Returns a moving picture that begins again: figures, one below the other, for so many milliseconds each."""
    import numpy as np
    from PIL import Image

    pictures, times_ms = [], []
    for figures, ms in frames:
        numbers, palette = _few_colours(np.concatenate([_pixels(each) for each in figures]), _tokens(theme, mode))
        pictures.append(Image.fromarray(numbers))
        pictures[-1].putpalette(palette.tobytes())
        times_ms.append(ms)
    out = io.BytesIO()
    pictures[0].save(out, format="gif", save_all=True, append_images=pictures[1:], duration=times_ms, loop=0)
    return out.getvalue()


def svg_of(figures: Sequence["Figure"]) -> str:
    """Returns figures, one below the other, as an SVG whose text is text, for whatever font is there."""
    pictures, height = list[str](), 0.0
    for figure in figures:
        out = io.StringIO()
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        figure.savefig(out, format="svg", facecolor=figure.get_facecolor(), metadata=nothing)
        width, high = figure.get_size_inches() * PIXELS_AN_INCH
        whole = out.getvalue()
        inner = OF_ALL.sub("", whole[whole.index(">", whole.index("<svg")) + 1 : whole.rindex("</svg>")])
        view = f'width="{width:g}" height="{high:g}" viewBox="0 0 {width * POINTS:g} {high * POINTS:g}"'
        pictures.append(f'<svg y="{height:g}" {view} {STROKES}>{FONT.sub(_with_others, inner)}</svg>')
        height += high
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    return f"<svg {NAMESPACES} {size}>\n{''.join(pictures)}\n</svg>\n"


def _with_others(found: re.Match[str]) -> str:
    """Returns the name of a font, and which may stand for it."""
    return f"{found[1]}'{found[2]}', {OTHER_FONTS[found[2]]}"


def _tokens(theme: Theme, mode: Mode) -> list[str]:
    return list(theme.get(mode, {}).values())


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
    others = np.lexsort((values, -counts, near.any(axis=1)))[: max(0, COLOURS - len(used))]
    palette = np.concatenate([used, colours[others]])[:256].astype(np.uint8)
    nearest = _distances(colours, palette).argmin(axis=1).astype(np.uint8)
    return nearest[places].reshape(packed.shape), palette


def _distances(colours: "np.ndarray", others: "np.ndarray") -> "np.ndarray":
    """Returns the largest difference of a channel, for each colour and each of the others."""
    distances: np.ndarray = abs(colours[:, None, :].astype(int) - others[None, :, :].astype(int)).max(axis=2)
    return distances
