"""The lens partitioner: the arithmetic of each record, which keeps its row."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from benchmarks.legibility import standing
from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb04, nb07, nb10
from kafkaviz.scene.canvas import CAUSE
from kafkaviz.scene.film.director import film_of
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
    assert reused == 1, "one page is full"


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
