"""A film keeps its orders on the way to a browser, whatever a file does to the keys of its objects."""

import json

from kafkaviz.player.wire import wire
from kafkaviz.scene.values import decode


def test_sorted_keys_lose_nothing(film):
    sent = json.loads(json.dumps(wire(film), sort_keys=True))
    assert sent["lenses"] == ["cluster", "log"]
    for lens, track in film.tracks.items():
        first, *others = sent["tracks"][lens]["frames"]
        assert first["order"] == list(track.frames[0].marks) != list(first["k"])
        assert all(sorted(frame["order"]) == list(frame["+"]) for frame in others if "+" in frame)
    narrow = sent["tracks"]["cluster"]["narrow"]["frames"]
    assert narrow[0]["order"] == list(film.tracks["cluster"].narrow.frames[0].marks)


def test_the_film_of_the_seam_is_inside(film):
    sent = wire(film)
    assert film.to_json().items() <= {**sent, "tracks": film.to_json()["tracks"]}.items()
    for lens, track in film.tracks.items():
        assert decode(sent["tracks"][lens]["frames"], 4) == dict(track.frames[4].marks)
