"""The lens partitioner without captions: who writes a batch, who acknowledges it, and what is new in each step."""

import pytest

from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb04
from kafkaviz.scene.canvas import CAUSE, position_of
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.values import Frame


def steps(lab: Lab, size: str = "wide") -> dict[str, Frame]:
    """Returns the frames of the lens partitioner, each with its caption."""
    made = film_of(lab.history, lens="partitioner", lenses=["partitioner"], policies=lab.policies)
    track = made.tracks["partitioner"]
    frames = track.frames if size == "wide" else track.others[size].frames
    return {caption.cap: frame for caption, frame in zip(made.captions, frames, strict=True)}


@pytest.mark.parametrize("size", ["wide", "narrow"])
def test_a_batch_flies_from_its_producer_to_the_column_where_its_leader_writes_it(size: str) -> None:
    told = steps(nb04.months(3), size)
    before = next(frame for cap, frame in told.items() if cap.startswith("The producer takes Nov"))
    for number, carries in enumerate(("Jan Mar Apr +5", "Feb", "Jul Nov Dec")):
        frame = next(
            f for cap, f in told.items() if cap.startswith(f"months-{number}: the leader, broker {number + 1}, w")
        )
        [batch] = [effect for effect in frame.effects if effect["k"] == "send"]
        node = f"partition:months-{number}"
        assert batch["load"] == [carries] and batch["src"] == ["producer:producer/box"]
        x, bucket = batch["path"][-1][0], position_of(f"{node}/bucket", frame.marks)[0]
        assert bucket < x < bucket + frame.marks[f"{node}/bucket"]["w"] and node in frame.about
        assert f"{CAUSE}{node} broker {number + 1} writes" in frame.marks
        blocks = [name for name, mark in frame.marks.items() if mark.get("p") == node and name.startswith("deco/block")]
        looks = [{marks[f"{block}/box"]["c"] for block in blocks} for marks in (before.marks, frame.marks)]
        assert blocks and looks[0] <= {"waiting", "send"} and looks[1] <= {"bar", "bar-hot"}
        landing = [effect for effect in frame.effects if effect["k"] == "flip" and node in effect["m"]]
        assert landing[0]["at"] >= batch["at"] + batch["ms"], "it is written when it has landed"


def test_an_acknowledgement_goes_back_from_the_column_and_has_its_tag_there_also_where_all_is_told_at_one_go() -> None:
    told = steps(nb04.news())
    for begin, number in (("sports_news-0: foot-1, tenn-3", 0), ("sports_news-2: bask-2, bask-6", 2)):
        frame = next(frame for cap, frame in told.items() if cap.startswith(begin))
        [ack] = [effect for effect in frame.effects if effect["k"] == "ack"]
        box = frame.marks["producer:producer/box"]
        x, y = position_of("producer:producer/box", frame.marks)
        end = ack["path"][-1]
        assert x <= end[0] <= x + box["w"] + 8 and y <= end[1] <= y + box["h"] and ack["t"] == "✓ stored"
        tags = {name for name in frame.marks if name.startswith(f"{CAUSE}partition:sports_news-{number} ")}
        assert {name.partition(" ")[2] for name in tags if "/" not in name.partition(" ")[2]} & {
            "acks=all: ISR has it", f"broker {number + 1} writes"
        }  # fmt: skip


def test_what_is_new_stands_out_until_something_else_happens() -> None:
    for lab in (nb04.news(), nb04.months(3)):
        for cap, frame in steps(lab).items():
            new = [name for name, mark in frame.marks.items() if mark.get("c") in ("sum-new", "send")]
            assert bool(new) == cap.startswith("The producer takes"), cap


def test_the_sign_of_a_hot_partition_does_not_come_and_go() -> None:
    for lab, wanted in (
        (nb04.months(3), ["5 of 6 !", "5 of 7 !", "8 of 10 !", "8 of 12 !"]),
        (nb04.news(), ["4 of 5 !", "4 of 6 !", "7 of 9 !", "7 of 10 !", "9 of 12 !"]),
    ):
        counts = [mark["t"] for frame in steps(lab).values() for name, mark in frame.marks.items()
                  if name.endswith("-0/count")]  # fmt: skip
        assert [*dict.fromkeys(counts)][-len(wanted) :] == wanted


def test_a_partitioner_film_says_who_created_the_topic_and_whom_the_producer_asked() -> None:
    for lab in (nb04.months(3), nb04.news(), nb04.readings()):
        first, second, *_ = steps(lab).values()
        said = {mark["t"] for frame in (first, second) for name, mark in frame.marks.items()
                if name.startswith(CAUSE) and mark["k"] == "text"}  # fmt: skip
        assert said == {"created by controller 101", "replicas striped",
                        "knew no partition yet, asks broker 1: p0 → 1, p1 → 2 …"}  # fmt: skip


def test_a_batch_of_the_first_of_two_producers_goes_between_them_and_the_lines() -> None:
    lab = Lab(3).create_topic("t", 2, 1).send("t", ("A", "A"), producer="one").send("t", ("B", "B"), producer="two")
    lab.send("t", ("C", "C"), producer="one")
    frame = [frame for cap, frame in steps(lab).items() if "writes C" in cap or "C goes" in cap][-1]
    [batch] = [effect for effect in frame.effects if effect["k"] == "send" and "load" in effect]
    (x, y), (_, lane), *_ = batch["path"]
    box = frame.marks["producer:one/box"]
    left, top = position_of("producer:one/box", frame.marks)
    assert left < x < left + box["w"] and y == top + box["h"] < lane < position_of("deco/page0", frame.marks)[1]


def test_a_batch_that_is_given_up_is_marked_with_its_error_and_leaves_the_column() -> None:
    lab = Lab(1).create_topic("t", 1, 1).send("t", ("A", "A")).kill(1).send("t", ("B", "B")).tick(130_000)
    told = [(cap, frame) for cap, frame in steps(lab).items() if cap.startswith("The producer gives up")]
    [(_, frame)] = told
    said = {mark["t"] for name, mark in frame.marks.items() if name.startswith(CAUSE) and mark["k"] == "text"}
    assert "delivery.timeout.ms: REQUEST_TIMED_OUT" in said
    assert frame.marks["partition:t-0/count"]["t"] == "1"


def test_of_a_batch_no_record_looks_written_before_it_has_landed() -> None:
    told = steps(nb04.news())
    frame = next(frame for cap, frame in told.items() if ": the leader, broker 1, writes" in cap)
    [batch] = [effect for effect in frame.effects if effect["k"] == "send"]
    turning = [e for e in frame.effects if e["k"] == "flip" and any(name.startswith("deco/block") for name in e["m"])]
    assert all(effect["at"] >= batch["at"] + batch["ms"] for effect in turning)
    rows = [e for e in frame.effects if e["k"] == "flip" and any(name.startswith("sent:") for name in e["m"])]
    assert rows and all(effect["at"] == 0 for effect in rows), "what was new stands back before anything moves"


@pytest.mark.parametrize("size", ["wide", "narrow"])
def test_where_a_page_of_sums_is_full_another_begins_at_its_top_and_numbers_go_on(size: str) -> None:
    for lab, last in ((nb04.news(), [7, 8, 9, 10, 11, 12]), (nb04.months(3), [8, 9, 10, 11, 12])):
        for frame in steps(lab, size).values():
            rows = {m["y"]: int(n.rpartition("#")[2]) + 1 for n, m in frame.marks.items() if f"{n}/rest" in frame.marks}
            numbers = [rows[y] for y in sorted(rows)]
            assert numbers == sorted(numbers) and min(rows, default=0) == 0, "they are in order, the first one on top"
        assert numbers == last
    few = steps(Lab(3).create_topic("t", 3, 1).send("t", ("A", "A"), ("B", "B")))
    assert not any(mark.get("t", "").startswith("1. ") for frame in few.values() for mark in frame.marks.values())
