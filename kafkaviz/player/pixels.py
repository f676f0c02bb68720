"""Pictures as bytes: sheets painted, their colours counted, a PNG of one or a GIF of many."""

import io
from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module
from sys import byteorder
from typing import TYPE_CHECKING, Final, cast

from kafkaviz.player.letters import fonts
from kafkaviz.player.raster import paint
from kafkaviz.player.refusals import PictureError as PictureError
from kafkaviz.player.sheet import Sheet
from kafkaviz.scene.values import Mode, Theme

if TYPE_CHECKING:
    from PIL.Image import Image

COLOURS: Final = 128


def require_drawing() -> None:
    """Raises PictureError where pillow is missing, or matplotlib, whose fonts are drawn with."""
    # A browser's Python has none of them, or gets them late.
    for name, there in (("pillow", lambda: import_module("PIL")), ("matplotlib", fonts)):
        try:
            there()
        except ImportError:
            raise PictureError(
                f"A picture needs pillow and the fonts of matplotlib, and {name} is not here; "
                "text() and a page need none."
            ) from None


def png_of(sheet: Sheet, theme: Theme, mode: Mode) -> bytes:
    """Returns a sheet as a PNG of at most 128 colours."""
    out = io.BytesIO()
    _few_colours(paint(sheet), _tokens(theme, mode)).save(out, format="png", optimize=True)
    return out.getvalue()


def gif_of(frames: Iterable[tuple[Sheet, int]], theme: Theme, mode: Mode) -> bytes:
    """Returns a moving picture that begins again: sheets, for so many milliseconds each."""
    pictures, times_ms = [], []
    for sheet, ms in frames:
        pictures.append(_few_colours(paint(sheet), _tokens(theme, mode)))
        times_ms.append(ms)
    out = io.BytesIO()
    pictures[0].save(out, format="gif", save_all=True, append_images=pictures[1:], duration=times_ms, loop=0)
    return out.getvalue()


def _tokens(theme: Theme, mode: Mode) -> set[tuple[int, ...]]:
    return {tuple(bytes.fromhex(token[1:])) for token in ["#ffffff", *theme.get(mode, {}).values()]}


def _few_colours(seen: "Image", tokens: set[tuple[int, ...]]) -> "Image":
    """Returns a picture with a palette: the theme's colours, however small their area, then the frequent ones."""
    from PIL import Image

    counts = cast(list[tuple[int, tuple[int, ...]]], seen.getcolors(seen.width * seen.height))
    colours = [colour for _, colour in sorted(counts, key=lambda each: (each[1] not in tokens, -each[0], each[1]))]
    palette, samples = Image.new("P", (1, 1)), Image.new("RGB", (len(colours), 1))
    palette.putpalette([part for colour in colours[:COLOURS] for part in colour])
    samples.putdata(colours)
    # Pillow finds a near colour quickly, but not always the colour itself.
    nearest = samples.quantize(palette=palette, dither=Image.Dither.NONE).tobytes()
    numbers = {
        int.from_bytes((*colour, 255), byteorder): n if n < COLOURS else nearest[n] for n, colour in enumerate(colours)
    }
    number, wide = lru_cache(lambda row: bytes(map(numbers.__getitem__, memoryview(row).cast("I")))), 4 * seen.width
    pixels = seen.convert("RGBA").tobytes()
    rows = (number(pixels[at : at + wide]) for at in range(0, len(pixels), wide))  # Many are alike.
    few = Image.frombytes("P", seen.size, b"".join(rows))
    few.putpalette(palette.getpalette() or [])
    return few
