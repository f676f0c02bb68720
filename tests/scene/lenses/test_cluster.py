"""The lens cluster: what may be cut of a long name, and what must be read."""

import re

from kafkaviz.lab import Lab
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.values import NARROW

NARROW_LETTER, BOLD_LETTER = 7.2, 0.7
"""How wide a bold letter of 12 units is in a name, and one of a record's capitals for each unit of its size."""


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


def test_in_a_narrow_picture_no_word_lies_on_another_and_a_record_is_as_wide_as_its_value() -> None:
    lab = Lab(4).create_topic("sports_news", 3, 3).create_topic("weather", 4, 1).send("sports_news", "ABC", "DEF", "G")
    narrow = film_of(lab.history, lens="cluster").tracks["cluster"].others["narrow"]
    marks = narrow.frames[-1].marks
    rows = [name.removesuffix("/name") for name in marks if name.startswith("replica:") and name.endswith("/name")]
    for row in rows:
        # The sign of its role stands at the row's end.
        ends = marks[f"{row}/name"]["x"] + len(marks[f"{row}/name"]["t"]) * NARROW_LETTER
        assert ends <= marks[f"{row}/role"]["x"] - 12, marks[f"{row}/name"]
        if f"{row}/flag" in marks:
            low = max(mark["y"] for name, mark in marks.items() if name.endswith("/offset")) + marks[f"{row}/box"]["y"]
            record = next(m for n, m in marks.items() if n.startswith("record:") and m["k"] == "g")
            assert low + record["y"] + 5 <= marks[f"{row}/flag"]["y"]
    for name, mark in marks.items():
        if name.startswith("record:") and name.endswith("/value"):
            size = 12 if "s12" in mark["c"] else 14
            assert len(mark["t"]) * size * BOLD_LETTER <= marks[name.replace("/value", "/box")]["w"] + 2, mark
    believed = [mark["t"] for name, mark in marks.items() if "/belief" in name and name[-1].isdigit()]
    assert believed and all(re.search(r"\d → \d$", text) for text in believed), believed


def test_what_a_consumer_says_of_where_it_reads_next_ends_inside_its_box() -> None:
    film = Lab().create_topic("letters", 3, 3).send("letters", "ABC", "DEF", "GHI").poll("letters").film().film
    track = film.tracks["cluster"]
    said = []
    for layout in (track, *track.others.values()):
        marks = layout.frames[-1].marks
        said.append(marks["consumer:consumer/next"]["t"])
        assert len(said[-1]) * NARROW_LETTER <= marks["consumer:consumer/box"]["w"] - 4, said
    assert said == ["reads next", "next"]
