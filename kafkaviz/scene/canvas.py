"""A sheet to draw on: groups that stand for nodes of the graph, and the boxes, lines and words inside them."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final, cast

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.scene.values import TEXT_SIZE, WIDTH_OF_A_LETTER, Frame, Mark, Marks, Point

DECORATION: Final = "deco/"
"""Ids of what is drawn beside the nodes begin with this; ids inside a node's group hold a slash after its id."""
WARNING: Final = f"{DECORATION}warning/"
"""Where the ids of groups begin that are never paler, whatever a step is about."""
CAUSE: Final = f"{DECORATION}cause/"
"""Where the ids of groups begin that mark the cause of a step."""

ATTRIBUTES: Final = {
    "g": ("x", "y", "p", "z", "ev"),
    "rect": ("x", "y", "w", "h", "c", "p", "ti", "cut"),
    "circle": ("x", "y", "r", "c", "p"),
    "arc": ("x", "y", "r", "v", "c", "p"),
    "text": ("x", "y", "t", "c", "p"),
    "line": ("x", "y", "x2", "y2", "c", "p"),
    "path": ("x", "y", "d", "c", "p"),
}
"""What a mark of each kind says of itself, in this order."""
MOST_SHARED: Final = 20_000
"""How many marks are kept to be drawn again as they are; a film of a small cluster has a tenth of them."""


class Canvas:
    """Collects marks; a group's id is its node's id, and what is drawn in it is named after it."""

    def __init__(self) -> None:
        self.marks: dict[str, Mark] = {}

    def group(self, node: str, x: float, y: float, *, parent: str = "", layer: str = "", event: str = "") -> None:
        """Begins a node at a place, inside another node's group if there is one; `event` names what a click is on."""
        self._add(node, "g", x, y, parent, layer, event)

    def box(
        self, node: str, part: str, at: tuple[float, float, float, float], classes: str, *, tip: str = "", cut: str = ""
    ) -> None:
        """Draws a rectangle at x, y, width, height in a node; seen only left of the line `cut`, if one is named."""
        self._add(f"{node}/{part}", "rect", *at, classes, node, tip, cut)

    def circle(self, node: str, part: str, at: tuple[float, float, float], classes: str) -> None:
        """Draws a circle at x, y with a radius."""
        self._add(f"{node}/{part}", "circle", *at, classes, node)

    def ring(self, node: str, part: str, at: tuple[float, float, float], left: float, classes: str) -> None:
        """Draws a ring at x, y with a radius; `left` is how much of it is left, from 0 to 1."""
        self._add(f"{node}/{part}", "arc", *at, round(float(left), 3), classes, node)

    def words(
        self, node: str, part: str, at: tuple[float, float], text: str, classes: str, width: float | None = None
    ) -> None:
        """Writes at x, y, cut to a width in units of the picture."""
        written = text if width is None else fit_text(text, width, size_of(classes))
        self._add(f"{node}/{part}", "text", *at, written, classes, node)

    def nobody(
        self, node: str, at: tuple[float, float], what: str, look: str = "s18 mid", width: float = 860.0
    ) -> None:
        """Says at x, y that what a lens is about is not there yet."""
        said = longest((f"There is no {what} at this moment.", f"no {what} yet"), width, size_of(look))
        self.words(node, "empty", at, said, f"t-mute {look}")

    def line(self, node: str, part: str, at: tuple[float, float, float, float], classes: str) -> None:
        """Draws a line from x, y to x2, y2 in a node."""
        self._add(f"{node}/{part}", "line", *at, classes, node)

    def crown(self, node: str, x: float, y: float) -> None:
        """Draws the sign of whoever decides, 20 wide and 14 high."""
        self._add(f"{node}/crown", "path", x, y, "M0 14V3l5 5 5-8 5 8 5-5v11z", "crown", node)

    def frame(self) -> Frame:
        """Returns everything drawn as one frame."""
        return Frame(self.marks)

    def _add(self, name: str, kind: str, *values: float | str) -> None:
        if name in self.marks:
            raise InvalidArgumentError(f"{name} is drawn twice; a mark keeps one id through a film.")
        self.marks[name] = _mark(kind, *values)


@lru_cache(MOST_SHARED)
def _mark(kind: str, *values: float | str) -> Mark:
    """Returns a mark, which frames share where they draw the same, so nobody may change it.

    It travels in every frame, so empty fields are left out, and numbers have at most one decimal.
    """
    drawn: dict[str, object] = {"k": kind}
    for key, value in zip(ATTRIBUTES[kind], values, strict=True):
        if isinstance(value, float) and key != "v":
            drawn[key] = int(value) if value.is_integer() else round(value, 1)
        elif value != "":
            drawn[key] = value
    return cast(Mark, drawn)


def position_of(name: str, marks: Marks) -> Point:
    """Returns where a mark stands in the picture, whatever it sits in."""
    x = y = 0.0
    mark = marks.get(name)
    while mark is not None:
        x, y = x + mark.get("x", 0), y + mark.get("y", 0)
        mark = marks.get(mark.get("p", ""))
    return round(x, 1), round(y, 1)


@cache
def size_of(classes: str) -> int:
    """Returns the text size that classes ask for."""
    return next((int(c[1:]) for c in classes.split() if c[:1] == "s" and c[1:].isdigit()), TEXT_SIZE)


def largest(text: str, width: float, *sizes: int) -> str:
    """Returns the class of the first of some sizes, the largest first, in which a text fits a width, or of the last.

    >>> largest("broker 1", 100, 16, 14), largest("broker 1", 70, 16, 14), largest("broker 1", 20, 16, 14)
    ('s16', 's14', 's14')
    """
    return f"s{next((size for size in sizes if fit_text(text, width, size) == text), sizes[-1])}"


@lru_cache(MOST_SHARED)
def fit_text(text: str, width: float, size: int) -> str:
    """Cuts a text so that it fits a width.

    >>> fit_text("a-little-bit-long-string", 100, 14)
    'a-little-b…'
    """
    room = max(1, int(width / (size * WIDTH_OF_A_LETTER)))
    return text if len(text) <= room else text[: room - 1].rstrip() + "…"


def longest(texts: Iterable[str], width: float, size: int) -> str:
    """Returns the first of some texts, the longest first, that fits a width, or the last one.

    >>> longest(["✕ down, unnoticed", "✕ down", "✕"], 60, 12)
    '✕ down'
    """
    said = list(texts)
    return next((text for text in said if fit_text(text, width, size) == text), said[-1])


def fit_name(name: str, end: str, width: float, size: int) -> str:
    """Cuts a name so that it fits a width together with what follows it, which tells more.

    >>> fit_name("sports_news", "-0 → 2", 90, 12)
    'sport…-0 → 2'
    """
    room = max(2, int(width / (size * WIDTH_OF_A_LETTER)) - len(end))
    return fit_text(name if len(name) <= room else name[: room - 1] + "…", width, size) + end


def label_of(data: bytes | None, width: int = 40) -> str:
    r"""Shows a key or a value: as text where it is text, else as hex, one line, cut.

    >>> label_of(b"ABC"), label_of(b"\xff\x00"), label_of(None)
    ('ABC', '0xff00', 'null')
    """
    if data is None:
        return "null"
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = "0x" + data.hex()
    if not text.isprintable():
        text = "".join(c if c.isprintable() else "·" for c in text)
    return text if len(text) <= width else text[: width - 1] + "…"
