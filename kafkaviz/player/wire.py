"""A film as it travels to a browser: its JSON, and beside it every order that the picture depends on."""

from kafkaviz.scene.values import Film, Json


def wire(film: Film) -> Json:
    """Returns the film's JSON with `lenses` in their order, and in each coded step `order`, the ids it brings.

    A notebook file sorts the keys of its objects, but marks are painted and lenses are numbered in their order.

    >>> from kafkaviz.scene.values import Frame, Track
    >>> frames = Frame({"b": {"k": "g"}, "a": {"k": "g"}}), Frame({"b": {"k": "g"}})
    >>> sent = wire(Film("Two", (), {"log": Track((860, 420), frames)}, {}, "log"))
    >>> sent["lenses"], [frame.get("order") for frame in sent["tracks"]["log"]["frames"]]
    (['log'], [['b', 'a'], None])
    """
    sent = film.to_json()
    sent["lenses"] = list(film.tracks)
    for track in sent["tracks"].values():
        for layout in (track, track.get("narrow", {})):
            for frame in layout.get("frames", ()):
                brought = frame.get("k") or frame.get("+")
                if brought:
                    frame["order"] = list(brought)
    return sent
