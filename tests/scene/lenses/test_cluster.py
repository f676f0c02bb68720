"""The lens cluster: what may be cut of a long name, and what must be read."""

import re

from kafkaviz.lab import Lab
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.values import NARROW


def test_of_a_partition_with_a_long_name_the_metadata_log_keeps_the_leader_and_a_broker_its_number() -> None:
    name = "a-topic-whose-name-is-long"
    # Of ten brokers tiles are drawn, and no metadata log.
    for brokers in (3, 5):
        lab = Lab(brokers).create_topic(name, 2, 3).create_topic("b", 1, 3).add_broker(brokers + 1)
        track = film_of(lab.history, lens="cluster").tracks["cluster"]
        assert list(track.others) == ["narrow"]
        for frames in (track.frames, *(layout.frames for layout in track.others.values())):
            marks = [(n, m) for frame in frames for n, m in frame.marks.items() if m["k"] == "text"]
            entries = {m["t"] for n, m in marks if n.startswith("deco/entry")}
            leaders = [text for text in entries if "→" in text]
            assert leaders and all(re.search(r"-\d → \d$", text) for text in leaders), entries
            assert {f"{brokers + 1} registered", f"{brokers + 1} unfenced"} <= entries
            names = [m["t"] for n, m in marks if n.startswith("replica:") and n.endswith("/name")]
            assert all(re.search(r"-\d$|^p\d$", text) for text in names), names


def test_beside_a_small_screens_sidebar_three_brokers_and_three_records_have_room() -> None:
    """A record that fits is never left out while a slot is empty."""
    film = Lab().create_topic("letters", 3, 3).send("letters", "ABC", "DEF", "GHI").poll("letters").film().film
    track = film.tracks["cluster"]
    for layout in (track, *track.others.values()):
        last = layout.frames[-1].marks
        right = [
            mark["x"] + last[f"{name}/box"]["w"]
            for name, mark in last.items()
            if name.startswith("broker:") and mark["k"] == "g"
        ]
        assert len(right) == 3 and max(right) <= layout.size[0]
        values = [mark["t"] for name, mark in last.items() if name.startswith("record:") and name.endswith("/value")]
        assert sorted(values) == sorted(["ABC", "DEF", "GHI"] * 3), layout.size
    assert track.others["narrow"].size == NARROW
