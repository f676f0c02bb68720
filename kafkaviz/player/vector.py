"""Sheets as an SVG whose text is text, for whatever font is there."""

from collections.abc import Iterator
from html import escape
from typing import Final

from kafkaviz.player.letters import HALO, MIDDLE
from kafkaviz.player.sheet import Shape, Sheet, Words

NAMESPACE: Final = "http://www.w3.org/2000/svg"
FONTS: Final = "DejaVu Sans, Verdana, sans-serif", "DejaVu Sans Mono, monospace"


def svg_of(sheet: Sheet) -> str:
    """Returns a sheet as an SVG that needs no style sheet; what lies on it is an SVG in it, and cut at its edges."""
    size = _size(sheet, 1.0)
    about = f'xmlns="{NAMESPACE}" {size} viewBox={_quoted(0, 0, sheet.width, sheet.height)} stroke-linejoin="round"'
    return f'<svg {about}>\n<rect {size} fill="{sheet.ground}"/>\n{"".join(_inside(sheet, 1.0))}</svg>\n'


def _inside(sheet: Sheet, scale: float) -> Iterator[str]:
    for each in sheet.drawn:
        yield _shape(each, scale, sheet.height) if isinstance(each, Shape) else _words(each, scale)
    for part in sheet.parts:
        within = scale * part.scale
        at = f"x={_quoted(part.x * scale)} y={_quoted(part.y * scale)} {_size(part.sheet, within)}"
        yield f"<svg {at}>\n{''.join(_inside(part.sheet, within))}</svg>\n"


def _shape(shape: Shape, scale: float, height: float) -> str:
    way, corner = list[str](), ""
    for code, (x, y) in shape.way:
        point = f"{_number(x * scale)} {_number(y * scale)}"
        if code == "Q" and not corner:
            corner = point
        else:
            way.append(f"Q{corner} {point}" if corner else f"{code}{point}")
            corner = ""
    look = f'fill="{shape.fill or "none"}"' + _opacity("fill-", shape.fill_opacity)
    if shape.stroke and shape.width > 0:
        look += f' stroke="{shape.stroke}" stroke-width={_quoted(shape.width * scale)}' + _opacity(
            "stroke-", shape.opacity
        )
    if any(shape.dash):
        look += f" stroke-dasharray={_quoted(*(each * scale for each in shape.dash))}"
    drawn = f'<path d="{"".join(way)}{"z" * shape.is_closed}" {look}/>\n'
    if shape.cut is None:
        return drawn
    return f"<svg width={_quoted(max(0, shape.cut * scale))} height={_quoted(height * scale)}>{drawn}</svg>\n"


def _words(words: Words, scale: float) -> str:
    x, y, size = words.at[0] * scale, (words.at[1] + MIDDLE * words.size) * scale, words.size * scale
    look = f'fill="{words.color}" font-family="{FONTS[words.is_mono]}" font-size={_quoted(size)}'
    look += ' font-weight="700"' * words.is_bold + _opacity("", words.opacity)
    if words.anchor != "start":
        look += f' text-anchor="{words.anchor}"'
    if words.halo:
        look += f' stroke="{words.halo}" stroke-width={_quoted(HALO * scale)} paint-order="stroke"'
    return f"<text x={_quoted(x)} y={_quoted(y)} {look}>{escape(words.text)}</text>\n" if words.text else ""


def _opacity(of: str, opacity: float) -> str:
    return f" {of}opacity={_quoted(opacity)}" if opacity < 1 else ""


def _size(sheet: Sheet, scale: float) -> str:
    return f"width={_quoted(sheet.width * scale)} height={_quoted(sheet.height * scale)}"


def _quoted(*numbers: float) -> str:
    return f'"{" ".join(map(_number, numbers))}"'


def _number(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
