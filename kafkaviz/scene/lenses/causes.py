"""Draws the marks of causes: a tag with a few words at the node that is the cause, where it covers no words."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product
from typing import Final

from kafkaviz.graph.ids import partition_of
from kafkaviz.scene.canvas import CAUSE, Canvas, position_of
from kafkaviz.scene.layout import Crowd, Room
from kafkaviz.scene.lenses.taken import RIM, is_cell, rooms_of_cards, rooms_of_marks, rooms_of_messages, rooms_of_moved
from kafkaviz.scene.telling.cue import Cue
from kafkaviz.scene.values import Effect, Mark, Marks, Size

MOST: Final = 4
"""How many causes a picture names; of many alike a few tell enough."""
MARKS_OF_A_TAG: Final = 3
LETTER, PAD, HIGH, EDGE = 7.2, 14.0, 18.0, 2.0
RISES: Final = 13.0
"""How much of a tag on the lower edge of its node stays in the node: below it the next one may begin at once."""
MOST_OVER: Final = 8.0
"""How far a tag may reach out of its node on either side and still lie in it."""
FARTHEST: Final = 240
"""How far to the right of its node a tag still seems to be said of that."""
FIRST_PART: Final = re.compile(r"[,:] ")
LEAST_WORDS: Final = 6
"""What stands before a colon or a comma may stand alone, if it is so long: `p0` says nothing."""
APART: Final = 24.0
"""How far apart the spots are that are tried in a wide node."""


def marks_of_causes(
    cues: Sequence[Cue], before: Marks, marks: Marks, effects: Sequence[Effect], size: Size, known: Marks
) -> dict[str, Mark]:
    """Returns the tags of a picture: each at the first of its nodes that is drawn, as near as there is room.

    One that is `known` from the picture before stays where it is.
    """
    canvas, shown, said = Canvas(), dict[str, str](), set[tuple[str, str]]()
    # What is said last of a step stays when it is over: it has its place first.
    cues = sorted((cue for cue in cues if cue.kind == "why"), key=lambda cue: not cue.patient)
    found = [(cue, homes) for cue in _at_one_go(cues, marks) if (homes := _homes(cue, marks, size))]
    if not found:
        return {}
    others = chain(rooms_of_moved(before, marks), rooms_of_messages(effects))
    taken, cards = Crowd(chain(rooms_of_marks(marks), (("", room) for room in others))), Crowd(rooms_of_cards(marks))
    for cue, homes in found:
        if len(canvas.marks) == MOST * MARKS_OF_A_TAG:
            break
        if any((home, cue.text) in said for home, _ in homes):
            continue
        for words, (home, box) in product(forms(cue.text), homes):
            # What is marked where it lies need not be marked again at a broker, nor a broker have a second cause so.
            if home != cue.end and (cue.text in shown.values() or home in shown):
                break
            if words != cue.text and home in shown:
                continue
            text = words if home == cue.end and not _is_row(box, cue, marks) else _with_partition(cue, words, marks)
            wide, name = len(text) * LETTER + PAD, f"{CAUSE}{home} {text}"
            stood = [Room(known[name]["x"], known[name]["y"], wide, HIGH)] if name in known else []
            row = _in_row(home, box, wide, marks)
            outside = _around(box, wide, beside=_log_of(home, marks) is None)
            spots = chain(stood, _in_node(box, wide), row, _across(box, wide), outside)
            free = (spot for spot in spots if _is_within(spot, size) and taken.is_free(spot, home))
            if (
                name in canvas.marks
                or (spot := _nearest(free, box, cards) or _over_records(home, box, wide, marks, taken)) is None
            ):
                continue
            canvas.group(name, spot.x, spot.y, layer="over")
            canvas.box(name, "box", (0.0, 0.0, wide, HIGH), "why")
            canvas.words(name, "words", (wide / 2, HIGH / 2), text, "t-inverse s12 b mid")
            taken.add("", spot)
            shown[home] = cue.text
            said.add((home, cue.text))
            break
    return canvas.marks


def forms(text: str) -> tuple[str, ...]:
    """Returns what a tag says, in all its words, and what it says where there is no room for them.

    >>> forms("election timeout 1.4 s, 1 of 2 votes"), forms("log was behind")
    (('election timeout 1.4 s, 1 of 2 votes', 'election timeout 1.4 s'), ('log was behind',))
    """
    short = FIRST_PART.split(text, maxsplit=1)[0]
    return (text,) if short == text or len(short) < LEAST_WORDS else (text, short)


def _with_partition(cue: Cue, words: str, marks: Marks) -> str:
    """Returns what a tag says at a broker that is drawn with several copies: of which one it is said."""
    copies = {node.removesuffix("/box") for node in marks if node.startswith("replica:") and node.endswith("/box")}
    drawn = {*map(partition_of, copies)}
    if cue.end not in copies or len(drawn) < 2:
        return words
    home, _, number = partition_of(cue.end).rpartition("-")
    several = any(other.rpartition("-")[0] != home for other in drawn)
    name = f"{home.partition(':')[2]}-{number}" if several else f"p{number}"
    return words if name in FIRST_PART.split(words)[0].split() else f"{name}{'' if ':' in words else ':'} {words}"


def _is_row(box: Room, cue: Cue, marks: Marks) -> bool:
    """Tells whether a node is a row of a card that is too low for a tag, which then stands at the card."""
    card = marks.get(f"{cue.about[0]}/box") if cue.about else None
    if card is None or box.h >= 2 * HIGH:
        return False
    return _contains(Room(*position_of(f"{cue.about[0]}/box", marks), card["w"], card["h"]), box)


def _at_one_go(cues: Sequence[Cue], marks: Marks) -> Iterator[Cue]:
    """Yields causes, those that several copies of a broker have in common once, at the broker itself."""
    drawn = Counter((cue.text, cue.about) for cue in set(cues) if f"{cue.end}/box" in marks)
    for cue in cues:
        is_common = drawn[cue.text, cue.about] > 1 and any(f"{node}/box" in marks for node in cue.about)
        yield cue._replace(end=cue.about[0], about=()) if is_common else cue


def _nearest(spots: Iterable[Room], home: Room, cards: Crowd) -> Room | None:
    """Returns the first spot in no other node, else one whose middle is at its own, else None."""
    reaching = None
    for spot in spots:
        if all(_contains(card, home) or (_contains(home, card) and is_cell(card)) for _, card in cards.overlaps(spot)):
            return spot
        if reaching is None and home.x <= spot.x + spot.w / 2 <= home.x + home.w:
            reaching = spot
    return reaching


def _homes(cue: Cue, marks: Marks, size: Size) -> list[tuple[str, Room]]:
    """Returns the nodes at which a cause may be marked, those that are in the picture, each with its place."""
    # What lies in a copy with a log of its own is not said where only its broker's session stands.
    nodes = (cue.end, *(() if f"{cue.end}/log" in marks and cue.end.startswith("replica:") else cue.about))
    return [(node, box) for node in nodes if (box := _box(node, marks, size)) is not None]


def _box(node: str, marks: Marks, size: Size) -> Room | None:
    """Returns the place of a node's box, where it is in the picture."""
    box = marks.get(f"{node}/box") if node else None
    if box is None:
        return None
    x, y = position_of(f"{node}/box", marks)
    room = Room(x, y, box["w"], box["h"])
    return room if _is_within(room, size) else None


def _in_node(home: Room, wide: float) -> Iterator[Room]:
    """Yields where a tag may be in its node, the lowest first."""
    if wide <= home.w - 12:
        yield from (Room(x, y, wide, HIGH) for y in _levels(home) for x in _columns(home, wide))


def _across(home: Room, wide: float) -> Iterator[Room]:
    """Yields where a tag may be that is as wide as its node or little wider: across its middle, the lowest first."""
    if home.w - 12 < wide <= home.w + 2 * MOST_OVER:
        yield from (Room(home.x + (home.w - wide) / 2, y, wide, HIGH) for y in _levels(home))


def _in_row(node: str, home: Room, wide: float, marks: Marks) -> Iterator[Room]:
    """Yields where a tag may be in the log beside its node, the nearest first: that is of the same node."""
    log = _log_of(node, marks)
    if log is None:
        return
    last = home.x + log["x"] + log["w"] - wide - 8
    xs = (home.x + 8 + 12 * n for n in range(max(0, int((last - home.x - 8) // 12) + 1)))
    yield from (Room(x, y, wide, HIGH) for x in xs for y in (home.y + home.h - HIGH - RIM / 3, *_levels(home)))


def _log_of(node: str, marks: Marks) -> Mark | None:
    log = marks.get(f"{node}/log")
    return None if log is None or log["k"] != "rect" else log


def _over_records(node: str, home: Room, wide: float, marks: Marks, taken: Crowd) -> Room | None:
    """Returns where a tag may be in a log that has no other room: over its records, but over none of their words."""
    copy = node.partition(":")[2]
    spots = _in_row(node, home, wide, marks)
    return next(
        (s for s in spots if all(owner.partition(":")[2].startswith(f"{copy}#") for owner, _ in taken.overlaps(s))),
        None,
    )


def _around(home: Room, wide: float, *, beside: bool) -> Iterator[Room]:
    """Yields where a tag may be on the edge of its node, below, above and `beside` it, and at last right of it."""
    low = home.y + home.h
    for y in (low - RISES, low - HIGH / 2, low + 1, home.y - RISES, home.y - HIGH / 2, home.y - HIGH - 1):
        yield from (Room(x, y, wide, HIGH) for x in _columns(home, wide))
    if not beside:
        return
    for x in (home.x + home.w + 3, home.x + home.w + 12, home.x - wide - 3):
        yield from (Room(x, home.y + (home.h - HIGH) * part, wide, HIGH) for part in (0.5, 1.0, 0.0))
    away = range(0, FARTHEST, 12)
    yield from (Room(home.x + home.w + x, home.y + (home.h - HIGH) / 2, wide, HIGH) for x in away)


def _levels(home: Room) -> list[float]:
    return [home.y + home.h - HIGH - 5 - 5 * n for n in range(int((home.h - HIGH - 10) // 5) + 1)]


def _columns(home: Room, wide: float) -> list[float]:
    last = home.x + home.w - wide - 8
    between = (last - APART * n for n in range(1, int((last - home.x) // APART)))
    beyond = [home.x + home.w / 2] if wide > home.w else []
    return [*dict.fromkeys((home.x + 8, home.x + (home.w - wide) / 2, last, *between, *beyond))]


def _contains(room: Room, other: Room) -> bool:
    """Tells whether one room has another in it, or is the same."""
    return (
        room.x - RIM <= other.x
        and room.y - RIM <= other.y
        and other.x + other.w <= room.x + room.w + RIM
        and other.y + other.h <= room.y + room.h + RIM
    )


def _is_within(room: Room, size: Size) -> bool:
    return room.x >= EDGE and room.y >= EDGE and room.x + room.w <= size[0] - EDGE and room.y + room.h <= size[1] - EDGE
