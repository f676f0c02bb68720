"""A large cluster is tiles: which say by their shape what a copy is, never move, and cost only what changes."""

import json
from collections.abc import Sequence
from functools import cache

import pytest

from kafkaviz.decisions.values import TopicPartition
from kafkaviz.graph.ids import replica_id
from kafkaviz.lab import Lab
from kafkaviz.player.wire import wire, wire_narrow
from kafkaviz.scenarios import nb09
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.lenses.lens import Lens
from kafkaviz.scene.lenses.script import Script, is_large
from kafkaviz.scene.lenses.tile_grid import LOOKS, grid_of, shape, state_of
from kafkaviz.scene.on_demand import Frames
from kafkaviz.scene.values import NARROW, WIDE, Film, Frame, Track

SIZES = (WIDE, NARROW)


@cache
def large(brokers: int, partitions: int) -> Lab:
    """Returns a lab in which nobody may do anything more."""
    return Lab(brokers).create_topic("t", partitions, 3).send("t", ("a", "v0"), ("b", "v1")).kill(brokers // 2)


@cache
def film(brokers: int, partitions: int) -> Film:
    return film_of(large(brokers, partitions).history)


def frames_of(brokers: int, partitions: int) -> Sequence[Frame]:
    return film(brokers, partitions).tracks["cluster"].frames


def text(frame: Frame, name: str) -> str:
    return str(frame.marks[name]["t"])


@pytest.mark.parametrize(
    ("brokers", "partitions"), [(7, 3), (10, 60), (30, 300), pytest.param(100, 2000, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("size", SIZES)
def test_tiles_stay_in_their_cards_and_cards_above_the_foot(brokers: int, partitions: int, size) -> None:
    grid = grid_of([Lab(brokers).create_topic("t", partitions, 3).cluster], size)
    for room in grid.cards.values():
        assert room.x >= 0 and room.x + room.w <= size[0] and room.y + room.h <= grid.foot.y + 1
    for copies in grid.tiles.values():
        for b, (x, y) in copies.items():
            assert 0 <= x <= grid.cards[b].w - grid.tile[0] and y + grid.tile[1] <= grid.cards[b].h
    for x, y in grid.wall.values():
        assert x + grid.tile[0] <= size[0] and y + grid.tile[1] <= grid.foot.y + 1
    assert len(grid.wall or grid.tiles) == partitions


def test_a_tile_is_eight_units_wide_at_least_where_thirty_brokers_hold_three_hundred_partitions() -> None:
    wide, narrow = (grid_of([Lab(30).create_topic("t", 300, 3).cluster], size) for size in SIZES)
    assert wide.tile[0] >= 8 and not wide.wall
    assert narrow.tile[0] >= 8 and len(narrow.wall) == 300, "beside a sidebar there is a tile for each partition"


def test_ten_brokers_have_room_for_the_number_of_each_partition() -> None:
    assert grid_of([Lab(10).create_topic("t", 60, 3).cluster], WIDE).has_labels
    assert "★12" in [m.get("t") for m in frames_of(10, 60)[0].marks.values()]


def test_every_state_has_a_shape_and_a_class_of_its_own() -> None:
    assert len({shape(state, 10.0) for state in LOOKS}) == len({look for look, _, _ in LOOKS.values()}) == len(LOOKS)


@pytest.mark.parametrize(
    ("kills", "at_leader", "elsewhere"), [(False, "leader", "follower"), (True, "none", "follower")]
)
def test_a_copy_is_what_its_broker_and_the_controller_make_of_it(kills, at_leader, elsewhere) -> None:
    lab = Lab(8).create_topic("t", 4, 3)
    if kills:
        lab.kill(1, detect=False)
    now, tp = lab.cluster, TopicPartition("t", 0)
    states = {b: state_of(now, tp, b, r, now.partitions[tp]) for b, r in now.replicas[tp].items()}
    assert states == {1: at_leader, 2: elsewhere, 3: elsewhere}


def test_a_crash_leaves_rings_crosses_and_one_big_number_and_the_leaders_count_again() -> None:
    lab = Lab(30).create_topic("t", 300, 3)
    since = lab.cluster
    frames = film_of(lab.kill(17).history.since(since)).tracks["cluster"].frames
    crash = next(f for f in frames if "✕" in text(f, "broker:17/leads"))
    at_17 = [m["c"] for m in crash.marks.values() if m.get("p") == "broker:17" and m["k"] == "path"]
    assert text(crash, "deco/number/led") == "290" and at_17.count("tile-none") == 10
    assert at_17.count("tile-dead") == 20
    assert text(frames[-1], "deco/number/led") == "300" and "tile-none" not in {
        m.get("c") for m in frames[-1].marks.values()
    }
    assert sum(int(text(frames[-1], f"broker:{b}/leads").split()[1]) for b in range(1, 31) if b != 17) == 300


def test_no_tile_ever_moves() -> None:
    places: dict[str, set[tuple[float, float]]] = {}
    for frame in frames_of(30, 90):
        for name, mark in frame.marks.items():
            if name.startswith("replica:"):
                places.setdefault(name, set()).add((mark["x"], mark["y"]))
    assert len(places) == 270 and all(len(seen) == 1 for seen in places.values())


def test_the_partition_a_step_is_about_is_lifted_out_and_framed() -> None:
    shown = film(30, 300)
    write = next(n for n, caption in enumerate(shown.captions) if caption.tag == "write")
    frame = shown.tracks["cluster"].frames[write]
    assert text(frame, "deco/told/tp") in shown.captions[write].cap
    assert len([name for name in frame.marks if name.startswith("deco/frames/frame")]) == 3
    told = [effect for effect in frame.effects if effect["k"] == "send"]
    assert told and told[0]["m"][0] in frame.marks


def test_what_a_step_does_not_touch_is_the_very_same_mark() -> None:
    frames = frames_of(30, 300)
    tiles = [replica_id(TopicPartition("t", n), b) for n in range(300) for b in range(1, 31)]
    before, after = frames[2].marks, frames[3].marks
    changed = [name for name in tiles if name in after and after[name] is not before[name]]
    assert len(changed) <= 3


def test_a_step_of_a_large_cluster_takes_few_bytes_to_send() -> None:
    shown = film(30, 300)
    for layout in (wire(shown, "cluster")["tracks"]["cluster"], wire_narrow(shown, "cluster")["narrow"]):
        steps = [len(json.dumps(frame)) for frame in layout["frames"][1:]]
        assert sum(steps) / len(steps) <= 4_000


def test_small_clusters_are_not_tiles() -> None:
    assert not is_large([Lab(3).create_topic("t", 3, 3).cluster])
    assert is_large([Lab(3).cluster, Lab(7).cluster])


def test_each_lens_is_drawn_when_it_is_looked_through_and_of_much_nobody_asks_whether_it_tells_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn, track = list[str](), Lens.track

    def drawing(lens: Lens, script: Script) -> Track:
        drawn.append(lens.graph.__name__)
        return track(lens, script)

    monkeypatch.setattr(Lens, "track", drawing)
    few, much = (
        film_of(nb09.one_joins().history),
        film_of(large(30, 300).fork().join("app", "A", topics=["t"]).history, lens="replication"),
    )
    assert drawn == [] and few.legend["cluster"] and "nowhere" not in few.tracks
    assert few.tracks["cluster"] is few.tracks["cluster"] and drawn == ["cluster_lens"]
    assert len(few.tracks) == len(few.legend) == len(list(few.tracks)) < len(drawn) == len(set(drawn))
    drawn.clear()
    assert "cluster" in much.tracks and len(much.tracks) == len(much.legend) > 3 and drawn == []
    assert len(much.tracks["cluster"].frames) == len(much.captions)
    with pytest.raises(KeyError, match="nowhere"):
        few.tracks["nowhere"]


def test_narrow_frames_are_drawn_when_one_is_asked_for_and_once() -> None:
    made = list[int]()
    frames = Frames(2, lambda: made.append(1) or (Frame({}), Frame({"a": {"k": "g"}})))
    assert len(frames) == 2 and made == []
    assert [*frames] == [Frame({}), frames[-1]] == [*frames[:]] and made == [1]


def test_of_a_very_long_history_the_last_part_is_shown_and_the_film_says_so(monkeypatch) -> None:
    lab = Lab(3).create_topic("t", 1, 3)
    for n in range(8):
        lab.send("t", str(n))
    monkeypatch.setattr("kafkaviz.scene.film.director.MOST_FRAMES", 10)
    film = film_of(lab.history, detail=True)
    assert len(film.captions) == 10
    assert "earlier frames are left out" in film.captions[0].cap
    assert film.captions[-1].at == len(lab.history.steps)
