"""The lens graph: every node and tie by its name, and no tie behind a node."""

from collections.abc import Callable, Iterator

import pytest

from benchmarks.legibility import standing
from kafkaviz.graph.lenses import Focus, lens_graph, plain_lens
from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb04, nb07, nb08, nb09
from kafkaviz.scene.canvas import CAUSE, position_of
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.routing import width_of
from kafkaviz.scene.values import MESSAGES, Film, Layout, Marks
from tests.scene.filmed import failover_under_zookeeper, film_through, once
from tests.scene.lenses.test_lenses import first_film, texts


def test_the_plain_graph_names_its_nodes_and_counts_its_edges() -> None:
    lab = first_film()
    frame = film_of(lab.history, lens="graph").tracks["graph"].frames[-1]
    graph = lens_graph(lab.cluster, plain_lens, Focus("letters"))
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


Box = tuple[float, float, float, float]


def boxes(marks: Marks) -> dict[str, Box]:
    """Returns the box of each node."""
    nodes = (name for name, mark in marks.items() if mark["k"] == "g" and f"{name}/box" in marks)
    found = {}
    for node in nodes:
        (x, y), box = position_of(node, marks), marks[f"{node}/box"]
        found[node] = (x, y, x + box["w"], y + box["h"])
    return found


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def layouts_of(lab: Lab) -> Iterator[tuple[Film, Layout]]:
    film = film_through(lab, "graph")
    track = film.tracks["graph"]
    for layout in (track, *track.others.values()):
        yield film, layout


@pytest.mark.parametrize("story", [nb07.failover, nb08.two_groups, nb09.group, nb04.news])
def test_no_tie_and_no_chip_lies_on_a_name_and_no_name_is_cut(story: Callable[[], Lab]) -> None:
    for _, layout in layouts_of(once(story)):
        for frame in layout.frames:
            nodes = boxes(frame.marks)
            # The tag of a cause has a ground of its own and lies over all ties.
            under_ties = {node: box for node, box in nodes.items() if not node.startswith(CAUSE)}
            assert not [said for said in texts(frame) if said.endswith("…") and not said.endswith(" …")]
            for name, mark in frame.marks.items():
                if mark["k"] != "line" or "/tie " not in name:
                    continue
                (left, right), (top, under) = sorted((mark["x"], mark["x2"])), sorted((mark["y"], mark["y2"]))
                if left == right or top == under:
                    crossed = [node for node, box in under_ties.items() if meet((left, top + 1, right, under - 1), box)]
                    assert crossed == [], (name, crossed)
            chips = []
            for effect in frame.effects:
                if "chip" in effect:
                    (x, y), half = effect["chip"], width_of(effect["t"], "n" in effect) / 2
                    chips.append((x - half, y - 10, x + half, y + 10))
            for n, chip in enumerate(chips):
                assert not [node for node, box in nodes.items() if meet(chip, box)]
                assert not [other for other in chips[:n] if meet(chip, other)]


def test_what_has_changed_is_framed_and_said_and_the_ties_are_counted() -> None:
    for film, layout in layouts_of(once(nb07.failover)):
        crash = next(n for n, caption in enumerate(film.captions) if caption.tag == "crash")
        frame, last = layout.frames[crash], layout.frames[-1]
        changed = {name.removesuffix("/news") for name in frame.marks if name.endswith("/news")}
        assert changed == {"broker:1", *(f"replica:sports_news-{p}@1" for p in range(3))}
        assert "copies 4 (-2)" in texts(frame)
        assert {name for name in last.marks if name.endswith("/news")} == {
            "broker:2/news",
            "replica:sports_news-0@2/news",
        }
        assert any(said.startswith("▸") for said in texts(last))


def test_what_changed_before_is_not_marked_where_somebody_talks() -> None:
    film = film_through(once(nb08.two_groups), "graph")
    for caption, frame in zip(film.captions, film.tracks["graph"].frames, strict=True):
        if " polls" in caption.cap:
            assert not [name for name in frame.marks if name.endswith("/news")]


def test_in_the_graph_nothing_stands_still() -> None:
    for story in (nb07.failover, nb08.two_groups, nb09.group):
        assert standing(film_through(once(story), "graph").tracks["graph"]) == []


def test_under_zookeeper_the_broker_that_is_the_controller_looks_and_says_so() -> None:
    for film, layout in layouts_of(once(failover_under_zookeeper)):
        elected = next(
            n for n, caption in enumerate(film.captions) if caption.cap == "Broker 2 becomes the controller."
        )
        deciding = []
        for frame in layout.frames:
            looks = {name[:-4]: m["c"] for name, m in frame.marks.items() if name.endswith("/box") and "c" in m}
            deciding.append([node for node, look in looks.items() if look == "card-controller"])
        assert deciding[0] == ["broker:1"] and deciding[elected] == deciding[-1] == ["broker:2"]
        said = layout.frames[elected].marks["broker:2/said"]["t"]
        assert said in ("▸ decides, leads 1", "▸ leads 1")
        assert ("card-controller", "the controller") in film.legend["graph"]


def test_a_producer_whose_belief_is_out_of_date_says_so_in_the_graph() -> None:
    for film, layout in layouts_of(once(nb07.failover)):
        moved = next(n for n, caption in enumerate(film.captions) if caption.tag == "fence")
        for n, frame in enumerate(layout.frames):
            box, said = (frame.marks.get(f"producer:producer/{part}", {}) for part in ("box", "said"))
            if n >= moved:
                assert box["c"] == "stale" and "!" in said["t"]
            elif box:
                assert box["c"] == "producer" and "!" not in said["t"]


def test_a_message_without_room_for_its_words_has_its_number() -> None:
    for frame in film_through(once(failover_under_zookeeper), "graph").tracks["graph"].frames:
        flown = [e for e in frame.effects if e["k"] in MESSAGES and not e.get("hush")]
        assert not [e for e in flown if "chip" not in e], "this film has room for the number of each"


def test_messages_that_say_the_same_without_room_for_each_are_counted() -> None:
    track = nb07.failover(brokers=4, partitions=4).film(lens="graph").film.tracks["graph"]
    flown = [e for frame in track.frames for e in frame.effects if e["k"] in MESSAGES]
    counted = [e for e in flown if "×" in e.get("t", "")]
    assert counted and all("chip" in e for e in counted)
