"""The lens assignment: a partition lies with its reader, and what nobody reads is counted."""

import json
import re

from kafkaviz.lab import Lab
from kafkaviz.player.strip import strip
from kafkaviz.player.wire import wire
from kafkaviz.scenarios import nb08, nb09, nb11
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.values import MESSAGES
from tests.scene.appearing import played
from tests.scene.filmed import film_through, once
from tests.scene.lenses.test_lenses import film, texts


def test_a_tile_lies_with_its_reader_and_what_nobody_reads_is_counted() -> None:
    track = film("assignment").tracks["assignment"]
    counts = [frame.marks["deco/tray/count"]["t"] for frame in track.frames if "deco/tray/count" in frame.marks]
    assert counts[-1] == "6 / 6" and "3 / 6" in counts and "0 / 6" in counts
    assert any(effect["k"] == "move" for frame in track.frames for effect in frame.effects)
    lost = [int(str(f.marks["deco/clock reading/lost"]["t"]).split(": ")[1]) for f in track.frames[2:]]
    assert lost == sorted(lost) and lost[-1] > 0


def test_the_tray_says_whether_there_is_anything_that_is_assigned_to_nobody() -> None:
    film = film_through(once(nb09.one_crashes), "assignment")
    for caption, frame in zip(film.captions, film.tracks["assignment"].frames, strict=True):
        if caption.cap.endswith(("crashes.", "pass.")) and "✕ crashed" in texts(frame):
            assert {"4 / 6", "all are assigned", "✕ p0", "✕ p1"} <= set(texts(frame)), "they lie with who crashed"
        if caption.tag == "expire":
            assert {"4 / 6", "assigned to nobody", "! p0", "! p1"} <= set(texts(frame))


def test_a_cooperative_rebalance_costs_less_than_an_eager_one() -> None:
    def lost(assignor: str) -> int:
        track = film_of(nb09.one_joins(assignor=assignor).history, lens="assignment").tracks["assignment"]
        return int(str(track.frames[-1].marks["deco/clock reading/lost"]["t"]).split(": ")[1])

    assert lost("cooperative sticky") < lost("sticky")


def test_a_partition_that_a_share_group_reads_together_lies_with_each_of_its_readers():
    film = nb11.parcels(2).film(lens="assignment").film
    tiles = [
        mark
        for mark in film.tracks["assignment"].frames[-1].marks
        if re.fullmatch(r"(deco/)?partition:parcels-0( [^ ]+/C\d)?", mark)
    ]
    assert len(tiles) == 3 and "partition:parcels-0" in tiles
    assert strip([film], lens="assignment").startswith(b"\x89PNG")


def test_offsets_that_zookeeper_keeps_are_sent_to_zookeeper_and_others_know_none() -> None:
    lab = nb08.kept_in("zookeeper", kafka="0.10")
    track = film_of(lab.history, lens="assignment", lenses=["assignment"]).tracks["assignment"]
    for frames, node in ((track.frames, "/consumers/billing/offsets/orders/0"), (track.narrow[1], "…/orders/0")):
        assert {"ZooKeeper", "no offsets"} <= set(texts(frames[-2]))
        assert f"{node} → 6" in texts(frames[-1])
        marks = frames[-1].marks
        (sent,) = [effect for effect in frames[-1].effects if effect["k"] in MESSAGES]
        assert 0 <= sent["path"][-1][0] - marks["zookeeper"]["x"] <= marks["zookeeper/box"]["w"]
    two = lab.create_topic("letters", 3, 1).commit("billing", "C1", {("letters", 2): 7})
    track = film_of(two.history, lens="assignment", lenses=["assignment"]).tracks["assignment"]
    assert "2 offsets" in texts(track.frames[-1])
    plain = film_of(nb08.kept_in().history, lens="assignment", lenses=["assignment"]).tracks["assignment"]
    assert not any("zookeeper" in frame.marks for frame in plain.frames)


def test_the_coordinators_patience_with_a_silent_member_runs_down_before_it_is_removed() -> None:
    film = film_through(once(nb09.one_crashes), "assignment")
    track = film.tracks["assignment"]
    crash, expire = (next(n for n, c in enumerate(film.captions) if c.tag == tag) for tag in ("crash", "expire"))
    rings = [frame.marks.get("deco/patience member:app/C1/ring", {"v": None})["v"] for frame in track.frames]
    assert rings[crash] == 1 and rings[expire - 1] == 0 and rings[expire] is None
    (wait,) = [effect for effect in track.frames[expire - 1].effects if effect["k"] == "wait"]
    assert expire - 1 not in track.skip and wait["m"][0] == "deco/patience member:app/C1/ring"
    assert [effect["m"] for effect in played(track.frames[expire])] == [["member:app/C1"]]


def test_the_words_above_the_strip_of_time_keep_clear_of_the_films_border() -> None:
    track = film("assignment").tracks["assignment"]
    for layout in (track, *track.others.values()):
        marks = layout.frames[-1].marks
        left, lost, floor = (marks[f"deco/clock reading/{name}"] for name in ("label", "lost", "floor"))
        assert left["x"] >= 4 and lost["x"] <= max(floor["x"], floor["x2"]) - 4, (lost, floor)


def test_what_the_red_area_counts_is_said_in_every_size() -> None:
    track = film_of(nb09.one_joins().history, lens="assignment").tracks["assignment"]
    assert track.narrow is not None
    for frames in (track.frames, track.narrow.frames):
        marks = frames[-1].marks
        said, strip_x, clock = marks["deco/clock reading/lost"], marks["deco/clock reading"]["x"], marks["deco/clock"]
        assert "× steps" in said["t"]
        # In a narrow picture the clock stands in the middle of the same line.
        assert strip_x + said["x"] - len(said["t"]) * 7.2 > clock["x"] + 40


def test_of_hundreds_of_members_each_is_a_cell_and_what_they_hold_is_drawn_and_told_of_a_few_alone() -> None:
    names = [f"C{n}" for n in range(120)]
    lab = Lab(3).create_topic("t", 240, 1).join("app", *names, topics=["t"]).join("app", "late", topics=["t"])
    film = film_of(lab.history, lens="assignment", lenses=["assignment"])
    track = film.tracks["assignment"]
    sent = wire(film, "assignment")["tracks"]["assignment"]["frames"]
    assert len(json.dumps(sent)) / len(sent) < 10_000
    at_rest = track.frames[-1].marks
    assert not any(mark.startswith("partition:") for mark in at_rest)
    assert [at_rest[f"member:app/{name}/box"]["ti"] for name in ("C0", "late")] == ["C0: reads 2", "late: reads 1"]
    assert {mark["ti"] for f in track.frames for name, mark in f.marks.items() if name == "member:app/C1/box"} == {
        "C1: waits",
        "C1: reads 2",
    }
    (starts,) = (caption.cap for caption in film.captions if " start in " in caption.cap)
    assert starts == "Consumers C0, C1, C2, C3, C4, C5, and 114 more start in group app, for t."
    assert all(len(caption.cap) < 300 for caption in film.captions)
