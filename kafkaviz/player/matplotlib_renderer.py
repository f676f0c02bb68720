"""Draws the frames of films with matplotlib, as the browser shows them when everything has landed."""

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from kafkaviz.player.marks import arrowhead, corners, dimmed, in_order, origin, rounded
from kafkaviz.player.theme import properties, token
from kafkaviz.scene.values import LAYERS, MESSAGES, TEXT_SIZE, Effect, Frame, Look, Mark, Mode, Point, Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Patch

DIMMED = 0.4
"""How full the area of a mark stays that steps back, when everything stands still."""
OPAQUE = (1.0, 1.0)
CHIP_HEIGHT, CHIP_TEXT = 20, 12
THIN, THICK, ASKING = 1.6, 4.0, ("ask", "vote", "refuse")
NUMBERS = "①②③④⑤⑥⑦⑧⑨"
ARC_POINTS = 64
NARROWEST_LETTER, LEAST_LETTERS = 0.5, 4


class Stroke(TypedDict):
    """An outline in matplotlib's words and units."""

    linewidth: float
    linestyle: str | tuple[float, list[float]]


class MatplotlibRenderer:
    """Draws on axes whose unit is the picture's; `points` is the size of one unit in points."""

    def __init__(self, axes: "Axes", theme: Theme, mode: Mode, points: float) -> None:
        self.axes, self.theme, self.mode, self.points = axes, theme, mode, points
        self.height = 0
        self.place = (0.0, 0.0)

    def frame(self, frame: Frame, x: float = 0, y: float = 0) -> None:
        """Draws a frame at rest with its upper left corner at `x`, `y`: its marks, and a trace of each message."""
        self.place = x, y
        back = dimmed(frame)
        written = {name for effect in frame.effects if effect["k"] == "write" for name in effect.get("m", ())}
        for layers in (LAYERS[:-1], LAYERS[-1:]):
            for name, left, top in in_order(frame.marks, layers):
                bold = name in written or frame.marks[name].get("p") in written
                self.mark(name, frame, left + x, top + y, DIMMED if name in back else 1.0, bold=bold)
            if layers != LAYERS[-1:]:
                messages = [e for e in frame.effects if e["k"] in MESSAGES and not e.get("hush") and e.get("path")]
                for effect in messages:
                    self.trace(effect)
                for effect in messages:
                    self.chip(effect)
        self.place = 0.0, 0.0

    def on_top(self) -> int:
        """Returns a height above all that was drawn before."""
        self.height += 1
        return self.height

    def mark(self, name: str, frame: Frame, x: float, y: float, full: float, *, bold: bool = False) -> None:
        """Draws a mark whose group begins at `x`, `y`; a group itself is nothing to see.

        What steps back is not `full`: its area is paler, its outline stays, and its words can be read on any ground.
        """
        mark = frame.marks[name]
        look = properties(self.theme, mark.get("c", ""), self.mode)
        opacity = mark.get("o", 1.0)
        if mark["k"] == "text":
            if full < 1:
                look = {
                    **look,
                    "color": token(self.theme, "mute", self.mode),
                    "halo": token(self.theme, "bg", self.mode),
                }
            self.text(str(mark.get("t", "")), x + mark.get("x", 0), y + mark.get("y", 0), look, opacity)
        elif mark["k"] == "line":
            self.line([(x + mark["x"], y + mark["y"]), (x + mark["x2"], y + mark["y2"])], look, opacity)
        elif mark["k"] == "arc":
            self.arc(mark, x, y, look, opacity)
        elif mark["k"] != "g" and mark.get("w", 1) > 0 and mark.get("h", 1) > 0:
            if bold:
                look = {**look, "width": look.get("width", 1) + 1.5}
            cut = None if "cut" not in mark else origin(mark["cut"], frame.marks)[0] + self.place[0]
            # A sign has no words, and what covers others goes on covering them.
            covers = mark["k"] == "path" or look.get("fill") == token(self.theme, "bg", self.mode)
            self.shape(mark, x, y, look, (opacity if covers else opacity * full, opacity), cut)

    def shape(
        self,
        mark: Mark,
        x: float,
        y: float,
        look: Look,
        opacity: tuple[float, float] = OPAQUE,
        cut: float | None = None,
    ) -> None:
        """Draws a rectangle, a circle or a path; with `cut`, only what of it is left of there."""
        from matplotlib.patches import Circle, FancyBboxPatch, PathPatch, Rectangle
        from matplotlib.path import Path

        left, top = x + mark.get("x", 0), y + mark.get("y", 0)
        if mark["k"] == "circle":
            patch: Patch = Circle((left, top), mark["r"])
        elif mark["k"] == "path":
            points = [(left + dx, top + dy) for dx, dy in corners(mark["d"])]
            patch = PathPatch(Path([*points, points[0]], closed=True))
        else:
            w, h = mark["w"], mark["h"]
            radius = min(mark.get("r", look.get("radius", 0)), w / 2, h / 2)
            patch = FancyBboxPatch((left, top), w, h, boxstyle=f"round,pad=0,rounding_size={radius}")
        self._add(patch, look, opacity)
        if cut is not None:
            room = Rectangle((left - 9, top - 9), max(0.0, cut - left + 9), mark["h"] + 18)
            room.set_transform(self.axes.transData)
            patch.set_clip_path(room)

    def arc(self, mark: Mark, x: float, y: float, look: Look, opacity: float) -> None:
        """Draws what is left of a ring, from twelve o'clock on clockwise."""
        from math import cos, pi, sin

        left, turn = max(0.0, min(1.0, mark.get("v", 1.0))), 2 * pi / ARC_POINTS
        if left <= 0:
            return
        middle, r = (x + mark.get("x", 0), y + mark.get("y", 0)), mark["r"]
        angles = [n * turn for n in range(int(left * ARC_POINTS) + 1)] + [left * 2 * pi]
        self.line([(middle[0] + r * sin(a), middle[1] - r * cos(a)) for a in angles], look, opacity)

    def line(self, points: Sequence[Point], look: Look, opacity: float = 1.0) -> None:
        """Draws a line through points, over its halo where it has one."""
        from matplotlib.lines import Line2D

        strokes = [look]
        if "halo" in look:
            strokes.insert(0, {"stroke": look["halo"], "width": look.get("width", 1) + 4})
        for each in strokes:
            xs, ys = [p[0] for p in points], [p[1] for p in points]
            stroke = Line2D(xs, ys, color=each.get("stroke", "none"), alpha=opacity)
            stroke.set(zorder=self.on_top(), solid_capstyle="butt", **self.stroke(each))
            self.axes.add_artist(stroke)

    def trace(self, effect: Effect) -> None:
        """Draws the way that a message took, with its head, or the sign of its end where it was refused."""
        from matplotlib.patches import PathPatch, Polygon
        from matplotlib.path import Path

        look = self._message_look(effect)
        path = self._moved(effect["path"])
        head = arrowhead(path, 7 + look["width"])
        refused = effect["k"] == "refuse"
        if not refused and len(path) > 1:
            middle = ((head[1][0] + head[2][0]) / 2, (head[1][1] + head[2][1]) / 2)
            path = [*path[:-1], middle]
        codes = {"M": Path.MOVETO, "L": Path.LINETO, "Q": Path.CURVE3}
        way = rounded(path)
        line: Look = {"stroke": look["stroke"], "width": look["width"]}
        patch = PathPatch(Path([point for _, point in way], [codes[code] for code, _ in way]), capstyle="butt")
        self._add(patch, line)
        if refused:
            self.text("✕", *path[-1], {"color": look["stroke"], "size": 18, "weight": 700, "anchor": "middle"})
        else:
            self._add(Polygon(head, closed=True), {"fill": look["stroke"], "stroke": "none", "width": 0})

    def chip(self, effect: Effect) -> None:
        """Writes what a message says, and its number, where it rests."""
        number = effect.get("n", 0)
        sign = NUMBERS[number - 1] if 0 < number <= len(NUMBERS) else ""
        text = f"{sign} {effect.get('t', '')}".strip()
        if not text or "chip" not in effect:
            return
        look = self._message_look(effect)
        ((x, y),) = self._moved([effect["chip"]])
        half = text_width(text) / 2 + 9
        box: Mark = {"k": "rect", "x": x - half, "y": y - CHIP_HEIGHT / 2, "w": 2 * half, "h": CHIP_HEIGHT, "r": 10}
        self.shape(box, 0, 0, {**look, "width": 1.6})
        self.text(text, x, y, {"color": look["text"], "size": CHIP_TEXT, "weight": 700, "anchor": "middle"})

    def text(self, text: str, x: float, y: float, look: Look, opacity: float = 1.0) -> None:
        """Writes at a point, on a halo where it has one; nothing in the text is taken for mathematics."""
        from matplotlib.patheffects import withStroke

        halo = [withStroke(linewidth=3 * self.points, foreground=look["halo"])] if "halo" in look else None
        self.axes.text(
            x,
            y,
            text,
            color=look.get("color") or token(self.theme, "ink", self.mode),
            fontsize=look.get("size", TEXT_SIZE) * self.points,
            fontweight="bold" if look.get("weight", 400) >= 600 else "normal",
            family="DejaVu Sans Mono" if look.get("family") == "monospace" else "DejaVu Sans",
            ha={"middle": "center", "end": "right"}.get(look.get("anchor", ""), "left"),
            va="center_baseline",
            alpha=opacity,
            parse_math=False,
            path_effects=halo,
            clip_on=True,
            zorder=self.on_top(),
        )

    def stroke(self, look: Look) -> Stroke:
        """Returns the width and the dashes of an outline in matplotlib's units."""
        width = look.get("width", 1) * self.points
        # matplotlib counts a dash in widths of the line, the theme in units of the picture.
        dash = [float(part) / look.get("width", 1) for part in look.get("dash", "").split()]
        return {"linewidth": width, "linestyle": (0, dash) if dash else "-"}

    def _add(self, patch: "Patch", look: Look, opacity: tuple[float, float] = OPAQUE) -> None:
        """Draws a patch; its area and its outline are as opaque as is said."""
        from matplotlib.colors import to_rgba

        area, outline = look.get("fill") or "none", look.get("stroke") or "none"
        colours: dict[str, Any] = {"facecolor": to_rgba(area, opacity[0]), "edgecolor": to_rgba(outline, opacity[1])}
        patch.set(**colours, zorder=self.on_top(), **self.stroke(look))
        self.axes.add_artist(patch)

    def _message_look(self, effect: Effect) -> Look:
        ink, ground = token(self.theme, "ink", self.mode), token(self.theme, "bg", self.mode)
        plain: Look = {"stroke": ink, "fill": ground, "text": ink, "width": THIN if effect["k"] in ASKING else THICK}
        return {**plain, **properties(self.theme, f"{effect['k']} {effect.get('c', '')}", self.mode)}

    def _moved(self, points: Sequence[Point]) -> list[Point]:
        x, y = self.place
        return [(px + x, py + y) for px, py in points]


def wrapped(text: str, width: float, size: float, most: int, *, bold: bool = False) -> list[str]:
    """Returns a text in lines that fit a width, as many as there may be; what is cut off ends with an ellipsis."""
    letters = max(1, int(width / (size * NARROWEST_LETTER)))
    while True:
        lines = textwrap.wrap(text, letters, max_lines=most, placeholder=" …")
        if letters <= LEAST_LETTERS or all(text_width(line, size, bold=bold) <= width for line in lines):
            return lines
        letters -= 2


def text_width(text: str, size: float = CHIP_TEXT, *, bold: bool = True) -> float:
    """Returns the width of a writing in units of the picture."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal", size=size)
    return float(max(8.0, text_to_path.get_text_width_height_descent(text, font, ismath=False)[0]))
