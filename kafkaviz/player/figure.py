"""A step of a film as a still picture: a matplotlib figure, or the bytes of a small PNG.

It reads the same marks and the same theme as the player in the browser and draws what that would draw, only
standing still: what flies is caught on its way. One film, step and mode always give the same bytes.
"""

import io
import math
import textwrap
import warnings
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from kafkaviz.player.paths import svg_path
from kafkaviz.player.text import clock, step_number
from kafkaviz.player.theme import properties, token
from kafkaviz.scene.values import LAYERS, Film, Flight, Mark, Marks

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from PIL.Image import Image

INCHES, DPI, COLOURS = 9.6, 100, 64
PILL_AT_REST = 0.6
CAPTION_LETTERS, CAPTION_LINES, LINE_HEIGHT = 96, 3, 30
FIXED = {"font.family": "DejaVu Sans", "text.usetex": False, "path.sketch": None, "axes.unicode_minus": False}


def figure(film: Film, step: int = -1, *, lens: str | None = None, mode: str = "light") -> "Figure":
    """Draw one step, counted from 0 (negative: from the end), with its caption below, 9.6 inches wide.

    IndexError for a step, KeyError for a lens the film does not have.
    """
    import matplotlib
    from matplotlib.figure import Figure

    number = step_number(film, step)
    frame = film.tracks[lens or film.lens][number]
    width, height = film.size
    lines = _caption_lines(film, number)
    total = height + LINE_HEIGHT * len(lines) + 16
    with matplotlib.rc_context(FIXED):
        drawn = Figure(
            figsize=(INCHES, INCHES * total / width), dpi=DPI, facecolor=token(film.theme, "bg", mode)
        )
        axes = drawn.add_axes((0, 0, 1, 1), frameon=False)
        axes.set(xlim=(0, width), ylim=(total, 0), xticks=(), yticks=())
        pen = _Pen(axes, film.theme, mode, INCHES * 72 / width)
        for mark, x, y in in_order(frame.marks):
            pen.mark(mark, x, y)
        for flight in frame.flights:
            pen.flight(flight, frame.marks)
        for i, (line, classes) in enumerate(lines):
            y = height + LINE_HEIGHT * (i + 0.5)
            pen.text({"t": line, "x": 20, "y": y}, 0, 0, size=20, **classes)
    return drawn


def png(film: Film, step: int = -1, *, lens: str | None = None, mode: str = "light") -> bytes:
    """Give one step as a PNG of at most 64 colours, 960 pixels wide; arguments and errors as in `figure`."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from PIL import Image

    canvas = FigureCanvasAgg(figure(film, step, lens=lens, mode=mode))
    with warnings.catch_warnings():
        # A key may hold any letter; one the font lacks is drawn as a box, which is no reason to warn.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        canvas.draw()
    picture = Image.frombuffer("RGBA", canvas.get_width_height(), canvas.buffer_rgba()).convert("RGB")
    few = Image.new("P", (1, 1))
    few.putpalette([channel for colour in _palette(picture, film.theme.get(mode, {})) for channel in colour])
    out = io.BytesIO()
    picture.quantize(palette=few, dither=Image.Dither.NONE).save(out, format="png", optimize=True)
    return out.getvalue()


def _palette(picture: "Image", tokens: Mapping[str, str]) -> list[tuple[int, ...]]:
    """Choose the picture's colours: those of the theme, however small their area, then the most frequent ones."""
    counts = {colour: count for count, colour in picture.getcolors(picture.width * picture.height)}
    named = {tuple(bytes.fromhex(colour[1:])) for colour in tokens.values()}
    return sorted(counts, key=lambda colour: (colour not in named, -counts[colour], colour))[:COLOURS]


def in_order(marks: Marks) -> Iterator[tuple[Mark, float, float]]:
    """Walk the marks as they are painted: layer by layer, parents before children, each with its origin."""
    children: dict[str, list[str]] = {}
    for name, mark in marks.items():
        parent = mark.get("p")
        layer = mark.get("z", "chip")
        children.setdefault(
            parent if parent in marks else f"/{layer if layer in LAYERS else 'chip'}", []
        ).append(name)

    def walk(names: list[str], x: float, y: float) -> Iterator[tuple[Mark, float, float]]:
        for name in names:
            mark = marks[name]
            yield mark, x, y
            yield from walk(children.get(name, []), x + mark.get("x", 0), y + mark.get("y", 0))

    for layer in LAYERS:
        yield from walk(children.get(f"/{layer}", []), 0, 0)


def way(flight: Flight, marks: Marks) -> tuple[tuple[float, float], ...] | None:
    """Give start, bend and end of a flight's curve, from border to border; None when an end is not there."""
    a, b = _extent(flight.start, marks), _extent(flight.end, marks)
    if a is None or b is None:
        return None
    start, end = _border(a, b), _border(b, a)
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy) or 1
    bend = min(60, length * 0.15) / length
    return start, ((start[0] + end[0]) / 2 - dy * bend, (start[1] + end[1]) / 2 + dx * bend), end


def _extent(name: str, marks: Marks) -> tuple[float, float, float, float] | None:
    mark = marks.get(name)
    if mark is None:
        return None
    half_w, half_h = mark.get("w", 0) / 2, mark.get("h", 0) / 2
    x, y = half_w, half_h
    if mark["k"] == "line":
        x, y = (mark["x2"] - mark["x"]) / 2, (mark["y2"] - mark["y"]) / 2
    while mark is not None:
        x, y = x + mark.get("x", 0), y + mark.get("y", 0)
        mark = marks.get(mark.get("p", ""))
    return x, y, half_w, half_h


def _border(
    a: tuple[float, float, float, float], b: tuple[float, float, float, float]
) -> tuple[float, float]:
    dx, dy = b[0] - a[0], b[1] - a[1]
    part = min(a[2] / abs(dx or 1e-9), a[3] / abs(dy or 1e-9), 0.45)
    return a[0] + dx * part, a[1] + dy * part


def _caption_lines(film: Film, number: int) -> list[tuple[str, dict[str, Any]]]:
    caption = film.captions[number]
    when = f" · {clock(caption.ms)}" if caption.ms else ""
    duty = f"{caption.duty}: " if caption.duty else ""
    said = f"{number + 1}/{len(film.captions)}{when} · {duty}{caption.cap}"
    lines = textwrap.wrap(said, CAPTION_LETTERS, max_lines=CAPTION_LINES, placeholder=" …") or [""]
    return [(line, {"weight": 700}) for line in lines]


class _Pen:
    """Draws marks on axes whose unit is the picture's; `points` is the size of one unit in points."""

    def __init__(self, axes: "Axes", theme: Mapping[str, Any], mode: str, points: float) -> None:
        self.axes, self.theme, self.mode, self.points = axes, theme, mode, points
        self.height = 0

    def on_top(self) -> int:
        self.height += 1
        return self.height

    def mark(self, mark: Mark, x: float, y: float) -> None:
        look = properties(self.theme, mark.get("c", ""), self.mode)
        if mark["k"] == "text":
            self.text(mark, x, y, **look)
        elif mark["k"] == "line":
            self.line(mark, x, y, look)
        elif mark["k"] != "g" and mark.get("w", 1) > 0 and mark.get("h", 1) > 0:
            self.shape(mark, x, y, look)

    def shape(self, mark: Mark, x: float, y: float, look: Mapping[str, Any]) -> None:
        from matplotlib.patches import Circle, FancyBboxPatch, PathPatch
        from matplotlib.transforms import Affine2D

        left, top = x + mark.get("x", 0), y + mark.get("y", 0)
        if mark["k"] == "circle":
            patch: Any = Circle((left, top), mark["r"])
        elif mark["k"] == "path":
            patch = PathPatch(svg_path(mark["d"]).transformed(Affine2D().translate(left, top)))
        else:
            w, h = mark["w"], mark["h"]
            radius = min(mark.get("r", look.get("radius", 0)), w / 2, h / 2)
            patch = FancyBboxPatch((left, top), w, h, boxstyle=f"round,pad=0,rounding_size={radius}")
        patch.set(
            facecolor=look.get("fill", "none"),
            edgecolor=look.get("stroke", "none"),
            alpha=mark.get("o"),
            zorder=self.on_top(),
            **self.stroke(look),
        )
        self.axes.add_patch(patch)

    def line(self, mark: Mark, x: float, y: float, look: Mapping[str, Any]) -> None:
        from matplotlib.lines import Line2D

        xs, ys = (x + mark["x"], x + mark["x2"]), (y + mark["y"], y + mark["y2"])
        strokes = (
            [look | {"width": look["width"] + 4, "stroke": look["halo"], "dash": ""}]
            if "halo" in look
            else []
        )
        for each in [*strokes, look]:
            stroke = Line2D(
                xs, ys, color=each.get("stroke", "none"), alpha=mark.get("o"), solid_capstyle="butt"
            )
            stroke.set(zorder=self.on_top(), **self.stroke(each))
            self.axes.add_line(stroke)

    def stroke(self, look: Mapping[str, Any]) -> dict[str, Any]:
        width = look.get("width", 1) * self.points
        # matplotlib counts a dash in widths of the line, the theme in units of the picture.
        dash = [float(part) / look.get("width", 1) for part in look.get("dash", "").split()]
        return {"linewidth": width, "linestyle": (0, dash) if dash else "-"}

    def text(self, mark: Mark, x: float, y: float, **look: Any) -> Any:
        return self.axes.text(
            x + mark["x"],
            y + mark["y"],
            mark["t"],
            color=look.get("color", token(self.theme, "ink", self.mode)),
            fontsize=look.get("size", 14) * self.points,
            fontweight="bold" if look.get("weight", 400) >= 600 else "normal",
            family="DejaVu Sans Mono" if look.get("family") == "monospace" else "DejaVu Sans",
            ha={"middle": "center", "end": "right"}.get(look.get("anchor", ""), "left"),
            va="center_baseline",
            alpha=mark.get("o"),
            parse_math=False,
            zorder=self.on_top(),
        )

    def flight(self, flight: Flight, marks: Marks) -> None:
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path

        curve = way(flight, marks)
        if curve is None:
            return
        look = properties(self.theme, flight.classes, self.mode)
        trail = PathPatch(
            Path(curve, [Path.MOVETO, Path.CURVE3, Path.CURVE3]), facecolor="none", capstyle="round"
        )
        trail.set(edgecolor=look.get("stroke", "none"), linewidth=4 * self.points, linestyle=(0, (0.1, 2)))
        trail.set_zorder(self.on_top())
        self.axes.add_patch(trail)
        t = PILL_AT_REST
        x, y = ((1 - t) ** 2 * a + 2 * (1 - t) * t * b + t**2 * c for a, b, c in zip(*curve, strict=True))
        if not flight.text:
            self.shape({"k": "circle", "x": x, "y": y, "r": 8}, 0, 0, look)
            return
        half = self.text_width(flight.text) / 2 + 9
        self.shape({"k": "rect", "x": x - half, "y": y - 14, "w": 2 * half, "h": 28}, 0, 0, look)
        ink = look.get("text", token(self.theme, "ink", self.mode))
        self.text({"t": flight.text, "x": x, "y": y}, 0, 0, color=ink, size=16, weight=700, anchor="middle")

    def text_width(self, text: str) -> float:
        """Give the width of bold writing of size 16, in units of the picture."""
        from matplotlib.font_manager import FontProperties
        from matplotlib.textpath import text_to_path

        font = FontProperties(family="DejaVu Sans", weight="bold", size=16)
        return max(8.0, text_to_path.get_text_width_height_descent(text, font, ismath=False)[0])
