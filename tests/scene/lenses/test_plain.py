"""The lens graph: every node and tie by its name, and no tie behind a node."""

from kafkaviz.graph.lenses import Focus, lens_graph, plain_lens
from kafkaviz.scenarios import nb08
from kafkaviz.scene.film.director import film_of
from kafkaviz.scene.film.playing import position_of
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
