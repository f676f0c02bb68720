"""From the cues of a step to the effects of a frame: what a lens shows, which way it goes, and what it is about."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from itertools import chain
from typing import Any, Protocol

from kafkaviz.scene.canvas import DECORATION, position_of
from kafkaviz.scene.film.timing import LENGTH_MS, Timed, time_cues
from kafkaviz.scene.film.waiting import silence
from kafkaviz.scene.routing import Port, Way
from kafkaviz.scene.telling.cue import Cue, loose
from kafkaviz.scene.values import MESSAGES, Effect, Marks, Point

Ways = Callable[[Any, Sequence[Timed]], Sequence[Way]]
"""Returns the way of each message on a stage."""


class Stage(Protocol):
    """Where everything stands for a whole film; messages start and end at nodes that have a port."""

    @property
    def ports(self) -> Mapping[str, Port]:
        """Where messages enter a node."""


def effects_of(
    cues: Sequence[Cue], stage: Stage, ways: Ways, before: Marks, after: Marks
) -> tuple[tuple[Effect, ...], tuple[str, ...]]:
    """Returns the effects of a step in one lens, and the marks that it is about."""
    every_cue, cues = cues, _turned_once(_written_on_the_new(cues, before, after))
    if flipped := {cell for cue in cues if cue.kind == "flip" for cell in cue.cells}:
        # What stays as it is does not turn into itself; what is written on a node turns with it, to be read on it.
        turned = _otherwise(before, after) - {cell for cell in flipped if _goes_with(cell, flipped, before, after)}
        cues = [_kept(cue, turned) if cue.kind == "flip" else cue for cue in cues]
    shown = [seen for cue in cues if (seen := _seen(cue, stage.ports, before, after)) is not None]
    coming = _coming(shown, before, after)
    come_ms = LENGTH_MS["come"] if coming else 0
    times = [t._replace(at=t.at + come_ms) for t in time_cues(shown)]
    messages = [t for t in times if t.is_message]
    way = dict(zip((id(t) for t in messages), ways(stage, messages), strict=True))
    chips = sum(each.chip is not None for each in way.values())
    effects: list[Effect] = [{"k": "come", "at": 0, "ms": come_ms, "m": coming}] if coming else []
    for t in times:
        effects += (
            silence(t, before, after) if t.cue.kind == "wait" else [_effect(t, way.get(id(t)), chips, before, after)]
        )
    return tuple(effects), about_of([*every_cue, *_elsewhere(messages, stage.ports)], after)


def _turned_once(cues: Sequence[Cue]) -> list[Cue]:
    """Returns cues in which whoever turns before anything is sent does not turn again: it would be as it was till then.

    >>> turns = Cue("flip", cells=("a",))
    >>> [cue.cells for cue in _turned_once([turns, Cue("ask", "a", "b"), turns])]
    [('a',), (), ()]
    """
    turned, found, is_sent = set[str](), list[Cue](), False
    for cue in cues:
        if cue.kind == "flip" and is_sent:
            cue = cue._replace(cells=tuple([cell for cell in cue.cells if cell not in turned]))
        elif cue.kind == "flip":
            turned.update(cue.cells)
        is_sent |= cue.kind in MESSAGES
        found.append(cue)
    return found


def _elsewhere(messages: Iterable[Timed], ports: Mapping[str, Port]) -> list[Cue]:
    """Returns marks of whatever has the port of one who talks: it is the same one, drawn at another place."""
    ends = [end for t in messages for end in (t.cue.start, t.cue.end)]
    return [Cue("why", end=node) for end in ends for node, port in ports.items() if port is ports[end] and node != end]


def _written_on_the_new(cues: Sequence[Cue], before: Marks, after: Marks) -> Sequence[Cue]:
    """Returns cues in which of a node that comes to talk turns what it learns, beside its box and its name.

    These are there as soon as it talks.
    """
    new = {cue.start for cue in cues if cue.kind in MESSAGES and cue.start in after and cue.start not in before}
    if not any(cue.kind == "flip" and not new.isdisjoint(cue.cells) for cue in cues):
        return cues
    parts = {
        node: [name for name, mark in after.items() if mark.get("p") == node and name not in _first_seen(node)]
        for node in new
    }
    return [
        cue._replace(cells=tuple(chain.from_iterable(parts.get(cell, [cell]) for cell in cue.cells)))
        if cue.kind == "flip"
        else cue
        for cue in cues
    ]


def _first_seen(node: str) -> tuple[str, str]:
    return f"{node}/box", f"{node}/name"


def _otherwise(before: Marks, after: Marks) -> set[str]:
    """Returns the marks that are new, gone or otherwise, and what they are in."""
    new = (name for name, mark in after.items() if (old := before.get(name)) is not mark and old != mark)
    gone = (name for name in before if name not in after)
    return {
        each
        for marks, names in ((after, new), (before, gone))
        for name in names
        for each in (name, *_parents(name, marks))
    }


def _goes_with(name: str, flipped: Set[str], before: Marks, after: Marks) -> bool:
    """Tells whether a mark looks otherwise because the node that it is in does, which turns as well."""
    old, new = before.get(name), after.get(name)
    return old is not None and new is not None and new.get("p") in flipped and old.get("c") != new.get("c")


def _kept(cue: Cue, turned: Set[str]) -> Cue:
    return cue._replace(cells=tuple([cell for cell in cue.cells if cell in turned]))


def _seen(cue: Cue, ports: Mapping[str, Port], before: Marks, after: Marks) -> Cue | None:
    """Returns what a lens shows of a cue, or None."""
    seen = cue
    if cue.load:
        seen = loose(cue, [n for n, cell in enumerate(cue.cells) if cell in after])
    elif cue.cells or cue.sources:
        cells = [n for n, cell in enumerate(cue.cells) if cell in (before if cue.kind == "drop" else after)]
        sources = [cue.sources[n] for n in cells if n < len(cue.sources)]
        seen = cue._replace(cells=tuple([cue.cells[n] for n in cells]), sources=tuple(sources))
    if cue.kind in MESSAGES:
        a, b = ports.get(cue.start), ports.get(cue.end)
        there = all(_is_drawn(end, before) or _is_drawn(end, after) for end in (cue.start, cue.end))
        if there and a is not None and b is not None and a != b:
            return seen
        # Where its sender is not to be seen, what a message brings is there all the same.
        return seen._replace(kind="write", start="", text="", load=()) if seen.cells else None
    return seen if seen.cells or cue.kind == "wait" or (cue.kind == "why" and cue.patient) else None


def _is_drawn(node: str, marks: Marks) -> bool:
    """Tells whether a node is in the picture, and not only told in it as one of many that have no room."""
    return node in marks and (marks[node]["k"] != "g" or f"{node}/box" in marks)


def _coming(cues: Sequence[Cue], before: Marks, after: Marks) -> list[str]:
    """Returns those who are new in the picture and talk in this step: nobody talks before one sees who it is."""
    if not before:
        return []
    ends = dict.fromkeys(end for cue in cues if cue.kind in MESSAGES for end in (cue.start, cue.end))
    brought = {cell for cue in cues for cell in cue.cells}
    return [end for end in ends if end in after and end not in before and end not in brought]


def _effect(t: Timed, way: Way | None, chips: int, before: Marks, after: Marks) -> Effect:
    """Returns the effect of a cue; its chip has a number only where several of them have a chip."""
    cue = t.cue
    effect: Effect = {"k": cue.kind, "at": t.at, "ms": t.ms}
    if way is not None:
        effect["path"] = [(round(x, 1), round(y, 1)) for x, y in way.path]
        if cue.hush:
            effect |= {"t": cue.text, "hush": 1}
        elif way.chip is not None:
            effect |= {"t": way.text, "chip": way.chip}
        if t.number and way.chip is not None and chips > 1:
            effect["n"] = t.number
    if cue.cells:
        effect["m"] = list(cue.cells)
    if cue.load:
        effect["load"] = list(cue.load)
    if cue.kind == "why":
        effect["t"] = cue.text
    if cue.sources and way is not None:
        effect["src"] = [_source(source, before, after, effect["path"][0]) for source in cue.sources]
    if cue.kind == "flip":
        swell = [c for c in cue.cells if _leads(c, after) and c in before and not _leads(c, before)]
        effect |= {"swell": swell} if swell else {}
    return effect


def _leads(node: str, marks: Marks) -> bool:
    box = marks.get(f"{node}/box")
    return box is not None and box.get("c") == "leader"


def _source(name: str, before: Marks, after: Marks, way_in: Point) -> str | Point:
    """Returns the mark that something starts at, the place where it was when it is gone, or where its way begins."""
    if name in after:
        return name
    return position_of(name, before) if name in before else way_in


def about_of(cues: Sequence[Cue], marks: Marks) -> tuple[str, ...]:
    """Returns the marks that stay bright: the nodes of the cues, and the box and the name of what they sit in."""
    nodes = dict.fromkeys(chain.from_iterable(map(_nodes, cues)))
    drawn = [at for name in nodes for at in (name, f"{DECORATION}{name}", f"{DECORATION}{name.split(':')[0]}")]
    shown = dict.fromkeys([node for node in drawn if node in marks])
    found: dict[str, None] = {}
    for node in shown:
        parents = _parents(node, marks)
        if not shown.keys().isdisjoint(parents):
            continue
        found[node] = None
        for parent in parents:
            parts = [f"{parent}/{part}" for part in ("box", "name", "status", "crown")]
            found |= dict.fromkeys([mark for mark in parts if mark in marks])
    return tuple(found)


def _nodes(cue: Cue) -> Iterable[str]:
    return filter(None, (cue.start, cue.end, *cue.cells, *cue.about))


def _parents(node: str, marks: Marks) -> list[str]:
    found: list[str] = []
    parent = marks[node].get("p", "")
    while parent:
        found.append(parent)
        parent = marks[parent].get("p", "")
    return found
