"""The lens partitioner: the arithmetic of each record, which keeps its row."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from benchmarks.legibility import standing
from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb04, nb07, nb10
from kafkaviz.scene.canvas import CAUSE
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.film.playing import position_of
from kafkaviz.scene.values import Frame, Mark
from tests.scene.appearing import played
from tests.scene.lenses.test_lenses import film, texts


def test_the_partitioner_shows_the_hash_of_a_key_with_its_numbers() -> None:
    frames = film("partitioner").tracks["partitioner"].frames
    said = texts(frames[-1])
    assert (
        "murmur2(football) = -303409433" in said
        and "& 0x7fffffff = 1844074215, mod 3 = 0" in said
        and "9 of 12 !" in said
    )


def test_a_record_keeps_its_row_in_the_partitioner() -> None:
    places: dict[str, set[tuple[float, float]]] = {}
    for frame in film("partitioner").tracks["partitioner"].frames:
        for name, mark in frame.marks.items():
            if name.startswith("sent:") and mark["k"] == "g" and f"{name}/box" in frame.marks:
                places.setdefault(name, set()).add((mark["x"], mark["y"]))
    assert len(places) == 12 and all(len(seen) == 1 for seen in places.values())


def parts(frame: Frame, class_: str) -> dict[str, Mark]:
    return {name: mark for name, mark in frame.marks.items() if mark.get("c") == class_}


def test_the_sum_in_bold_is_that_of_the_record_that_flies() -> None:
    lab = nb10.grown()
    made = film_of(lab.history.since(nb10.before(lab, "PartitionsAdded")), lens="partitioner", policies=lab.policies)
    told = 0
    for before, frame in pairwise(made.tracks["partitioner"].frames):
        flies = [name for effect in frame.effects if effect["k"] == "send" for name in effect.get("m", ())]
        if not flies:
            continue
        told += 1
        bold = {name.split("/")[0] for name in parts(frame, "t s12 b") if name.startswith("sent:")}
        assert bold == {name.removeprefix("deco/block ") for name in flies}
        # What stood out before stands back before anything moves.
        old = {name for name in parts(before, "send") if frame.marks[name]["c"] != "send"}
        calmed = {name for e in frame.effects if e["k"] == "flip" and not e["at"] for name in e["m"]}
        assert old <= calmed
    assert told == 4


def test_key_hash_and_remainder_come_before_the_record_leaves_and_falls() -> None:
    lab = Lab(3).create_topic("letters", 3, 3).send("letters", ("ABC", "ABC"))
    made = film_of(lab.history, lens="partitioner")
    frames = made.tracks["partitioner"].frames
    [frame] = [frame for frame in frames if any(effect["k"] == "send" and "m" in effect for effect in played(frame))]
    sent = "sent:producer#0"
    assert [(e["k"], e["m"]) for e in played(frame)] == [
        ("come", [sent]), ("come", [f"{sent}/hash"]), ("come", [f"{sent}/rest"]), ("send", [f"deco/block {sent}"]),
    ]  # fmt: skip
    times = [effect["at"] for effect in played(frame)]
    assert times == sorted(set(times)) and frame.effects[-1]["src"] == [f"{sent}/rest/to"]


def test_a_record_stays_as_a_block_with_its_name_and_many_are_a_bar() -> None:
    frame = film("partitioner").tracks["partitioner"].frames[-1]
    names = [mark["t"] for name, mark in frame.marks.items() if name.startswith("deco/block") and mark["k"] == "text"]
    assert names[:3] == ["foot-1", "tenn-3", "foot-4"] and len(names) == 12
    lab = nb04.readings()
    many = film_of(lab.history, lens="partitioner", lenses=["partitioner"]).tracks["partitioner"].frames[-1]
    assert not any(name.startswith("deco/block") for name in many.marks)


def test_a_producer_says_how_many_partitions_it_knows_of() -> None:
    lab = nb10.grown()
    made = film_of(lab.history.since(nb10.before(lab, "PartitionsAdded")), lens="partitioner", policies=lab.policies)
    said = ["".join(m["t"] for n, m in f.marks.items() if n == "producer:producer/knows")
            for f in made.tracks["partitioner"].frames]  # fmt: skip
    assert said[0] == said[2] == "knows 3 partitions" and said[3] == "knows 4 partitions"


def test_a_producer_never_stays_with_a_partition_that_a_rule_of_ones_own_leaves_each_time() -> None:
    lab = Lab(1, partitioner=lambda key, partitions, sent: sent.records % partitions)
    lab.create_topic("t", partitions=2, replication_factor=1)
    made = film_of(lab.send("t", "A").send("t", "B").history, lens="partitioner", policies=lab.policies)
    said = [frame.marks["producer:producer/knows"]["t"] for frame in made.tracks["partitioner"].frames[-1:]]
    assert said == ["now at p1: 69 of 16,384 bytes"]


def _keys() -> Lab:
    """Sends keys that are long, binary, empty, and of other letters."""
    sent = [("ä" * 30, "long"), (b"\xff\x00", "binary"), ("", "empty"), ("Ω", "letter")]
    return Lab(brokers=3).create_topic("t", 4, 1).send("t", *sent)


def _without_keys() -> Lab:
    lab = Lab(brokers=3).create_topic("t", 4, 1)
    for number in range(14):
        lab.send("t", f"r{number}")
    return lab


def _two_topics() -> Lab:
    lab = Lab(brokers=3).create_topic("a", 2, 1).create_topic("b", 3, 1)
    for number in range(5):
        lab.send("a", (f"k{number}", f"a{number}")).send("b", (f"k{number}", f"b{number}"))
    return lab


def _tried_again() -> Lab:
    lab = Lab(brokers=3).create_topic("t", 3, 3).send("t", ("ABC", "one")).kill(1)
    return lab.send("t", ("ABC", "two"), ("DEF", "three")).tick(20_000).restart(1).send("t", ("GHI", "four"))


@pytest.mark.parametrize("story", [_keys, _without_keys, _two_topics, _tried_again, nb04.news, nb10.grown])
def test_the_bold_sum_is_that_of_the_record_that_flies_and_nothing_stands_still(story: Callable[[], Lab]) -> None:
    track = story().film(lens="partitioner").film.tracks["partitioner"]
    assert standing(track) == []
    for frame in track.frames:
        flies = {effect["m"][0] for effect in frame.effects if effect["k"] == "send" and "m" in effect}
        bold = {mark["p"].split("/")[0] for mark in frame.marks.values() if mark.get("c") == "sum-new"}
        assert not flies or flies == {f"deco/block {node}" for node in bold}


def test_a_sum_goes_before_another_one_comes_in_its_place() -> None:
    frames = _without_keys().film(lens="partitioner").film.tracks["partitioner"].frames
    reused = 0
    for before, frame in pairwise(frames):
        new = {
            name for name in frame.marks if name.startswith("sent:") and name.endswith("/name")
        } - before.marks.keys()
        gone = {name for name in before.marks if name.endswith("/said")} - frame.marks.keys()
        leaves = {
            name for effect in frame.effects if (effect["k"], effect["at"]) == ("drop", 0) for name in effect["m"]
        }
        assert gone <= leaves
        reused += bool(new and gone)
    assert reused >= 4


def test_the_sum_of_the_record_that_flies_ends_before_the_sign_also_where_it_is_bold() -> None:
    lab = Lab(3).create_topic("orders", 12, 1).send("orders", ("Dec", "Dec"))
    track = film_of(lab.history, lens="partitioner").tracks["partitioner"]
    for layout in (track, track.others["narrow"]):
        marks = layout.frames[-1].marks
        ends = [
            (len(mark["t"]) * 12 * 0.6 / 0.9, marks[name.replace("/hash/said", "/rest/to")]["x"])
            for name, mark in marks.items()
            if name.endswith("/hash/said")
        ]
        assert ends and all(end <= sign for end, sign in ends), layout.size


def test_a_row_that_is_used_again_says_how_manieth_its_record_is_and_where_older_ones_begin() -> None:
    track = nb04.news().film(lens="partitioner").film.tracks["partitioner"]
    wide, narrow = track.frames[-1], track.others["narrow"].frames[-1]
    rows = {m["y"]: wide.marks[f"{n}/name"]["t"] for n, m in wide.marks.items() if f"{n}/rest" in wide.marks}
    numbers = [int(rows[y].partition(".")[0]) for y in sorted(rows)]
    assert numbers == [9, 10, 11, 12, 5, 6, 7, 8], "where they are not in order the seam is"
    for frame in (wide, narrow):
        places = {frame.marks[n]["y"]: n for n in frame.marks if f"{n}/rest" in frame.marks}
        over = max(y for y, node in places.items() if node.rpartition("#")[2] == "11")
        under = min(y for y in places if y > over)
        assert over < frame.marks["deco/seam"]["y"] < under
    few = nb04.news(football=1).film(lens="partitioner").film.tracks["partitioner"]
    assert not [name for frame in few.frames[:4] for name in frame.marks if name.startswith("deco/seam")]


def test_the_rule_that_chose_a_partition_without_a_key_is_marked_at_the_producer() -> None:
    for lab, rule in (
        (nb04.readings(), {"sticky: draws p0 of 6"}),
        (nb04.news(kafka="2.3", keyed=False), {f"round robin: {n} mod 3 = {n % 3}" for n in range(12)}),
        (nb07.failover(), {"app named p0"}),
        (nb04.news(), set()),
    ):
        made = film_of(lab.history, lens="partitioner", lenses=["partitioner"], policies=lab.policies)
        at = f"{CAUSE}producer:producer "
        tags = {name for frame in made.tracks["partitioner"].frames for name in frame.marks if name.startswith(at)}
        known = {"knew no partition yet", "no more to send", "acks=all: ISR has it", "acks=1: leader has it",
                 "linger.ms=0: at once", "whole ISR has it", "sticky: p0 not full yet"}  # fmt: skip
        chose = {tag.removeprefix(at) for tag in tags if "/" not in tag.removeprefix(at)} - known
        chose = {rule for rule in chose if not rule.startswith("knew no partition yet, asks broker 1: ")}
        assert chose == rule


def test_the_rule_says_why_a_batch_is_left_and_the_producer_of_how_many_bytes() -> None:
    lab = nb04.readings()
    made = film_of(lab.history, lens="partitioner", lenses=["partitioner"], policies=lab.policies)
    knows = "producer:producer/knows"
    said = [frame.marks[knows]["t"] for frame in made.tracks["partitioner"].frames if knows in frame.marks]
    assert said[-1] == "now at p0: 292 of 16,384 bytes" and "has had 282 of 16,384 bytes" in made.captions[2].why


def test_a_column_says_how_far_its_records_are_and_a_tag_why_they_leave_and_are_acknowledged() -> None:
    made = film_of(nb04.news().history, lens="partitioner", lenses=["partitioner"])
    frames = made.tracks["partitioner"].frames
    said = [frame.marks["partition:sports_news-0/stored"]["t"] for frame in frames[2:]]
    assert [*dict.fromkeys(said)] == ["1 in a batch", "4 in a batch", "7 in a batch", "9 in a batch", "9 written",
                                      "✓ all stored"]  # fmt: skip
    tags = [{name.removeprefix(CAUSE) for name in f.marks if name.startswith(CAUSE) and f.marks[name]["k"] == "g"}
            for f in frames]  # fmt: skip
    assert "producer:producer no more to send" in tags[2 + said.index("9 written")]
    assert "partition:sports_news-0 broker 1 writes" in tags[2 + said.index("9 written")]
    assert "partition:sports_news-0 acks=all: ISR has it" in tags[2 + said.index("✓ all stored")]


def test_a_sum_says_the_number_that_the_remainder_is_of() -> None:
    made = film_of(nb04.months(3).history, lens="partitioner", lenses=["partitioner"])
    marks = made.tracks["partitioner"].frames[3].marks
    assert marks["sent:producer#0/rest/said"]["t"] == "& 0x7fffffff = 851557734, mod 3 = 0"


def test_a_narrow_picture_says_why_a_batch_leaves_too() -> None:
    made = film_of(nb04.news().history, lens="partitioner", lenses=["partitioner"])
    (narrow,) = made.tracks["partitioner"].others.values()
    wrote = next(n for n, caption in enumerate(made.captions) if "writes" in caption.cap)
    assert f"{CAUSE}producer:producer no more to send" in narrow.frames[wrote].marks


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
    box, rows = frame.marks["producer:one/box"], [m["y"] for n, m in frame.marks.items() if n.startswith("sent:one#")
                                                  and m["k"] == "g" and "/" not in n]  # fmt: skip
    left, top = position_of("producer:one/box", frame.marks)
    assert left < x < left + box["w"] and y == top + box["h"] < lane < min(rows)


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
