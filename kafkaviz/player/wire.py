"""A film as it travels to a browser: its JSON, with every order that the picture depends on."""

from collections.abc import Sequence

from kafkaviz.scene.values import Film, Json, track_json

MOST_MARKS = 40_000
"""A film whose frames hold more marks than this travels with its opening lens alone; the others come when asked for."""


def wire(film: Film, lens: str | None = None) -> Json:
    """Returns the film's JSON with `lenses` in their order, and what a frame brings as pairs of id and mark.

    A notebook file sorts the keys of its objects, but marks are painted and lenses are numbered in their order.
    With a `lens` it holds that one alone.

    >>> from kafkaviz.scene.values import Frame, Track
    >>> frames = Frame({"b": {"k": "g"}, "a": {"k": "g"}}), Frame({"b": {"k": "g"}})
    >>> sent = wire(Film("Two", (), {"log": Track((860, 420), frames)}, {}, "log"))
    >>> sent["lenses"], sent["tracks"]["log"]["frames"]
    (['log'], [{'k': [['b', {'k': 'g'}], ['a', {'k': 'g'}]]}, {'-': ['a']}])
    """
    kept = film.tracks if lens is None else {lens: film.tracks[lens]}
    sent = film._replace(tracks=kept).to_json() | {"lenses": list(film.tracks)}
    for track in sent["tracks"].values():
        _ordered(track)
    return sent


def wire_track(film: Film, lens: str) -> Json:
    """Returns one lens as it travels on demand."""
    return _ordered(track_json(film.tracks[lens]))


def at_once(film: Film, lens: str) -> str | None:
    """Returns the lens that travels alone because the whole film would be too much, or None: all of it travels."""
    lens = lens if lens in film.tracks else film.lens
    frames = film.tracks[lens].frames
    return lens if len(frames) * len(frames[-1].marks) > MOST_MARKS else None


def wire_each(films: Sequence[Film], _: object) -> list[Json]:
    """Returns films as they travel to a browser."""
    return [wire(film) for film in films]


def _ordered(track: Json) -> Json:
    for layout in (track, track.get("narrow", {})):
        for frame in layout.get("frames", ()):
            for code in ("k", "+"):
                if code in frame:
                    frame[code] = [[name, mark] for name, mark in frame[code].items()]
    return track
