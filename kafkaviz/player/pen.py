"""Draws the frames of films on sheets, as the browser shows them when everything has landed."""

from dataclasses import dataclass
from typing import Final

from kafkaviz.player.letters import width_of
from kafkaviz.player.marks import arrowhead, corners, dimmed_marks, in_order, origin, round_bends
from kafkaviz.player.sheet import Shape, Sheet, Way, Words, rectangle, straight, turn
from kafkaviz.player.theme import properties, token
from kafkaviz.scene.values import LAYERS, MESSAGES, TEXT_SIZE, Effect, Frame, Look, Mark, Mode, Theme

DIMMED: Final = 0.4
"""How full the area of a mark stays that steps back, when everything stands still."""
OPAQUE: Final = (1.0, 1.0)
CHIP_HEIGHT, CHIP_TEXT = 20, 12
THIN, THICK, ASKING = 1.6, 4.0, ("ask", "vote", "refuse")
NUMBERS: Final = "①②③④⑤⑥⑦⑧⑨"
BOLD: Final = 600


@dataclass
class Pen:
    """Draws on a sheet in the colours of a theme."""

    sheet: Sheet
    theme: Theme
    mode: Mode

    def frame(self, frame: Frame) -> None:
        """Draws a frame at rest: its marks, and a trace of each message."""
        back = dimmed_marks(frame)
        written = {name for effect in frame.effects if effect["k"] == "write" for name in effect.get("m", ())}
        for layers in (LAYERS[:-1], LAYERS[-1:]):
            for name, left, top in in_order(frame.marks, layers):
                bold = name in written or frame.marks[name].get("p") in written
                self.mark(name, frame, left, top, DIMMED if name in back else 1.0, bold=bold)
            if layers != LAYERS[-1:]:
                messages = [e for e in frame.effects if e["k"] in MESSAGES and not e.get("hush") and e.get("path")]
                for effect in messages:
                    self.trace(effect)
                for effect in messages:
                    self.chip(effect)

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
            self.line(straight([(x + mark["x"], y + mark["y"]), (x + mark["x2"], y + mark["y2"])]), look, opacity)
        elif mark["k"] == "arc":
            left = max(0.0, min(1.0, mark.get("v", 1.0)))
            if left > 0:
                self.line(turn(x + mark.get("x", 0), y + mark.get("y", 0), mark["r"], left), look, opacity)
        elif mark["k"] != "g" and mark.get("w", 1) > 0 and mark.get("h", 1) > 0:
            if bold:
                look = {**look, "width": look.get("width", 1) + 1.5}
            cut = None if "cut" not in mark else origin(mark["cut"], frame.marks)[0]
            # A sign has no words, and what covers others goes on covering them.
            covers = mark["k"] == "path" or look.get("fill") == token(self.theme, "bg", self.mode)
            way = _way(mark, x + mark.get("x", 0), y + mark.get("y", 0), look.get("radius", 0))
            self.shape(way, look, (opacity if covers else opacity * full, opacity), cut)

    def shape(self, way: Way, look: Look, opacity: tuple[float, float] = OPAQUE, cut: float | None = None) -> None:
        """Draws an area and what goes around it; with `cut`, only what of it is left of there."""
        self.sheet.drawn.append(_shape(way, look, opacity, cut))

    def line(self, way: Way, look: Look, opacity: float = 1.0) -> None:
        """Draws a line, over its halo where it has one."""
        if "halo" in look:
            halo: Look = {"stroke": look["halo"], "width": look.get("width", 1) + 4}
            self.sheet.drawn.append(_line(way, halo, opacity))
        self.sheet.drawn.append(_line(way, look, opacity))

    def trace(self, effect: Effect) -> None:
        """Draws the way that a message took, with its head, or the sign of its end where it was refused."""
        look = self._message_look(effect)
        path = list(effect["path"])
        head = arrowhead(path, 7 + look["width"])
        refused = effect["k"] == "refuse"
        if not refused and len(path) > 1:
            middle = ((head[1][0] + head[2][0]) / 2, (head[1][1] + head[2][1]) / 2)
            path = [*path[:-1], middle]
        self.sheet.drawn.append(_line(tuple(round_bends(path)), {"stroke": look["stroke"], "width": look["width"]}))
        if refused:
            self.text("✕", *path[-1], {"color": look["stroke"], "size": 18, "weight": 700, "anchor": "middle"})
        else:
            self.sheet.drawn.append(Shape(straight(head), fill=look["stroke"]))

    def chip(self, effect: Effect) -> None:
        """Writes what a message says, and its number, where it rests."""
        number = effect.get("n", 0)
        sign = NUMBERS[number - 1] if 0 < number <= len(NUMBERS) else ""
        text = f"{sign} {effect.get('t', '')}".strip()
        if not text or "chip" not in effect:
            return
        look = self._message_look(effect)
        x, y = effect["chip"]
        half = max(8.0, width_of(text, CHIP_TEXT, is_bold=True)) / 2 + 9
        box = rectangle(x - half, y - CHIP_HEIGHT / 2, 2 * half, CHIP_HEIGHT, 10)
        self.shape(box, {**look, "width": 1.6})
        self.text(text, x, y, {"color": look["text"], "size": CHIP_TEXT, "weight": 700, "anchor": "middle"})

    def text(self, text: str, x: float, y: float, look: Look, opacity: float = 1.0) -> None:
        """Writes a text at a point, on a halo if it has one."""
        self.sheet.drawn.append(
            Words(
                text,
                (x, y),
                look.get("size", TEXT_SIZE),
                look.get("color") or token(self.theme, "ink", self.mode),
                look.get("anchor", "start"),
                look.get("weight", 400) >= BOLD,
                look.get("family") == "monospace",
                look.get("halo", ""),
                opacity,
            )
        )

    def _message_look(self, effect: Effect) -> Look:
        ink, ground = token(self.theme, "ink", self.mode), token(self.theme, "bg", self.mode)
        plain: Look = {"stroke": ink, "fill": ground, "text": ink, "width": THIN if effect["k"] in ASKING else THICK}
        return {**plain, **properties(self.theme, f"{effect['k']} {effect.get('c', '')}", self.mode)}


def _way(mark: Mark, x: float, y: float, radius: float) -> Way:
    """Returns the way around a rectangle, a circle or a path at `x`, `y`."""
    if mark["k"] == "circle":
        return turn(x, y, mark["r"])
    if mark["k"] == "path":
        return straight([(x + dx, y + dy) for dx, dy in corners(mark["d"])])
    w, h = mark["w"], mark["h"]
    return rectangle(x, y, w, h, min(mark.get("r", radius), w / 2, h / 2))


def _shape(way: Way, look: Look, opacity: tuple[float, float] = OPAQUE, cut: float | None = None) -> Shape:
    """Returns a way in its look; its area and its outline are as opaque as is said."""
    return Shape(
        way,
        _colour(look.get("fill")),
        _colour(look.get("stroke")),
        look.get("width", 1),
        tuple(map(float, look.get("dash", "").split())),
        *opacity,
        cut=cut,
    )


def _line(way: Way, look: Look, opacity: float = 1.0) -> Shape:
    return _shape(way, {**look, "fill": ""}, (opacity, opacity))._replace(is_closed=False)


def _colour(name: str | None) -> str:
    """Returns a colour, or nothing where none is meant."""
    return "" if name in (None, "none") else name
