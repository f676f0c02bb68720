"""What each lens shows: in both sizes, true to the graph, with room for its words, and only where it has news."""

import re

import pytest

from kafkaviz.graph.lenses import LENSES, Focus, lens_graph
from kafkaviz.lab import Lab
from kafkaviz.player.strip import strip
from kafkaviz.scenarios import nb04, nb07, nb08, nb09, nb11
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.film.playing import position_of
from kafkaviz.scene.scenes import SCENES
from kafkaviz.scene.values import MESSAGES, NARROW, Film, Frame

OTHERS = ("assignment", "client", "partitioner", "controller", "log", "graph")


def first_film() -> Lab:
    lab = Lab(3).create_topic("letters", 3, 3).send("letters", "ABC", "DEF", "GHI").poll("letters")
    return lab.join("app", "C0", "C1", topics=["letters"]).kill(1).send("letters", ("ABC", "JKL"))


def files() -> Lab:
    small = {"segment.bytes": 60, "cleanup.policy": "compact", "min.cleanable.dirty.ratio": 0.3}
    lab = Lab(3).create_topic("letters", 1, 3, configs=small).join("app", "C0", topics=["letters"])
    for key in "ABABCABACBD":
        lab.send("letters", (key, key.lower()))
    return lab.commit("app", "C0", {("letters", 0): 7})


LABS = {
    "assignment": lambda: nb09.one_joins(assignor="sticky"),
    "client": first_film,
    "partitioner": nb04.news,
    "controller": lambda: nb07.news(kafka="2.3").kill(1),
    "log": files,
    "graph": first_film,
}


def film(lens: str) -> Film:
    return film_of(LABS[lens]().history, lens=lens, lenses=[lens])


def layouts(lens: str) -> list[tuple[tuple[int, int], tuple[Frame, ...]]]:
    track = film(lens).tracks[lens]
    return [(track.size, track.frames), *([track.narrow] if track.narrow else [])]


def texts(frame: Frame) -> list[str]:
    return [str(mark["t"]) for mark in frame.marks.values() if mark["k"] == "text"]


def marks_with(frame: Frame, cls: str) -> list[str]:
    return [name for name, mark in frame.marks.items() if cls in mark.get("c", "").split()]


@pytest.mark.parametrize("lens", OTHERS)
def test_every_lens_has_a_narrow_layout_and_no_text_below_twelve(lens: str) -> None:
    drawn = layouts(lens)
    assert [size for size, _ in drawn][1][0] == NARROW[0]
    sizes = film(lens).theme["classes"]
    for _, frames in drawn:
        for mark in (mark for frame in frames for mark in frame.marks.values() if mark["k"] == "text"):
            assert min([sizes[c]["size"] for c in mark["c"].split() if "size" in sizes[c]], default=14) >= 12


@pytest.mark.parametrize("lens", OTHERS)
def test_every_mark_of_a_lens_stays_on_its_sheet(lens: str) -> None:
    for size, frames in layouts(lens):
        for frame in frames:
            for name, mark in frame.marks.items():
                x, y, parent = mark.get("x", 0), mark.get("y", 0), mark.get("p")
                while parent:
                    x, y = x + frame.marks[parent].get("x", 0), y + frame.marks[parent].get("y", 0)
                    parent = frame.marks[parent].get("p")
                assert -4 <= x <= size[0] + 2 and -4 <= y <= size[1] + 2, (name, x, y)
                assert x + mark.get("w", 0) <= size[0] + 2 and y + mark.get("h", 0) <= size[1] + 2, name


@pytest.mark.parametrize("lens", OTHERS)
def test_messages_stay_on_the_sheet_and_have_numbers_in_their_order(lens: str) -> None:
    for size, frames in layouts(lens):
        for effects in (frame.effects for frame in frames):
            for x, y in (point for e in effects if e["k"] in MESSAGES for point in e["path"]):
                assert 0 <= x <= size[0] and 0 <= y <= size[1]
            numbers = [e["n"] for e in sorted(effects, key=lambda e: e["at"]) if e.get("n")]
            assert numbers == sorted(numbers)


@pytest.mark.parametrize("lens", OTHERS)
def test_a_class_that_a_lens_uses_is_one_of_the_themes(lens: str) -> None:
    known = film(lens).theme["classes"]
    used = {c for _, frames in layouts(lens) for f in frames for m in f.marks.values() for c in m.get("c", "").split()}
    assert used <= set(known)


@pytest.mark.parametrize("lens", OTHERS)
def test_nothing_of_a_lens_is_drawn_for_a_cluster_without_it(lens: str) -> None:
    made = film_of(Lab(3).kill(2).history, lens=lens, lenses=[lens])
    assert len(made.tracks[lens].frames) == len(made.captions)


def test_a_tile_lies_with_its_reader_and_what_nobody_reads_is_counted() -> None:
    track = film("assignment").tracks["assignment"]
    counts = [frame.marks["deco/tray/count"]["t"] for frame in track.frames if "deco/tray/count" in frame.marks]
    assert counts[-1] == "6 / 6" and "3 / 6" in counts and "0 / 6" in counts
    assert any(effect["k"] == "move" for frame in track.frames for effect in frame.effects)
    lost = [int(str(f.marks["deco/clock reading/lost"]["t"]).split(": ")[1]) for f in track.frames[2:]]
    assert lost == sorted(lost) and lost[-1] > 0


def test_a_cooperative_rebalance_costs_less_than_an_eager_one() -> None:
    def lost(assignor: str) -> int:
        track = film_of(nb09.one_joins(assignor=assignor).history, lens="assignment").tracks["assignment"]
        return int(str(track.frames[-1].marks["deco/clock reading/lost"]["t"]).split(": ")[1])

    assert lost("cooperative sticky") < lost("sticky")


def test_what_a_producer_believes_is_marked_while_it_is_out_of_date() -> None:
    frames = film("client").tracks["client"].frames
    stale = [bool(marks_with(frame, "stale")) for frame in frames]
    assert any(stale) and not stale[0] and not stale[-1]
    asked = [effect["t"] for frame in frames for effect in frame.effects if effect["k"] == "ask"]
    assert asked.count("who leads?") == 2


def test_who_asks_the_wrong_broker_is_refused_by_name_asks_again_and_is_heard() -> None:
    lab = Lab(3).create_topic("t", 1, 3).send("t", "a").kill(1).send("t", "b").restart(1).tick(5_000)
    since = lab.elect_preferred("t", 0).cluster
    lab.send("t", "c")
    frames = film_of(lab.history.since(since), lens="client", lenses=["client"]).tracks["client"].frames
    assert any("✕ NOT_LEADER_OR_FOLLOWER, attempt 1" in texts(frame) for frame in frames)
    played = [effect["k"] for frame in frames for effect in frame.effects if effect["k"] in MESSAGES]
    assert played == ["send", "refuse", "ask", "answer", "send", "ack"]
    assert any(marks_with(frame, "refused") for frame in frames)


def test_the_partitioner_shows_the_hash_of_a_key_with_its_numbers() -> None:
    frames = film("partitioner").tracks["partitioner"].frames
    said = texts(frames[-1])
    assert "murmur2(key) = -303409433" in said and "& 0x7fffffff mod 3 → p0" in said and "9 !" in said


def test_a_record_keeps_its_row_in_the_partitioner() -> None:
    places: dict[str, set[tuple[float, float]]] = {}
    for frame in film("partitioner").tracks["partitioner"].frames:
        for name, mark in frame.marks.items():
            if name.startswith("sent:") and mark["k"] == "g" and f"{name}/box" in frame.marks:
                places.setdefault(name, set()).add((mark["x"], mark["y"]))
    assert len(places) == 12 and all(len(seen) == 1 for seen in places.values())


def test_the_log_shows_files_gaps_ends_and_how_far_a_group_has_read() -> None:
    frames = film("log").tracks["log"].frames
    said = texts(frames[-1])
    assert "app committed 7" in said and "6.log · 45 B · active" in said and "HW 11" in said
    kept = [name for name in frames[-1].marks if name.startswith("record:letters-0@1#") and name.endswith("/box")]
    assert len(kept) == 8


def test_the_plain_graph_names_its_nodes_and_counts_its_edges() -> None:
    lab = first_film()
    frame = film_of(lab.history, lens="graph").tracks["graph"].frames[-1]
    graph = lens_graph(lab.cluster, "graph", Focus("letters"))
    assert f"{graph.number_of_nodes()} nodes, {graph.number_of_edges()} edges" in texts(frame)
    assert {"hosts 9", "★ letters-0@2", "✕ broker 1", "C0"} <= set(texts(frame))


def test_in_the_plain_graph_who_coordinates_is_led_past_the_brokers_in_between() -> None:
    lab = nb08.apart().join("billing", "C1", topics=["orders"])
    assert lab.cluster.groups["billing"].coordinator == 1
    track = film_of(lab.history, lens="graph").tracks["graph"]
    for layout in (track, track.narrow):
        assert layout is not None
        marks = layout.frames[-1].marks
        tie = next(name for name, mark in marks.items() if mark["k"] == "g" and "tie broker:1 coordinates" in name)
        lines = [mark for mark in marks.values() if mark.get("p") == tie]
        assert lines
        for node in ("broker:2", "broker:3", "replica:orders-0@2", "replica:orders-0@3"):
            (x, y), box = position_of(node, marks), marks[f"{node}/box"]
            for line in lines:
                left, right = sorted((line["x"], line["x2"]))
                top, under = sorted((line["y"], line["y2"]))
                assert right <= x or left >= x + box["w"] or under <= y or top >= y + box["h"], (node, line)


def test_a_lens_that_has_little_to_tell_is_not_offered() -> None:
    quiet = film_of(Lab(3).create_topic("t", 1, 3).send("t", "a").history)
    assert {"assignment", "controller", "log"} & set(quiet.tracks) == set()
    assert "graph" not in film_of(Lab(6).create_topic("t", 12, 6).kill(1).history).tracks


def test_every_lens_of_the_graph_has_a_scene() -> None:
    assert set(SCENES) == set(LENSES)


def test_a_partition_that_a_share_group_reads_together_lies_with_each_of_its_readers():
    film = nb11.parcels(2).film(lens="assignment").film
    tiles = [
        mark
        for mark in film.tracks["assignment"].frames[-1].marks
        if re.fullmatch(r"(deco/)?partition:parcels-0( [^ ]+/C\d)?", mark)
    ]
    assert len(tiles) == 3 and "partition:parcels-0" in tiles
    assert strip([film], lens="assignment").startswith(b"\x89PNG")


def test_of_a_partition_with_a_long_name_the_metadata_log_keeps_the_leader_and_a_broker_its_number() -> None:
    name = "a-topic-whose-name-is-long"
    # Of ten brokers tiles are drawn, and no metadata log.
    for brokers in (3, 5):
        lab = Lab(brokers).create_topic(name, 2, 3).create_topic("b", 1, 3).add_broker(brokers + 1)
        track = film_of(lab.history, lens="cluster").tracks["cluster"]
        assert track.narrow is not None
        for frames in (track.frames, track.narrow.frames):
            marks = [(n, m) for frame in frames for n, m in frame.marks.items() if m["k"] == "text"]
            entries = {m["t"] for n, m in marks if n.startswith("deco/entry")}
            leaders = [text for text in entries if "→" in text]
            assert leaders and all(re.search(r"-\d → \d$", text) for text in leaders), entries
            assert {f"{brokers + 1} registered", f"{brokers + 1} unfenced"} <= entries
            names = [m["t"] for n, m in marks if n.startswith("replica:") and n.endswith("/name")]
            assert all(re.search(r"-\d$|^p\d$", text) for text in names), names


def test_the_states_of_many_brokers_stay_on_their_cards() -> None:
    for brokers in (3, 5, 10, 14):
        lab = Lab(brokers).create_topic("t", 1, 1).add_broker(brokers + 1)
        track = film_of(lab.history, lens="controller").tracks["controller"]
        assert track.narrow is not None
        for frames in (track.frames, track.narrow.frames):
            marks = frames[-1].marks
            for node in (f"broker:{n}" for n in range(1, brokers + 2)):
                assert marks[f"{node}/state"]["y"] + 6 <= marks[f"{node}/box"]["h"], brokers
                assert marks[f"{node}/state"]["t"] == "unfenced"
                assert marks[f"{node}/name"]["t"] in (node.replace(":", " "), node.removeprefix("broker:"))


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
