"""A film as it travels to a browser: its JSON, and beside it every order that the picture depends on."""

from kafkaviz.scene.values import Film, Json


def wire(film: Film) -> Json:
    """Returns the film's JSON with `lenses` in their order, and in each coded step `order`, the ids it brings.

    A notebook file sorts the keys of its objects, but marks are painted and lenses are numbered in their order.

    >>> from kafkaviz.scene.values import Frame
    >>> frames = Frame({"b": {"k": "g"}, "a": {"k": "g"}}), Frame({"b": {"k": "g"}})
    >>> sent = wire(Film("Two", (), {"log": frames}, {}, "log"))
    >>> sent["lenses"], [step.get("order") for step in sent["tracks"]["log"]]
    (['log'], [['b', 'a'], None])
    """
    sent = film.to_json()
    sent["lenses"] = list(film.tracks)
    for steps in sent["tracks"].values():
        for step in steps:
            brought = step.get("k") or step.get("+")
            if brought:
                step["order"] = list(brought)
    return sent
