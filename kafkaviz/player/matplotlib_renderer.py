"""Draws marks with matplotlib, as the browser would."""

from typing import TYPE_CHECKING, TypedDict

from kafkaviz.player.marks import corners, way
from kafkaviz.player.theme import properties, token
from kafkaviz.scene.values import TEXT_SIZE, Flight, Look, Mark, Marks, Mode, Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Patch

PILL_AT_REST = 0.6


class Stroke(TypedDict):
    """An outline in matplotlib's words and units."""

    linewidth: float
    linestyle: str | tuple[float, list[float]]


class MatplotlibRenderer:
    """Draws on axes whose unit is the picture's; `points` is the size of one unit in points."""

    def __init__(self, axes: "Axes", theme: Theme, mode: Mode, points: float) -> None:
        self.axes, self.theme, self.mode, self.points = axes, theme, mode, points
        self.height = 0

    def on_top(self) -> int:
        """Returns a height above all that was drawn before."""
        self.height += 1
        return self.height

    def mark(self, mark: Mark, x: float, y: float) -> None:
        """Draws a mark whose group begins at `x`, `y`; a group itself is nothing to see."""
        look = properties(self.theme, mark.get("c", ""), self.mode)
        if mark["k"] == "text":
            self.text(str(mark.get("t", "")), x + mark["x"], y + mark["y"], look, mark.get("o"))
        elif mark["k"] == "line":
            self.line(mark, x, y, look)
        elif mark["k"] != "g" and mark.get("w", 1) > 0 and mark.get("h", 1) > 0:
            self.shape(mark, x, y, look)

    def shape(self, mark: Mark, x: float, y: float, look: Look) -> None:
        """Draws a rectangle, a circle or a path."""
        from matplotlib.patches import Circle, FancyBboxPatch, PathPatch
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
        patch.set(
            facecolor=look.get("fill", "none"),
            edgecolor=look.get("stroke", "none"),
            alpha=mark.get("o"),
            zorder=self.on_top(),
            **self.stroke(look),
        )
        self.axes.add_patch(patch)

    def line(self, mark: Mark, x: float, y: float, look: Look) -> None:
        """Draws a line, over its halo where it has one."""
        from matplotlib.lines import Line2D

        xs, ys = (x + mark["x"], x + mark["x2"]), (y + mark["y"], y + mark["y2"])
        strokes = [look]
        if "halo" in look:
            strokes.insert(0, {"stroke": look["halo"], "width": look["width"] + 4})
        for each in strokes:
            stroke = Line2D(xs, ys, color=each.get("stroke", "none"), alpha=mark.get("o"))
            stroke.set(zorder=self.on_top(), solid_capstyle="butt", **self.stroke(each))
            self.axes.add_line(stroke)

    def stroke(self, look: Look) -> Stroke:
        """Returns the width and the dashes of an outline in matplotlib's units."""
        width = look.get("width", 1) * self.points
        # matplotlib counts a dash in widths of the line, the theme in units of the picture.
        dash = [float(part) / look.get("width", 1) for part in look.get("dash", "").split()]
        return {"linewidth": width, "linestyle": (0, dash) if dash else "-"}

    def text(self, text: str, x: float, y: float, look: Look, opacity: float | None = None) -> None:
        """Writes at a point; nothing in the text is taken for mathematics."""
        self.axes.text(
            x,
            y,
            text,
            color=look.get("color", token(self.theme, "ink", self.mode)),
            fontsize=look.get("size", TEXT_SIZE) * self.points,
            fontweight="bold" if look.get("weight", 400) >= 600 else "normal",
            family="DejaVu Sans Mono" if look.get("family") == "monospace" else "DejaVu Sans",
            ha={"middle": "center", "end": "right"}.get(look.get("anchor", ""), "left"),
            va="center_baseline",
            alpha=opacity,
            parse_math=False,
            zorder=self.on_top(),
        )

    def flight(self, flight: Flight, marks: Marks) -> None:
        """Draws what travels on its way, with the way as a dotted trail."""
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path

        curve = way(flight, marks)
        if curve is None:
            return
        look = properties(self.theme, flight.classes, self.mode)
        trail = PathPatch(Path(curve, [Path.MOVETO, Path.CURVE3, Path.CURVE3]), fill=False, capstyle="round")
        trail.set(edgecolor=look.get("stroke", "none"), linewidth=3.5 * self.points, linestyle=(0, (0.1, 2)))
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
        self.text(flight.text, x, y, {"color": ink, "size": 16, "weight": 700, "anchor": "middle"})

    def text_width(self, text: str) -> float:
        """Returns the width of bold writing of size 16, in units of the picture."""
        from matplotlib.font_manager import FontProperties
        from matplotlib.textpath import text_to_path

        font = FontProperties(family="DejaVu Sans", weight="bold", size=16)
        return max(8.0, text_to_path.get_text_width_height_descent(text, font, ismath=False)[0])
