"""What a lens cannot draw it marks: the fetch behind a copy, the limit behind a file, who asked, what is heard."""

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb01, nb02, nb05, nb07, nb08, nb09, nb10, nb11
from kafkaviz.scene.canvas import CAUSE
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.values import MESSAGES, Film, Frame
from tests.real_course.stories import STORIES
from tests.sampling import every
from tests.scene.filmed import once
from tests.scene.test_causes import box_of, causes, meet


@cache
def film(lab: Lab, *lenses: str) -> Film:
    return film_of(lab.history, lens=lenses[0], lenses=lenses, policies=lab.policies)


def told(shown: Film, lens: str, words: str) -> Frame:
    """Returns the first frame whose caption has some words."""
    return shown.tracks[lens].frames[next(n for n, caption in enumerate(shown.captions) if words in caption.cap)]


@pytest.mark.parametrize(
    ("lab", "lens", "words", "tags"),
    every(
        2,
        [
            (nb01.aged, "log", "begins a new segment", {"segment:news-0@1#0": "segment.bytes: over 20"}),
            (lambda: nb01.aged(records=4, retention_records=2), "log", "deletes the", {}),
            (nb01.dropped, "log", "compacts its log", {"replica:prices-0@1": "dirty ratio > 0.1"}),
            (nb01.dropped, "replication", "offsets 0, 1, 2 go", {"replica:prices-0@1": "dirty ratio > 0.1"}),
            (lambda: nb05.copies(slow=1), "replication", "stops fetching", {"replica:letters-0@3": "paused by hand"}),
            (nb02.given_up, "controller", "freezes", {"broker:1": "e.g. a long GC pause"}),
            (nb02.given_up, "controller", "After all", {"broker:2": "create “sports_news”"}),
            (nb02.given_up, "controller", "thaws", {"broker:1": "goes on: silent 5 s < 9 s"}),
            (nb02.given_up, "controller", "gets no answer", {"broker:2": "client in 60 s: TimeoutException"}),
            (nb10.moving, "replication", "is to move", {"replica:orders-0@4": "asked: move to 4, 2"}),
            (nb10.moving, "replication", "takes o0", {"producer:producer": "sticky: only p0"}),
            (nb08.coordinator_dies, "client", "takes over", {"broker:2": "leads __consumer_offsets-9"}),
            (nb09.one_joins, "assignment", "Consumer C3 starts", {"member:app/C3": "subscribes to t0"}),
            (nb11.acknowledged, "share", "sets the target", {"group:sorting": "C1, C2, C3 came"}),
            (nb02.rolling_restart, "cluster", "Broker 1 has shut down", {"broker:1": "leads nothing, may stop"}),
            (nb07.load_shift, "cluster", "is fenced", {"broker:2": "first alive in ISR"}),
            (nb08.coordinator_dies, "log", "commits orders-0: 2", {"group:billing": "C1 commits p0: 2"}),
            (nb07.failover, "replication", "what is new", {"replica:sports_news-0@3": "hears: p0 → 2"}),
        ],
        whole=1,
    ),
)
def test_a_lens_marks_the_cause_that_it_has_no_way_for(
    lab: Callable[[], Lab], lens: str, words: str, tags: dict[str, str]
) -> None:
    said = causes(told(film(once(lab), lens), lens, words))
    assert said and said.items() >= tags.items()


def test_copies_in_a_log_say_where_their_records_came_from() -> None:
    shown = film(once(nb08.coordinator_dies), "log")
    assert {*causes(told(shown, "log", "ask from offset 0")).values()} == {"from broker 2"}


def test_a_new_leader_counts_by_a_fetch_that_lands_before_its_high_watermark_moves() -> None:
    shown = film(once(nb07.failover), "cluster", "replication")
    for lens in ("cluster", "replication"):
        frames = shown.tracks[lens].frames
        before, frame = frames[-2], frames[-1]
        leader = "replica:sports_news-0@2"
        assert before.marks[f"{leader}/hw"]["x"] < frame.marks[f"{leader}/hw"]["x"]
        (asked,) = (effect for effect in frame.effects if effect.get("t") == "from 3?")
        moved = next(effect for effect in frame.effects if f"{leader}/hw" in effect.get("m", ()))
        assert moved["at"] >= asked["at"] + asked["ms"]
        said = {"cluster": "p0: whole ISR {2, 3} has it", "replication": "whole ISR {2, 3} has it"}
        assert {said[lens], "leads p0, leader epoch 1"} <= {text for _, text in tags(frame)}


def test_what_all_copies_of_a_broker_have_in_common_is_said_once_at_the_broker() -> None:
    lab = nb07.failover()
    shown = film(lab, "cluster", "replication")
    assert [node for node, text in tags(told(shown, "cluster", "is fenced")) if text == "fenced"] == ["broker:1"]
    there = [node for node, text in tags(told(shown, "replication", "is fenced")) if text == "fenced"]
    assert there == ["replica:sports_news-0@1"]


def tags(frame: Frame) -> Iterator[tuple[str, str]]:
    """Yields each tag of a frame: its node, and what it says."""
    for name, mark in frame.marks.items():
        if name.startswith(CAUSE) and mark["k"] == "g":
            node, _, text = name.removeprefix(CAUSE).partition(" ")
            yield node, text


def test_no_reason_lies_on_the_row_of_another_copy_or_on_a_high_watermark() -> None:
    seen = 0
    for name in ("nb07.failover()", "nb07.last_in_sync(kafka=2.3)", "nb05.copies()"):
        lab = STORIES[name]()
        for frame in film(lab, "replication").tracks["replication"].frames:
            rows = {mark["p"]: box_of(mark["p"], frame.marks) for n, mark in frame.marks.items() if n.endswith("/log")}
            for node, text in tags(frame):
                tag = box_of(f"{CAUSE}{node} {text}", frame.marks)
                for home, (x, y, to_x, to_y) in rows.items():
                    if home != node and node in rows:
                        assert not meet(tag, (x + 2, y + 2, to_x - 2, to_y - 2)), (name, node, text, home)
                        seen += 1
    assert seen > 20


def test_a_log_or_a_partition_shows_what_its_own_producer_and_consumer_hold() -> None:
    lab = nb01.numbered()
    lenses = ("replication", "cluster")
    shown = film(lab, *lenses)
    held = {
        lens: {name for frame in shown.tracks[lens].frames for name in frame.marks if "/held" in name}
        for lens in lenses
    }
    assert held["replication"] < held["cluster"]


def test_what_stays_as_it_is_does_not_flip() -> None:
    lab = once(STORIES["nb06.leader_change()"])
    shown = film(lab, "cluster", "replication", "log")
    for track in shown.tracks.values():
        for n, frame in enumerate(track.frames[1:], 1):
            last = track.frames[n - 1].marks
            for effect in frame.effects:
                if effect["k"] == "flip" and effect["at"] == 0 and not any(e["k"] in MESSAGES for e in frame.effects):
                    changed = {m for m, mark in frame.marks.items() if last.get(m) != mark} | last.keys() - frame.marks
                    assert any(_is_in(mark, effect["m"], {**last, **frame.marks}) for mark in changed)


def _is_in(name: str, cells: list[str], marks: dict) -> bool:
    while name:
        if name in cells:
            return True
        name = marks[name].get("p", "")
    return False


def test_a_broker_hears_what_is_new_to_it() -> None:
    shown = film(once(nb08.coordinator_dies), "cluster")
    frame = told(shown, "cluster", "learn the ISR of orders-0")
    said = [effect["t"] for effect in frame.effects if effect["k"] == "answer" and "t" in effect]
    assert said and all("ISR {2, 3}" in text for text in said)


def test_a_broker_that_stands_still_says_so_in_every_lens_that_shows_its_copy() -> None:
    lab = once(nb08.coordinator_sleeps)
    lenses = ("cluster", "replication", "log")
    shown = film(lab, *lenses)
    for lens in lenses:
        frame = told(shown, lens, "freezes")
        assert any("‖ frozen" in mark["t"] for mark in frame.marks.values() if mark["k"] == "text"), lens


def test_what_goes_on_as_before_has_one_reason_at_a_node_and_that_of_acks_1() -> None:
    shown = film(nb07.last_in_sync(kafka="2.3"), "replication")
    frame = told(shown, "replication", "fetched by broker 2, committed, acknowledged")
    leader = "replica:sports_news-0@1"
    assert sorted(tags(frame)) == [("producer:producer", "no more to send"), (leader, "acks=1: leader has it"),
                                   (leader, "whole ISR has it")]  # fmt: skip


def test_who_is_left_out_by_a_learners_rule_has_not_lagged_in_the_words_of_kafka() -> None:
    def impatient(end: int, leader_end: int, **times: int) -> bool:
        return leader_end > end

    lab = nb05.copies(slow=1, seconds=20, is_out_of_sync=impatient)
    shown = film_of(lab.history, lenses=["cluster", "replication"], policies=lab.policies)
    for lens in ("cluster", "replication"):
        said = {text for frame in shown.tracks[lens].frames for _, text in tags(frame)}
        assert any("impatient" in text for text in said) and not any("lagged" in text for text in said), lens
    left = [caption for caption in shown.captions if "left the ISR" in caption.cap]
    assert all("impatient says that" in caption.why for caption in left)


@pytest.mark.parametrize(
    ("story", "lens", "words", "tag"),
    [
        ("F22, Kafka 4.4", "cluster", "Controller 102 is elected", "2 of 3 votes"),
        (
            "nb08.coordinator_sleeps()",
            "replication",
            "Broker 1 asks the controller what is new, and learns the ISR",
            "hears",
        ),
        ("nb10.rebalanced()", "replication", "refreshes its metadata", "metadata.max.age.ms"),
    ],
)
def test_a_narrow_picture_has_room_for_the_cause(story: str, lens: str, words: str, tag: str) -> None:
    lab = once(STORIES[story])
    shown = film(lab, lens)
    narrow, found = shown.tracks[lens].narrow, [n for n, c in enumerate(shown.captions) if words in c.cap]
    assert narrow is not None and found
    assert any(text.startswith(tag) for n in found for _, text in tags(narrow.frames[n]))
