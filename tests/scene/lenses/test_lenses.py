"""What each lens shows: in both sizes, true to the graph, with room for its words, and only where it has news."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import pytest

from kafkaviz.graph import lenses as graph_lenses
from kafkaviz.graph.lenses import Focus
from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb04, nb07, nb09
from kafkaviz.scene import lenses
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.lenses import LENSES
from kafkaviz.scene.values import MESSAGES, NARROW, Film, Frame
from tests.sampling import every
from tests.scene.filmed import failover_under_zookeeper, film_through, once

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


@cache
def film(lens: str) -> Film:
    return film_of(LABS[lens]().history, lens=lens, lenses=[lens])


def layouts(lens: str) -> list[tuple[tuple[int, int], tuple[Frame, ...]]]:
    track = film(lens).tracks[lens]
    return [(track.size, track.frames), *track.others.values()]


def texts(frame: Frame) -> list[str]:
    return [str(mark["t"]) for mark in frame.marks.values() if mark["k"] == "text"]


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


@pytest.mark.parametrize("lab", every(2, [failover_under_zookeeper, first_film, nb09.one_crashes], whole=1))
def test_the_legend_names_every_kind_of_message_that_flies_and_every_ring(lab: Callable[[], Lab]) -> None:
    shown = film_through(once(lab), "cluster")
    for lens, track in shown.tracks.items():
        flying = {effect["k"] for frame in track.frames for effect in frame.effects if effect["k"] in MESSAGES}
        looks = {look for frame in track.frames for m in frame.marks.values() for look in m.get("c", "").split()}
        named = dict(shown.legend[lens])
        assert flying | looks & {"ring", "ring-snapped", "faded", "heartbeat"} <= named.keys(), lens
        assert len(named) == len(shown.legend[lens]), "no class is named twice"


@pytest.mark.parametrize("lens", OTHERS)
def test_nothing_of_a_lens_is_drawn_for_a_cluster_without_it(lens: str) -> None:
    made = film_of(Lab(3).kill(2).history, lens=lens, lenses=[lens])
    assert len(made.tracks[lens].frames) == len(made.captions)


def test_a_lens_that_has_little_to_tell_is_not_offered() -> None:
    quiet = film_of(Lab(3).create_topic("t", 1, 3).send("t", "a").history)
    assert {"assignment", "controller", "log"} & set(quiet.tracks) == set()
    assert "graph" not in film_of(Lab(6).create_topic("t", 12, 6).kill(1).history).tracks


@pytest.mark.parametrize("assignor", every(2, nb09.ASSIGNORS, whole=1))
def test_every_film_of_a_group_offers_its_graph(assignor: str) -> None:
    """Range and round robin draw all their edges in one step: few steps tell, and these are what one wants to see."""
    for lab in (nb09.group(assignor=assignor), nb09.one_joins(assignor=assignor)):
        last = film_of(lab.history, lens="assignment").tracks["graph"].frames[-1].marks
        assert len({name.partition("/line")[0] for name in last if " feeds " in name}) == 6


def test_every_lens_is_offered_and_whatever_the_graph_can_choose_is_seen_through_one() -> None:
    modules = [import_module(f"{lenses.__name__}.{found.name}") for found in iter_modules(lenses.__path__)]
    written = [module.LENS for module in modules if hasattr(module, "LENS")]
    assert len(written) == len(LENSES) and all(lens in written for lens in LENSES.values())
    chosen = {lens.graph for lens in LENSES.values()} | {lens.small.graph for lens in LENSES.values() if lens.small}
    assert chosen == {function for name, function in vars(graph_lenses).items() if name.endswith("_lens")}
    assert [lens.graph(Lab(1).cluster, Focus()).graph["lens"] for lens in LENSES.values()] == list(LENSES)
