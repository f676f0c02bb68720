"""A film as it travels to a browser: its JSON, with every order that the picture depends on."""

from collections.abc import Sequence
from itertools import groupby

from kafkaviz.scene.values import Film, Json, Track, track_json

MOST_MARKS = 10_000
"""A film whose frames hold more marks than this travels with its opening lens alone, drawn wide: no lesson's do.

The other lenses, and what is drawn narrow, come when asked for.
"""


def wire(film: Film, lens: str | None = None) -> Json:
    """Returns the film's JSON with `lenses` in their order, and what a frame brings as pairs of id and mark.

    A notebook file sorts the keys of its objects, but marks are painted and lenses are numbered in their order. What a
    frame brings stands behind what it brought just before, the first of all last; any other names as a third the mark
    it stands behind (None: it is the first). A frame that changes the order of those that stay says their `order`. What
    it is about are ids in groups: how they begin, then the end of each. With a `lens` the film holds that one alone,
    drawn wide.

    >>> from kafkaviz.scene.values import Frame, Track
    >>> frames = Frame({"b": {"k": "g"}, "a": {"k": "g"}}), Frame({"b": {"k": "g"}})
    >>> sent = wire(Film("Two", (), {"log": Track((860, 420), frames)}, {}, "log"))
    >>> sent["lenses"], sent["tracks"]["log"]["frames"]
    (['log'], [{'k': [['b', {'k': 'g'}], ['a', {'k': 'g'}]]}, {'-': ['a']}])
    """
    kept = film.tracks if lens is None else {lens: _wide(film.tracks[lens])}
    sent = film._replace(tracks=kept).to_json() | {"lenses": list(film.tracks)}
    for name, track in sent["tracks"].items():
        _ordered(track, kept[name])
    return sent


def wire_track(film: Film, lens: str) -> Json:
    """Returns one lens as it travels on demand: drawn wide, with the size of what is drawn narrow."""
    track = _wide(film.tracks[lens])
    return _ordered(track_json(track), track)


def wire_narrow(film: Film, lens: str) -> Json:
    """Returns the narrow drawing of one lens, which is sent on demand: the part of a track, or nothing."""
    narrow = film.tracks[lens].narrow
    return {} if narrow is None else {"narrow": wire_track(film._replace(tracks={lens: Track(*narrow)}), lens)}


def at_once(film: Film, lens: str) -> str | None:
    """Returns the lens that travels alone because the whole film would be too much, or None: all of it travels."""
    lens = lens if lens in film.tracks else film.lens
    frames = film.tracks[lens].frames
    return lens if len(frames) * len(frames[-1].marks) > MOST_MARKS else None


def _wide(track: Track) -> Track:
    """Returns a track whose narrow frames are not drawn yet, so that it has none."""
    return track if track.narrow is None else track._replace(narrow=track.narrow._replace(frames=()))


def _ordered(sent: Json, track: Track) -> Json:
    layouts = [(sent, track.frames), *((sent[name], layout.frames) for name, layout in track.others.items())]
    for layout, frames in layouts:
        before: Sequence[str] = ()
        for frame, coded in zip(frames, layout["frames"], strict=True):
            ids = list(frame.marks)
            if "about" in coded:
                coded["about"] = _grouped(coded["about"])
            if "k" in coded:
                coded["k"] = [[name, mark] for name, mark in coded["k"].items()]
            elif "+" in coded:
                _placed(coded, before, ids)
            before = ids
    return sent


def _placed(coded: Json, before: Sequence[str], ids: Sequence[str]) -> None:
    """Says where in the order of a frame's marks those belong that it brings."""
    brought, gone = coded["+"], set(coded.get("-", ()))
    stayed = [name for name in before if name not in gone]
    stay = [name for name in ids if name not in brought]
    if stay != stayed:
        coded["order"] = stay
    coded["+"], expected = [], stay[-1] if stay else None
    for name, behind in zip(ids, [None, *ids], strict=False):
        if name in brought:
            coded["+"].append([name, brought[name], *([] if behind == expected else [behind])])
            expected = name


def _grouped(names: Sequence[str]) -> list[list[str]]:
    """Returns ids, those that follow each other in one group together: how they begin, then the end of each.

    >>> _grouped(["group:a", "member:a/C0", "member:a/C1"])
    [['', 'group:a'], ['member:a/', 'C0', 'C1']]
    """
    groups = groupby(names, lambda name: name[: name.rfind("/") + 1])
    return [[home, *(name.removeprefix(home) for name in several)] for home, several in groups]
