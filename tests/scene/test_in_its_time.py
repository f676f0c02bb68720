"""A step that tells many at once tells them in order: written, fetched, committed, acknowledged, each in its time."""

from collections.abc import Callable
from functools import cache
from itertools import pairwise

import pytest

from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb01, nb04, nb06, nb07, nb08, nb09, nb11
from kafkaviz.scene.canvas import CAUSE
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.lenses import LENSES
from kafkaviz.scene.lenses.landing import landing_ms
from kafkaviz.scene.values import MESSAGES, Effect, Film, Frame
from tests.sampling import every

STORIES = {"power cut": nb06.power_cut, "aged": nb01.aged, "away": nb08.away}


@cache
def film_of_story(story: str) -> Film:
    lab = STORIES[story]()
    return film_of(lab.history, lenses=[*LENSES], policies=lab.policies)


def at_once(story: str, lens: str) -> list[Frame]:
    film = film_of_story(story)
    return [
        frame
        for frame, said in zip(film.tracks[lens].frames, film.captions, strict=True)
        if "the same steps as before, at once" in said.why.lower()
    ]


def naming(frame: Frame, name: str) -> list[Effect]:
    return [effect for effect in frame.effects if name in effect.get("m", ())]


def test_power_cut_is_written_then_fetched_then_committed_then_acknowledged() -> None:
    (frame,) = at_once("power cut", "log")
    ((send,), (copied,)) = (naming(frame, f"record:letters-0@{broker}#1e0") for broker in (1, 2))
    (commit,) = naming(frame, "replica:letters-0@1")
    (ack,) = (effect for effect in frame.effects if effect["k"] == "ack")
    assert landing_ms(send) < copied["at"] and copied["at"] + copied["ms"] < commit["at"]
    assert commit["at"] + commit["ms"] < ack["at"]
    ends = [naming(frame, f"replica:letters-0@{broker}/end")[0]["at"] for broker in (1, 2)]
    assert ends == [landing_ms(send), copied["at"]]
    tags = {effect["m"][0].removeprefix(CAUSE): effect["at"] for effect in frame.effects if effect["k"] == "come"}
    assert tags["producer:producer no more to send"] == 0
    assert tags["record:letters-0@2#1e0 from broker 1"] == copied["at"]
    assert commit["at"] + commit["ms"] < tags["replica:letters-0@1 acks=all: ISR has it"] < ack["at"]


@pytest.mark.parametrize("story", STORIES)
@pytest.mark.parametrize("lens", ["log", "replication", "cluster"])
def test_a_record_is_green_only_left_of_the_high_watermark_that_moves_after_it_has_landed(
    story: str, lens: str
) -> None:
    for frame in at_once(story, lens):
        landing = [e for e in frame.effects if e["k"] in ("write", *MESSAGES) and e.get("m")]
        for name in (name for effect in landing for name in effect["m"] if f"{name}/box" in frame.marks):
            looks = {part: mark.get("cut", "") for part, mark in frame.marks.items() if mark.get("c") == "committed"}
            green = [cut for part, cut in looks.items() if part.startswith(f"{name}/")]
            assert all(cut.endswith("/hw") for cut in green), name


@pytest.mark.parametrize("story", STORIES)
@pytest.mark.parametrize("lens", every(4, LENSES, whole=1))
def test_an_acknowledgement_has_its_reason_when_it_leaves_and_not_before(story: str, lens: str) -> None:
    for frame in at_once(story, lens):
        acks = [effect["at"] for effect in frame.effects if effect["k"] == "ack"]
        tags = [e["at"] for e in frame.effects if e["k"] == "come" and any("ISR has it" in name for name in e["m"])]
        others = [landing_ms(e) for e in frame.effects if e["k"] in ("send", "answer", "write")]
        assert all(max(others, default=-1) < at for at in tags), (tags, others)
        assert not acks or all(at < min(acks) for at in tags)


@pytest.mark.parametrize("story", [nb07.failover, nb09.one_joins])
def test_what_had_just_changed_stands_out_no_more_as_the_next_step_begins(story: Callable[[], Lab]) -> None:
    frames = film_of(story().history, lens="graph").tracks["graph"].frames
    rings = 0
    for before, frame in pairwise(frames):
        gone = [name for name in before.marks if name.endswith("/news") and name not in frame.marks]
        at = {name: effect["at"] for effect in frame.effects if effect["k"] == "drop" for name in effect["m"]}
        plays = any(not all(n.startswith(CAUSE) for n in e.get("m", ("",))) for e in frame.effects)
        assert not plays or [at.get(name) for name in gone] == [0] * len(gone)
        rings += len(gone) * plays
    assert rings


def test_a_share_group_says_who_created_its_topic() -> None:
    for story in (nb11.acknowledged, nb11.bad_record):
        frame = film_of(story().history, lens="share").tracks["share"].frames[0]
        assert f"{CAUSE}partition:parcels-0 created by controller 101" in frame.marks


def test_a_batch_that_goes_on_at_once_has_its_acknowledgements_reason_at_the_partition() -> None:
    film = film_of(nb04.news().history, lens="partitioner")
    frames = [f for f, said in zip(film.tracks["partitioner"].frames, film.captions, strict=True)
              if "acknowledged." in said.cap and "goes to broker 3" in said.cap]  # fmt: skip
    assert frames and all(f"{CAUSE}partition:sports_news-2 acks=all: ISR has it" in frame.marks for frame in frames)


def test_the_broker_that_takes_a_group_over_is_lit_in_the_log() -> None:
    film = film_of(nb08.coordinator_dies().history, lens="log")
    (n,) = (n for n, said in enumerate(film.captions) if "takes over as coordinator" in said.cap)
    assert "replica:orders-0@2" in film.tracks["log"].frames[n].about
    lab = nb06.power_cut()
    film = film_of(lab.history, lens="log", policies=lab.policies)
    (n,) = (n for n, said in enumerate(film.captions) if "Broker 2 has a session" in said.cap)
    assert f"{CAUSE}replica:letters-0@2 has a new session, still in ISR {{1, 2}}" in film.tracks["log"].frames[n].marks
