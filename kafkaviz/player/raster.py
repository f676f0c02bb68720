"""Sheets as pixels, painted with Pillow: large, with hard edges, then made small, which makes the edges soft."""

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from kafkaviz.player.letters import HALO, MIDDLE, font
from kafkaviz.player.sheet import Shape, Sheet, Words
from kafkaviz.player.strokes import Polygon, outline, part_left_of, points_of

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

FINE: Final = 4
"""How many times as large as a picture is painted."""
ANCHORS: Final = {"middle": "ms", "end": "rs"}


def paint(sheet: Sheet, scale: float = 1.0) -> "Image":
    """Returns a sheet in red, green and blue; one of its units is `scale` pixels."""
    from PIL import Image, ImageDraw

    size = max(1, round(sheet.width * scale)), max(1, round(sheet.height * scale))
    if sheet.drawn:
        large = Image.new("RGB", (size[0] * FINE, size[1] * FINE), sheet.ground)
        solid, clear = ImageDraw.Draw(large), ImageDraw.Draw(large, "RGBA")
        for each in sheet.drawn:
            if isinstance(each, Shape):
                _shape((clear, solid), each, scale * FINE)
            else:
                _words(clear, each, scale * FINE)
        picture = large.reduce(FINE)
    else:
        picture = Image.new("RGB", size, sheet.ground)
    for part in sheet.parts:
        at = round(part.x * scale), round(part.y * scale)
        picture.paste(paint(part.sheet, scale * part.scale), at)
    return picture


def _shape(on: "tuple[ImageDraw, ImageDraw]", shape: Shape, scale: float) -> None:
    if shape.fill:
        _polygon(on, points_of(shape.way), shape.fill, shape.fill_opacity, shape.cut, scale)
    if shape.stroke and shape.width > 0:
        # A polygon covers the pixels on its edge as well.
        width = max(shape.width - 1 / scale, 0.01)
        for polygon in outline(shape.way, width, shape.dash, is_closed=shape.is_closed):
            _polygon(on, polygon, shape.stroke, shape.opacity, shape.cut, scale)


def _polygon(
    on: "tuple[ImageDraw, ImageDraw]", polygon: Polygon, color: str, opacity: float, cut: float | None, scale: float
) -> None:
    if cut is not None:
        polygon = part_left_of(polygon, cut)
    if len(polygon) > 2:
        # What is mixed with what lies below it takes longer, also where nothing of that is left.
        on[opacity == 1].polygon([round(v * scale - 0.5) for point in polygon for v in point], rgba(color, opacity))


def _words(on: "ImageDraw", words: Words, scale: float) -> None:
    x, y = words.at
    on.text(
        (x * scale, (y + MIDDLE * words.size) * scale),
        words.text.replace("\n", " "),
        rgba(words.color, words.opacity),
        font(words.size * scale, is_bold=words.is_bold, is_mono=words.is_mono),
        ANCHORS.get(words.anchor, "ls"),
        stroke_width=HALO / 2 * scale if words.halo else 0,
        stroke_fill=words.halo or None,
    )


@lru_cache
def rgba(color: str, opacity: float = 1.0) -> tuple[int, int, int, int]:
    """Returns a colour as numbers from 0 to 255.

    >>> rgba("#0072b2", 0.4)
    (0, 114, 178, 102)
    """
    red, green, blue = bytes.fromhex(color[1:])
    return red, green, blue, round(255 * opacity)
