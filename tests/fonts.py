"""Fonts for the browser of tests: those that Matplotlib brings along, so that words are as wide on every machine.

KAFKAVIZ_FONTS=wide enlarges every letter, KAFKAVIZ_FONTS=tall heightens every line, as other fonts have them.
"""

import os
from pathlib import Path
from typing import NamedTuple


class Stretch(NamedTuple):
    """How many times as large the letters are, and how many times as high the lines."""

    letters: float = 1.0
    lines: float = 1.0


STRETCHES = {"": Stretch(), "wide": Stretch(letters=1.15), "tall": Stretch(lines=1.35)}
BUNDLED = "DejaVuSans.ttf", "DejaVuSans-*.ttf", "DejaVuSansMono*.ttf"
FAMILY = '<alias binding="same"><family>{}</family><prefer><family>{}</family></prefer></alias>'
CONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>{folder}</dir>
  <cachedir>{folder}/cache</cachedir>
  <match target="font"><edit name="hinting" mode="assign"><bool>false</bool></edit></match>
  {families}
</fontconfig>
"""


def stretch() -> Stretch:
    """Returns what KAFKAVIZ_FONTS asks for."""
    return STRETCHES[os.environ.get("KAFKAVIZ_FONTS", "")]


def font_config(folder: Path) -> Path:
    """Writes fonts into a folder, and a file for FONTCONFIG_FILE with which a program knows no others."""
    import matplotlib
    from fontTools.ttLib import TTFont

    letters, lines = stretch()
    for file in (found for name in BUNDLED for found in Path(matplotlib.get_data_path(), "fonts/ttf").glob(name)):
        font = TTFont(file)
        font["head"].unitsPerEm = round(font["head"].unitsPerEm / letters)
        for metric in ("ascent", "descent"):
            setattr(font["hhea"], metric, round(getattr(font["hhea"], metric) * lines))
        font.save(folder / file.name)
    pairs = {"sans-serif": "DejaVu Sans", "system-ui": "DejaVu Sans", "monospace": "DejaVu Sans Mono"}
    families = "\n  ".join(FAMILY.format(*pair) for pair in pairs.items())
    config = folder / "fonts.conf"
    config.write_text(CONFIG.format(folder=folder, families=families))
    return config
