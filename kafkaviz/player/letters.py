"""Letters: the fonts of the pictures, how wide a writing is, and how it is broken into lines."""

import textwrap
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

MIDDLE: Final = 0.38
"""How far below the middle of a text its baseline is, in parts of its size."""
HALO: Final = 3.0
"""How wide the line is, in units of the picture, that is drawn around letters with a halo."""
NARROWEST_LETTER, LEAST_LETTERS = 0.5, 4
MEASURED: Final = 64.0
"""The size in which a writing is measured: a letter's width in a small one is a whole number of pixels."""
MOST_KEPT: Final = 4_000


@lru_cache
def font(size: float, *, is_bold: bool = False, is_mono: bool = False) -> "FreeTypeFont":
    """Returns DejaVu Sans, which comes with matplotlib, in a size in pixels."""
    from PIL import ImageFont

    name = f"DejaVuSans{'Mono' * is_mono}{'-Bold' * is_bold}.ttf"
    return ImageFont.truetype(fonts() / name, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache
def fonts() -> Path:
    """Returns where matplotlib has its fonts; it is looked for and not imported, which would take long."""
    spec = find_spec("matplotlib")
    for home in (spec and spec.submodule_search_locations) or ():
        if (found := Path(home, "mpl-data/fonts/ttf")).is_dir():
            return found
    import matplotlib

    return Path(matplotlib.get_data_path(), "fonts/ttf")


@lru_cache(MOST_KEPT)
def width_of(text: str, size: float, *, is_bold: bool = False) -> float:
    """Returns the width of a writing in units of the picture."""
    return font(MEASURED, is_bold=is_bold).getlength(text) * size / MEASURED


def wrap(text: str, width: float, size: float, most: int, *, is_bold: bool = False) -> list[str]:
    """Returns a text in lines that fit a width, as many as there may be; what is cut off ends with an ellipsis."""
    letters = max(1, int(width / (size * NARROWEST_LETTER)))
    while True:
        lines = textwrap.wrap(text, letters, max_lines=most, placeholder=" …")
        if letters <= LEAST_LETTERS or all(width_of(line, size, is_bold=is_bold) <= width for line in lines):
            return lines
        letters -= 2
