"""A film keeps its orders on the way to a browser, whatever a file does to the keys of its objects."""

import json

from kafkaviz.player.wire import wire
from kafkaviz.scene.values import decode


def test_sorted_keys_lose_nothing(film):
    sent = json.loads(json.dumps(wire(film), sort_keys=True))
    assert sent["lenses"] == ["cluster", "log"]
    for lens, frames in film.tracks.items():
        first, *others = sent["tracks"][lens]
        assert first["order"] == list(frames[0].marks) != list(first["k"])
        assert all(sorted(step["order"]) == list(step["+"]) for step in others if "+" in step)


def test_the_film_of_the_seam_is_inside(film):
    sent = wire(film)
    assert film.to_json().items() <= {**sent, "tracks": film.to_json()["tracks"]}.items()
    for lens, frames in film.tracks.items():
        assert decode(sent["tracks"][lens], 4) == dict(frames[4].marks)
