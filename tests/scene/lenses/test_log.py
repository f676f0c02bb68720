"""The lens log shows what each group has committed, and beside it where its members read; captions say why there."""

from collections.abc import Callable
from itertools import combinations

import pytest

from kafkaviz.lab import Lab
from kafkaviz.scenarios.nb01 import aged, prices
from kafkaviz.scenarios.nb06 import power_cut
from kafkaviz.scenarios.nb08 import GROUP, TOPIC, away, begins, comes_back, coordinator_dies, crash, orders, two_groups
from kafkaviz.scene.canvas import CAUSE, position_of
from tests.scene.appearing import played
from tests.scene.filmed import film_through, once
from tests.scene.lenses.test_lenses import film, texts


def flags(lab: Lab) -> dict[str, int]:
    return {
        data["name"]: data["offset"]
        for _, data in lab.graph("log").nodes(data=True)
        if data["kind"] in ("group", "member", "consumer")
    }


def boxes(lab: Lab) -> dict[str, tuple[float, float, float]]:
    """Returns where each flag stands at the last moment, and how wide it is."""
    marks = film_through(lab, "log").tracks["log"].frames[-1].marks
    tips = {name.rpartition("/")[0]: mark for name, mark in marks.items() if name.endswith("/box")}
    words = (" reads ", " committed ")
    return {
        mark["ti"]: (marks[name]["x"], marks[name]["y"], mark["w"])
        for name, mark in tips.items()
        if any(word in mark.get("ti", "") for word in words)
    }


def test_a_member_reads_ahead_of_what_its_group_has_committed() -> None:
    lab = orders().join(GROUP, "C1", topics=[TOPIC]).poll(group=GROUP, max_records=2).commit(GROUP, "C1")
    lab.poll(group=GROUP, max_records=3)
    assert flags(lab) == {"billing": 2, "C1": 5}


def test_a_crashed_member_and_one_that_owns_nothing_have_no_flag() -> None:
    lab = orders().join(GROUP, "C1", "C2", topics=[TOPIC]).poll(group=GROUP, member="C1").commit(GROUP, "C1")
    assert flags(lab) == {"billing": 6, "C1": 6}
    assert flags(lab.crash_member(GROUP, "C1", detect=False)) == {"billing": 6}


def test_each_group_and_its_member_have_flags_of_their_own() -> None:
    assert flags(two_groups()) == {"billing": 6, "B1": 6, "search": 3, "S1": 3}


@pytest.mark.parametrize("search", [1, 2], ids=["apart", "at one offset"])
@pytest.mark.parametrize("rounds", [1, 2, pytest.param(20, marks=pytest.mark.slow)])
def test_no_flag_covers_another(search: int, rounds: int) -> None:
    placed = boxes(two_groups(search=search, rounds=rounds))
    assert len(placed) == 4
    for (x, y, w), (other_x, other_y, other_w) in combinations(placed.values(), 2):
        assert y != other_y or x + w <= other_x or other_x + other_w <= x, placed


@pytest.mark.parametrize(
    ("begun", "why"),
    [
        (lambda: crash("after"), "The group has committed orders-0: 3."),
        (lambda: begins("latest"), "Nothing is committed for orders-0; auto.offset.reset, latest, says 6."),
        (lambda: begins("earliest"), "Nothing is committed for orders-0; auto.offset.reset, earliest, says 0."),
        (
            lambda: comes_back(kept=2),
            "Offset 2 is out of range: orders-0 goes from 4 to 6. auto.offset.reset, earliest, says 4.",
        ),
        (
            lambda: comes_back(kept=2, auto_offset_reset="latest"),
            "Offset 2 is out of range: orders-0 goes from 4 to 6. auto.offset.reset, latest, says 6.",
        ),
    ],
    ids=["committed", "latest", "earliest", "gone, earliest", "gone, latest"],
)
def test_a_poll_says_why_it_begins_where_it_does(begun: Callable[[], Lab], why: str) -> None:
    assert begun().film().film.captions[-1].why.startswith(why)


def test_a_poll_that_just_goes_on_has_no_such_reason() -> None:
    lab = away(kept=6).join(GROUP, "C2", topics=[TOPIC]).poll(group=GROUP, max_records=1).poll(group=GROUP)
    assert lab.film().film.captions[-1].why.startswith("It asks the leaders")


def test_the_log_shows_files_gaps_ends_and_how_far_a_group_has_read() -> None:
    frames = film("log").tracks["log"].frames
    said = texts(frames[-1])
    # It is kept by the group's coordinator, whoever leads the partition.
    assert "app committed 7 · kept by broker 2" in said and "6.log · 45 B · active" in said and "HW 11" in said
    kept = [name for name in frames[-1].marks if name.startswith("record:letters-0@1#") and name.endswith("/box")]
    assert len(kept) == 8


def steps(lab: Lab, words: str) -> list[int]:
    return [n for n, caption in enumerate(film_through(lab, "log").captions) if words in caption.cap]


def test_the_cleaner_goes_over_the_log_before_what_it_does_not_keep_is_gone() -> None:
    lab = once(prices)
    frames = film_through(lab, "log").tracks["log"].frames
    (at,) = steps(lab, "compacts its log")
    sweep, drop = played(frames[at])
    assert sweep["k"] == "flip" and any(name.endswith("/cleaned") for name in sweep["m"])
    assert drop["k"] == "drop" and drop["at"] >= sweep["at"] + sweep["ms"]
    assert [name.partition("#")[2] for name in drop["m"]] == ["0e0"]
    assert {"newer at 2", "newest B", "newest A"} <= {*texts(frames[at - 1])}
    before, after = frames[at - 1].marks, frames[at].marks
    line = next(name for name in after if name.endswith("/cleaned"))
    assert before[line]["x"] < after[line]["x"]
    for name in before.keys() & after.keys():
        if name.startswith("record:"):
            assert before[name] == after[name]


def test_at_rest_one_sees_what_retention_and_the_cleaner_took() -> None:
    assert any(said.startswith("✕") for said in texts(film_through(once(prices), "log").tracks["log"].frames[-1]))
    lab = aged(days=8)
    frames = film_through(lab, "log").tracks["log"].frames
    (at,) = steps(lab, "deletes the")
    (drop,) = played(frames[at])
    assert sum(name.startswith("segment:") for name in drop["m"]) == 3
    assert {"✕ offsets 0 to 5 are deleted", "keeps 7 d"} <= {*texts(frames[at])}
    assert any("7 d old" in said for said in texts(frames[at - 1]))


def test_no_pole_of_a_flag_crosses_the_words_of_another() -> None:
    frames = film_through(once(two_groups), "log").tracks["log"].frames
    for frame in frames:
        flags = {name.rpartition("/")[0] for name in frame.marks if name.endswith("/pole")}
        for flag in flags:
            group, pole = frame.marks[flag], frame.marks[f"{flag}/pole"]
            for other in flags - {flag}:
                home, name = frame.marks[other], frame.marks[f"{other}/name"]
                below = group["y"] < home["y"]
                half = len(name["t"]) * 7.2 / 2
                assert not below or abs(group["x"] + pole["x"] - home["x"] - name["x"]) >= half, (flag, other)


def tags(lab: Lab, begin: str, size: str = "wide") -> set[str]:
    """Returns what all tags say in the first frame of the lens log whose caption begins so."""
    made = film_through(lab, "log")
    step = next(n for n, one in enumerate(made.captions) if one.cap.startswith(begin))
    track = made.tracks["log"]
    frame = track.frames[step] if size == "wide" else track.others[size].frames[step]
    return {mark["t"] for name, mark in frame.marks.items() if name.startswith(CAUSE) and mark["k"] == "text"}


def test_of_two_logs_that_end_alike_and_differ_both_records_are_framed_and_nobody_has_caught_up() -> None:
    lab = once(power_cut)
    marks = film_through(lab, "log").tracks["log"].frames[-1].marks
    framed = {name.removesuffix("/frame") for name, mark in marks.items() if mark.get("c") == "unlike"}
    assert framed == {"record:letters-0@1#1e0", "record:letters-0@2#1e1"}
    said = [(marks[f"{n}/name"]["t"], marks.get(f"{n}/safe", marks[f"{n}/box"])["c"]) for n in sorted(framed)]
    assert said == [("≠ DEF", "lagging"), ("≠ GHI", "committed")], "what the leader does not have is not committed"
    for lens in ("log", "replication"):
        made = film_through(lab, lens).tracks[lens].frames[-1]
        words = {mark["t"] for name, mark in made.marks.items() if name.startswith(CAUSE) and mark["k"] == "text"}
        assert "record 1 differs, same end" in words and "has caught up" not in words
    for rule in ("KIP-101", "KIP-279"):
        last = film_through(once(power_cut, rule), "log").tracks["log"].frames[-1]
        assert not any(mark.get("c") == "unlike" for mark in last.marks.values())


def test_beside_a_log_one_reads_who_created_it_whom_a_producer_asked_and_which_fetch_brought_the_high_watermark() -> (
    None
):
    lab = once(power_cut)
    assert {"created by controller 1", "as assigned"} <= tags(lab, "Topic letters")
    assert tags(lab, "The producer asks") == {"knew no partition yet, asks broker 1: p0 → 1"}
    assert tags(lab, "5 seconds pass") == {"fetch brings HW 2"}
    assert tags(lab, "letters-0: the high watermark moves from 1 to 2") == {"whole ISR {2} has it"}
    assert "created by controller 101" in tags(once(coordinator_dies), "Topic orders")
    assert tags(once(coordinator_dies), "3 seconds pass") == {"fetch brings HW 6"}


def test_beside_a_log_one_reads_what_a_member_gets_and_commits_and_where_it_begins() -> None:
    assert tags(once(coordinator_dies), "C1 gets") == {"gets p0 in billing: C1 assigned so"}
    assert tags(once(coordinator_dies), "C1 polls") == {"none committed: earliest"}
    assert tags(once(away), "C1 commits") == {"C1 commits p0: 2", "app named the offset"}
    assert tags(once(coordinator_dies), "C1 commits") == {"C1 commits p0: 2"}, "here it is where C1 reads on"
    made = film_through(once(coordinator_dies), "log")
    for caption, frame in zip(made.captions, made.tracks["log"].frames, strict=True):
        assert not caption.cap.startswith("C1 commits orders") or "member:billing/C1" in frame.about, (
            "it is C1 who acts"
        )


def test_only_the_copy_of_a_broker_that_crashes_is_bright() -> None:
    made = film_through(once(coordinator_dies), "log")
    step = next(n for n, one in enumerate(made.captions) if one.cap == "Broker 1 crashes.")
    about = made.tracks["log"].frames[step].about
    assert "replica:orders-0@1" in about and not {"replica:orders-0@2", "replica:orders-0@3"} & {*about}


def test_a_message_to_a_lower_copy_goes_along_a_lane_of_its_own_and_into_the_card() -> None:
    for size in ("wide", "narrow"):
        track = film_through(once(power_cut), "log").tracks["log"]
        frames = track.frames if size == "wide" else track.others["narrow"].frames
        left = frames[0].marks["replica:letters-0@2"]["x"]
        ends = [e["path"][-1] for f in frames for e in f.effects if e["k"] == "send"]
        assert ends[-1][0] == left and all(x >= 4 for f in frames for e in f.effects for x, _ in e.get("path", ()))


@pytest.mark.parametrize("size", ["wide", "narrow"])
def test_no_tag_covers_the_flag_of_a_high_watermark(size: str) -> None:
    track = film_through(once(power_cut), "log").tracks["log"]
    for frame in track.frames if size == "wide" else track.others[size].frames:
        boxes = {name: position_of(name, frame.marks) for name, mark in frame.marks.items() if mark["k"] == "rect"}
        flags = [boxes[name] for name in boxes if name.endswith("/flag")]
        for name, (x, y) in boxes.items():
            if name.startswith(CAUSE):
                wide = frame.marks[name]["w"]
                assert all(x + wide <= left or left + 50 <= x or abs(y - top) >= 18 for left, top in flags), name


def test_a_commit_that_nobody_answers_waits_at_its_member_and_is_a_step_of_its_own() -> None:
    made = film_through(once(coordinator_dies), "log")
    track = made.tracks["log"]
    step = next(n for n, one in enumerate(made.captions) if "nobody answers" in one.cap)
    said = [{mark["t"] for name, mark in frame.marks.items() if name.endswith("C1/name")} for frame in track.frames]
    assert "C1 reads 4 · commit 4 waits" in said[step] and step not in track.skip
    assert tags(once(coordinator_dies), "C1 commits, and nobody") == {"broker 1 down: no answer"}
    taken = next(n for n, one in enumerate(made.captions) if one.cap == "C1 commits orders-0: 4.")
    assert "C1 reads 4" in said[taken] and "C1 reads 4 · commit 4 waits" in said[taken - 1]
