"""A film keeps its orders on the way to a browser, whatever a file does to the keys of its objects."""

import json

from kafkaviz.player.wire import wire, wire_track
from kafkaviz.scene.values import Film, Frame, Track


def test_sorted_keys_lose_nothing(film):
    sent = json.loads(json.dumps(wire(film), sort_keys=True))
    assert sent["lenses"] == ["cluster", "log"]
    for lens, track in film.tracks.items():
        frames = sent["tracks"][lens]["frames"]
        assert [name for name, _ in frames[0]["k"]] == list(track.frames[0].marks)
    narrow = sent["tracks"]["cluster"]["narrow"]["frames"]
    assert dict(narrow[0]["k"]) == dict(film.tracks["cluster"].narrow.frames[0].marks)


def test_the_film_of_the_seam_is_inside(film):
    sent, plain = wire(film), film.to_json()
    assert {**plain, "tracks": None}.items() <= {**sent, "tracks": None}.items()
    for lens, track in plain["tracks"].items():
        for one, other in zip(sent["tracks"][lens]["frames"], track["frames"], strict=True):
            pairs = {code: {name: mark for name, mark, *_ in one[code]} for code in ("k", "+") if code in one}
            about = {"about": [home + end for home, *ends in one["about"] for end in ends]} if "about" in one else {}
            assert {code: part for code, part in (one | pairs | about).items() if code != "order"} == other


def test_a_lens_travels_alone_where_only_that_is_wanted(film):
    assert wire(film, "log")["tracks"] == {"log": wire_track(film, "log")} and wire(film, "log")["lenses"] == [
        "cluster",
        "log",
    ]


def test_what_is_brought_says_where_it_stands():
    def sent(*orders: str) -> list[dict]:
        frames = tuple(Frame({name: {"k": "g"} for name in order}) for order in orders)
        return wire(Film("t", (), {"l": Track((9, 9), frames)}, {}, "l"))["tracks"]["l"]["frames"][1:]

    g = {"k": "g"}
    assert sent("ac", "acd") == [{"+": [["d", g]]}]
    assert sent("ac", "xabyc") == [{"+": [["x", g, None], ["b", g, "a"], ["y", g]]}]
    assert sent("ac", "abdcxy") == [{"+": [["b", g, "a"], ["d", g], ["x", g, "c"], ["y", g]]}]
    assert sent("abc", "cxb") == [{"+": [["x", g, "c"]], "-": ["a"], "order": ["c", "b"]}]
    assert sent("a", "bcd") == [{"+": [["b", g], ["c", g], ["d", g]], "-": ["a"]}]
