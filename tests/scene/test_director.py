"""Films: the picture shows exactly the graph, things keep their places, and the story can be told."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafkaviz.graph.lenses import Focus, lens_graph
from kafkaviz.lab import Lab
from kafkaviz.model.core.cluster import Cluster
from kafkaviz.scene.canvas import CAUSE, DECORATION
from kafkaviz.scene.film.director import busiest_focus, film_of
from kafkaviz.scene.film.moments import shots
from kafkaviz.scene.lenses import LENSES
from kafkaviz.scene.values import MESSAGES, Film, Layout, Track, decode, encode
from tests.sampling import every


def layouts(track: Track) -> list[Layout]:
    return [Layout(track.size, track.frames), *track.others.values()]


@cache
def busy_lab(kafka: str = "4.4") -> Lab:
    lab = Lab(3, kafka=kafka).create_topic("letters", partitions=3, replication_factor=3)
    lab.join("app", "C0", "C1", topics=["letters"]).leave("app", "C1")
    lab.send("letters", "ABC", ("k", "DEF"), "GHI").poll("letters").pause(3).send("letters", "JKL", acks=1)
    return lab.kill(1).tick(40_000).resume(3).restart(1).elect_preferred("letters", 0)


@cache
def busy_film(lens: str, kafka: str = "4.4") -> Film:
    return film_of(busy_lab(kafka).history, lens=lens, lenses=[lens], focus=Focus("letters"))


@pytest.mark.parametrize(
    "kafka", ["4.4", *(pytest.param(era, marks=pytest.mark.slow) for era in ("3.9", "2.3", "0.10"))]
)
@pytest.mark.parametrize("lens", every(2, LENSES, whole=1))
def test_the_nodes_a_scene_shows_are_exactly_the_graphs(lens: str, kafka: str) -> None:
    moments = [shot.after for shot in shots(busy_lab(kafka).history)]
    graphs = [lens_graph(moment, LENSES[lens].graph, Focus("letters")) for moment in moments]
    for _, frames in layouts(busy_film(lens, kafka).tracks[lens]):
        for frame, graph in zip(frames, graphs, strict=True):
            groups = {n for n, mark in frame.marks.items() if mark["k"] == "g" and not n.startswith(DECORATION)}
            drawn = {name for name in groups if not any(name.startswith(f"{other}/") for other in groups)}
            assert drawn - graph.graph.get("waiting", {}).keys() == set(graph) - graph.graph.get("waiting", {}).keys()


@pytest.mark.parametrize("lens", ["cluster", "replication"])
def test_nothing_jumps_a_node_keeps_its_place_through_the_film(lens: str) -> None:
    for _, frames in layouts(busy_film(lens).tracks[lens]):
        places: dict[str, set[tuple[float, float]]] = {}
        for frame in frames:
            for name, mark in frame.marks.items():
                # A reason that comes again, later, may find another place.
                if mark["k"] == "g" and not name.startswith(("record:", f"{DECORATION}entry", CAUSE)):
                    places.setdefault(name, set()).add((mark["x"], mark["y"]))
        assert [name for name, seen in places.items() if len(seen) > 1] == []


@pytest.mark.parametrize("kafka", ["4.4", pytest.param("2.3", marks=pytest.mark.slow)])
@pytest.mark.parametrize("lens", every(2, LENSES, whole=1))
def test_every_mark_stays_on_the_stage_and_inside_its_parents(lens: str, kafka: str) -> None:
    for (width, height), frames in layouts(busy_film(lens, kafka).tracks[lens]):
        for frame in frames:
            for name, mark in frame.marks.items():
                x, y, parent = mark.get("x", 0), mark.get("y", 0), mark.get("p")
                while parent:
                    x, y = x + frame.marks[parent].get("x", 0), y + frame.marks[parent].get("y", 0)
                    parent = frame.marks[parent].get("p")
                assert -1 <= x <= width + 1 and -1 <= y <= height + 1, name
                assert x + mark.get("w", 0) <= width + 1 and y + mark.get("h", 0) <= height + 1, name


@pytest.mark.parametrize("lens", ["cluster", "replication"])
def test_what_travels_becomes_a_mark_and_stays_in_the_picture(lens: str) -> None:
    for (width, height), frames in layouts(busy_film(lens).tracks[lens]):
        effects = [(n, frame, effect) for n, frame in enumerate(frames) for effect in frame.effects]
        assert {effect["k"] for _, _, effect in effects} & set(MESSAGES)
        for n, frame, effect in effects:
            known = frame.marks if effect["k"] != "drop" else frames[n - 1].marks
            assert all(name in known for name in effect.get("m", ()))
            assert all(isinstance(src, tuple) or src in frame.marks for src in effect.get("src", ()))
            assert all(0 <= x <= width and 0 <= y <= height for x, y in effect.get("path", ()))
            assert frame.ms >= effect["at"] + effect["ms"]


@pytest.mark.parametrize("lens", ["cluster", "replication"])
def test_a_step_is_about_marks_that_are_there(lens: str) -> None:
    frames = busy_film(lens).tracks[lens].frames
    assert sum(bool(frame.about) for frame in frames) > len(frames) / 2
    assert all(name in frame.marks for frame in frames for name in frame.about)


@pytest.mark.parametrize("lens", every(5, LENSES, whole=3))
def test_the_same_history_gives_the_same_bytes(lens: str) -> None:
    again = film_of(busy_lab.__wrapped__().history, lens=lens, lenses=[lens], focus=Focus("letters"))
    assert again.to_json() == busy_film(lens).to_json()


def test_every_event_can_be_narrated_and_has_a_duty() -> None:
    film = film_of(busy_lab().history, lenses=["cluster"], detail=True)
    assert all(caption.cap.endswith((".", "!")) for caption in film.captions)
    assert {"producer", "broker", "controller", "consumer"} <= {caption.duty for caption in film.captions}
    assert len(film.captions) == len(busy_lab().history.steps)


def test_the_first_film_tells_the_first_ten_minutes() -> None:
    lab = Lab(3).create_topic("letters", partitions=3, replication_factor=3).send("letters", "ABC", "DEF", "GHI")
    since = lab.cluster
    lab.kill(1)
    story = [line.split(" [")[0] for line in lab.story(since=since).splitlines()]
    assert story == [
        "Broker 1 crashes.",
        "9 seconds without a heartbeat from broker 1.",
        "Broker 1 is fenced; a new leader: letters-0 → broker 2.",
        "Brokers 2 and 3 ask the controller what is new, and learn that broker 2 leads letters-0.",
    ]


def test_the_focus_is_where_most_happens() -> None:
    lab = Lab(3).create_topic("letters", 3, 3).send("letters", "a", partition=2)
    assert busiest_focus(lab.history, [lab.cluster]) == Focus("letters", 2)


def test_coding_as_differences_loses_nothing() -> None:
    frames = busy_film("cluster").tracks["cluster"].frames
    coded = encode(frames)
    assert all(decode(coded, n) == frame.marks for n, frame in enumerate(frames))


@pytest.mark.slow
@settings(max_examples=min(settings().max_examples, 25))
@given(st.text(min_size=1, max_size=40), st.binary(max_size=40))
def test_any_key_and_value_is_shown_as_text_that_fits(value: str, key: bytes) -> None:
    lab = Lab(1).create_topic("t", 1, 1).send("t", (key, value))
    film = film_of(lab.history, lenses=list(LENSES))
    assert set(film.tracks) == set(LENSES) and film.to_json()


def test_a_film_of_nothing_shows_the_first_state() -> None:
    first: Cluster = Lab(2).cluster
    film = film_of(Lab(2).history)
    assert first.now_ms == 0
    assert [caption.cap for caption in film.captions] == ["A cluster of 2 brokers."]
