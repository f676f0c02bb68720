"""A film of ZooKeeper's time has no word of KRaft: in nothing that is said, written, sent or explained."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import pytest

from kafkaviz.lab import Lab
from kafkaviz.model.core.controllers import ZooKeeper
from kafkaviz.scenarios import nb07
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.lenses import LENSES
from kafkaviz.scene.values import Film
from tests.sampling import every, some_eras
from tests.scene.appearing import played
from tests.scene.filmed import failover_under_zookeeper, film_through, once
from tests.scene.test_captions_have_reasons import STORIES, told_ways

KRAFT: Final = re.compile(
    r"fenc|metadata log|kraft|quorum|\bvot(e|er)\b|\bELR\b|eligible leader|broker epoch|unregister|broker\.session"
    r"|candidate|controller 10\d",
    re.IGNORECASE,
)


def words(film: Film) -> Iterator[tuple[str, str]]:
    for caption in film.captions:
        for said in (caption.cap, caption.why, caption.tag, caption.chapter, *caption.diff):
            yield "said", said
    for lens, track in film.tracks.items():
        for frame in (*track.frames, *(track.narrow.frames if track.narrow else ())):
            yield from ((f"{lens} {name}", f"{m.get('t', '')} {m.get('ti', '')}") for name, m in frame.marks.items())
            yield from ((f"{lens} message", str(effect.get("t", ""))) for effect in frame.effects)
        yield from ((f"{lens} legend", line) for _, line in film.legend[lens])


@pytest.mark.parametrize("name", every(128, STORIES, whole=32))
@some_eras("2.3")
def test_a_film_with_zookeeper_has_no_word_of_kraft(name: str, era: str) -> None:
    if era == "4.4":
        return
    for lab in told_ways(STORIES[name], era):
        if isinstance(lab.cluster.controller, ZooKeeper):
            film = film_of(lab.history, lenses=[*LENSES], policies=lab.policies)
            assert {(where, said) for where, said in {*words(film)} if KRAFT.search(said)} == set()


def test_what_zookeeper_ends_is_a_session_and_its_ring_runs_down_with_the_node_held_until_then() -> None:
    lab = nb07.news(kafka="2.3").kill(1)
    film = film_of(lab.history, lens="controller", policies=lab.policies)
    tags = [caption.tag for caption in film.captions]
    frames = dict(zip(tags, film.tracks["controller"].frames, strict=True))
    waits = [e for e in frames["silence"].effects if e["k"] == "wait"]
    assert [(e["m"][0], e["from"], e["to"]) for e in waits] == [("deco/broker:1/ring", 1.0, 0.0)]
    held = [frames[tag].marks.get("broker:1/watches", {}).get("t") for tag in ("silence", "vacant")]
    assert held == ["holds /controller", None] and frames["race"].marks["zookeeper/node"]["t"] == "/controller → nobody"
    fired = sorted((e["at"], e["t"]) for e in played(frames["race"]))
    assert [said for _, said in fired] == ["it is gone!", "it is gone!", "me!", "me!"]
    assert frames["elect"].marks["broker:2/watches"]["t"] == "holds /controller"


def test_no_card_under_zookeeper_is_blank_and_a_ring_stands_in_front_of_it() -> None:
    for brokers in (3, 5):
        lab = Lab(brokers, kafka="2.3").create_topic("t", 1, 1).kill(1)
        track = film_of(lab.history, lens="controller", policies=lab.policies).tracks["controller"]
        marks = track.frames[0].marks
        for one in range(1, brokers + 1):
            assert marks[f"broker:{one}/watches"]["t"] and marks[f"deco/broker:{one}"]["z"] == "over"
        ends = [marks[f"zookeeper/id{one}"] for one in range(1, brokers + 1)]
        assert all(a["x"] < b["x"] - len(b["t"]) * 7.2 + 2 for a, b in pairwise(ends))


def test_above_the_copies_stands_what_zookeeper_keeps_and_nobody_there_moves() -> None:
    film = film_through(once(failover_under_zookeeper), "replication")
    track = film.tracks["replication"]
    for layout in (track, track.narrow):
        frames = dict(zip([caption.tag for caption in film.captions], layout.frames, strict=True))
        places = {(frame.marks[f"broker:{one}"]["x"], one) for frame in layout.frames for one in (1, 2, 3)}
        assert len(places) == 3 and all(x + 40 < layout.size[0] for x, _ in places)
        assert all(frame.marks["zookeeper/name"]["t"] == "ZooKeeper" for frame in layout.frames)
        assert frames["vacant"].marks["zookeeper/node"]["t"] in ("/controller → –", "no controller")
        assert frames["session over"].marks["deco/broker:1/left"]["t"] == "✕"
        said = {effect.get("t", "") for effect in frames["race"].effects}
        assert {"it is gone!", "me!"} <= said
        assert [e for e in frames["new leader"].effects if e["k"] == "push"]
        assert "zookeeper" in frames["session over"].about
        for tag in ("race", "elect"):
            assert {"zookeeper", *(f"replica:sports_news-0@{one}" for one in (2, 3))} <= {*frames[tag].about}
    assert not {step for step, one in enumerate(film.captions) if one.tag in ("silence", "race", "vacant")} & {
        *track.skip
    }
    others = film_of(nb07.failover().history, lens="replication").tracks["replication"].frames
    assert not any("zookeeper" in frame.marks or "broker:1" in frame.marks for frame in others)


@pytest.mark.parametrize("lens", ["controller", "replication", "cluster", "graph"])
def test_a_broker_that_starts_makes_its_node_in_zookeeper_and_zookeeper_tells_the_controller(lens: str) -> None:
    lab = nb07.last_in_sync(kafka="2.3")
    film = film_of(lab.history, lens=lens, policies=lab.policies)
    step = next(n for n, one in enumerate(film.captions) if one.cap.startswith("Broker 1 starts again"))
    said = [(e["k"], e["t"]) for e in played(film.tracks[lens].frames[step]) if "t" in e]
    assert said[:2] == [("ask", "/brokers/ids/1"), ("push", "broker 1 is there")]
    assert not {"here I am", "have the metadata ♥"} & {words for _, words in said}


def test_a_broker_whose_session_ended_while_it_was_frozen_makes_its_node_when_it_goes_on() -> None:
    lab = Lab(3, kafka="2.3").create_topic("t", 1, 3).freeze(3).tick(60).thaw(3)
    film = film_of(lab.history, lens="controller", policies=lab.policies)
    said = [e["t"] for frame in film.tracks["controller"].frames[-4:] for e in played(frame) if "t" in e]
    assert said[:2] == ["/brokers/ids/3", "broker 3 is there"]
