"""Draws films for half the width: higher, and in larger type where the boxes have room for it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from kafkaviz.player.theme import properties
from kafkaviz.scene.values import TEXT_SIZE, WIDTH_OF_A_LETTER, Film, Frame, Look, Mark, Marks, Theme

STRETCH = 1.5
FACTORS = (1.5, 1.35, 1.2, 1.1)
GAP, SIGN_WIDTH, ROW_HEIGHT = 6, 26, 10
UPRIGHT: tuple[Literal["y", "h", "y2"], ...] = ("y", "h", "y2")


class Kind(NamedTuple):
    """What texts grow alike: the same part of the same sort of thing in one lens, written in one size."""

    lens: str
    sort: str
    part: str
    size: float


def for_half_width(films: Sequence[Film]) -> list[Film]:
    """Returns films half as high again, their writing larger as far as no box overflows, the same in every frame.

    All get the theme of the first one.

    >>> marks = {"a": {"k": "g", "x": 0, "y": 10}, "a/box": {"k": "rect", "x": 0, "y": 0, "w": 90, "h": 20, "p": "a"}}
    >>> [film] = for_half_width([Film("t", (), {"main": (Frame(marks),)}, {}, "main", size=(100, 40))])
    >>> film.size, film.tracks["main"][0].marks["a/box"]["h"]
    ((100, 60), 30.0)
    """
    theme = films[0].theme
    growth = _growth(films, theme)
    sizes = sorted({round(kind.size * factor) for kind, factor in growth.items()})
    classes: dict[str, Look] = {**theme.get("classes", {}), **{f"s{size}": {"size": size} for size in sizes}}
    dress: Theme = {**theme, "classes": classes}
    grown = []
    for film in films:
        tracks = {
            lens: tuple(Frame(_grown(lens, frame.marks, growth, theme), frame.flights) for frame in frames)
            for lens, frames in film.tracks.items()
        }
        size = film.size[0], round(film.size[1] * STRETCH)
        grown.append(film._replace(tracks=tracks, theme=dress, size=size))
    return grown


def _growth(films: Sequence[Film], theme: Theme) -> dict[Kind, float]:
    """Returns for each kind of text how much larger it can be wherever it stands."""
    least: dict[Kind, float] = {}
    for lens, marks in _pictures(films):
        for width, names in _rows(marks):
            texts = [name for name in names if marks[name]["k"] == "text"]
            kinds = [_kind(lens, name, marks[name], theme) for name in texts]
            needed = sum(_width(marks[name], kind.size) for name, kind in zip(texts, kinds, strict=True))
            left = width - GAP * (len(names) + 1) - SIGN_WIDTH * (len(names) - len(texts))
            fits = next((factor for factor in FACTORS if needed * factor <= left), 1.0)
            for kind in kinds:
                least[kind] = min(least.get(kind, fits), fits)
    return {kind: factor for kind, factor in least.items() if factor > 1}


def _pictures(films: Sequence[Film]) -> Iterator[tuple[str, Marks]]:
    for film in films:
        for lens, frames in film.tracks.items():
            for frame in frames:
                yield lens, frame.marks


def _rows(marks: Marks) -> Iterator[tuple[float, list[str]]]:
    """Walks what stands side by side in a box, from left to right: the box's width, the ids of texts and signs."""
    widths: dict[str, float] = defaultdict(float)
    rows: dict[tuple[str, int], list[str]] = defaultdict(list)
    for name, mark in marks.items():
        parent = mark.get("p", "")
        if mark["k"] == "rect":
            widths[parent] = max(widths[parent], mark.get("w", 0))
        elif mark["k"] in ("text", "path"):
            # A sign hangs from its upper edge, a text from its middle; one row is both.
            middle = mark.get("y", 0) + (SIGN_WIDTH / 4 if mark["k"] == "path" else 0)
            rows[parent, round(middle / ROW_HEIGHT)].append(name)
    for (parent, _), names in rows.items():
        if parent in widths:
            yield widths[parent], sorted(names, key=lambda name: marks[name].get("x", 0))


def _grown(lens: str, marks: Marks, growth: Mapping[Kind, float], theme: Theme) -> Marks:
    """Stretches what is there, writes it larger, and moves what a longer text would run into."""
    grown: dict[str, Mark] = {}
    for name, mark in marks.items():
        grown[name] = mark.copy()
        for key in UPRIGHT:
            if key in mark:
                grown[name][key] = round(mark[key] * STRETCH, 1)
        if mark["k"] != "text":
            continue
        kind = _kind(lens, name, mark, theme)
        if kind in growth:
            kept = [cls for cls in mark.get("c", "").split() if not (cls[:1] == "s" and cls[1:].isdigit())]
            grown[name]["c"] = " ".join([*kept, f"s{round(kind.size * growth[kind])}"])
    for _, names in _rows(marks):
        end = 0.0
        for name in names:
            mark = grown[name]
            look = properties(theme, mark.get("c", ""))
            if "anchor" in look:
                continue
            mark["x"] = round(max(mark["x"], end), 1)
            kind = _kind(lens, name, marks[name], theme)
            width = _width(mark, kind.size) * growth.get(kind, 1) if mark["k"] == "text" else SIGN_WIDTH
            end = mark["x"] + width + GAP
    return grown


def _kind(lens: str, name: str, mark: Mark, theme: Theme) -> Kind:
    size = float(properties(theme, mark.get("c", "")).get("size", TEXT_SIZE))
    return Kind(lens, name.partition(":")[0], name.rpartition("/")[2], size)


def _width(mark: Mark, size: float) -> float:
    return len(str(mark.get("t", ""))) * size * WIDTH_OF_A_LETTER
